// A git repository, opened for reading; eswexp never writes to it.
#pragma once

#include "base/error.h"
#include "base/text.h"

struct repository;

// Opens the repository around `folder`, searched upwards; a bare one, a linked worktree or a
// submodule is fine. NULL and EXIT_USAGE with the remedy: there is none, another user owns it, or
// it cannot be read.
NODISCARD struct repository *repository_open(const char *folder, struct error *error);
void repository_close(struct repository *repository);
void repository_cleanup(struct repository **repository);
#define REPOSITORY_CLEANUP __attribute__((cleanup(repository_cleanup)))

// The folder of the working tree: absolute, links resolved, without a slash at the end. For a bare
// repository its own folder.
const char *repository_folder(const struct repository *repository);
bool repository_is_bare(const struct repository *repository);
// Was it unpacked from a bundle, with revisions but without git (git/packed.h)?
bool repository_is_packed(const struct repository *repository);
