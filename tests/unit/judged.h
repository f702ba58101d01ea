// Comparisons made by hand, for the tests of their forms.
#pragma once

#include "testing.h"

#include "base/text.h"
#include "model/better.h"
#include "model/level.h"
#include "report/compare/comparison.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct judged {
    struct arena arena;
    struct comparison_set comparison_set;
    struct comparison_frame frame;
};

static inline struct judged judged_new(void)
{
    struct judged judged = {
        .comparison_set = {.rules = {.threshold = 0.02}, .confidence = 0.95, .family = 1},
        .frame = {.title = "main (1a2b3c4) against WORKTREE", .folder = "/c/1", .seed = "42"},
    };
    judged.comparison_set.comparisons = arena_new_array(&judged.arena, struct comparison, 64);
    judged.comparison_set.overalls = arena_new_array(&judged.arena, struct overall, 4);
    return judged;
}

// 30 builds of 10 executions of 10 iterations, a mean within ±1 %.
static inline const struct estimate *judged_estimate(struct judged *judged, size_t variant,
                                                     double mean)
{
    struct estimate *estimate = arena_new(&judged->arena, struct estimate);
    double half = 0.01 * mean;
    *estimate = (struct estimate){
        .variant = variant,
        .level = {LEVEL_ITERATION, LEVEL_EXECUTION, LEVEL_BUILD},
        .components = {.levels = 3, .top_units = 30, .mean = mean, .repetitions = {10, 10, 30}},
        .interval = {true, mean - half, mean + half, half, 29},
    };
    return estimate;
}

static inline struct ratio judged_ratio(double value, double half)
{
    return (struct ratio){.defined = true,
                          .value = value,
                          .bound = RATIO_BOUNDED,
                          .low = value - half,
                          .high = value + half};
}

// A comparison of wall times of main and WORKTREE in 30 pairs; a mean of 0 is a missing side.
static inline struct comparison *judged_add(struct judged *judged, const char *benchmark,
                                            double old_mean, double new_mean, double half,
                                            enum comparison_outcome outcome)
{
    struct comparison_set *comparison_set = &judged->comparison_set;
    struct comparison *comparison =
        &comparison_set->comparisons[comparison_set->comparison_count++];
    *comparison = (struct comparison){
        .benchmark = benchmark,
        .old = "main",
        .new = "WORKTREE",
        .metric = "wall_time",
        .unit = "s",
        .better = BETTER_LESS,
        .paired = true,
        .judged = true,
        .p = 0.01,
        .confidence = 0.95,
        .outcome = outcome,
        .margin = 0.02,
        .wins = outcome == OUTCOME_SLOWER ? 2 : 17,
        .pairs = 30,
    };
    if (old_mean != 0)
        comparison->old_estimate = judged_estimate(judged, 0, old_mean);
    if (new_mean != 0)
        comparison->new_estimate = judged_estimate(judged, 1, new_mean);
    if (old_mean != 0 && new_mean != 0)
        comparison->ratio = judged_ratio(new_mean / old_mean, half);
    return comparison;
}

// Of another metric, which is shown only.
static inline struct comparison *judged_add_other(struct judged *judged, const char *benchmark,
                                                  const char *metric, const char *unit,
                                                  double old_mean, double new_mean)
{
    struct comparison *comparison =
        judged_add(judged, benchmark, old_mean, new_mean, 0.005, OUTCOME_INCONCLUSIVE);
    comparison->metric = metric;
    comparison->unit = unit;
    comparison->better = *unit == 's' || *unit == 'm' ? BETTER_LESS : BETTER_UNKNOWN;
    comparison->judged = false;
    return comparison;
}

static inline void judged_note(struct judged *judged, const char *note)
{
    struct text_list *notes = arena_new(&judged->arena, struct text_list);
    text_list_add(notes, &judged->arena, note);
    judged->frame.notes = notes;
}

// Three benchmarks, one of them inconclusive, and a noise floor.
static inline struct judged judged_several(void)
{
    struct judged judged = judged_new();
    struct comparison_set *comparison_set = &judged.comparison_set;
    judged_add(&judged, "sort n=1000", 0.01234, 0.01272, 0.009, OUTCOME_SLOWER);
    judged_add(&judged, "hash", 0.001, 0.00096, 0.009, OUTCOME_FASTER)->wins = 30;
    struct comparison *parse = judged_add(&judged, "parse", 5e-6, 5.05e-6, 0.02, 0);
    parse->detectable = 0.014;
    judged_add_other(&judged, "sort n=1000", "instructions", "", 1000000, 1000100);
    judged_add_other(&judged, "hash", "cpu_time", "s", 0.001, 0.00096);
    struct comparison *same = judged_add(&judged, "hash", 0.001, 0.001004, 0.009, 0);
    same->new = "main rebuilt";
    same->judged = false;
    same->is_floor = true;
    comparison_set->family = 3;
    comparison_set->floor = 0.004;
    comparison_set->rules.floor_variant = "main rebuilt";
    comparison_set->overalls[comparison_set->overall_count++] =
        (struct overall){"WORKTREE", 3, {0}, judged_ratio(1.002, 0.009), BETTER_LESS};
    judged_note(&judged, "the harness differs between the <sides>");
    return judged;
}

// Two new sides, the last without a result of one benchmark.
static inline struct judged judged_sides(void)
{
    struct judged judged = judged_new();
    judged_add(&judged, "sort", 2, 2.2, 0.01, OUTCOME_SLOWER)->new = "v2";
    struct comparison *last = judged_add(&judged, "sort", 2, 2.002, 0.01, OUTCOME_EQUIVALENT);
    last->new = "v3";
    ((struct estimate *)last->new_estimate)->variant = 2;
    judged_add(&judged, "hash", 1, 1.001, 0.01, OUTCOME_EQUIVALENT)->new = "v2";
    judged_add(&judged, "hash", 1, 0, 0, OUTCOME_INCONCLUSIVE)->new = "v3";
    judged.frame.title = NULL;
    judged.comparison_set.family = 4;
    return judged;
}

static inline void judged_free(struct judged *judged)
{
    arena_release(&judged->arena);
}

static inline void assert_printed(char *printed, const char *expected)
{
    if (strcmp(printed, expected) != 0)
        fail_msg("printed:\n%s\nexpected:\n%s", printed, expected);
    free(printed);
}
