// Rows of the maps in which linkers tell where they put the sections of their inputs.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct map_row {
    char *file, *name;
    uint64_t address, size;
};

// GNU ld and gold: " .text.f  0xADDRESS  0xSIZE FILE", the name alone on a line if it is long; it
// is then in *pending, until the line with the rest.
bool map_row_of_gnu(struct arena *arena, char *line, char **pending, struct map_row *row);

// lld and mold: "VMA LMA Size Align FILE:(.text.f)", of mold without LMA and with decimal sizes.
// `base`: of the sizes.
bool map_row_of_llvm(char *line, bool has_load_address, int base, struct map_row *row);
