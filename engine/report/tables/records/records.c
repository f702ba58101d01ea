// Rows of claims, variances, dimensioning, estimates, ratios, failures and layouts.
#include "report/tables/records/records.h"

#include "model/better.h"
#include "model/level.h"
#include "model/verdict.h"
#include "report/tables/records/diagnostics_records.h"
#include "report/tables/records/fields.h"
#include "report/tables/records/profile_records.h"
#include "report/wording/claims.h"
#include "report/wording/missing.h"
#include "report/wording/ratios.h"
#include "stats/dimensioning.h"
#include "store/results/dimensions.h"

static void each_claim(const struct findings *findings, struct record *record,
                       record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->claim_count; i++) {
        const struct judged_claim *claim = &findings->claims[i];
        put(record, 0, text(findings->experiment));
        put(record, 1, text(claim->text));
        put(record, 2, text(claim_outcome_word(claim->outcome)));
        put(record, 3, text(claim->reason));
        visit(context, record);
    }
}

static void each_variance(const struct findings *findings, struct record *record,
                          record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const struct decomposition *decomposition = &estimate->decomposition;
        const struct components *components = &decomposition->components;
        for (int k = 0; k < components->levels; k++) {
            size_t at = put_place(findings, estimate->cell, estimate->variant, record);
            const struct interval *interval = &decomposition->intervals[k];
            bool known = components->known[k];
            put(record, at++, text(findings->catalogue.metrics[estimate->metric].name));
            put(record, at++, text(level_name(decomposition->level[k])));
            put(record, at++, number(components->repetitions[k]));
            put(record, at++, number_if(known, components->S2[k]));
            put(record, at++, number_if(known, components->T2[k]));
            put(record, at++, number_if(decomposition->separate[k], decomposition->shares[k]));
            put(record, at++, number_if(interval->known, interval->low));
            put(record, at++, number_if(interval->known, interval->high));
            put(record, at++, text(phase_name(decomposition->phase)));
            visit(context, record);
        }
    }
}

static void each_dimension(const struct findings *findings, struct record *record,
                           record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->dimension_count; i++) {
        const struct stored_dimension *row = &findings->dimensions[i].dimension;
        size_t at = put_place(findings, findings->dimensions[i].cell, row->variant, record);
        put(record, at++, text(row->metric));
        put(record, at++, text(level_name((enum level)row->level)));
        put(record, at++, number(row->cost_s));
        put(record, at++, number(row->T2));
        put(record, at++, number_if(row->closed_form > 0, row->closed_form));
        put(record, at++, count(row->used));
        visit(context, record);
    }
}

static void each_estimate(const struct findings *findings, struct record *record,
                          record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const struct interval *interval = &estimate->interval;
        const struct stored_metric *metric = &findings->catalogue.metrics[estimate->metric];
        size_t at = put_place(findings, estimate->cell, estimate->variant, record);
        put(record, at++, text(metric->name));
        put(record, at++, text(metric->unit));
        put(record, at++, number(estimate->components.mean));
        put(record, at++, number_if(interval->known, interval->low));
        put(record, at++, number_if(interval->known, interval->high));
        put(record, at++, number(findings->confidence));
        put(record, at++, number(interval->df));
        put(record, at++, count(estimate->components.top_units));
        put(record, at++, number(estimate->order.median));
        put(record, at++, number(estimate->order.minimum));
        put(record, at++, text(estimate->summary_name));
        put(record, at++, number_if(estimate->defined, estimate->value));
        put(record, at++, number_if(estimate->range.known, estimate->range.low));
        put(record, at++, number_if(estimate->range.known, estimate->range.high));
        put(record, at++, text(estimate->components.exact ? "yes" : "no"));
        put(record, at++,
            number_if(estimate->dependence.blocks > 0, estimate->dependence.effective));
        visit(context, record);
    }
}

