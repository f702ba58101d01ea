// Looks as a fact, "SHARE:BLOCKS,…;SHARE:BLOCKS,…", and the levels of their intervals.
#include "analysis/estimate/looks.h"

#include "base/text.h"
#include "stats/group_sequential.h"

#include <math.h>
#include <stdlib.h>

// ---- In the store

// Of what a hostile store may say.
enum { LOOKS_MOST = 1000 };
static const double SHARE_MOST = 2;

static bool read_look(struct arena *arena, char **text, size_t cells, struct look *look)
{
    size_t *blocks = arena_new_array(arena, size_t, cells);
    look->share = strtod(*text, text);
    look->blocks = blocks;
    for (size_t cell = 0; cell < cells; cell++) {
        if (**text != (cell ? ',' : ':'))
            return false;
        blocks[cell] = strtoull(*text + 1, text, 10);
    }
    return look->share > 0 && look->share <= SHARE_MOST;
}

static bool ascends(const struct looks *looks, size_t cells)
{
    for (size_t i = 1; i < looks->count; i++)
        for (size_t cell = 0; cell < cells; cell++)
            if (looks->items[i].blocks[cell] < looks->items[i - 1].blocks[cell])
                return false;
    return true;
}

static bool read_looks(struct arena *arena, char *text, size_t cells, struct looks *looks)
{
    size_t most = 1;
    for (const char *c = text; *c; c++)
        most += *c == ';';
    if (most > LOOKS_MOST)
        return false;
    looks->items = arena_new_array(arena, struct look, most);
    for (char *at = text; *at; at += *at == ';')
        if (!read_look(arena, &at, cells, &looks->items[looks->count++]) ||
            (*at && (*at != ';' || !at[1])))
            return false;
    return looks->current >= 1 && looks->current <= looks->count && ascends(looks, cells);
}

bool looks_load(struct arena *arena, struct store *store, size_t cells, const struct looks **looks,
                struct error *error)
{
    const char *text = store_get(store, arena, FACT_LOOKS),
               *current = store_get(store, arena, FACT_LOOK);
    *looks = NULL;
    if (!text || !current)
        return true;
    struct looks *read = arena_new(arena, struct looks);
    read->current = strtoull(current, NULL, 10);
    *looks = read;
    return read_looks(arena, arena_strdup(arena, text), cells, read) ||
           failed(error, EXIT_FAILED, "campaign.db: '%.60s' is no list of looks", text);
}

void looks_facts(struct arena *arena, const struct looks *looks, size_t cells,
                 struct stored_fact facts[LOOKS_FACTS])
{
    TEXT_CLEANUP struct text text = {0};
    for (size_t i = 0; i < looks->count; i++) {
        text_printf(&text, "%s%.17g", i ? ";" : "", looks->items[i].share);
        for (size_t cell = 0; cell < cells; cell++)
            text_printf(&text, "%c%zu", cell ? ',' : ':', looks->items[i].blocks[cell]);
    }
    facts[0] = (struct stored_fact){FACT_LOOKS, arena_strdup(arena, text.bytes)};
    facts[1] = (struct stored_fact){FACT_LOOK, arena_printf(arena, "%zu", looks->current)};
}

// ---- Levels

// What the looks of a cell up to the current one have, and may spend of alpha; their number. Looks
// without new blocks are none.
static size_t spending_of(struct arena *arena, const struct looks *looks, size_t cell, double alpha,
                          double **blocks, double **spent)
{
    size_t count = 0;
    *blocks = arena_new_array(arena, double, looks->current);
    *spent = arena_new_array(arena, double, looks->current);
    for (size_t i = 0; i < looks->current; i++) {
        double own = (double)looks->items[i].blocks[cell];
        count += count == 0 || own > (*blocks)[count - 1];
        (*blocks)[count - 1] = own;
        (*spent)[count - 1] = alpha * looks->items[i].share;
    }
    return count;
}

double looks_confidence(const struct looks *looks, size_t cell, double confidence)
{
    struct arena scratch = {0};
    double *blocks, *spent;
    if (!looks || looks->items[0].blocks[cell] == 0)
        return confidence;
    size_t count = spending_of(&scratch, looks, cell, 1 - confidence, &blocks, &spent);
    double level = nominal_level(blocks, spent, count);
    arena_release(&scratch);
    return 1 - level;
}

double looks_p(const struct looks *looks, size_t cell, double p)
{
    struct arena scratch = {0};
    double *blocks, *spent;
    if (!looks || looks->items[0].blocks[cell] == 0 || p >= 1)
        return p;
    size_t count = spending_of(&scratch, looks, cell, 1, &blocks, &spent);
    double factor = spending_factor(blocks, spent, count, p);
    arena_release(&scratch);
    return fmin(1, factor);
}
