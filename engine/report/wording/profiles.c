// The top functions of each variant's profile in words.
#include "report/wording/profiles.h"

#include "store/results/profiles.h"

enum { SHOWN = 4 };

double profile_share(const struct profile_row *row)
{
    return (double)row->samples / (double)row->all;
}

static bool same_profile(const struct profile_row *a, const struct profile_row *b)
{
    return a->cell == b->cell && a->variant == b->variant;
}

// The rows of one profile, of which the first are shown.
static const char *profile_wording(struct arena *arena, const struct findings *findings,
                                   const struct profile_row *rows, size_t count)
{
    const char *words = "";
    for (size_t i = 0; i < count && i < SHOWN; i++)
        words = arena_printf(arena, "%s%s%.0f %% %s (%s)", words, i ? ", " : "",
                             100 * profile_share(&rows[i]), rows[i].function, rows[i].object);
    return arena_printf(arena, "profile of %s by %s (one execution, not measured): %s; %s",
                        findings->catalogue.variants[rows->variant], rows->tool, words,
                        text_counted(arena, rows->all, "sample"));
}

void profile_notes(struct notes *notes, const struct findings *findings, size_t cell)
{
    const struct stored_cell *own = &findings->catalogue.cells[cell];
    for (size_t first = 0, end = 0; first < findings->profile_count; first = end) {
        const struct profile_row *rows = &findings->profiles[first];
        while (end < findings->profile_count && same_profile(rows, &findings->profiles[end]))
            end++;
        if (rows->cell == own->stored)
            notes_add(notes, NOTE_PROFILE, "%s",
                      profile_wording(notes->arena, findings, rows, end - first));
    }
}
