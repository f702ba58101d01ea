// The parts of a bundle: trees of files, revisions, patches, and where they come from.
#pragma once

#include "bundle/bundle.h"

// The path in the bundle of a file or folder at an absolute path.
const char *bundle_place(const struct bundle *bundle, const char *path);

// Packs the files of a folder: those that git tracks or would add; without git, all but build
// products.
NODISCARD bool bundle_tree(struct bundle *bundle, const char *folder, struct error *error);

// Packs the revision of a target, once for all that name it.
NODISCARD bool bundle_revision(struct bundle *bundle, const struct target *target,
                               struct error *error);

// Notes the commit of the repository around a file or folder that was packed, if there is one.
NODISCARD bool bundle_provenance(struct bundle *bundle, const char *path, struct error *error);

// Packs the uncommitted changes of all that was noted, as patches.
NODISCARD bool bundle_patches(struct bundle *bundle, struct error *error);

// Adds a note to the manifest, for readers of the bundle, and logs it.
void bundle_note(struct bundle *bundle, const char *text);
