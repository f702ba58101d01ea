// A record with the names of its columns.
#include "report/tables/records/table.h"

#include "model/better.h"
#include "model/level.h"
#include "model/verdict.h"

struct record table_record(struct arena *arena, const struct findings *findings,
                           const struct record_table *table)
{
    static const char *const leading[] = {"experiment", "benchmark", "variant"};
    const struct catalogue *catalogue = &findings->catalogue;
    size_t columns = 0, place = 0;
    size_t names = table->lead == LEAD_EXPERIMENT ? 1 : table->lead == LEAD_POINT ? 2 : 3;
    size_t axes = table->lead == LEAD_EXPERIMENT ? 0 : catalogue->axis_count;
    while (table->columns[columns])
        columns++;
    struct record record = {.count = names + axes + columns};
    record.fields = arena_new_array(arena, struct field, record.count);
    for (size_t i = 0; i < names; i++)
        record.fields[place++].name = leading[i];
    for (size_t i = 0; i < axes; i++)
        record.fields[place++].name = catalogue->axes[i];
    for (size_t i = 0; i < columns; i++)
        record.fields[place++].name = table->columns[i];
    return record;
}
