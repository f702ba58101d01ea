// The steps of the analysis in their order: each takes what it needs and returns its own result.
#include "analysis/analysis.h"

#include "analysis/attribute/attribute.h"
#include "analysis/bias/bias.h"
#include "analysis/claims/claims.h"
#include "analysis/compare/as_built.h"
#include "analysis/compare/comparison.h"
#include "analysis/compare/functions.h"
#include "analysis/compare/identical.h"
#include "analysis/compare/rules.h"
#include "analysis/derive/derived.h"
#include "analysis/diagnostics/canary.h"
#include "analysis/diagnostics/warmup.h"
#include "analysis/estimate/absent.h"
#include "analysis/estimate/suites.h"
#include "analysis/estimate/summary_statistics.h"
#include "analysis/machines.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/plan/restart.h"
#include "store/results/profiles.h"

#include <stdlib.h>

static const double CONFIDENCE = 0.95;

static const char *fact(struct store *store, struct arena *arena, const char *key)
{
    const char *value = store_get(store, arena, key);
    return value ? value : "";
}

static void load_facts(struct arena *arena, struct store *store, struct findings *findings)
{
    const char *confidence = store_get(store, arena, FACT_CONFIDENCE);
    findings->experiment = fact(store, arena, FACT_EXPERIMENT);
    findings->question = fact(store, arena, FACT_QUESTION);
    findings->seed = fact(store, arena, FACT_SEED);
    findings->confidence = confidence ? strtod(confidence, NULL) : CONFIDENCE;
    findings->precision = strtod(fact(store, arena, FACT_PRECISION), NULL);
    findings->warmup = strtoull(fact(store, arena, FACT_WARMUP), NULL, 10);
    findings->of_ratios = text_equal(fact(store, arena, FACT_PRECISION_OF), "ratio");
    findings->iteration = strtoull(fact(store, arena, FACT_ITERATION), NULL, 10);
    for (enum level level = LEVEL_ITERATION; level <= LEVEL_BUILD; level++) {
        const char *key = arena_printf(arena, FACT_REAL, level_name(level));
        findings->fixed[level] = strtod(fact(store, arena, key), NULL) > 0;
    }
    findings->quick = text_equal(fact(store, arena, FACT_QUICK), "yes");
    findings->closed_form = text_equal(fact(store, arena, FACT_ALLOCATION), "closed-form");
}

static void put_estimates(struct findings *findings, const struct estimates *estimates)
{
    findings->cells = estimates->cells;
    findings->estimates = estimates->items;
    findings->estimate_count = estimates->count;
    findings->variant_ratios = estimates->ratios;
    findings->variant_ratio_count = estimates->ratio_count;
    findings->replicates = estimates->replicates;
}

struct estimates analysis_estimates(const struct findings *findings)
{
    return (struct estimates){.experiment = findings->experiment,
                              .catalogue = &findings->catalogue,
                              .confidence = findings->confidence,
                              .completeness = findings->completeness,
                              .cells = findings->cells,
                              .items = findings->estimates,
                              .count = findings->estimate_count,
                              .ratios = findings->variant_ratios,
                              .ratio_count = findings->variant_ratio_count,
                              .replicates = findings->replicates,
                              .doubts = findings->doubts,
                              .identical = findings->identical,
                              .looks = findings->looks,
                              .laid_out = findings->laid_out,
                              .functions = findings->functions};
}

static bool load_identical(struct arena *arena, struct store *store, struct findings *findings,
                           struct error *error)
{
    const struct catalogue *catalogue = &findings->catalogue;
    bool *identical = NULL;
    bool done = identical_load(arena, store, catalogue->cell_count, catalogue->variant_count,
                               &identical, error);
    findings->identical = identical;
    return done;
}

static void put_cells(struct findings *findings, const struct cells *cells)
{
    findings->cells = cells->items;
    findings->dimensions = cells->dimensions;
    findings->dimension_count = cells->dimension_count;
    findings->failures = cells->failures;
    findings->failure_count = cells->failure_count;
}

