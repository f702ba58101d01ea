// Draws the layouts of a build's programs, and places single functions.
#pragma once

#include "build/program.h"
#include "randomizers/randomizer.h"

// Draws from `stream` for each program that this use can change. `layouts`: of program_layouts().
void program_draw(const struct program *program, const struct randomizer_use *use,
                  struct stream *stream, struct layout *layouts,
                  struct address_layout *address_layout, struct draws *draws);

// Sets what the target places. `layouts`: after all draws.
void functions_place(const struct program *program, const struct target *target,
                     struct layout *layouts);

// Has the program every function that the target places?
NODISCARD bool functions_can_be_placed(const struct program *program, const struct target *target,
                                       struct error *error);

// A function that a layout can place.
struct placeable {
    const char *name; // stable_name()
    uint64_t size;    // bytes
    size_t program, section;
};

struct placeables {
    struct placeable *items; // the largest first
    size_t count;
};

// Functions with a section of their own, whose names no others have. EXIT_FAILED: mold, which
// places functions by itself.
NODISCARD bool placeables_of(const struct program *program, struct arena *arena,
                             struct placeables *placeables, struct error *error);

// Their addresses in a build that program_link() made into `output`.
NODISCARD bool placeables_locate(const struct program *program, const struct placeables *placeables,
                                 const char *output, uint64_t *addresses, struct error *error);
