// Running variants under a profiler, and counting samples by function.
#include "executor/local/profile.h"

#include "base/files/files.h"
#include "build/toolchain/tool.h"
#include "executor/local/attempts.h"
#include "executor/local/internal.h"
#include "model/process_settings.h"
#include "store/results/profiles.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CELLS_PROFILED = 2, ROWS_KEPT = 10, FUNCTIONS_MOST = 4096 };

// A profiler slows a program down, and takes time to start.
static const double TIMES_SLOWER = 2, STARTING_S = 5, LISTING_S = 60;

struct tally {
    const char *function, *object;
    size_t samples;
};

struct tallies {
    struct tally *items;
    size_t count, samples;
};

static void count_hit(struct arena *arena, struct tallies *tallies, const struct hit *hit)
{
    size_t at = 0;
    tallies->samples++;
    while (at < tallies->count && !(text_equal(tallies->items[at].function, hit->function) &&
                                    text_equal(tallies->items[at].object, hit->object)))
        at++;
    if (at == FUNCTIONS_MOST)
        return;
    if (at == tallies->count)
        tallies->items[tallies->count++] =
            (struct tally){arena_strdup(arena, hit->function), arena_strdup(arena, hit->object), 0};
    tallies->items[at].samples++;
}

static int more_samples(const void *a, const void *b)
{
    const struct tally *one = a, *other = b;
    if (one->samples != other->samples)
        return one->samples < other->samples ? 1 : -1;
    int order = strcmp(one->function, other->function);
    return order ? order : strcmp(one->object, other->object);
}

static struct tallies count_lines(struct arena *arena, const struct profiler *profiler, char *lines)
{
    struct tallies tallies = {.items = arena_new_array(arena, struct tally, FUNCTIONS_MOST)};
    char *rest = NULL;
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        struct hit hit;
        text_make_plain(line);
        if (profiler->read(line, &hit))
            count_hit(arena, &tallies, &hit);
    }
    qsort(tallies.items, tallies.count, sizeof *tallies.items, more_samples);
    return tallies;
}

static bool keep(struct local_executor *executor, struct arena *arena,
                 const struct attempt *attempt, const struct profiler *profiler,
                 const struct tallies *tallies, struct error *error)
{
    size_t count = tallies->count < ROWS_KEPT ? tallies->count : ROWS_KEPT;
    struct profile_row *rows = arena_new_array(arena, struct profile_row, count);
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct profile_row){
            .cell = attempt->block->cell,
            .variant = attempt->variant,
            .tool = profiler->name,
            .function = tallies->items[i].function,
            .object = *tallies->items[i].object ? tallies->items[i].object : "the program",
            .rank = i + 1,
            .samples = tallies->items[i].samples,
            .all = tallies->samples};
    return store_profile(executor->recorder.store, rows, count, error);
}

// The line of a tool's output that explains a failure: on permissions, else the first.
static const char *explanation(struct arena *arena, const char *output)
{
    const char *line = output + strspn(output, " \t\n"),
               *paranoid = strstr(output, "perf_event_paranoid");
    if (paranoid)
        return "it is refused here: 'sysctl kernel.perf_event_paranoid=2', or --profile gdb";
    return *line ? arena_strndup(arena, line, strcspn(line, "\n")) : NULL;
}

static const char *no_samples(struct arena *arena, const struct profiler *profiler,
                              const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;
    if (outcome->ending == ENDED_TIMEOUT)
        return arena_printf(arena, "%s did not end in %.3g s", profiler->name, outcome->seconds);
    const char *line = observation->output ? explanation(arena, observation->output) : NULL;
    if (observation->failure)
        return arena_printf(arena, "%s failed: %s", profiler->name,
                            line ? line : observation->failure);
    return arena_printf(arena,
                        "%s took no samples: the program ends too soon, or cannot be sampled here",
                        profiler->name);
}

// The samples, a line each, in the arena; "" where there are none.
static char *lines_of(struct local_executor *executor, struct arena *arena,
                      const struct profiling *profiling, const struct observation *observation)
{
    const struct profiler *profiler = profiling->profiler;
    if (!profiler->list) {
        char *lines = launcher_output(&executor->launcher, arena, &observation->outcome,
                                      STDOUT_FILENO, CHILD_OUTPUT_BYTES, NULL);
        return lines ? lines : arena_strdup(arena, "");
    }
    struct text_list arguments =
        profiler->list(arena, profiling->program, executor->work_folder.path);
    struct text_list settings = {.count = 0};
    text_list_add(&settings, arena, "LC_ALL=C");
    struct tool tool = {.arguments = arguments.items,
                        .environment = environment_with(arena, &settings).items,
                        .timeout_s = LISTING_S,
                        .stop = executor->base.stop};
    struct tool_end end = {.status = 0};
    struct error ignored;
    bool ran = tool_run(&tool, NULL, &end, &ignored);
    char *lines = arena_strdup(arena, ran && tool_succeeded(&end) ? end.output.bytes : "");
    text_release(&end.output);
    return lines;
}

