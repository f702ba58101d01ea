// What the entries of the checklist look at.
#pragma once

#include "report/checklist.h"
#include "report/stored_experiment.h"
#include "store/facts.h"

struct inspection {
    struct arena *arena;
    struct store *store;
    const struct findings *findings;
    const struct spec *spec; // NULL: unknown
    struct text_list benchmarks, toolchains;
    struct stored_fact *machine; // what is known of it
    size_t machine_facts;
    size_t slower; // comparisons that came out so, or worse
};

// The judge of one crime; its words live in the arena.
typedef struct check judge(const struct inspection *inspection);

PRINTF_LIKE(3, 4)
struct check check_of(const struct inspection *inspection, enum check_state state,
                      const char *format, ...);
// "" where the store has none.
const char *inspected_fact(const struct inspection *inspection, const char *key);

// About the numbers.
judge judge_degradation, judge_subsets, judge_inputs, judge_throughput, judge_overhead,
    judge_significance, judge_averages, judge_calibration, judge_other_costs, judge_rows,
    judge_absolute;
// About how sides were made, and where.
judge judge_simulation, judge_baseline, judge_itself, judge_fairness, judge_steps, judge_platform,
    judge_versions;
