// A git repository, read and never written: its revisions, their files, checkouts elsewhere.
#pragma once

#include "base/error.h"
#include "base/text.h"

struct repository;

// The repository around `folder` (found upwards; a bare one, a worktree or a submodule is fine).
// NULL and EXIT_USAGE with the remedy: none, one of another owner, one that cannot be read.
NODISCARD struct repository *repository_open(const char *folder, struct error *error);
void repository_close(struct repository *repository);
void repository_cleanup(struct repository **repository);
#define REPOSITORY_CLEANUP __attribute__((cleanup(repository_cleanup)))

// Of its working tree, absolute, links resolved, without a slash at the end; a bare repository's
// own folder.
const char *repository_folder(const struct repository *repository);
bool repository_is_bare(const struct repository *repository);
// Revisions that were unpacked from a bundle, without git (git/packed.h).
bool repository_is_packed(const struct repository *repository);

// What "WORKTREE" names: the tracked files as they are now, and untracked ones that are not
// ignored.
extern const char worktree_name[];

// A commit, or the working tree.
struct revision {
    const char *name;    // as it was asked for
    char commit[41];     // 40 hexadecimal digits; of the working tree: its HEAD, "" if unborn
    bool worktree;       // the working tree
    const char *summary; // first line of the commit's message; "uncommitted changes"
};

// A branch (of origin, if it is only there), tag, commit, HEAD~3, @{upstream}, … or WORKTREE.
// EXIT_USAGE: an unknown name, with the nearest branch or tag; a name of two things; what is no
// commit; what a shallow clone lacks, with the remedy.
NODISCARD bool revision_resolve(struct repository *repository, struct arena *arena,
                                const char *name, struct revision *revision, struct error *error);

// The best common ancestor of two revisions (of the working tree: its HEAD's), by the name of the
// side that it is, "HEAD" for a working tree's, else by its 40 digits.
NODISCARD bool revision_merge_base(struct repository *repository, struct arena *arena,
                                   const struct revision *a, const struct revision *b,
                                   struct revision *base, struct error *error);

// The default branch: origin's HEAD, else init.defaultBranch, main or master, each rather origin's
// than one's own.
NODISCARD bool revision_default(struct repository *repository, struct arena *arena,
                                struct revision *revision, struct error *error);

// Whether the working tree differs from its HEAD in what WORKTREE would take, or is staged to.
NODISCARD bool worktree_is_modified(struct repository *repository, bool *modified,
                                    struct error *error);

// Adds a file's bytes as a checkout of the revision has them; `path` is relative to the
// repository's folder. *found is false where there is no such file: a link, or one in a submodule,
// is none.
NODISCARD bool revision_read(struct repository *repository, const struct revision *revision,
                             const char *path, struct text *bytes, bool *found,
                             struct error *error);

// Paths of files named `name` in any folder of a revision but its submodules, sorted.
NODISCARD bool revision_files(struct repository *repository, struct arena *arena,
                              const struct revision *revision, const char *name,
                              struct text_list *paths, struct error *error);

// Fills `folder` (made; must be empty) with the revision's files, with modes, links, line ends and
// submodules as a checkout has them; large files (LFS) from the repository's own store; no program
// that the repository names as a filter is run. What is not here (a submodule's commit, a large
// file) is an error with the command that gets it. The working tree is taken as it is now, at each
// call anew. The repository is not written to. EXIT_FAILED; the folder is then to be removed.
NODISCARD bool revision_checkout(struct repository *repository, const struct revision *revision,
                                 const char *folder, struct error *error);

// Fills `folder` (made) with what WORKTREE takes of the folder `within` the working tree ("": all).
NODISCARD bool worktree_copy(struct repository *repository, const char *within, const char *folder,
                             struct error *error);

// Adds what leads from HEAD to the tracked ones of the files and folders `paths` ("": all) as they
// are now, as `git apply` reads it; nothing where none is modified.
NODISCARD bool worktree_patch(struct repository *repository, const struct text_list *paths,
                              struct text *patch, struct error *error);
