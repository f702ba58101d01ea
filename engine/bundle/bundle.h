// A bundle: everything that a campaign was built from, in one folder, to run it again elsewhere.
#pragma once

#include "base/log.h"
#include "bundle/manifest.h"
#include "spec/spec.h"
#include "store/identity.h"
#include "store/store.h"

#include <signal.h>

// A bundle under construction. The caller sets the first part.
struct bundle {
    struct arena *arena;
    const struct log *log;
    const volatile sig_atomic_t *stop;
    const char *folder;              // exists, empty: becomes the bundle's top folder
    const struct text_list *added;   // more files and folders, relative to the experiment's
    const struct identity *identity; // that it leaves out, or NULL

    const char *root;      // the common folder of all that is packed: becomes sources/
    const char *spec_path; // absolute, in the bundle
    struct manifest manifest;
};

// Fills sources/ and revisions/ with the files that the stored experiment `spec` names, at the
// paths that its text has, and notes what it cannot pack. EXIT_USAGE: a file is no longer there, or
// has a path that exists on this machine only.
NODISCARD bool bundle_gather(struct bundle *bundle, struct spec *spec, struct store *store,
                             struct error *error);
