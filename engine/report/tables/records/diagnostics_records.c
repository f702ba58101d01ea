// Rows of diagnostics.csv and autocorrelations.csv, and verdicts in words.
#include "report/tables/records/diagnostics_records.h"

#include "model/level.h"
#include "model/phase.h"
#include "report/tables/records/fields.h"
#include "report/wording/diagnostics.h"
#include "report/wording/estimates.h"

static size_t put_series(const struct findings *findings,
                         const struct series_diagnostics *diagnostics, struct record *record)
{
    const struct estimate *estimate = diagnostics->estimate;
    size_t at = put_place(findings, estimate->cell, estimate->variant, record);
    put(record, at++, text(findings->catalogue.metrics[estimate->metric].name));
    return at;
}

static size_t diagnostics_count(const struct findings *findings)
{
    return findings->diagnostics ? findings->estimate_count : 0;
}

// The independence of the iterations if there are enough, else of the top units.
static const struct independence *first_known(const struct series_diagnostics *diagnostics)
{
    return diagnostics->iterations.known ? &diagnostics->iterations : &diagnostics->top;
}

static void put_diagnostics(const struct series_diagnostics *diagnostics, size_t at,
                            struct record *record)
{
    const struct independence *independence = first_known(diagnostics);
    const char *independent = independence->independent ? "yes" : "no";
    put(record, at++, text(phase_name(diagnostics->phase)));
    put(record, at++, count(diagnostics->executions));
    put(record, at++, count(diagnostics->steady));
    put(record, at++, count(diagnostics->never));
    put(record, at++, count(diagnostics->warmup));
    put(record, at++, text(independence->known ? independent : "unknown"));
    put(record, at++, number_if(independence->known, independence->p));
    put(record, at++, count(diagnostics->outliers));
    put(record, at++, count(diagnostics->samples));
    put(record, at++, number_if(diagnostics->bimodal, diagnostics->modes[0]));
    put(record, at++, number_if(diagnostics->bimodal, diagnostics->modes[1]));
    put(record, at++, number_if(diagnostics->bimodal, diagnostics->mode_share));
    put(record, at++, number_if(diagnostics->drift_known, diagnostics->drift));
    put(record, at++, number_if(diagnostics->drift_known, diagnostics->drift_p));
    put(record, at++, count(diagnostics->migrated));
    put(record, at++, count(diagnostics->switched));
    put(record, at++, count(diagnostics->throttled));
    put(record, at++, count(diagnostics->horizon));
    put(record, at++, count(diagnostics->real.executions));
    put(record, at++, count(diagnostics->real.changed));
    put(record, at++, count(diagnostics->real.warmup));
}

void each_diagnostics(const struct findings *findings, struct record *record, record_visitor *visit,
                      void *context)
{
    for (size_t i = 0; i < diagnostics_count(findings); i++) {
        const struct series_diagnostics *diagnostics = &findings->diagnostics[i];
        put_diagnostics(diagnostics, put_series(findings, diagnostics, record), record);
        visit(context, record);
    }
}

static void visit_lags(const struct findings *findings,
                       const struct series_diagnostics *diagnostics,
                       const struct independence *independence, enum phase phase, enum level level,
                       struct record *record, record_visitor *visit, void *context)
{
    for (size_t k = 0; independence->known && k < INDEPENDENCE_LAGS; k++) {
        size_t at = put_series(findings, diagnostics, record);
        put(record, at++, text(phase_name(phase)));
        put(record, at++, text(level_name(level)));
        put(record, at++, count(k + 1));
        put(record, at++, number(independence->r[k]));
        put(record, at++, number(independence->shuffled_low[k]));
        put(record, at++, number(independence->shuffled_high[k]));
        put(record, at++, number(independence->p_lag[k]));
        visit(context, record);
    }
}

void each_autocorrelation(const struct findings *findings, struct record *record,
                          record_visitor *visit, void *context)
{
    for (size_t i = 0; i < diagnostics_count(findings); i++) {
        const struct series_diagnostics *diagnostics = &findings->diagnostics[i];
        enum phase phase = findings->cells[diagnostics->estimate->cell].phase;
        visit_lags(findings, diagnostics, &diagnostics->iterations, diagnostics->iterations_phase,
                   LEVEL_ITERATION, record, visit, context);
        visit_lags(findings, diagnostics, &diagnostics->top, phase,
                   top_level(diagnostics->estimate), record, visit, context);
    }
}

static void each_verdict(const struct findings *findings, struct record *record,
                         record_visitor *visit, void *context)
{
    struct arena scratch = {0};
    for (size_t i = 0; i < diagnostics_count(findings); i++) {
        const struct series_diagnostics *diagnostics = &findings->diagnostics[i];
        const char *words = verdict_wording(&scratch, findings, diagnostics);
        if (!words)
            continue;
        put(record, put_series(findings, diagnostics, record), text(words));
        visit(context, record);
    }
    arena_release(&scratch);
}

const char *const diagnostics_columns[] = {
    "metric",       "phase",       "executions", "steady",   "never_steady",
    "warmup",       "independent", "p",          "outliers", "samples",
    "mode_low",     "mode_high",   "mode_share", "drift",    "drift_p",
    "migrated",     "switched",    "throttled",  "searched", "real_searched",
    "real_changed", "real_warmup", NULL};
const char *const autocorrelation_columns[] = {"metric",       "phase",         "level", "lag", "r",
                                               "shuffled_low", "shuffled_high", "p",     NULL};

static const char *const verdict_columns[] = {"metric", "verdict", NULL};
const struct record_table verdict_table = {"verdicts", each_verdict, verdict_columns, LEAD_VARIANT};
