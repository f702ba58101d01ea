// What the files of this folder share of libgit2: handles that free themselves, errors in words.
#pragma once

#include "git/repository.h"

#include <git2.h>

#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR < 5
#define GIT_EOWNER (-36)
#endif

struct repository {
    struct arena arena;  // this struct too
    git_repository *git; // NULL: revisions as a bundle has them (git/packed.h)
    const char *folder;
};

// False, with a message, where there is no git repository but a bundle's revisions.
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
FREEING(reference)
FREEING(repository)
FREEING(tree)
FREEING(tree_entry)
#undef FREEING
#define GIT_CLEANUP(type) __attribute__((cleanup(free_git_##type))) git_##type

// Begins with libgit2; git_libgit2_shutdown() ends it.
void git_begin(void);

// The nearest folder with a .git, from `folder` upwards; NULL: none. Needs no libgit2.
const char *git_folder_near(struct arena *arena, const char *folder);

// As failed(), with ": " and what libgit2 says at its end.
bool failed_git(struct error *error, enum exit_code code, const char *format, ...)
    PRINTF_LIKE(3, 4);

// git_repository_open_ext(), with GIT_EOWNER also where libgit2 means but does not say it.
int open_code(const char *folder, unsigned flags, git_repository **git);

// Opens with GIT_REPOSITORY_OPEN_… flags; what hinders is EXIT_USAGE, with the remedy.
NODISCARD bool git_open(const char *folder, unsigned flags, git_repository **git,
                        struct error *error);

// Adds the remedy to an error about a missing commit if the clone is shallow; returns false.
bool failed_perhaps_shallow(git_repository *git, struct error *error);

// The commit of an id, called `name`.
NODISCARD bool revision_of(git_repository *git, struct arena *arena, const git_oid *id,
                           const char *name, struct revision *revision, struct error *error);

NODISCARD bool revision_id(const struct revision *revision, git_oid *id, struct error *error);
