// manifest.json of a bundle: its files with their SHA-256, and their repositories.
#pragma once

#include "base/text.h"
#include "store/store.h"

#define MANIFEST_FILE "manifest.json"

// A repository that sources came from.
struct manifest_provenance {
    const char *folder; // as the bundle has it, relative to its top
    const char *commit; // "": the repository has none yet
    const char *patch;  // file with the uncommitted changes, or NULL
    // Not written: its absolute path, and the packed paths of its working tree, relative to it.
    const char *real;
    struct text_list packed;
};

struct manifest {
    const char *experiment, *spec; // the spec's path, relative to the bundle's top
    struct manifest_provenance *provenances;
    size_t provenance_count;
    struct text_list named; // programs and files that are not packed: "PATH HASH"
    struct text_list notes;
};

// Hashes all files of `folder` and writes the manifest into it, with the store's facts on machine,
// tools, programs and revisions.
NODISCARD bool manifest_write(struct arena *arena, const char *folder,
                              const struct manifest *manifest, struct store *store,
                              struct error *error);

// Reads it; EXIT_USAGE: `folder` is no bundle, or one of a newer eswexp. `differences` receives a
// line for each file that has changed since: "… is not the one that was bundled".
NODISCARD bool manifest_read(struct arena *arena, const char *folder, struct manifest *manifest,
                             struct text_list *differences, struct error *error);
