// A randomizer: one const struct that edits a layout and runs nothing. docs/layouts.md,
// "Randomizers".
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/stream.h"
#include "model/address_layout.h"
#include "model/layout.h"
#include "model/toolchain_facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPTION_VALUES_MAX = 16, OPTIONS_MAX = 6 };

enum option_type {
    OPTION_NUMBER, // one whole number
    OPTION_SIZE,   // one number of bytes, "4096" or "4Ki"
    OPTION_SIZES,  // a list of them
    OPTION_CHOICE, // one word of `choices`; stored as its index
};

struct randomizer_option {
    const char *name, *help;
    enum option_type type;
    uint64_t low, high;         // inclusive range of each number
    const char *const *choices; // NULL-terminated, for OPTION_CHOICE
    const char *fallback;       // default as text, list items separated by ", "; NULL: unset
};

// The parsed value of an option; count 0: unset.
struct option_value {
    size_t count;
    uint64_t numbers[OPTION_VALUES_MAX];
};

// A recorded draw: a column of builds.csv or executions.csv.
struct draw {
    const char *name; // one of the randomizer's draw names
    char value[32];
};

struct draws {
    struct draw items[16];
    size_t count;
};

// Appends a recorded draw: a number of bytes, or a seed as 16 hexadecimal digits.
void draws_add_number(struct draws *draws, const char *name, uint64_t value);
void draws_add_hex(struct draws *draws, const char *name, uint64_t value);

enum draw_level { DRAW_BUILD, DRAW_EXECUTION };

struct randomizer_use;

struct randomizer {
    const char *name, *summary;
    const struct randomizer_option *options;
    size_t option_count;
    size_t shorthand; // the option that `name: VALUE` sets, if there are options
    bool arranges;    // code or data of each link, also of a project's shared libraries
    const char *const *build_draws;     // columns of builds.csv, NULL-terminated
    const char *const *execution_draws; // columns of executions.csv, NULL-terminated

    // Parts that draw from a stream each (part_stream()), and can be redrawn alone;
    // NULL-terminated. NULL: it draws as a whole. The first `linked_parts` are drawn for programs
    // that eswexp links.
    const char *const *parts;
    size_t linked_parts;

    bool interpreters; // nothing of a program that eswexp compiles depends on it

    // Do the options fit together? If not, EXIT_USAGE: a mistake in the file. May be NULL.
    bool (*check)(const struct randomizer_use *use, struct error *error);

    // Does this use draw for every build of a program? `linked`: eswexp links it.
    bool (*draws_per_build)(const struct randomizer_use *use, bool linked);

    // Does this use fix its factor at one value and draw nothing? NULL: never.
    bool (*is_fixed)(const struct randomizer_use *use);

    // Do toolchain and machine support this use? The error names the factor and the remedy.
    bool (*probe)(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error);

    // Draws for one build: edits both layouts and records the draws. May be NULL. `layout` is NULL
    // for a program that eswexp does not link (command).
    void (*draw_build)(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws);

    // Draws for one execution, after draw_build of its build. May be NULL.
    void (*draw_execution)(const struct randomizer_use *use, struct stream *stream,
                           struct address_layout *address_layout, struct draws *draws);
};

// A randomizer as an experiment uses it.
struct randomizer_use {
    const struct randomizer *kind;
    struct option_value values[OPTIONS_MAX]; // in the order of kind->options; defaults filled in
    bool allow_missing; // a failed probe is recorded as not randomized and is no error
    bool coupled;       // the variants of a block have the same draw
    unsigned redrawn;   // bits of its parts (without parts: bit 0) that take the second draw of a
                        // block, which every variant that redraws them has
    size_t draw;        // all builds take what this block draws; 0: each its own
};

// Values of an OPTION_CHOICE named `level`: the indices are those of enum draw_level.
extern const char *const draw_levels[];

// All randomizers, NULL-terminated, in the order in which they draw.
extern const struct randomizer *const randomizers[];

const struct randomizer *randomizer_find(const char *name);

// The stream of a part of a draw that begins with this seed, which no other part moves.
struct stream part_stream(const struct randomizer_use *use, uint64_t seed, size_t part);

// The seed, or that of the second draw if the part (without parts: 0) is redrawn.
uint64_t redrawn_seed(const struct randomizer_use *use, uint64_t seed, size_t part);

// Does it hold its factor at one value, in all builds and executions?
bool randomizer_is_fixed(const struct randomizer_use *use);

// Does it draw anew for every build of a program? `linked`: eswexp links it.
bool randomizer_draws_per_build(const struct randomizer_use *use, bool linked);

// Checks that the options fit together, after all are set.
NODISCARD bool randomizer_check(const struct randomizer_use *use, struct error *error);
