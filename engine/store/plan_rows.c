// Writing what is planned, before anything runs: the experiment, blocks, builds, executions.
#include "model/better.h"
#include "model/phase.h"
#include "plan/levels.h"
#include "spec/expression/derivation.h"
#include "store/transactions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool set_number(struct store *store, const char *key, double value, struct error *error)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", value);
    return store_set(store, key, text, error);
}

static bool set_if(struct store *store, const char *key, const char *value, struct error *error)
{
    return !value || store_set(store, key, value, error);
}

// Where its relative paths start from, whatever the working folder is later.
static bool set_path(struct store *store, const struct spec *spec, struct error *error)
{
    const char *slash = strrchr(spec->path, '/');
    TEXT_CLEANUP struct text path = {0};
    text_printf(&path, "%s/%s", spec->folder, slash ? slash + 1 : spec->path);
    return store_set(store, "path", path.bytes, error);
}

static bool write_claims(struct store *store, const struct spec *spec, struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < spec->claims.count; i++) {
        char key[32];
        snprintf(key, sizeof key, "claim.%zu", i + 1);
        done = store_set(store, key, spec->claims.items[i], error);
    }
    return done;
}

static bool write_derivation(struct store *store, const struct derivation *derivation,
                             size_t number, struct error *error)
{
    const char *const facts[][2] = {{"name", derivation->name},
                                    {"formula", derivation->text},
                                    {"unit", derivation->unit},
                                    {"against", derive_against_words[derivation->against]}};
    bool done = true;
    for (size_t i = 0; done && i < sizeof facts / sizeof *facts; i++) {
        char key[48];
        snprintf(key, sizeof key, "derive.%zu.%s", number, facts[i][0]);
        done = set_if(store, key, facts[i][1], error);
    }
    return done;
}

static bool write_derivations(struct store *store, const struct spec *spec, struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < spec->derivation_count; i++)
        done = write_derivation(store, &spec->derivations[i], i + 1, error);
    return done;
}

static bool write_facts(struct store *store, const struct spec *spec, struct error *error)
{
    const struct repeat *repeat = &spec->repeat;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, spec->seed);
    bool closed_form = repeat->allocation == ALLOCATION_CLOSED_FORM;
    return set_if(store, "experiment", spec->name, error) &&
           set_if(store, "question", spec->question, error) &&
           set_if(store, "spec", spec->text, error) && store_set(store, "seed", seed, error) &&
           set_number(store, "confidence", repeat->confidence, error) &&
           set_number(store, "precision", repeat->precision, error) &&
           store_set(store, "allocation", closed_form ? "closed-form" : "search", error) &&
           (repeat->warmup_auto ? store_set(store, "warmup", "auto", error)
                                : set_number(store, "warmup", (double)repeat->warmup, error)) &&
           set_number(store, "real.iteration", (double)repeat->real[0], error) &&
           set_number(store, "real.execution", (double)repeat->real[1], error) &&
           set_number(store, "real.build", (double)repeat->real[2], error) &&
           set_path(store, spec, error) &&
           set_number(store, "pilot_iterations", (double)repeat->pilot[0], error) &&
           (!repeat->iteration ||
            set_number(store, "iteration", (double)repeat->iteration, error)) &&
           set_if(store, "quick", spec->quick ? "yes" : NULL, error) &&
           write_claims(store, spec, error) && write_derivations(store, spec, error);
}

// What differs from the default: of the experiment, of a benchmark (with its first cell), of units.
static bool write_choices(struct store *store, const struct spec *spec, struct error *error)
{
    struct arena scratch = {0};
    struct statistic mean = {0};
    bool done = statistic_equal(&spec->summary, &mean) ||
                store_set(store, "summary", statistic_name(&scratch, &spec->summary), error);
    const char *benchmark = NULL;
    for (size_t i = 0; done && i < spec->cell_count; i++) {
        const struct cell *cell = &spec->cells[i];
        const struct sampling *sampling = &cell->targets[0].sampling;
        if (text_equal(cell->benchmark, benchmark))
            continue;
        benchmark = cell->benchmark;
        if (!statistic_equal(&cell->summary, &spec->summary))
            done = store_set(store, arena_printf(&scratch, "summary.%s", benchmark),
                             statistic_name(&scratch, &cell->summary), error);
        if (done && sampling->kind == SAMPLING_PATTERN && sampling->better)
            done = store_set(store, arena_printf(&scratch, "better.wall_time.%s", sampling->unit),
                             sampling->better == BETTER_MORE ? "more" : "less", error);
    }
    arena_release(&scratch);
    return done;
}

// Which is better of what is no time, or is one of which more is better; what is incidental.
static bool write_meters(struct store *store, const struct spec *spec, struct error *error)
{
    struct arena scratch = {0};
    bool done = true;
    for (size_t i = 0; done && i < spec->meter_count; i++) {
        const struct meter *meter = spec->meters[i];
        bool more = meter->better == BETTER_MORE;
        if (meter->better && (more || !text_equal(meter->unit, "s")))
            done =
                store_set(store, arena_printf(&scratch, "better.%s.%s", meter->name, meter->unit),
                          more ? "more" : "less", error);
        if (done && i > 0 && meter->incidental)
            done = store_set(store, arena_printf(&scratch, "incidental.%s", meter->name), "yes",
                             error);
    }
    arena_release(&scratch);
    return done;
}

