// `machine` and `randomize` of a benchmark or variant, laid over the experiment's.
#include "spec/keys/benchmark/overlay.h"

#include "spec/keys/benchmark/internal.h"
#include "spec/keys/benchmark/machine.h"
#include "spec/keys/benchmark/randomize.h"

static bool is_experiments_own(const struct keyword *table, const char *key)
{
    const struct keyword *keyword = keyword_find(table, key);
    return keyword && (keyword->shapes & EXPERIMENT_ONLY);
}

static void check_map(struct reading *reading, const struct node *map, const struct keyword *table)
{
    for (const struct node *child = map ? map->first : NULL; child; child = child->next)
        if (is_experiments_own(table, child->key))
            mistake(&reading->mistakes, child->key_place,
                    "'%s' holds for all variants: set it in the '%s' of the experiment", child->key,
                    map->key);
}

// NULL also if the child is not a map: target_check() notes that.
static const struct node *map_of(const struct node *map, const char *key)
{
    const struct node *child = node_child(map, key);
    return child && child->kind == NODE_MAP ? child : NULL;
}

void overlay_check(struct reading *reading, const struct node *map, bool builds)
{
    const struct node *randomize = map_of(map, "randomize");
    check_map(reading, map_of(map, "machine"), machine_keys);
    check_map(reading, randomize, randomize_keys(reading->arena));
    randomizers_check(reading, randomize, builds);
}

static struct node *append(struct arena *arena, struct node **tail, const struct node *node)
{
    *tail = arena_new(arena, struct node);
    **tail = *node;
    (*tail)->next = NULL;
    return *tail;
}

// Copies of `base` with the keys of `over`; `table`: the keys they may have, NULL: any.
static const struct node *overlay(struct arena *arena, const struct keyword *table,
                                  const struct node *base, const struct node *over)
{
    if (!base || !over)
        return over ? over : base;
    struct node *map = arena_new(arena, struct node), **tail = &map->first;
    *map = *base;
    map->kind = NODE_MAP;
    map->first = NULL;
    map->templated |= over->templated;
    for (const struct node *own = base->first; own; own = own->next) {
        const struct node *other = node_child(over, own->key);
        bool both = other && text_equal(own->key, "env") && own->kind == NODE_MAP &&
                    other->kind == NODE_MAP;
        const struct node *child = both ? overlay(arena, NULL, own, other) : other ? other : own;
        tail = &append(arena, tail, child)->next;
    }
    for (const struct node *other = over->first; other; other = other->next)
        if (!node_child(base, other->key) && !(table && is_experiments_own(table, other->key)))
            tail = &append(arena, tail, other)->next;
    return map;
}

const struct node *overlaid(struct arena *arena, const char *key, const struct node *base,
                            const struct node *benchmark, const struct node *variant)
{
    const struct keyword *table = keyword_keys(arena, keyword_find(benchmark_keys, key));
    base = overlay(arena, table, base, map_of(benchmark, key));
    return overlay(arena, table, base, map_of(variant, key));
}
