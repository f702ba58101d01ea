// Shared by the files of this folder: libgit2 handles that free themselves, and its errors.
#pragma once

#include "git/revision.h"

#include <git2.h>

#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR < 5
#define GIT_EOWNER (-36)
#endif

struct repository {
    struct arena arena;  // holds this struct, too
    git_repository *git; // NULL: unpacked from a bundle (git/packed.h)
    const char *folder;
};

// EXIT_USAGE if it was unpacked from a bundle, without git.
NODISCARD bool has_git(const struct repository *repository, struct error *error);

#define FREEING(type)                                                                              \
    static inline void free_git_##type(git_##type **handle)                                        \
    {                                                                                              \
        git_##type##_free(*handle);                                                                \
    }
FREEING(blob)
FREEING(commit)
FREEING(config)
FREEING(filter_list)
FREEING(index)
FREEING(object)
FREEING(odb)
FREEING(reference)
FREEING(repository)
FREEING(tree)
FREEING(tree_entry)
#undef FREEING
#define GIT_CLEANUP(type) __attribute__((cleanup(free_git_##type))) git_##type

// Initialises libgit2; each call needs a git_libgit2_shutdown().
void git_begin(void);

// The nearest folder with a .git, from `folder` upwards, or NULL. Works without libgit2.
const char *git_folder_near(struct arena *arena, const char *folder);

// Before git_libgit2_init(): libgit2 then ends the program for want of memory.
void git_set_memory(void);

// Whether libgit2 last failed for want of memory, descriptors or a disk (struct error: of_machine);
// git_forget_error() begins anew.
bool git_is_refused(void);
void git_forget_error(void);

// failed() with ": " and libgit2's last error message appended. EXIT_FAILED, not `code`, if
// git_is_refused().
bool failed_git(struct error *error, enum exit_code code, const char *format, ...)
    PRINTF_LIKE(3, 4);

// libgit2's last error, or what git_set_error() said since.
const char *git_message(void);
void git_set_error(const char *format, ...) PRINTF_LIKE(1, 2);

// Makes reading of a loose object that is not whole fail. Returns libgit2's code.
int guard_objects(git_repository *git);

// git_repository_open_ext(), with GIT_EOWNER also where libgit2 1.5 returns another code for it.
int open_code(const char *folder, unsigned flags, git_repository **git);
int open_bare_code(const char *folder, git_repository **git);

// Opens with GIT_REPOSITORY_OPEN_… flags; a failure is EXIT_USAGE with the remedy.
NODISCARD bool git_open(const char *folder, unsigned flags, git_repository **git,
                        struct error *error);

// Adds "this is a shallow clone" and the remedy to an error about a missing commit if it is one;
// returns false.
bool failed_perhaps_shallow(git_repository *git, struct error *error);

// The commit `id` as a revision named `name`.
NODISCARD bool revision_of(git_repository *git, struct arena *arena, const git_oid *id,
                           const char *name, struct revision *revision, struct error *error);

// The id of the revision's commit; EXIT_USAGE if the repository has no commit.
NODISCARD bool revision_id(const struct revision *revision, git_oid *id, struct error *error);
