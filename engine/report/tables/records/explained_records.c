// Code, placement and functions of each comparison.
#include "report/tables/records/explained_records.h"

#include "analysis/compare/comparison.h"
#include "analysis/compare/functions.h"
#include "analysis/compare/outcome.h"
#include "report/tables/records/fields.h"

// Experiment, benchmark and axes, then both sides.
static size_t put_sides(const struct findings *findings, const struct comparison *comparison,
                        struct record *record)
{
    const struct stored_cell *cell = &findings->catalogue.cells[comparison->cell];
    size_t at = 0;
    put(record, at++, text(findings->experiment));
    put(record, at++, text(cell->benchmark));
    for (size_t i = 0; i < findings->catalogue.axis_count; i++)
        put(record, at++, text(cell->point[i]));
    put(record, at++, text(comparison->old));
    put(record, at++, text(comparison->new));
    return at;
}

static void put_part(const struct findings *findings, const struct comparison *comparison,
                     const char *name, const struct ratio *ratio, enum comparison_outcome outcome,
                     struct record *record)
{
    size_t at = put_sides(findings, comparison, record);
    put(record, at++, text(comparison->metric));
    put(record, at++, text(name));
    put(record, at++, number_if(ratio->defined, ratio->value));
    put(record, at++, number_if(ratio_has_low(ratio), ratio->low));
    put(record, at++, number_if(ratio_has_high(ratio), ratio->high));
    put(record, at++, number(comparison->confidence));
    put(record, at++, text(comparison_outcome_name(comparison, outcome)));
}

static void each_explained(const struct findings *findings, struct record *record,
                           record_visitor *visit, void *context)
{
    const struct comparison_set *set = findings->explained;
    for (size_t i = 0; set && i < set->comparison_count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        const struct explanation *explanation = comparison->explanation;
        if (!explanation || !explanation->measured)
            continue;
        put_part(findings, comparison, "as built", &explanation->as_built.ratio,
                 explanation->as_built.outcome, record);
        visit(context, record);
        put_part(findings, comparison, "code", &comparison->ratio, comparison->outcome, record);
        visit(context, record);
        put_part(findings, comparison, "placement", &explanation->rest.ratio,
                 explanation->rest.outcome, record);
        visit(context, record);
    }
}

static void each_function(const struct findings *findings, struct record *record,
                          record_visitor *visit, void *context)
{
    const struct comparison_set *set = findings->explained;
    for (size_t i = 0; set && i < set->comparison_count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        const struct function_difference *functions =
            comparison->explanation ? comparison->explanation->functions : NULL;
        for (size_t k = 0; functions && k < functions->count; k++) {
            const struct changed_function *function = &functions->items[k];
            size_t at = put_sides(findings, comparison, record);
            put(record, at++, text(function->program));
            put(record, at++, text(function_change_name(function->change)));
            put(record, at++, text(function->name));
            put(record, at++, text(function->new_name));
            put(record, at++, count(function->old_size));
            put(record, at++, count(function->new_size));
            visit(context, record);
        }
    }
}

static const char *const explained_columns[] = {
    "old", "new", "metric", "part", "time_ratio", "low", "high", "confidence", "outcome", NULL};
static const char *const function_columns[] = {
    "old", "new", "program", "change", "function", "new_name", "old_bytes", "new_bytes", NULL};

const struct record_table explained_table = {"explained", each_explained, explained_columns,
                                             LEAD_POINT};
const struct record_table function_table = {"functions", each_function, function_columns,
                                            LEAD_POINT};