static bool load_cells(struct arena *arena, struct store *store, struct findings *findings,
                       struct error *error)
{
    const struct catalogue *catalogue = &findings->catalogue;
    struct cells cells;
    bool done = cells_load(arena, store, catalogue, &cells, error), steady;
    for (size_t i = 0; done && i < catalogue->cell_count; i++) {
        cells.items[i].probed =
            strtoull(fact(store, arena, arena_printf(arena, FACT_PROBED, i)), NULL, 10);
        done = warmup_slice(store, catalogue, i, &cells.items[i].pilot, &steady, error);
    }
    if (!done || !looks_load(arena, store, catalogue->cell_count, &findings->looks, error) ||
        !completeness_load(store, catalogue, cells.items, &findings->completeness, error))
        return false;
    put_cells(findings, &cells);
    return true;
}

static const struct looks *divided_looks(struct arena *arena, const struct catalogue *catalogue,
                                         const struct looks *looks)
{
    struct looks *own = arena_new(arena, struct looks);
    *own = *looks;
    own->items = arena_new_array(arena, struct look, looks->count);
    for (size_t i = 0; i < looks->count; i++) {
        own->items[i] = looks->items[i];
        own->items[i].blocks =
            suites_spread(arena, catalogue, looks->items[i].blocks, sizeof *looks->items[i].blocks);
    }
    return own;
}

// From here on the benchmarks of a suite are cells of their own.
static bool divide_suites(struct arena *arena, struct store *store, struct findings *findings,
                          struct error *error)
{
    struct catalogue *catalogue = &findings->catalogue;
    size_t variants = catalogue->variant_count;
    bool divided = false;
    if (!suites_divide(arena, store, catalogue, &divided, error))
        return false;
    if (!divided)
        return true;
    struct cells stored = {.items = findings->cells,
                           .dimensions = findings->dimensions,
                           .dimension_count = findings->dimension_count,
                           .failures = findings->failures,
                           .failure_count = findings->failure_count};
    struct cells cells = suites_cells(arena, catalogue, &stored);
    if (!absent_set_reasons(arena, store, catalogue, &cells, error))
        return false;
    put_cells(findings, &cells);
    findings->identical = suites_spread(arena, catalogue, findings->identical,
                                        variants * sizeof *findings->identical);
    findings->doubts.clocks =
        suites_spread(arena, catalogue, findings->doubts.clocks, variants * sizeof(char *));
    findings->doubts.inputs =
        suites_spread(arena, catalogue, findings->doubts.inputs, variants * sizeof(char *));
    findings->doubts.scripts =
        suites_spread(arena, catalogue, findings->doubts.scripts, variants * sizeof(char *));
    findings->doubts.files =
        suites_spread(arena, catalogue, findings->doubts.files, variants * sizeof(char *));
    findings->laid_out =
        suites_spread(arena, catalogue, findings->laid_out, variants * sizeof *findings->laid_out);
    findings->functions =
        suites_spread(arena, catalogue, findings->functions, variants * sizeof(void *));
    if (findings->looks)
        findings->looks = divided_looks(arena, catalogue, findings->looks);
    return true;
}

static bool load_estimates(struct arena *arena, struct store *store, struct findings *findings,
                           struct error *error)
{
    struct estimates estimates = analysis_estimates(findings);
    if (!estimates_load(arena, store, &estimates, error) ||
        !summary_statistics_load(arena, store, &estimates, error))
        return false;
    put_estimates(findings, &estimates);
    return true;
}

// The variants of an attribution are one program: their ratios are 1 by design.
static void drop_ratios(struct findings *findings)
{
    findings->variant_ratio_count = 0;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        findings->cells[i].variant_ratio_count = 0;
}

static bool load_attributions(struct arena *arena, struct store *store, struct findings *findings,
                              struct error *error)
{
    struct estimates estimates = analysis_estimates(findings);
    if (!attributions_load(arena, store, &estimates, &findings->attributions, error))
        return false;
    if (findings->attributions)
        drop_ratios(findings);
    return true;
}

