// Filling in the rows of the evidence.
#include "report/evidence_records.h"

#include "report/evidence_words.h"
#include "report/fields.h"
#include "report/words.h"

static size_t put_series(const struct findings *findings, const struct series_evidence *evidence,
                         struct record *record)
{
    const struct estimate *estimate = evidence->estimate;
    size_t at = put_place(findings, estimate->cell, estimate->variant, record);
    put(record, at++, text(findings->catalogue.metrics[estimate->metric].name));
    return at;
}

static size_t evidence_count(const struct findings *findings)
{
    return findings->evidence ? findings->estimate_count : 0;
}

static const char *phase_word(enum phase phase)
{
    return phase == PHASE_PILOT ? "pilot" : "real";
}

// Of the iterations where there are enough, else of the top units.
static const struct independence *first_known(const struct series_evidence *evidence)
{
    return evidence->iterations.known ? &evidence->iterations : &evidence->top;
}

static void put_evidence(const struct series_evidence *evidence, size_t at, struct record *record)
{
    const struct independence *independence = first_known(evidence);
    const char *independent = independence->independent ? "yes" : "no";
    put(record, at++, text(phase_word(evidence->phase)));
    put(record, at++, count(evidence->executions));
    put(record, at++, count(evidence->steady));
    put(record, at++, count(evidence->never));
    put(record, at++, count(evidence->warmup));
    put(record, at++, text(independence->known ? independent : "unknown"));
    put(record, at++, number_if(independence->known, independence->p));
    put(record, at++, count(evidence->outliers));
    put(record, at++, count(evidence->samples));
    put(record, at++, number_if(evidence->two_humps, evidence->humps[0]));
    put(record, at++, number_if(evidence->two_humps, evidence->humps[1]));
    put(record, at++, number_if(evidence->two_humps, evidence->hump_share));
    put(record, at++, number_if(evidence->drift_known, evidence->drift));
    put(record, at++, number_if(evidence->drift_known, evidence->drift_p));
    put(record, at++, count(evidence->migrated));
    put(record, at++, count(evidence->switched));
    put(record, at++, count(evidence->throttled));
}

void each_evidence(const struct findings *findings, struct record *record, record_visitor *visit,
                   void *context)
{
    for (size_t i = 0; i < evidence_count(findings); i++) {
        const struct series_evidence *evidence = &findings->evidence[i];
        put_evidence(evidence, put_series(findings, evidence, record), record);
        visit(context, record);
    }
}

static void visit_lags(const struct findings *findings, const struct series_evidence *evidence,
                       const struct independence *independence, enum phase phase, enum level level,
                       struct record *record, record_visitor *visit, void *context)
{
    for (size_t k = 0; independence->known && k < INDEPENDENCE_LAGS; k++) {
        size_t at = put_series(findings, evidence, record);
        put(record, at++, text(phase_word(phase)));
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
    for (size_t i = 0; i < evidence_count(findings); i++) {
        const struct series_evidence *evidence = &findings->evidence[i];
        enum phase phase = findings->cells[evidence->estimate->cell].phase;
        visit_lags(findings, evidence, &evidence->iterations, evidence->iterations_phase,
                   LEVEL_ITERATION, record, visit, context);
        visit_lags(findings, evidence, &evidence->top, phase, top_level(evidence->estimate), record,
                   visit, context);
    }
}

static void each_verdict(const struct findings *findings, struct record *record,
                         record_visitor *visit, void *context)
{
    struct arena scratch = {0};
    for (size_t i = 0; i < evidence_count(findings); i++) {
        const struct series_evidence *evidence = &findings->evidence[i];
        const char *words = verdict_in_words(&scratch, findings, evidence);
        if (!words)
            continue;
        put(record, put_series(findings, evidence, record), text(words));
        visit(context, record);
    }
    arena_release(&scratch);
}

const char *const evidence_columns[] = {"metric",       "phase",     "executions",  "steady",
                                        "never_steady", "warmup",    "independent", "p",
                                        "outliers",     "samples",   "hump_low",    "hump_high",
                                        "hump_share",   "drift",     "drift_p",     "migrated",
                                        "switched",     "throttled", NULL};
const char *const autocorrelation_columns[] = {"metric",       "phase",         "level", "lag", "r",
                                               "shuffled_low", "shuffled_high", "p",     NULL};

static const char *const verdict_columns[] = {"metric", "verdict", NULL};
const struct record_table verdict_table = {"verdicts", each_verdict, verdict_columns, LEAD_VARIANT};
