// Rows of profiles.csv.
#include "report/tables/records/profile_records.h"

#include "report/tables/records/fields.h"
#include "report/wording/profiles.h"
#include "store/results/profiles.h"

void each_profile(const struct findings *findings, struct record *record, record_visitor *visit,
                  void *context)
{
    for (size_t i = 0; i < findings->profile_count; i++) {
        const struct profile_row *row = &findings->profiles[i];
        size_t at = put_stored_place(findings, row->cell, row->variant, record);
        put(record, at++, text(row->tool));
        put(record, at++, count(row->rank));
        put(record, at++, text(row->function));
        put(record, at++, text(row->object));
        put(record, at++, number(profile_share(row)));
        put(record, at++, count(row->samples));
        put(record, at++, text("no"));
        visit(context, record);
    }
}

const char *const profile_columns[] = {"tool",  "rank",    "function", "object",
                                       "share", "samples", "measured", NULL};
