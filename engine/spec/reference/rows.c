// The keys of the experiment file as one list.
#include "spec/reference/rows.h"

#include "base/arena.h"
#include "spec/keys/experiment.h"

#include <stdlib.h>

enum { ROWS_MOST = 500 };

struct walk {
    struct arena *arena;
    struct reference_rows rows;
};

static bool is_shown(const struct walk *walk, const struct keyword *table)
{
    for (size_t i = 0; i < walk->rows.count; i++)
        if (walk->rows.items[i].keyword == table)
            return true;
    return false;
}

static void add_row(struct walk *walk, const struct keyword *keyword, const char *path,
                    size_t depth);

static void add_table(struct walk *walk, const struct keyword *table, const char *path,
                      size_t depth)
{
    for (; !is_shown(walk, table) && table->name; table++)
        if (!(table->shapes & MISPLACED))
            add_row(walk, table,
                    *path ? arena_printf(walk->arena, "%s.%s", path, table->name) : table->name,
                    depth);
}

static void add_row(struct walk *walk, const struct keyword *keyword, const char *path,
                    size_t depth)
{
    const struct keyword *keys = keyword_keys(walk->arena, keyword), *entry = keyword->entry;
    if (walk->rows.count == ROWS_MOST)
        abort(); // the tables have outgrown the list
    walk->rows.items[walk->rows.count++] = (struct reference_row){path, depth, keyword};
    if (keyword->shapes & OVERLAID)
        return;
    if (keys)
        add_table(walk, keys, path, depth + 1);
    if (entry)
        add_row(walk, entry,
                keyword->shapes & LIST ? arena_printf(walk->arena, "%s[]", path)
                                       : arena_printf(walk->arena, "%s.%s", path, entry->name),
                depth + 1);
}

struct reference_rows reference_rows(struct arena *arena)
{
    struct walk walk = {.arena = arena,
                        .rows = {arena_new_array(arena, struct reference_row, ROWS_MOST), 0}};
    add_table(&walk, experiment_keys, "", 0);
    return walk.rows;
}
