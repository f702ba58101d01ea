// Where the inputs of a recorded link lie now.
#pragma once

#include "build/capture/capture.h"

// Replaces in record->arguments inputs that are gone or have changed since the link by what was
// kept in the folder `records`. Others keep their names.
NODISCARD bool inputs_place(struct arena *arena, struct link_record *record, const char *records,
                            struct error *error);

// Of the inputs that the links of a build in `folder` kept, removes those of which the original
// lies there, unchanged: who keeps the folder has them.
NODISCARD bool inputs_prune(const struct recorded_links *programs,
                            const struct recorded_links *libraries, const char *records,
                            const char *folder, struct error *error);
