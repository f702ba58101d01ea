// Rows of bias.csv and bias_conclusions.csv.
#include "report/tables/records/bias_records.h"

#include "analysis/bias/bias.h"
#include "report/tables/records/fields.h"
#include "report/wording/ratios.h"

// Up to the baseline's name, the metric's and the factor's.
static size_t put_sweep(const struct findings *findings, const struct bias_sweep *sweep,
                        size_t cell, struct record *record)
{
    const struct variant_ratio *example = sweep->example;
    size_t at = put_place(findings, cell, example->new->variant, record);
    put(record, at++, text(findings->catalogue.variants[example->old->variant]));
    put(record, at++, text(findings->catalogue.metrics[example->new->metric].name));
    put(record, at++, text(findings->bias->factor));
    return at;
}

static size_t put_ratio(const struct findings *findings, const struct bias_sweep *sweep,
                        const struct ratio *ratio, enum verdict verdict, struct record *record,
                        size_t at)
{
    const struct stored_metric *metric = &findings->catalogue.metrics[sweep->example->new->metric];
    put(record, at++, number_if(ratio->defined, ratio->value));
    put(record, at++, number_if(ratio_has_low(ratio), ratio->low));
    put(record, at++, number_if(ratio_has_high(ratio), ratio->high));
    put(record, at++, number(findings->confidence));
    put(record, at++, text(verdict_word(metric, verdict)));
    return at;
}

static void each_value(const struct findings *findings, struct record *record,
                       record_visitor *visit, void *context)
{
    const struct bias *bias = findings->bias;
    for (size_t i = 0; bias && i < bias->sweep_count; i++) {
        const struct bias_sweep *sweep = &bias->sweeps[i];
        for (size_t k = 0; sweep->example && k < sweep->count; k++) {
            const struct bias_value *value = &sweep->values[k];
            size_t at = put_sweep(findings, sweep, value->cell, record);
            at = put_ratio(findings, sweep, &value->ratio, value->verdict, record, at);
            put(record, at++, number_if(value->effect != BIAS_UNCOMPARED, value->p));
            put(record, at++, text(bias_effects[value->effect]));
            put(record, at++, text(value->beside ? "no" : "yes"));
            put(record, at++, text(value == sweep->own ? "yes" : "no"));
            visit(context, record);
        }
    }
}

static void each_conclusion(const struct findings *findings, struct record *record,
                            record_visitor *visit, void *context)
{
    static const enum bias_effect effects[] = {BIAS_SAME,         BIAS_NO_DIFFERENCE,
                                               BIAS_OPPOSITE,     BIAS_DIFFERENCE,
                                               BIAS_MAYBE_CHANCE, BIAS_UNCOMPARED};
    const struct bias *bias = findings->bias;
    for (size_t i = 0; bias && i < bias->sweep_count; i++) {
        const struct bias_sweep *sweep = &bias->sweeps[i];
        const struct bias_conclusion *conclusion = &sweep->conclusion;
        if (!sweep->example)
            continue;
        size_t at = put_sweep(findings, sweep, sweep->cell, record);
        size_t own_axis = at - 3 - findings->catalogue.axis_count + bias->axis;
        put(record, own_axis, number_if(false, 0));
        at = put_ratio(findings, sweep, &conclusion->whole, conclusion->verdict, record, at);
        put(record, at++, text(bias_kinds[bias->kind]));
        put(record, at++, count(conclusion->compared));
        for (size_t k = 0; k < sizeof effects / sizeof *effects; k++)
            put(record, at++, count(conclusion->effects[effects[k]]));
        visit(context, record);
    }
}

static const char *const value_columns[] = {
    "baseline", "metric", "factor", "time_ratio", "low", "high", "confidence",
    "verdict",  "p",      "effect", "counts",     "own", NULL};
static const char *const conclusion_columns[] = {
    "baseline",   "metric",     "factor",       "time_ratio",   "low",  "high",
    "confidence", "verdict",    "kind",         "compared",     "same", "no_difference",
    "opposite",   "difference", "maybe_chance", "not_compared", NULL};

const struct record_table bias_table = {"bias", each_value, value_columns, LEAD_VARIANT};
const struct record_table bias_conclusion_table = {"bias_conclusions", each_conclusion,
                                                   conclusion_columns, LEAD_VARIANT};
