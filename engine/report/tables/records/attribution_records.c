// The rows of attribution.csv: a factor each, then all together, what is not additive, the rest.
#include "report/tables/records/attribution_records.h"

#include "report/layouts/attribution.h"
#include "report/tables/records/fields.h"

// One share of one metric of a cell.
struct share_row {
    const char *source;
    const struct variance_share *total, *alone; // or NULL
    const double *p;                            // or NULL
    const char *decision;                       // or ""
};

static size_t put_lead(const struct findings *findings, const struct attributed *attributed,
                       struct record *record)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct stored_cell *cell = &catalogue->cells[attributed->cell];
    size_t at = 0;
    put(record, at++, text(findings->experiment));
    put(record, at++, text(cell->benchmark));
    for (size_t i = 0; i < catalogue->axis_count; i++)
        put(record, at++, text(cell->point[i]));
    put(record, at++, text(catalogue->metrics[attributed->metric].name));
    return at;
}

static size_t put_share(const struct variance_share *share, size_t at, struct record *record)
{
    bool known = share && share->known;
    put(record, at++, number_if(known, known ? share->value : 0));
    put(record, at++, number_if(known, known ? share->low : 0));
    put(record, at++, number_if(known, known ? share->high : 0));
    return at;
}

static void put_row(const struct findings *findings, const struct attributed *attributed,
                    const struct share_row *row, struct record *record)
{
    const struct attribution *attribution = &attributed->attribution;
    size_t at = put_lead(findings, attributed, record);
    put(record, at++, text(row->source));
    at = put_share(row->total, at, record);
    at = put_share(row->alone, at, record);
    put(record, at++, number_if(row->p, row->p ? *row->p : 0));
    put(record, at++, text(row->decision));
    put(record, at++, number(attribution->deviation));
    put(record, at++, number(attribution->again));
    put(record, at++, number(findings->confidence));
    put(record, at++, count(attribution->blocks));
}

static void each_share(const struct findings *findings, struct record *record,
                       record_visitor *visit, void *context)
{
    const struct attributions *attributions = findings->attributions;
    for (size_t i = 0; attributions && i < attributions->count; i++) {
        const struct attributed *attributed = &attributions->items[i];
        const struct attribution *attribution = &attributed->attribution;
        for (size_t k = 0; k < attributed->factor_count; k++) {
            const struct factor_share *factor = &attribution->factors[k];
            const char *name = attributions->factors.items[attributed->factor[k]];
            const struct share_row row = {name, &factor->total, &factor->alone, &factor->p,
                                          factor_word(factor)};
            put_row(findings, attributed, &row, record);
            visit(context, record);
        }
        const struct share_row whole[] = {
            {"all", NULL, NULL, &attribution->p,
             attribution->visible ? "visible" : "nothing visible"},
            {"not additive", &attribution->interactions, NULL, NULL, ""},
            {"rest", &attribution->rest, NULL, NULL, ""}};
        for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
            put_row(findings, attributed, &whole[k], record);
            visit(context, record);
        }
    }
}

static void each_sentence(const struct findings *findings, struct record *record,
                          record_visitor *visit, void *context)
{
    const struct attributions *attributions = findings->attributions;
    for (size_t i = 0; attributions && i < attributions->count; i++) {
        const struct attributed *attributed = &attributions->items[i];
        struct arena scratch = {0};
        size_t at = put_lead(findings, attributed, record);
        put(record, at, text(attribution_sentence(&scratch, findings, attributed)));
        visit(context, record);
        arena_release(&scratch);
    }
}

static const char *const share_columns[] = {
    "metric",    "source",          "share",      "share_low", "share_high",
    "alone",     "alone_low",       "alone_high", "p",         "decision",
    "deviation", "again_deviation", "confidence", "blocks",    NULL};
static const char *const wording_columns[] = {"metric", "words", NULL};

const struct record_table attribution_table = {"attribution", each_share, share_columns,
                                               LEAD_POINT};
const struct record_table attribution_wording_table = {"attribution_words", each_sentence,
                                                       wording_columns, LEAD_POINT};
