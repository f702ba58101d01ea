// The leading fields of a record.
#include "report/tables/records/fields.h"

#include "model/better.h"
#include "model/level.h"
#include "model/verdict.h"

static size_t put_cell(const struct findings *findings, const struct stored_cell *cell,
                       size_t variant, struct record *record)
{
    const struct catalogue *catalogue = &findings->catalogue;
    size_t at = 0;
    put(record, at++, text(findings->experiment));
    put(record, at++, text(cell->benchmark));
    put(record, at++, text(catalogue->variants[variant]));
    for (size_t i = 0; i < catalogue->axis_count; i++)
        put(record, at++, text(cell->point[i]));
    return at;
}

size_t put_place(const struct findings *findings, size_t cell, size_t variant,
                 struct record *record)
{
    return put_cell(findings, &findings->catalogue.cells[cell], variant, record);
}

size_t put_stored_place(const struct findings *findings, size_t cell, size_t variant,
                        struct record *record)
{
    return put_cell(findings, &findings->catalogue.stored[cell], variant, record);
}