static bool write_cell(struct store *store, const struct spec *spec, size_t index,
                       struct error *error)
{
    const struct cell *cell = &spec->cells[index];
    bool done = RUN(store, error,
                    "INSERT INTO cell(id, benchmark, execution_level, build_level, paced)"
                    " VALUES(?, ?, 1, ?, ?)",
                    bound_integer((int64_t)index), bound_text(cell->benchmark),
                    bound_integer(cell_has_builds(spec, cell)),
                    bound_integer(cell_has_iterations(spec, cell)));
    for (size_t i = 0; done && i < spec->axis_count; i++)
        done = RUN(store, error, "INSERT INTO point(cell, axis, value) VALUES(?, ?, ?)",
                   bound_integer((int64_t)index), bound_integer((int64_t)i),
                   bound_text(cell->point[i]));
    return done;
}

static bool write_spec(struct store *store, const struct spec *spec, struct error *error)
{
    bool done = write_facts(store, spec, error) && write_choices(store, spec, error) &&
                write_meters(store, spec, error);
    for (size_t i = 0; done && i < spec->axis_count; i++)
        done = RUN(store, error, "INSERT INTO axis(id, name) VALUES(?, ?)",
                   bound_integer((int64_t)i), bound_text(spec->axes[i].name));
    for (size_t i = 0; done && i < spec->variant_count; i++)
        done = RUN(store, error, "INSERT INTO variant(id, name) VALUES(?, ?)",
                   bound_integer((int64_t)i), bound_text(spec->variants[i]));
    for (size_t i = 0; done && i < spec->cell_count; i++)
        done = write_cell(store, spec, i, error);
    return done;
}

bool store_spec(struct store *store, const struct spec *spec, struct error *error)
{
    return store_join(store, error) && store_leave(store, write_spec(store, spec, error), error);
}

static bool write_build(struct store *store, const struct planned_build *build, int64_t block,
                        struct error *error)
{
    char seed[17];
    snprintf(seed, sizeof seed, "%016" PRIx64, build->seed);
    return RUN(store, error,
               "INSERT INTO build(block, variant, seed, state) VALUES(?, ?, ?, 'planned')",
               bound_integer(block), bound_integer((int64_t)build->variant), bound_text(seed));
}

static bool write_execution(struct store *store, const struct planned_execution *execution,
                            int64_t build, struct error *error)
{
    char seed[17];
    snprintf(seed, sizeof seed, "%016" PRIx64, execution->seed);
    return RUN(store, error,
               "INSERT INTO execution(build, number, position, seed, warmup, iterations, state)"
               " VALUES(?, ?, ?, ?, ?, ?, 'planned')",
               bound_integer(build), bound_integer((int64_t)execution->number),
               bound_integer((int64_t)execution->order), bound_text(seed),
               bound_integer((int64_t)execution->warmup),
               bound_integer((int64_t)execution->iterations));
}

static bool write_block(struct store *store, const struct planned_block *block, int64_t machine,
                        struct error *error)
{
    return RUN(store, error, "INSERT INTO block(cell, phase, machine, number) VALUES(?, ?, ?, ?)",
               bound_integer((int64_t)block->cell), bound_integer(block->phase == PHASE_REAL),
               bound_integer(machine), bound_integer((int64_t)block->number));
}

// The id that the next row of a table without deletions will get.
static bool next_id(struct store *store, const char *sql, int64_t *id, struct error *error)
{
    return store_integer(store, store_bind(store, sql, NULL, 0, error), id, error);
}

static bool write_plan(struct store *store, const struct plan *plan, int64_t *first_build,
                       int64_t *first_execution, struct error *error)
{
    struct arena scratch = {0};
    const char *host = store_get(store, &scratch, "host");
    int64_t machine = 0, block = 0;
    bool done =
        store_machine(store, host ? host : "local", &machine, error) &&
        next_id(store, "SELECT coalesce(max(id), 0) + 1 FROM block", &block, error) &&
        next_id(store, "SELECT coalesce(max(id), 0) + 1 FROM build", first_build, error) &&
        next_id(store, "SELECT coalesce(max(id), 0) + 1 FROM execution", first_execution, error);
    arena_release(&scratch);
    for (size_t i = 0; done && i < plan->block_count; i++)
        done = write_block(store, &plan->blocks[i], machine, error);
    for (size_t i = 0; done && i < plan->build_count; i++)
        done = write_build(store, &plan->builds[i], block + (int64_t)plan->builds[i].block, error);
    for (size_t i = 0; done && i < plan->execution_count; i++)
        done = write_execution(store, &plan->executions[i],
                               *first_build + (int64_t)plan->executions[i].build, error);
    return done;
}

bool store_plan(struct store *store, const struct plan *plan, int64_t *first_build,
                int64_t *first_execution, struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, write_plan(store, plan, first_build, first_execution, error), error);
}

static bool write_pieces(struct store *store, struct planner *planner, int64_t *first_build,
                         int64_t *first_execution, struct error *error)
{
    bool done = true, more = true;
    for (size_t i = 0; done && more; i++) {
        struct arena scratch = {0};
        struct plan piece;
        int64_t build = 0, execution = 0;
        more = plan_next(planner, &scratch, PIECE_EXECUTIONS, &piece);
        done = write_plan(store, &piece, &build, &execution, error);
        arena_release(&scratch);
        if (i == 0) {
            *first_build = build;
            *first_execution = execution;
        }
    }
    return done;
}

bool store_planned(struct store *store, struct planner *planner, int64_t *first_build,
                   int64_t *first_execution, struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, write_pieces(store, planner, first_build, first_execution, error),
                     error);
}
