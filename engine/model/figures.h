// Measurements of a whole execution; each may be unknown.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum figure {
    // The process and the children it waited for, from wait4(2).
    FIGURE_USER_TIME,            // s
    FIGURE_SYSTEM_TIME,          // s
    FIGURE_MINOR_FAULTS,         //
    FIGURE_MAJOR_FAULTS,         //
    FIGURE_PAGE_FAULTS,          // both
    FIGURE_VOLUNTARY_SWITCHES,   // without those of our own ptrace stops
    FIGURE_INVOLUNTARY_SWITCHES, // without the one of its start
    FIGURE_CONTEXT_SWITCHES,     // both
    FIGURE_PEAK_MEMORY,          // B, resident, of the largest process
    // The process alone, stopped at its exit: B
    FIGURE_VIRTUAL_MEMORY,
    FIGURE_RESIDENT_MEMORY,
    FIGURE_SHARED_MEMORY, // resident, of files and shared mappings
    FIGURE_PROPORTIONAL_MEMORY,
    FIGURE_UNIQUE_MEMORY,
    // The control group of the process and all its descendants: B
    FIGURE_TREE_MEMORY,   // peak of the memory charged to it
    FIGURE_KERNEL_MEMORY, // of that, the kernel's own, at the exit of the process
    // The machine during the execution.
    FIGURE_ENERGY,            // J, of all packages
    FIGURE_ENERGY_ABOVE_IDLE, // J, minus the packages' idle power (docs/method.md, "Idle power")
    FIGURE_ENERGY_CORES,      // J
    FIGURE_ENERGY_DRAM,       // J
    // The build.
    FIGURE_BINARY_SIZE, // B
    FIGURE_TEXT_SIZE,   // B
    FIGURE_BUILD_TIME,  // s
    FIGURE_LINK_TIME,   // s
    // perf_event_open(2) from exec to exit, descendants included; in the order of enum counter.
    FIGURE_CYCLES,
    FIGURE_INSTRUCTIONS,
    FIGURE_CACHE_REFERENCES,
    FIGURE_CACHE_MISSES,
    FIGURE_BRANCHES,
    FIGURE_BRANCH_MISSES,
    FIGURE_TASK_CLOCK,      // s
    FIGURE_MIGRATIONS,      //
    FIGURE_COUNTED_SHARE,   // least share of the time that a counter ran; the rest is extrapolated
    FIGURE_USER_CODE_ALONE, // 1: the counters exclude kernel code
    // A repeated execution under valgrind (run/valgrind.h): of one iteration, or of the whole.
    FIGURE_VALGRIND_INSTRUCTIONS,
    FIGURES
};

struct figures {
    uint64_t known; // figure_bit()s of the values that are set
    double values[FIGURES];
};

static inline uint64_t figure_bit(enum figure figure)
{
    return UINT64_C(1) << figure;
}

// Figures that need the process stopped at its exit, and figures that need a control group.
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
