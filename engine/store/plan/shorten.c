// Removing the last blocks of a pilot from the plan.
#include "store/plan/shorten.h"

#include "store/database.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <stdio.h>

#define BLOCKS " IN (SELECT id FROM block WHERE cell = ? AND phase = 0 AND number >= ?)"
#define BUILDS " IN (SELECT id FROM build WHERE block" BLOCKS ")"

static bool remove_blocks(struct store *store, size_t cell, size_t first, struct error *error)
{
    static const char *const steps[] = {
        "DELETE FROM execution WHERE build" BUILDS, "DELETE FROM build_draw WHERE build" BUILDS,
        "DELETE FROM build WHERE block" BLOCKS, "DELETE FROM block WHERE id" BLOCKS};
    const struct bound from[] = {bound_integer((int64_t)cell), bound_integer((int64_t)first)};
    bool done = true;
    for (size_t i = 0; done && i < sizeof steps / sizeof *steps; i++)
        done = store_run(store, steps[i], from, 2, error);
    return done;
}

static bool shorten(struct store *store, const struct repetitions *repetitions, size_t cells,
                    size_t blocks, struct error *error)
{
    char kept[32];
    snprintf(kept, sizeof kept, "%zu", blocks);
    bool done = store_set(store, FACT_PILOT_BLOCKS, kept, error);
    for (size_t cell = 0; done && cell < cells; cell++)
        done = remove_blocks(store, cell, repetitions[cell].first_block + blocks, error);
    return done;
}

bool store_shorten_pilot(struct store *store, const struct repetitions *repetitions, size_t cells,
                         size_t blocks, struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, shorten(store, repetitions, cells, blocks, error), error);
}
