// pictures.csv: the pictures that the experiment asks for.
#pragma once

#include "analysis/findings.h"
#include "model/phase.h"
#include "store/store.h"

#include <stdio.h>

// A row for each quantity that a picture shows; `over` is the axis of a quantity derived over a
// whole axis. No rows without an experiment file.
NODISCARD bool csv_pictures(struct arena *arena, struct store *store,
                            const struct findings *findings, FILE *out, struct error *error);
