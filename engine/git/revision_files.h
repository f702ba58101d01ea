// Reads and lists files of a revision without a checkout.
#pragma once

#include "git/revision.h"

// Adds the bytes that the file has in a checkout of the revision; `path` is relative to the
// repository's folder. *found is false if there is no such file; links and files of submodules do
// not count.
NODISCARD bool revision_read(struct repository *repository, const struct revision *revision,
                             const char *path, struct text *bytes, bool *found,
                             struct error *error);

// Adds the paths of files below a folder, which is relative to the repository's; none if it is no
// folder of the revision.
NODISCARD bool revision_files_below(struct repository *repository, struct arena *arena,
                                    const struct revision *revision, const char *folder,
                                    struct text_list *paths, struct error *error);

// Adds the paths of files named `name` in all folders of a revision except its submodules, sorted.
NODISCARD bool revision_files(struct repository *repository, struct arena *arena,
                              const struct revision *revision, const char *name,
                              struct text_list *paths, struct error *error);
