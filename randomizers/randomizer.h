// What a randomizer is: one const struct that edits a description and runs nothing.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/stream.h"
#include "model/address_layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One function's section as the first link of a program placed it. The array's order is the order
// in which a layout places them.
struct section {
    const char *file;   // as the linker names it: "path/a.o" or "path/lib.a:member.o"
    const char *name;   // ".text.f"
    uint64_t size;      // bytes
    uint32_t ordinal;   // its place in the first link
    uint32_t object;    // ordinal of the file: sections of one object share it
    uint32_t pad;       // bytes before it, a multiple of 16
    uint32_t alignment; // 0: as compiled
};

// What one build is to look like in memory; starts as linked, randomizers edit it, build/ carries
// it out.
struct layout {
    struct section *sections;
    size_t section_count;
    bool reordered, padded;     // some randomizer set the order, the pads
    uint64_t image_base;        // 0: the linker's default; otherwise page granular, image not PIE
    uint64_t heap_offset;       // bytes, a multiple of 16, by which a constructor moves the heap
    uint32_t compile_alignment; // 0: as the flags say; otherwise -falign-functions
};

enum { OPTION_VALUES_MAX = 16, OPTIONS_MAX = 6 };

enum option_type {
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

// An option's value, parsed; count 0 is unset.
struct option_value {
    size_t count;
    uint64_t numbers[OPTION_VALUES_MAX];
};

// A draw as it is recorded: a column of builds.csv or executions.csv.
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

// What a probe may ask of the toolchain; found by build/ before anything is built.
struct toolchain_facts {
    enum linker_kind { LINKER_BFD, LINKER_LLD, LINKER_GOLD, LINKER_MOLD, LINKER_UNKNOWN } linker;
    bool builds;      // eswexp links this program (sources, or directory with build)
    bool personality; // personality(ADDR_NO_RANDOMIZE) is permitted here
};

struct randomizer {
    const char *name, *summary;
    const struct randomizer_option *options;
    size_t option_count;
    size_t shorthand;                   // the option that `name: VALUE` sets
    const char *const *build_draws;     // columns of builds.csv, NULL-terminated
    const char *const *execution_draws; // columns of executions.csv, NULL-terminated

    // Do the options fit together? A mistake in the file, EXIT_USAGE. May be NULL.
    bool (*check)(const struct randomizer_use *use, struct error *error);

    // Does this use draw anew for every build of a program, `linked` here or not?
    bool (*draws_per_build)(const struct randomizer_use *use, bool linked);

    // Does this use hold its factor at one value, drawing nothing? NULL: never.
    bool (*is_fixed)(const struct randomizer_use *use);

    // Can this toolchain and machine do it? The error names the factor and the remedy.
    bool (*probe)(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error);

    // Draws for one build: edits layout and placement, records what was drawn. May be NULL.
    // `layout` is NULL for a program that is not linked here (command).
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
    bool allow_missing;                      // if the probe fails: recorded as not randomized
};

// Values of an OPTION_CHOICE named `level`: the indices are those of enum draw_level.
extern const char *const draw_levels[];

// All randomizers, NULL-terminated, in the order in which they draw.
extern const struct randomizer *const randomizers[];

const struct randomizer *randomizer_find(const char *name);

// A use with every option at its default.
struct randomizer_use randomizer_use_default(const struct randomizer *kind);

bool randomizer_is_fixed(const struct randomizer_use *use);

// Sets option `index` from the words of the file (one word unless OPTION_SIZES); checks type and
// range; the message names option and range, with the nearest choice.
NODISCARD bool randomizer_set(struct randomizer_use *use, size_t index, const char *const *words,
                              size_t count, struct error *error);

// Sets a use from `name: WORD`: true and the defaults, or the shorthand option. `off` is set to
// true for a word that means "do not use it" (false, no, off; for aslr, `off` is a mode of its
// own).
NODISCARD bool randomizer_set_short(struct randomizer_use *use, const char *word, bool *off,
                                    struct error *error);

// Checks what no single option shows; to be called when all options are set.
NODISCARD bool randomizer_check(const struct randomizer_use *use, struct error *error);
