// A table of a campaign: its name is that of its CSV file and of its JSON array.
#pragma once

#include "analysis/findings.h"
#include "report/model/record.h"

typedef void record_visitor(void *context, const struct record *record);

// The columns before a table's own: experiment, benchmark, variant and axes; the same without the
// variant; the experiment alone.
enum record_lead { LEAD_VARIANT, LEAD_POINT, LEAD_EXPERIMENT };

struct record_table {
    const char *name;
    // Fills the record in and visits it, row by row.
    void (*each)(const struct findings *findings, struct record *record, record_visitor *visit,
                 void *context);
    const char *const *columns;
    enum record_lead lead;
};

// A record with the names of all columns of a table, without values.
struct record table_record(struct arena *arena, const struct findings *findings,
                           const struct record_table *table);
