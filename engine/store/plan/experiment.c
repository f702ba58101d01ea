// Writing the experiment.
#include "store/plan/experiment.h"

#include "base/files/paths.h"
#include "model/better.h"
#include "plan/levels.h"
#include "spec/expression/derivation.h"
#include "spec/target.h"
#include "store/database.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <inttypes.h>
#include <stdio.h>

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

// The absolute path: the file's relative paths begin there, whatever the working folder is later.
static bool set_path(struct store *store, const struct spec *spec, struct error *error)
{
    TEXT_CLEANUP struct text path = {0};
    text_printf(&path, "%s/%s", spec->folder, path_base(spec->path));
    return store_set(store, FACT_PATH, path.bytes, error);
}

static bool write_claims(struct store *store, const struct spec *spec, struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < spec->claims.count; i++) {
        char key[32];
        snprintf(key, sizeof key, FACT_CLAIM, i + 1);
        done = store_set(store, key, spec->claims.items[i], error);
    }
    return done;
}

static bool write_derivation(struct store *store, const struct derivation *derivation,
                             size_t number, struct error *error)
{
    const char *const facts[][2] = {
        {FACT_DERIVATION_NAME, derivation->name},
        {FACT_DERIVATION_FORMULA, derivation->text},
        {FACT_DERIVATION_UNIT, derivation->unit},
        {FACT_DERIVATION_AGAINST, derive_against_words[derivation->against]}};
    bool done = true;
    for (size_t i = 0; done && i < sizeof facts / sizeof *facts; i++) {
        char key[48];
        snprintf(key, sizeof key, FACT_DERIVATION, number, facts[i][0]);
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

static bool write_attribution(struct store *store, const struct attribution_design *design,
                              struct error *error)
{
    struct arena scratch = {0};
    bool done = set_if(store, FACT_ATTRIBUTE_VARIANT, design->variant, error);
    for (size_t i = 0; done && i < design->factor_count; i++)
        done = store_set(store, arena_printf(&scratch, FACT_ATTRIBUTE_FACTOR, i + 1),
                         factor_name(&scratch, &design->factors[i]), error);
    arena_release(&scratch);
    return done;
}

static bool write_facts(struct store *store, const struct spec *spec, struct error *error)
{
    const struct repeat *repeat = &spec->repeat;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, spec->seed);
    bool closed_form = repeat->allocation == ALLOCATION_CLOSED_FORM;
    bool of_ratios = repeat->precision_of == PRECISION_OF_RATIO && spec->variant_count > 1;
    return set_if(store, FACT_EXPERIMENT, spec->name, error) &&
           set_if(store, FACT_QUESTION, spec->question, error) &&
           set_if(store, FACT_SPEC, spec->text, error) &&
           store_set(store, FACT_SEED, seed, error) &&
           set_number(store, FACT_CONFIDENCE, repeat->confidence, error) &&
           set_number(store, FACT_PRECISION, repeat->precision, error) &&
           set_if(store, FACT_PRECISION_OF, of_ratios ? "ratio" : NULL, error) &&
           store_set(store, FACT_ALLOCATION, closed_form ? "closed-form" : "search", error) &&
           (repeat->warmup_auto ? store_set(store, FACT_WARMUP, "auto", error)
                                : set_number(store, FACT_WARMUP, (double)repeat->warmup, error)) &&
           set_number(store, FACTS_REAL FACT_ITERATION, (double)repeat->real[0], error) &&
           set_number(store, FACTS_REAL "execution", (double)repeat->real[1], error) &&
           set_number(store, FACTS_REAL "build", (double)repeat->real[2], error) &&
           set_path(store, spec, error) &&
           set_number(store, FACT_PILOT_ITERATIONS, (double)repeat->pilot[0], error) &&
           (!repeat->iteration ||
            set_number(store, FACT_ITERATION, (double)repeat->iteration, error)) &&
           set_if(store, FACT_QUICK, spec->quick ? "yes" : NULL, error) &&
           write_attribution(store, &spec->attribution, error) &&
           write_claims(store, spec, error) && write_derivations(store, spec, error);
}

// Facts that differ from the default: of the experiment, of benchmarks, of units.
static bool write_choices(struct store *store, const struct spec *spec, struct error *error)
{
    struct arena scratch = {0};
    struct statistic mean = {0};
    bool done = statistic_equal(&spec->summary, &mean) ||
                store_set(store, FACT_SUMMARY, statistic_name(&scratch, &spec->summary), error);
    const char *benchmark = NULL;
    for (size_t i = 0; done && i < spec->cell_count; i++) {
        const struct cell *cell = &spec->cells[i];
        const struct sampling *sampling = &cell->targets[0].sampling;
        if (text_equal(cell->benchmark, benchmark))
            continue;
        benchmark = cell->benchmark;
        if (!statistic_equal(&cell->summary, &spec->summary))
            done = store_set(store, arena_printf(&scratch, FACT_BENCHMARK_SUMMARY, benchmark),
                             statistic_name(&scratch, &cell->summary), error);
        if (done && sampling->kind == SAMPLING_PATTERN && sampling->better)
            done = store_set(store,
                             arena_printf(&scratch, FACTS_BETTER "wall_time.%s", sampling->unit),
                             sampling->better == BETTER_MORE ? "more" : "less", error);
    }
    arena_release(&scratch);
    return done;
}

// The direction of metrics that are no times, or times of which more is better; which are
// incidental.
static bool write_meters(struct store *store, const struct spec *spec, struct error *error)
{
    struct arena scratch = {0};
    bool done = true;
    for (size_t i = 0; done && i < spec->meter_count; i++) {
        const struct meter *meter = spec->meters[i];
        bool more = meter->better == BETTER_MORE;
        if (meter->better && (more || !text_equal(meter->unit, "s")))
            done = store_set(store, arena_printf(&scratch, FACT_BETTER, meter->name, meter->unit),
                             more ? "more" : "less", error);
        if (done && i > 0 && meter->incidental)
            done = store_set(store, arena_printf(&scratch, FACT_INCIDENTAL, meter->name), "yes",
                             error);
    }
    arena_release(&scratch);
    return done;
}

static bool write_as_built(struct store *store, const struct spec *spec, size_t cell,
                           struct error *error)
{
    bool done = true;
    for (size_t i = 0, laid_out; done && i < spec->variant_count; i++) {
        char key[64], value[32];
        if (!target_layout_variant(&spec->cells[cell], i, &laid_out))
            continue;
        snprintf(key, sizeof key, FACT_AS_BUILT, cell, i);
        snprintf(value, sizeof value, "%zu", laid_out);
        done = store_set(store, key, value, error);
    }
    return done;
}

static bool write_suite(struct store *store, const struct spec *spec, size_t cell,
                        struct error *error)
{
    char key[64];
    snprintf(key, sizeof key, FACT_SUITE, cell);
    return !spec->cells[cell].targets->each || store_set(store, key, "yes", error);
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
        done = write_cell(store, spec, i, error) && write_as_built(store, spec, i, error) &&
               write_suite(store, spec, i, error);
    return done;
}

bool store_spec(struct store *store, const struct spec *spec, struct error *error)
{
    return store_join(store, error) && store_leave(store, write_spec(store, spec, error), error);
}
