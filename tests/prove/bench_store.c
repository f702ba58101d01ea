// How fast, and in how much memory: 10^7 samples stored durably one execution at a time, reported.
#include "analysis/analysis.h"
#include "base/clock.h"
#include "base/files/files.h"
#include "store/executions.h"
#include "store/plan/experiment.h"
#include "store/plan/plan_rows.h"
#include "tests/unit/shown.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BLOCKS = 2500, EXECUTIONS = 2, ITERATIONS = 1000, VARIANTS = 2 }; // 10,000 executions

static double seconds_since(int64_t begin)
{
    return (double)(clock_boot_ns() - begin) * 1e-9;
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static struct spec *spec_for(struct arena *arena)
{
    static char o2[] = "O2", o3[] = "O3", *variants[] = {o2, o3};
    static struct target targets[VARIANTS] = {{.benchmark = "b", .variant = "O2"},
                                              {.benchmark = "b", .variant = "O3"}};
    static struct cell cell = {.benchmark = "b", .targets = targets};
    struct spec *spec = arena_new(arena, struct spec);
    *spec = (struct spec){.name = "bench",
                          .path = "bench.yaml",
                          .folder = "/",
                          .variants = variants,
                          .variant_count = VARIANTS,
                          .cells = &cell,
                          .cell_count = 1,
                          .repeat = {.confidence = 0.95, .precision = 0.01}};
    return spec;
}

// All executions of the plan, with values that differ at every level.
static bool fill(struct store *store, const struct plan *plan, int64_t first_execution,
                 struct error *error)
{
    static double values[ITERATIONS];
    struct stream stream = stream_from(1);
    for (size_t i = 0; i < plan->execution_count; i++) {
        double base = 1e-3 * (1 + (double)plan->executions[i].build * 1e-6);
        for (size_t k = 0; k < ITERATIONS; k++)
            values[k] = base * (1 + 0x1p-60 * (double)(stream_next(&stream) >> 8));
        struct stored_series series = {"wall_time", "s", values, ITERATIONS};
        struct stored_execution execution = {.execution = first_execution + (int64_t)i,
                                             .attempt = 1,
                                             .start = "2026-01-01T00:00:00.000000Z",
                                             .exit = "0",
                                             .counts = true,
                                             .seconds = 1,
                                             .iterating_s = 1,
                                             .series = &series,
                                             .series_count = 1};
        if (!store_execution(store, &execution, error))
            return false;
    }
    return true;
}

static bool write_store(const char *path, struct error *error)
{
    struct arena arena = {0};
    struct spec *spec = spec_for(&arena);
    struct repetitions repetitions = {BLOCKS, EXECUTIONS, ITERATIONS, 0, 1};
    struct plan plan = plan_make(&arena, spec, PHASE_REAL, &repetitions);
    struct planner planner = plan_begin(&arena, spec, PHASE_REAL, &repetitions);
    STORE_CLEANUP struct store *store = store_create(path, error);
    int64_t build = 0, execution = 0, begin = clock_boot_ns();
    bool done = store && store_spec(store, spec, error) &&
                store_planned(store, &planner, &build, &execution, error);
    printf("plan:   %.2f s for %zu executions\n", seconds_since(begin), plan.execution_count);
    begin = clock_boot_ns();
    done = done && fill(store, &plan, execution, error);
    printf("write:  %.2f s, peak memory %ld KiB\n", seconds_since(begin), peak_kib());
    arena_release(&arena);
    return done;
}

static bool read_store(const char *path, struct error *error)
{
    int64_t begin = clock_boot_ns();
    struct arena arena = {0};
    struct findings findings;
    STORE_CLEANUP struct store *store = store_open(path, error);
    bool done = store && analysis_load(&arena, store, &findings, error);
    if (done)
        report_text(&findings, stdout, 80, false);
    arena_release(&arena);
    printf("report: %.2f s, peak memory %ld KiB\n", seconds_since(begin), peak_kib());
    return done;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE.db (made and removed)\n", argv[0]);
        return EXIT_USAGE;
    }
    bool done = write_store(argv[1], &error) && read_store(argv[1], &error);
    if (!done)
        fprintf(stderr, "%s\n", error.text);
    unlink(argv[1]);
    return done ? EXIT_FINE : (int)error.code;
}