static bool warn(struct local_executor *executor, struct arena *arena,
                 const struct attempt *attempt, const char *why, struct error *error)
{
    const struct target *target = attempt->prepared->target;
    const struct spec *spec = executor->base.spec;
    const char *point = "";
    for (size_t i = 0; i < spec->axis_count; i++)
        point = arena_printf(arena, "%s, %s=%s", point, spec->axes[i].name,
                             spec->cells[attempt->block->cell].point[i]);
    return recorder_warn(&executor->recorder, "profile",
                         arena_printf(arena, "no profile of benchmark '%s', variant '%s'%s: %s",
                                      target->benchmark, target->variant, point, why),
                         error);
}

static const char *program_of(struct arena *arena, const struct execution_request *request)
{
    if (*request->program == '/')
        return request->program;
    const char *path =
        execution_program(arena, request->program, request->folder, request->environment);
    return path ? path : request->program;
}

static bool profile_one(struct local_executor *executor, struct arena *arena,
                        const struct profiling *profiling, const struct attempt *attempt,
                        struct error *error)
{
    const struct profiler *profiler = profiling->profiler;
    struct draws draws = {.count = 0};
    struct execution_request request = attempt_request(executor, arena, attempt, &draws);
    struct text_list command = {.items = arena_new(arena, char *)};
    text_list_add(&command, arena, program_of(arena, &request));
    for (char *const *word = request.arguments + 1; *word; word++)
        text_list_add(&command, arena, *word);
    struct text_list arguments =
        profiler->wrap(arena, profiling->program, executor->work_folder.path, &command);
    request.program = arguments.items[0];
    request.arguments = arguments.items;
    request.timeout_s = TIMES_SLOWER * request.timeout_s + STARTING_S;
    request.limit = (struct time_limit){0}; // it comes after what the budget is for
    request.memory_limit_bytes = 0;         // the profiler needs its own
    request.process_settings =
        (struct process_settings){0}; // else who interrupts would wait for who runs
    request.rapl = NULL;
    struct observation observation;
    size_t ended = 0;
    if (!execution_run(arena, &executor->launcher, &request, 1, &observation, &ended, error))
        return false;
    if (*executor->base.stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted");
    struct tallies tallies = {.samples = 0};
    if (observation.outcome.ending == ENDED_EXIT)
        tallies = count_lines(arena, profiler, lines_of(executor, arena, profiling, &observation));
    return tallies.samples
               ? keep(executor, arena, attempt, profiler, &tallies, error)
               : warn(executor, arena, attempt, no_samples(arena, profiler, &observation), error);
}

// ---- What is profiled

static size_t cells_before(const struct spec *spec, size_t cell)
{
    size_t before = 0;
    for (size_t i = 0; i < cell; i++)
        before += text_equal(spec->cells[i].benchmark, spec->cells[cell].benchmark);
    return before;
}

// One block of each chosen cell.
static struct plan plan_of(const struct local_executor *executor, struct arena *arena,
                           const struct repetitions *repetitions, size_t *left_out)
{
    const struct spec *spec = executor->base.spec;
    struct repetitions *chosen = arena_new_array(arena, struct repetitions, spec->cell_count);
    for (size_t i = 0; i < spec->cell_count; i++) {
        bool profiled = cells_before(spec, i) < CELLS_PROFILED;
        chosen[i] = repetitions[i];
        chosen[i].blocks = profiled ? 1 : 0;
        chosen[i].executions = 1;
        *left_out += !profiled;
    }
    return plan_make(arena, spec, PHASE_REAL, chosen);
}

static bool warn_left_out(struct local_executor *executor, struct arena *arena, size_t left_out,
                          struct error *error)
{
    return !left_out ||
           recorder_warn(&executor->recorder, "profile",
                         arena_printf(arena,
                                      "profiles are of the first %d points of each benchmark, "
                                      "not of the other %zu",
                                      CELLS_PROFILED, left_out),
                         error);
}

static bool profile_planned(struct local_executor *executor, const struct profiling *profiling,
                            const struct plan *plan, struct built *built, struct error *error)
{
    bool running = true;
    for (size_t i = 0; running && i < plan->execution_count; i++) {
        struct arena scratch = {0};
        const struct planned_execution *execution = &plan->executions[i];
        const struct planned_build *build = &plan->builds[execution->build];
        const struct planned_block *block = &plan->blocks[build->block];
        struct attempt attempt = {
            .prepared =
                &executor->prepared
                     .items[block->cell * executor->base.spec->variant_count + build->variant],
            .variant = build->variant,
            .block = block,
            .execution = execution,
            .built = &built[execution->build],
        };
        running = attempt.built->failed
                      ? warn(executor, &scratch, &attempt, "it was not built", error)
                      : profile_one(executor, &scratch, profiling, &attempt, error);
        arena_release(&scratch);
    }
    return running;
}

bool profile_all(struct local_executor *executor, const struct profiling *profiling,
                 const struct repetitions *repetitions, struct error *error)
{
    struct arena memory = {0};
    size_t left_out = 0;
    struct plan plan = plan_of(executor, &memory, repetitions, &left_out);
    struct built *built = arena_new_array(&memory, struct built, plan.build_count);
    for (size_t i = 0; i < plan.build_count; i++)
        built[i].wanted = true;
    log_note(executor->base.log, "profiling with %s: %s", profiling->profiler->name,
             text_counted(&memory, plan.execution_count, "execution"));
    build_all(executor, &memory, &plan, 0, plan.build_count, built);
    bool done = warn_left_out(executor, &memory, left_out, error) &&
                profile_planned(executor, profiling, &plan, built, error);
    arena_release(&memory);
    return done;
}
