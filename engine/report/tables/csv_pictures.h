// pictures.csv.
#pragma once

#include "analysis/findings.h"
#include "model/phase.h"
#include "store/store.h"
#include <stdio.h>

// pictures.csv, a row for each quantity that a picture shows; `over` is that of what is derived
// over x as a whole. A campaign without a file asks for none.
NODISCARD bool csv_pictures(struct arena *arena, struct store *store,
                            const struct findings *findings, FILE *out, struct error *error);
