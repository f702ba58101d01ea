// Parts of an overview, and the file that holds the numbers of all cells.
#include "report/overview/parts.h"

#include "model/verdict.h"

#include <string.h>

const char *full_table(const struct findings *findings, const char *file)
{
    return *findings->seed ? file : "--json";
}

const char *all_cells_wording(const struct findings *findings)
{
    return *findings->seed ? "All cells are in csv/estimates.csv and csv/ratios.csv."
                           : "--json shows all cells.";
}

// The items, moved to an array of twice the size where it is full.
static void *with_room(struct arena *arena, void *items, size_t count, size_t size)
{
    if (count & (count - 1))
        return items;
    void *more = arena_array(arena, count ? 2 * count : 1, size);
    if (count)
        memcpy(more, items, count * size);
    return more;
}

void overview_add(struct arena *arena, struct overview_part *part, enum verdict verdict,
                  const char *words)
{
    part->lines = with_room(arena, part->lines, part->count, sizeof *part->lines);
    part->lines[part->count++] = (struct overview_line){words, verdict};
}

void overview_add_part(struct arena *arena, struct overview *overview,
                       const struct overview_part *part)
{
    if (part->count + part->row_count == 0)
        return;
    overview->parts = with_room(arena, overview->parts, overview->count, sizeof *overview->parts);
    overview->parts[overview->count++] = *part;
}
