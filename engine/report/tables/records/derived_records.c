// The rows of derived.csv.
#include "report/tables/records/derived_records.h"

#include "report/tables/records/fields.h"
#include "spec/expression/derivation.h"

#include <math.h>

// Experiment, benchmark and axes; the axis that a quantity is over is empty.
static size_t put_point(const struct findings *findings, const struct derived_result *result,
                        struct record *record)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct stored_cell *cell = &catalogue->cells[result->cell];
    size_t at = 0;
    put(record, at++, text(findings->experiment));
    put(record, at++, text(cell->benchmark));
    for (size_t i = 0; i < catalogue->axis_count; i++)
        put(record, at++,
            i == findings->derived->axes[result->derivation] ? number_if(false, 0)
                                                             : text(cell->point[i]));
    put(record, at++, text(findings->derived->derivations[result->derivation].name));
    return at;
}

static void each_derived(const struct findings *findings, struct record *record,
                         record_visitor *visit, void *context)
{
    const struct derived *derived = findings->derived;
    for (size_t i = 0; derived && i < derived->result_count; i++) {
        const struct derived_result *result = &derived->results[i];
        for (size_t k = 0; k < result->term_count; k++) {
            const struct derived_term *term = &result->terms[k];
            size_t at = put_point(findings, result, record);
            put(record, at++, text(term->name));
            put(record, at++, text(result->metric));
            put(record, at++, text(term->unit));
            put(record, at++, number(term->value));
            put(record, at++, number_if(term->bounded && !term->at_most, term->low));
            put(record, at++, number_if(term->bounded, term->high));
            put(record, at++, number_if(term->bounded && !term->is_place, findings->confidence));
            put(record, at++, number_if(term->df > 0 && isfinite(term->df), term->df));
            put(record, at++, number_if(term->bounded && term->effective > 0, term->effective));
            visit(context, record);
        }
    }
}

static void each_words(const struct findings *findings, struct record *record,
                       record_visitor *visit, void *context)
{
    const struct derived *derived = findings->derived;
    for (size_t i = 0; derived && i < derived->result_count; i++) {
        const struct derived_result *result = &derived->results[i];
        if (!result->words)
            continue;
        put(record, put_point(findings, result, record), text(result->words));
        visit(context, record);
    }
}

static const char *const derived_columns[] = {
    "name",       "term", "metric",           "unit", "value", "low", "high",
    "confidence", "df",   "effective_blocks", NULL};
static const char *const words_columns[] = {"name", "words", NULL};

const struct record_table derived_table = {"derived", each_derived, derived_columns, LEAD_POINT};
const struct record_table derived_wording_table = {"derived_words", each_words, words_columns,
                                                   LEAD_POINT};
