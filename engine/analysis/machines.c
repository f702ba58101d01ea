// Collecting the facts of machines, and comparing them.
#include "analysis/machines.h"

#include "machine/fingerprint.h"
#include "store/facts.h"

#include <string.h>

// ---- Sides

static struct machine_side *add_side(struct arena *arena, struct machine_sides *sides,
                                     const char *name, size_t room)
{
    struct machine_side *items = arena_new_array(arena, struct machine_side, sides->count + 1);
    if (sides->count)
        memcpy(items, sides->items, sides->count * sizeof *items);
    sides->items = items;
    items[sides->count] = (struct machine_side){
        .name = name, .facts = arena_new_array(arena, struct stored_fact, room)};
    return &items[sides->count++];
}

// Facts of nodes are "node.HOST.machine.NAME", grouped by host.
static bool add_nodes(struct arena *arena, struct store *store, const char *name,
                      struct machine_sides *sides, struct error *error)
{
    struct stored_fact *facts;
    struct machine_side *side = NULL;
    const char *host = "";
    size_t count;
    if (!store_facts(store, arena, FACTS_NODE, &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *end = strstr(facts[i].key, ".machine.");
        if (!end)
            continue;
        const char *own = arena_strndup(arena, facts[i].key, (size_t)(end - facts[i].key));
        if (!side || !text_equal(host, own))
            side = add_side(arena, sides, name ? arena_printf(arena, "%s on %s", name, own) : own,
                            count);
        host = own;
        side->facts[side->count++] =
            (struct stored_fact){end + strlen(".machine."), facts[i].value};
    }
    return true;
}

bool machines_add(struct arena *arena, struct store *store, const char *name,
                  struct machine_sides *sides, struct error *error)
{
    struct stored_fact *facts;
    size_t count;
    if (!store_facts(store, arena, FACTS_MACHINE, &facts, &count, error))
        return false;
    const char *host = store_get(store, arena, FACT_HOST);
    if (count) {
        struct machine_side *side =
            add_side(arena, sides, name ? name : (host ? host : "the machine that began it"), 0);
        side->facts = facts;
        side->count = count;
    }
    return add_nodes(arena, store, name, sides, error);
}

void machines_add_here(struct arena *arena, const char *root, struct machine_sides *sides)
{
    struct machine_facts found = machine_fingerprint(arena, root);
    struct machine_side *side = add_side(arena, sides, "this machine", found.count);
    for (size_t i = 0; i < found.count; i++) {
        const struct machine_fact *fact = &found.items[i];
        side->facts[side->count++] =
            (struct stored_fact){fact->name, machine_fact_text(arena, fact)};
    }
}

// ---- Comparing

static const char *value_of(const struct machine_side *side, const char *fact)
{
    for (size_t i = 0; i < side->count; i++)
        if (text_equal(side->facts[i].key, fact))
            return side->facts[i].value;
    return NULL;
}

static void compare_fact(struct arena *arena, const struct machine_sides *sides, const char *fact,
                         struct machine_comparison *comparison)
{
    const char **values = arena_new_array(arena, const char *, sides->count), *first = NULL;
    bool differs = false, missed = false;
    for (size_t i = 0; i < sides->count; i++) {
        values[i] = value_of(&sides->items[i], fact);
        first = first ? first : values[i];
        differs = differs || (values[i] && !machine_facts_alike(first, values[i]));
        missed = missed || !values[i];
    }
    if (differs)
        comparison->differences[comparison->count++] = (struct machine_difference){fact, values};
    else if (missed)
        comparison->missed++;
    else
        comparison->same++;
}

struct machine_comparison machines_compare(struct arena *arena, const struct machine_sides *sides)
{
    struct text_list names = {0};
    struct machine_comparison comparison = {0};
    for (size_t i = 0; i < sides->count; i++)
        for (size_t fact = 0; fact < sides->items[i].count; fact++)
            text_list_add_once(&names, arena, sides->items[i].facts[fact].key);
    comparison.differences = arena_new_array(arena, struct machine_difference, names.count + 1);
    for (size_t i = 0; i < names.count; i++)
        compare_fact(arena, sides, names.items[i], &comparison);
    return comparison;
}

bool machines_wording(struct arena *arena, struct store *store, const char **words,
                      struct error *error)
{
    struct machine_sides sides = {0};
    const char *all = "";
    *words = NULL;
    if (!machines_add(arena, store, NULL, &sides, error))
        return false;
    struct machine_comparison comparison = machines_compare(arena, &sides);
    for (size_t i = 0; i < comparison.count; i++) {
        const struct machine_difference *difference = &comparison.differences[i];
        if (text_equal(difference->fact, "host"))
            continue;
        all = arena_printf(arena, "%s%s %s (", all, *all ? "," : "", difference->fact);
        for (size_t side = 0; side < sides.count; side++)
            all =
                arena_printf(arena, "%s%s%s: %s", all, side ? ", " : "", sides.items[side].name,
                             difference->values[side] ? difference->values[side] : "not recorded");
        all = arena_printf(arena, "%s)", all);
    }
    if (*all)
        *words = arena_printf(arena, "measured on %s that differ:%s",
                              text_counted(arena, sides.count, "machine"), all);
    return true;
}
