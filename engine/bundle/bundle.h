// What a campaign was made from, gathered in one folder from which it can be run again elsewhere.
#pragma once

#include "base/log.h"
#include "bundle/manifest.h"
#include "spec/spec.h"
#include "store/store.h"

#include <signal.h>

// A bundle in the making. Who makes it sets the first part.
struct bundle {
    struct arena *arena;
    const struct log *log;
    const volatile sig_atomic_t *stop;
    const char *folder;            // made, empty: becomes the bundle's top folder
    const struct text_list *added; // more files and folders, relative to the experiment's

    const char *root;      // the folder that stands for sources/: that of all that is packed
    const char *spec_path; // absolute, in the bundle
    struct manifest manifest;
};

// Fills sources/ and revisions/ with what the experiment `spec` of the store names, each where its
// text says, and notes what cannot be packed. EXIT_USAGE: what is not where it was, or lies where
// no other machine has it.
NODISCARD bool bundle_gather(struct bundle *bundle, struct spec *spec, struct store *store,
                             struct error *error);

// Builds the programs from what was gathered, as at `spec`'s own place, and compares them, and the
// files in commands, with what the store says was measured: EXIT_USAGE, named, if they differ.
NODISCARD bool bundle_verify(const struct bundle *bundle, const struct spec *spec,
                             struct store *store, struct error *error);

// ---- The parts of gathering

// Where the bundle has what is at an absolute path.
const char *bundle_place(const struct bundle *bundle, const char *path);

// Packs the files of a folder: what git would take of it, or, without git, all but build products.
NODISCARD bool bundle_tree(struct bundle *bundle, const char *folder, struct error *error);

// Packs the revision of a target, once for all that name it.
NODISCARD bool bundle_revision(struct bundle *bundle, const struct target *target,
                               struct error *error);

// Notes the commit of the repository around what was packed of its working tree, if any.
NODISCARD bool bundle_provenance(struct bundle *bundle, const char *path, struct error *error);

// Packs what of all that is not committed.
NODISCARD bool bundle_patches(struct bundle *bundle, struct error *error);

// Notes something that a reader of the bundle should know, and says it.
void bundle_note(struct bundle *bundle, const char *text);
