// Fills a folder with the files of a revision.
#pragma once

#include "git/revision.h"

// Makes `folder`, which must be empty if it exists, and fills it as a checkout does: modes, links,
// line ends and submodules; large files (LFS) come from the repository's own store. Runs no filter
// program that the repository names. The working tree is copied as it is at the time of the call.
// Does not write to the repository. A missing submodule commit (unless revision->submodules
// allows it) or large file is an error with the command that fetches it. EXIT_FAILED; the caller
// then removes the folder.
NODISCARD bool revision_checkout(struct repository *repository, const struct revision *revision,
                                 const char *folder, struct error *error);
