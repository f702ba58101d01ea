// What may be read of one execution as a whole, a slot each: what is not known stays unknown.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum figure {
    // Of the process and those it waited for, when it was waited for.
    FIGURE_USER_TIME,            // s
    FIGURE_SYSTEM_TIME,          // s
    FIGURE_MINOR_FAULTS,         //
    FIGURE_MAJOR_FAULTS,         //
    FIGURE_PAGE_FAULTS,          // both
    FIGURE_VOLUNTARY_SWITCHES,   // but for our own stops
    FIGURE_INVOLUNTARY_SWITCHES, // but for that of its birth
    FIGURE_CONTEXT_SWITCHES,     // both
    FIGURE_PEAK_MEMORY,          // B, resident, of the largest of them
    // Of the process alone, stopped at its end: B
    FIGURE_VIRTUAL_MEMORY,
    FIGURE_RESIDENT_MEMORY,
    FIGURE_SHARED_MEMORY, // resident, of files and of shared mappings
    FIGURE_PROPORTIONAL_MEMORY,
    FIGURE_UNIQUE_MEMORY,
    // Of the control group in which it was alone with all its descendants: B
    FIGURE_TREE_MEMORY,   // the most that was charged to it
    FIGURE_KERNEL_MEMORY, // of it the kernel's own, at the process's end
    // Of the machine, while the execution ran.
    FIGURE_ENERGY,            // J, of all packages
    FIGURE_ENERGY_ABOVE_IDLE, // J, less what the packages use when idle
    FIGURE_ENERGY_CORES,      // J
    FIGURE_ENERGY_DRAM,       // J
    // Of its build.
    FIGURE_BINARY_SIZE, // B
    FIGURE_TEXT_SIZE,   // B
    FIGURE_BUILD_TIME,  // s
    FIGURE_LINK_TIME,   // s
    // Counted from its exec to its end, its descendants with it: those of enum counter, in order.
    FIGURE_CYCLES,
    FIGURE_INSTRUCTIONS,
    FIGURE_CACHE_REFERENCES,
    FIGURE_CACHE_MISSES,
    FIGURE_BRANCHES,
    FIGURE_BRANCH_MISSES,
    FIGURE_TASK_CLOCK,      // s
    FIGURE_MIGRATIONS,      //
    FIGURE_COUNTED_SHARE,   // of its time, that of the counter that had least; the rest is guessed
    FIGURE_USER_CODE_ALONE, // 1: none of these knows of the kernel's part
    // Of the same once more, not measured (run/valgrind.h): of one iteration, or of all of it.
    FIGURE_VALGRIND_INSTRUCTIONS,
    FIGURES
};

struct figures {
    uint64_t known; // a bit each, figure_bit()
    double values[FIGURES];
};

static inline uint64_t figure_bit(enum figure figure)
{
    return UINT64_C(1) << figure;
}

// Those that want the process stopped at its end, and those that want a control group.
static const uint64_t figures_at_end =
    UINT64_C(1) << FIGURE_VIRTUAL_MEMORY | UINT64_C(1) << FIGURE_RESIDENT_MEMORY |
    UINT64_C(1) << FIGURE_SHARED_MEMORY | UINT64_C(1) << FIGURE_PROPORTIONAL_MEMORY |
    UINT64_C(1) << FIGURE_UNIQUE_MEMORY | UINT64_C(1) << FIGURE_KERNEL_MEMORY;
static const uint64_t figures_of_group =
    UINT64_C(1) << FIGURE_TREE_MEMORY | UINT64_C(1) << FIGURE_KERNEL_MEMORY;

static inline bool figure_is_known(const struct figures *figures, enum figure figure)
{
    return figures->known & figure_bit(figure);
}

static inline void figures_add(struct figures *figures, const struct figures *more)
{
    for (enum figure figure = 0; figure < FIGURES; figure++)
        if (figure_is_known(more, figure))
            figures->values[figure] = more->values[figure];
    figures->known |= more->known;
}

static inline void figure_set(struct figures *figures, enum figure figure, double value)
{
    figures->values[figure] = value;
    figures->known |= figure_bit(figure);
}
