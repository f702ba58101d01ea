// The revisions that a stored campaign measured.
#pragma once

#include "spec/spec.h"
#include "store/store.h"

// Sets the commits of an experiment to those that were measured, since a branch may have moved. A
// fact that cannot be read: store_is_read().
void measured_revisions(struct arena *arena, struct spec *spec, struct store *store);
