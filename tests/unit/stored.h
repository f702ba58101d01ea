// A small experiment, and campaigns of it with made-up values, for the tests of store and reports.
#pragma once

#include "planned.h"
#include "temporary.h"
#include "testing.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "base/stream.h"
#include "model/build_result.h"
#include "model/phase.h"
#include "store/builds.h"
#include "store/executions.h"
#include "store/plan/experiment.h"
#include "store/plan/plan_rows.h"
#include "store/store.h"
#include "store/transactions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Own sources, a harness that iterates: three levels.
static inline struct spec *stored_spec(struct arena *arena, size_t variants, size_t cells)
{
    struct spec *spec = arena_new(arena, struct spec);
    *spec = (struct spec){
        .name = "experiment",
        .path = "experiment.yaml",
        .folder = "/experiments",
        .question = "Is it?",
        .text = "experiment: experiment\n",
        .variants = arena_new_array(arena, char *, variants),
        .variant_count = variants,
        .axes = arena_new(arena, struct axis),
        .axis_count = 1,
        .cells = arena_new_array(arena, struct cell, cells),
        .cell_count = cells,
        .seed = 42,
        .repeat = {.confidence = 0.95, .precision = 0.01, .pilot = {5, 5, 5}, .assurance = 0.5}};
    spec->axes[0].name = "n";
    for (size_t v = 0; v < variants; v++)
        spec->variants[v] = arena_printf(arena, "O%zu", v + 2);
    for (size_t c = 0; c < cells; c++) {
        spec->cells[c] = (struct cell){.benchmark = "sort",
                                       .point = arena_new_array(arena, char *, 1),
                                       .targets = arena_new_array(arena, struct target, variants)};
        spec->cells[c].point[0] = arena_printf(arena, "%zu", c + 1);
        for (size_t v = 0; v < variants; v++)
            spec->cells[c].targets[v] = (struct target){
                .benchmark = "sort",
                .variant = spec->variants[v],
                .kind = TARGET_SOURCES,
                .sampling = {
                    .kind = SAMPLING_ESWEXP, .unit = "s", .scale = 1, .better = BETTER_LESS}};
    }
    return spec;
}

// A path for a store in a fresh folder.
static inline char *stored_path(struct arena *arena)
{
    char *folder = temporary_folder(arena);
    assert_non_null(folder);
    return path_join(arena, folder, "campaign.db");
}

// A new store of the experiment, without a plan.
static inline struct store *stored_create(const char *path, const struct spec *spec)
{
    struct error error = {0};
    struct store *store = store_create(path, &error);
    if (!store || !store_spec(store, spec, &error))
        fail_msg("%s", error.text);
    return store;
}

static inline void stored_remove(struct arena *arena, const char *path)
{
    struct error error = {0};
    assert_true(tree_remove(path_folder(arena, path), &error));
}

#define assert_done(call, error)                                                                   \
    do {                                                                                           \
        if (!(call))                                                                               \
            fail_msg("%s: %s", #call, (error).text);                                               \
    } while (0)

// Uniform in [-√3, √3): variance 1.
static inline double stored_noise(struct stream *stream)
{
    return ((double)(stream_next(stream) >> 11) * 0x1p-53 - 0.5) * 3.4641016151377544;
}

// Means and standard deviations of what is made up, by variant (2 at most). Executions of a variant
// without a mean fail.
struct stored_truth {
    double mean[2], build, execution, iteration;
    size_t settling; // first iterations of every execution that take twice as long
};

// Plans one phase and "runs" the first blocks of it.
static inline void stored_blocks(struct store *store, const struct spec *spec, enum phase phase,
                                 const struct repetitions *repetitions,
                                 const struct stored_truth *truth, size_t blocks)
{
    struct arena arena = {0};
    struct error error = {0};
    int64_t build = 0, execution = 0;
    struct plan plan = plan_make(&arena, spec, phase, repetitions);
    assert_done(planned_store(store, spec, phase, repetitions, &build, &execution, &error), error);
    struct stream stream = stream_from(7 + phase);
    double *shift = arena_new_array(&arena, double, plan.build_count);
    for (size_t i = 0; i < plan.build_count; i++) {
        struct build_result result = {.functions_moved = i, .seconds = 0.1};
        snprintf(result.layout_id, sizeof result.layout_id, "layout %d %zu", phase, i);
        snprintf(result.binary_sha256, sizeof result.binary_sha256, "binary %d %zu", phase, i);
        struct draws draws = {.items = {{"link_order", ""}}, .count = 1};
        snprintf(draws.items[0].value, sizeof draws.items[0].value, "%zu", i);
        assert_done(store_build(store, build + (int64_t)i, &result, &draws, &error), error);
        shift[i] = truth->mean[plan.builds[i].variant] + truth->build * stored_noise(&stream);
    }
    size_t executions =
        blocks < plan.block_count ? plan.blocks[blocks].first_execution : plan.execution_count;
    for (size_t i = 0; i < executions; i++) {
        const struct planned_execution *planned = &plan.executions[i];
        double *values = arena_new_array(&arena, double, planned->iterations);
        double base = shift[planned->build] + truth->execution * stored_noise(&stream), sum = 0;
        for (size_t k = 0; k < planned->iterations; k++) {
            values[k] = base + truth->iteration * stored_noise(&stream);
            values[k] += k + planned->warmup < truth->settling ? base : 0;
            sum += values[k];
        }
        struct stored_series series[] = {{"wall_time", "s", values, planned->iterations},
                                         {"peak_memory", "B", &shift[planned->build], 1}};
        bool counts = truth->mean[plan.builds[planned->build].variant] > 0;
        struct stored_execution done = {.execution = execution + (int64_t)i,
                                        .attempt = 1,
                                        .start = "2026-01-01T00:00:00.000000Z",
                                        .exit = counts ? "0" : "exit 9",
                                        .counts = counts,
                                        .final = true,
                                        .seconds = 0.01 + sum,
                                        .iterating_s = sum,
                                        .series = series,
                                        .series_count = 2};
        assert_done(store_execution(store, &done, &error), error);
        done.attempt = 2;
        if (!counts)
            assert_done(store_execution(store, &done, &error), error);
    }
    assert_done(store_commit(store, &error), error);
    arena_release(&arena);
}

// Plans and "runs" one phase.
static inline void stored_phase(struct store *store, const struct spec *spec, enum phase phase,
                                const struct repetitions *repetitions,
                                const struct stored_truth *truth)
{
    stored_blocks(store, spec, phase, repetitions, truth, SIZE_MAX);
}