static bool load_session(struct arena *arena, struct store *store, struct findings *findings,
                         struct error *error)
{
    return store_earlier_blocks(store, &findings->earlier_blocks, error) &&
           machines_wording(arena, store, &findings->machines, error) &&
           canary_load(arena, store, &findings->canary, &findings->canary_count, error) &&
           store_profiles(store, arena, &findings->profiles, &findings->profile_count, error) &&
           store_events(store, arena, &findings->events, &findings->event_count, error) &&
           clocks_load(arena, store, &findings->clocks, &findings->clock_count, error);
}

// By the rules that the store has; without as-built variants and compared functions there is
// nothing to explain.
static void load_explained(struct arena *arena, struct store *store,
                           const struct estimates *estimates, struct findings *findings)
{
    if (!findings->laid_out && !findings->functions)
        return;
    struct comparison_rules rules = comparison_rules_load(arena, store, &findings->catalogue);
    struct comparison_set *set = arena_new(arena, struct comparison_set);
    *set = compare_campaign(arena, estimates, &rules);
    findings->explained = set;
}

static bool load_answers(struct arena *arena, struct store *store, struct findings *findings,
                         struct error *error)
{
    struct estimates estimates = analysis_estimates(findings);
    struct judged_claims claims;
    bool derives = !findings->completeness.unfinished;
    if ((derives && !derived_load(arena, store, &estimates, &findings->derived, error)) ||
        (derives && !bias_load(arena, store, &estimates, &findings->bias, error)) ||
        !claims_judge(arena, store, &estimates, findings->quick, &claims, error))
        return false;
    findings->claims = claims.items;
    findings->claim_count = claims.count;
    load_explained(arena, store, &estimates, findings);
    return true;
}

// Claims and derived quantities have intervals of one look; a file that fixes the number of blocks,
// a bias and an attribution have a design of their own; a cluster measures in chunks.
static void set_goes_on(struct arena *arena, struct store *store, struct findings *findings)
{
    bool fixed = false;
    for (size_t i = 0; i < findings->estimate_count; i++)
        fixed |=
            findings
                ->fixed[findings->estimates[i].level[findings->estimates[i].components.levels - 1]];
    findings->goes_on = store_get(store, arena, FACT_FINISHED) && findings->dimension_count &&
                        !fixed && !findings->claim_count && !findings->derived &&
                        !findings->attributions && !findings->bias &&
                        !store_get(store, arena, FACT_CLUSTER_NODES);
}

bool analysis_load(struct arena *arena, struct store *store, struct findings *findings,
                   struct error *error)
{
    *findings = (struct findings){0};
    load_facts(arena, store, findings);
    return store_catalogue(store, arena, &findings->catalogue, error) &&
           load_identical(arena, store, findings, error) &&
           doubts_load(arena, store, &findings->catalogue, &findings->doubts, error) &&
           as_built_load(arena, store, &findings->catalogue, &findings->laid_out, error) &&
           functions_load(arena, store, &findings->catalogue, &findings->doubts,
                          &findings->functions, error) &&
           load_cells(arena, store, findings, error) &&
           divide_suites(arena, store, findings, error) &&
           load_estimates(arena, store, findings, error) &&
           load_attributions(arena, store, findings, error) &&
           load_session(arena, store, findings, error) &&
           load_answers(arena, store, findings, error) &&
           (set_goes_on(arena, store, findings), store_is_read(store, error));
}

bool analysis_summarise(struct arena *arena, struct store *store, struct findings *findings,
                        const struct statistic *summary, struct error *error)
{
    struct estimates estimates = analysis_estimates(findings);
    if (!summary_statistics_choose(arena, store, &estimates, summary, error))
        return false;
    put_estimates(findings, &estimates);
    return true;
}

bool analysis_diagnose(struct arena *arena, struct store *store, struct findings *findings,
                       struct error *error)
{
    struct estimates estimates = analysis_estimates(findings);
    return diagnostics_load(arena, store, &estimates, &findings->diagnostics, error) &&
           store_is_read(store, error);
}