static void each_ratio(const struct findings *findings, struct record *record,
                       record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->variant_ratio_count; i++) {
        const struct variant_ratio *variant_ratio = &findings->variant_ratios[i];
        const struct estimate *new = variant_ratio->new;
        const struct stored_metric *metric = &findings->catalogue.metrics[new->metric];
        const struct ratio *ratio = &variant_ratio->ratio;
        size_t at = put_place(findings, new->cell, new->variant, record);
        put(record, at++, text(findings->catalogue.variants[variant_ratio->old->variant]));
        put(record, at++, text(metric->name));
        put(record, at++, number_if(ratio->defined, ratio->value));
        put(record, at++, number_if(ratio_has_low(ratio), ratio->low));
        put(record, at++, number_if(ratio_has_high(ratio), ratio->high));
        put(record, at++, text(bound_word(ratio->bound)));
        put(record, at++, number_if(ratio->defined, ratio_speedup(ratio, metric->better)));
        put(record, at++, text(verdict_word(metric, variant_ratio->verdict)));
        put(record, at++, text(new->summary_name));
        put(record, at++, number(variant_ratio->confidence));
        put(record, at++, text(variant_ratio->test.paired ? "yes" : "no"));
        put(record, at++, count(findings->looks ? findings->looks->current : 1));
        put(record, at++, count(findings->looks ? findings->looks->count : 1));
        put(record, at++, text(ratio->exact ? "yes" : "no"));
        struct dependence dependence = ratio_test_dependence(&variant_ratio->test);
        put(record, at++,
            number_if(variant_ratio->test.paired && is_mean(new), dependence.effective));
        visit(context, record);
    }
}

// What stands in the table of estimates of a report with its reason alone.
static void each_missing(const struct findings *findings, struct record *record,
                         record_visitor *visit, void *context)
{
    struct arena scratch = {0};
    for (size_t cell = 0; cell < findings->catalogue.cell_count; cell++)
        for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
            const char *reason = failed_wording(&scratch, findings, cell, v);
            if (!reason)
                continue;
            put(record, put_place(findings, cell, v, record), text(reason));
            visit(context, record);
        }
    arena_release(&scratch);
}

static void each_failure(const struct findings *findings, struct record *record,
                         record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->failure_count; i++) {
        const struct failure_row *failure = &findings->failures[i];
        size_t at = put_stored_place(findings, failure->cell, failure->variant, record);
        put(record, at++, text(failure->reason));
        put(record, at++, count(failure->executions));
        visit(context, record);
    }
}

static void each_layout(const struct findings *findings, struct record *record,
                        record_visitor *visit, void *context)
{
    for (size_t cell = 0; cell < findings->catalogue.cell_count; cell++)
        for (size_t variant = 0; variant < findings->catalogue.variant_count; variant++) {
            size_t builds = builds_with_layouts(&findings->cells[cell], variant);
            size_t at = put_place(findings, cell, variant, record);
            put(record, at++, count(builds));
            put(record, at++, number(unseen_share(builds)));
            if (builds)
                visit(context, record);
        }
}

static const char *const claim_columns[] = {"claim", "outcome", "reason", NULL};
static const char *const variance_columns[] = {"metric", "level",     "repetitions", "S2",    "T2",
                                               "share",  "share_low", "share_high",  "phase", NULL};
static const char *const dimension_columns[] = {"metric",      "level", "cost_s", "T2",
                                                "closed_form", "used",  NULL};
static const char *const estimate_columns[] = {
    "metric", "unit",    "mean",    "low",   "high",      "confidence", "df",    "builds",
    "median", "minimum", "summary", "value", "value_low", "value_high", "exact", "effective_blocks",
    NULL};
static const char *const ratio_columns[] = {"baseline", "metric",     "time_ratio",       "low",
                                            "high",     "bounded",    "speedup",          "verdict",
                                            "summary",  "confidence", "paired",           "look",
                                            "looks",    "exact",      "effective_blocks", NULL};

static const char *const layout_columns[] = {"builds", "unseen_share", NULL};
static const char *const missing_columns[] = {"reason", NULL};
static const char *const failure_columns[] = {"reason", "executions", NULL};

const struct record_table failure_table = {"failures", each_failure, failure_columns, LEAD_VARIANT};
const struct record_table layout_table = {"layouts", each_layout, layout_columns, LEAD_VARIANT};
const struct record_table record_tables[] = {
    {"claims", each_claim, claim_columns, LEAD_EXPERIMENT},
    {"variances", each_variance, variance_columns, LEAD_VARIANT},
    {"dimensioning", each_dimension, dimension_columns, LEAD_VARIANT},
    {"estimates", each_estimate, estimate_columns, LEAD_VARIANT},
    {"missing", each_missing, missing_columns, LEAD_VARIANT},
    {"ratios", each_ratio, ratio_columns, LEAD_VARIANT},
    {"diagnostics", each_diagnostics, diagnostics_columns, LEAD_VARIANT},
    {"autocorrelations", each_autocorrelation, autocorrelation_columns, LEAD_VARIANT},
    {"profiles", each_profile, profile_columns, LEAD_VARIANT},
};
const size_t record_table_count = sizeof record_tables / sizeof *record_tables;
