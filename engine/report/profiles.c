// The top functions of each variant.
#include "report/profiles.h"

#include "base/text.h"
#include "report/fields.h"
#include "report/lines.h"
#include "store/results/profiles.h"

enum { SHOWN = 4 };

static double share_of(const struct profile_row *row)
{
    return (double)row->samples / (double)row->all;
}

static bool same_profile(const struct profile_row *a, const struct profile_row *b)
{
    return a->cell == b->cell && a->variant == b->variant;
}

// Rows of one profile, the first ones of it.
static const char *profile_wording(struct arena *arena, const struct findings *findings,
                                   const struct profile_row *rows, size_t count)
{
    const char *words = "";
    for (size_t i = 0; i < count && i < SHOWN; i++)
        words = arena_printf(arena, "%s%s%.0f %% %s (%s)", words, i ? ", " : "",
                             100 * share_of(&rows[i]), plain_name(arena, rows[i].function),
                             plain_name(arena, rows[i].object));
    return arena_printf(arena, "profile by %s of one execution, not measured: %s: %s; %s",
                        rows->tool, plain_name(arena, findings->catalogue.variants[rows->variant]),
                        words, text_counted(arena, rows->all, "sample"));
}

void profile_notes(struct arena *arena, const struct findings *findings, size_t cell,
                   struct text_list *notes)
{
    for (size_t first = 0, end = 0; first < findings->profile_count; first = end) {
        const struct profile_row *rows = &findings->profiles[first];
        while (end < findings->profile_count && same_profile(rows, &findings->profiles[end]))
            end++;
        if (rows->cell == cell)
            text_list_add(notes, arena, profile_wording(arena, findings, rows, end - first));
    }
}

void each_profile(const struct findings *findings, struct record *record, record_visitor *visit,
                  void *context)
{
    for (size_t i = 0; i < findings->profile_count; i++) {
        const struct profile_row *row = &findings->profiles[i];
        size_t at = put_place(findings, row->cell, row->variant, record);
        put(record, at++, text(row->tool));
        put(record, at++, count(row->rank));
        put(record, at++, text(row->function));
        put(record, at++, text(row->object));
        put(record, at++, number(share_of(row)));
        put(record, at++, count(row->samples));
        put(record, at++, text("no"));
        visit(context, record);
    }
}

const char *const profile_columns[] = {"tool",  "rank",    "function", "object",
                                       "share", "samples", "measured", NULL};
