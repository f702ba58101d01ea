// Attribution: the builds of a block that differ in one factor.
#include "analysis/attribute/attribute.h"

#include "analysis/estimate/top_units.h"
#include "model/attribution.h"
#include "store/facts.h"

#include <string.h>

static bool load_factors(struct arena *arena, struct store *store, struct text_list *factors,
                         struct error *error)
{
    struct stored_fact *facts;
    size_t count;
    if (!store_facts(store, arena, FACTS_ATTRIBUTE_FACTOR, &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        text_list_add(factors, arena, facts[i].value);
    return true;
}

// ---- What a cell randomizes

// Whether "link_order, aslr" names the randomizer of the factor "aslr.stack".
static bool names_randomizer(const char *list, const char *factor)
{
    size_t length = strcspn(factor, ".");
    for (const char *at = list; *at; at += strspn(at, ", ")) {
        size_t own = strcspn(at, ",");
        if (own == length && strncmp(at, factor, own) == 0)
            return true;
        at += own;
    }
    return false;
}

// A store without the fact is one of imported samples, or was made by hand: all count.
static const size_t *drawn_factors(struct arena *arena, struct store *store,
                                   const struct catalogue *catalogue, size_t cell,
                                   const struct text_list *factors, size_t *count)
{
    const char *key = arena_printf(arena, FACT_RANDOMIZED,
                                   arena_printf(arena, "%s.%s", catalogue->cells[cell].entry,
                                                catalogue->variants[ATTRIBUTED_ALL]));
    const char *drawn = store_get(store, arena, key);
    const char *concurrency = store_get(
        store, arena, arena_printf(arena, FACT_CONCURRENCY, catalogue->cells[cell].entry));
    size_t *indices = arena_new_array(arena, size_t, factors->count);
    *count = 0;
    for (size_t i = 0; i < factors->count; i++)
        if (!drawn || (names_randomizer(drawn, factors->items[i]) &&
                       (!text_equal(factors->items[i], "cpu") || text_equal(concurrency, "none"))))
            indices[(*count)++] = i;
    return indices;
}

// ---- The builds of a design, by block

// One variant, its builds in the order of blocks.
struct side {
    const struct estimate *estimate;
    struct top_units units;
    double *value, *below;
};

struct builds {
    struct side *sides; // variants as in the design
    size_t side_count, blocks;
    bool separate; // executions were repeated in every build
};

// The store has the blocks of a series in ascending order, as its means have.
static bool units_of(struct arena *arena, struct store *store, const struct estimates *estimates,
                     struct side *side, struct error *error)
{
    const struct components *components = &side->estimate->components;
    side->units = (struct top_units){0};
    return components->levels < 2 || !components->known[components->levels - 2] ||
           top_units_load(arena, store, estimates->catalogue, side->estimate, &side->units, error);
}

static size_t place_of(const struct block_means *blocks, size_t block)
{
    size_t place = 0;
    while (place < blocks->count && blocks->block[place] != block)
        place++;
    return place;
}

// The variance of the build's mean by what scatters within it; negative: it was executed once.
static double below_of(const struct side *side, size_t place)
{
    int level = side->estimate->components.levels - 2;
    if (place >= side->units.count || side->units.items[place].freedom[level] == 0)
        return -1;
    const struct share_unit *unit = &side->units.items[place];
    double freedom = (double)unit->freedom[level];
    return unit->squares[level] / freedom / (freedom + 1);
}

static bool is_whole(const struct builds *builds, size_t block)
{
    for (size_t i = 0; i < builds->side_count; i++) {
        const struct block_means *blocks = &builds->sides[i].estimate->blocks;
        if (place_of(blocks, block) == blocks->count)
            return false;
    }
    return true;
}

// The blocks that all variants have.
static void collect(struct arena *arena, struct builds *builds)
{
    const struct block_means *first = &builds->sides[0].estimate->blocks;
    builds->separate = true;
    for (size_t i = 0; i < builds->side_count; i++) {
        builds->sides[i].value = arena_new_array(arena, double, first->count);
        builds->sides[i].below = arena_new_array(arena, double, first->count);
    }
    for (size_t b = 0; b < first->count; b++) {
        if (!is_whole(builds, first->block[b]))
            continue;
        for (size_t i = 0; i < builds->side_count; i++) {
            struct side *side = &builds->sides[i];
            size_t place = place_of(&side->estimate->blocks, first->block[b]);
            side->value[builds->blocks] = side->estimate->blocks.mean[place];
            side->below[builds->blocks] = below_of(side, place);
            builds->separate &= side->below[builds->blocks] >= 0;
        }
        builds->blocks++;
    }
}

// Divides by the mean of all; false: it is 0.
static bool make_relative(struct builds *builds)
{
    double mean = 0;
    for (size_t i = 0; i < builds->side_count; i++)
        for (size_t b = 0; b < builds->blocks; b++)
            mean += builds->sides[i].value[b] / (double)(builds->side_count * builds->blocks);
    for (size_t i = 0; mean != 0 && i < builds->side_count; i++)
        for (size_t b = 0; b < builds->blocks; b++) {
            builds->sides[i].value[b] /= mean;
            builds->sides[i].below[b] /= mean * mean;
        }
    return mean != 0;
}

// `blocks` is 0 if a variant was not measured.
static bool builds_load(struct arena *arena, struct store *store, const struct estimates *estimates,
                        const struct attributed *attributed, struct builds *builds,
                        struct error *error)
{
    *builds = (struct builds){.side_count = ATTRIBUTED_FACTORS + attributed->factor_count};
    builds->sides = arena_new_array(arena, struct side, builds->side_count);
    for (size_t i = 0; i < builds->side_count; i++) {
        struct side *side = &builds->sides[i];
        size_t variant = i < ATTRIBUTED_FACTORS
                             ? i
                             : ATTRIBUTED_FACTORS + attributed->factor[i - ATTRIBUTED_FACTORS];
        side->estimate = estimates_real(estimates, attributed->cell, attributed->metric, variant);
        if (!side->estimate)
            return true;
        if (!units_of(arena, store, estimates, side, error))
            return false;
    }
    collect(arena, builds);
    return true;
}

static struct pick_freeze_side side_of(const struct builds *builds, size_t i)
{
    return (struct pick_freeze_side){builds->sides[i].value,
                                     builds->separate ? builds->sides[i].below : NULL};
}

static struct attribution attribution_of(struct arena *arena, const struct builds *builds,
                                         double confidence)
{
    size_t factors = builds->side_count - ATTRIBUTED_FACTORS;
    struct pick_freeze_side *redrawn = arena_new_array(arena, struct pick_freeze_side, factors);
    for (size_t i = 0; i < factors; i++)
        redrawn[i] = side_of(builds, ATTRIBUTED_FACTORS + i);
    const struct pick_freeze design = {
        .blocks = builds->blocks,
        .factors = factors,
        .all = side_of(builds, ATTRIBUTED_ALL),
        .again = side_of(builds, ATTRIBUTED_AGAIN),
        .other = side_of(builds, ATTRIBUTED_OTHER),
        .redrawn = redrawn,
        .confidence = confidence,
    };
    return pick_freeze_attribution(arena, &design);
}

// *done is false if fewer than two blocks are whole.
static bool attribute(struct arena *arena, struct store *store, const struct estimates *estimates,
                      struct attributed *attributed, bool *done, struct error *error)
{
    struct arena scratch = {0};
    struct builds builds;
    bool loaded = builds_load(&scratch, store, estimates, attributed, &builds, error);
    *done = loaded && builds.blocks > 1 && make_relative(&builds);
    if (*done)
        attributed->attribution = attribution_of(arena, &builds, estimates->confidence);
    arena_release(&scratch);
    return loaded;
}

bool attributions_load(struct arena *arena, struct store *store, const struct estimates *estimates,
                       const struct attributions **attributions, struct error *error)
{
    const struct catalogue *catalogue = estimates->catalogue;
    struct attributions found = {.variant = store_get(store, arena, FACT_ATTRIBUTE_VARIANT)};
    *attributions = NULL;
    if (!found.variant)
        return true;
    if (!load_factors(arena, store, &found.factors, error))
        return false;
    bool begun = catalogue->variant_count == ATTRIBUTED_FACTORS + found.factors.count &&
                 !estimates->completeness.unfinished;
    struct attributed *items =
        arena_new_array(arena, struct attributed, catalogue->cell_count * catalogue->metric_count);
    for (size_t cell = 0; begun && cell < catalogue->cell_count; cell++) {
        struct attributed own = {.cell = cell};
        own.factor =
            drawn_factors(arena, store, catalogue, cell, &found.factors, &own.factor_count);
        for (own.metric = 0; own.metric < catalogue->metric_count; own.metric++) {
            bool attributed;
            if (!attribute(arena, store, estimates, &own, &attributed, error))
                return false;
            if (attributed)
                items[found.count++] = own;
        }
    }
    found.items = items;
    struct attributions *kept = arena_new(arena, struct attributions);
    *kept = found;
    *attributions = kept;
    return true;
}
