// Finds the same functions and objects in two programs: by names and code.
#include "build/code/internal.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// What a pass compares of two items beside their stable names. A pass joins equal items in order:
// with `single` only those that are alone on both sides, with `code` only functions of the same
// code and objects of the same content.
struct key {
    bool whole_name, file, size, single, code;
};

// The closest first. Numbers that compilers add, which a whole name has, are given anew when
// another function comes.
static const struct key keys[] = {
    {.file = true, .single = true},
    {.whole_name = true, .file = true, .code = true},
    {.file = true, .code = true},
    {.whole_name = true, .file = true, .size = true},
    {.file = true, .size = true},
    {.whole_name = true, .file = true},
    {.file = true},
    {.code = true},
    {.whole_name = true, .size = true},
    {.whole_name = true},
    {.size = true},
    {0},
};

enum { TRIED_MOST = 64 }; // candidates for one function, of its name and digest

// ---- Names

static int compare(const struct code_item *one, const struct code_item *other,
                   const struct key *key)
{
    int order = strcmp(one->stable, other->stable);
    // the part that is seldom executed shares its function's stable name
    if (!order)
        order = (strstr(one->name, ".cold") != NULL) - (strstr(other->name, ".cold") != NULL);
    if (!order && key->whole_name)
        order = strcmp(one->name, other->name);
    if (!order && key->file)
        order = strcmp(one->file, other->file);
    if (!order && key->size)
        order = (one->size > other->size) - (one->size < other->size);
    if (!order && key->code)
        order = (one->digest > other->digest) - (one->digest < other->digest);
    return order;
}

static int by_key(const void *a, const void *b, void *key)
{
    const struct code_item *one = *(struct code_item *const *)a,
                           *other = *(struct code_item *const *)b;
    int order = compare(one, other, key);
    order = order ? order : strcmp(one->name, other->name);
    return order ? order : (one->address > other->address) - (one->address < other->address);
}

// Functions or objects without a peer, sorted for the pass.
static struct code_item **alone(struct arena *scratch, struct machine_code *code, bool functions,
                                const struct key *key, size_t *count)
{
    struct key own = *key;
    struct code_item **items = arena_new_array(scratch, struct code_item *, code->item_count);
    *count = 0;
    for (size_t i = 0; i < code->item_count; i++) {
        struct code_item *item = &code->items[i];
        if (item->peer == NO_PEER && !item->made_up && item->function == functions)
            items[(*count)++] = item;
    }
    if (*count)
        qsort_r(items, *count, sizeof(struct code_item *), by_key, &own);
    return items;
}

static void join(struct machine_code *old, struct machine_code *new, struct code_item *one,
                 struct code_item *other)
{
    one->peer = other - new->items;
    other->peer = one - old->items;
}

// Joins first: a function that calls itself must find itself as its peer.
static bool join_if_same(struct machine_code *old, struct machine_code *new, struct code_item *one,
                         struct code_item *other)
{
    join(old, new, one, other);
    if (items_compare(old, new, one, other) <= CODE_UNFOLLOWED)
        return true;
    one->peer = other->peer = NO_PEER;
    return false;
}

// Items whose keys are equal.
struct group {
    struct code_item **items;
    size_t count;
};

static bool join_same_code(struct machine_code *old, struct machine_code *new,
                           const struct group *group, const struct group *others)
{
    bool any = false;
    for (size_t i = 0; i < group->count; i++)
        for (size_t k = 0, tried = 0;
             group->items[i]->peer == NO_PEER && k < others->count && tried < TRIED_MOST; k++)
            if (others->items[k]->peer == NO_PEER) {
                any = join_if_same(old, new, group->items[i], others->items[k]) || any;
                tried++;
            }
    return any;
}

static bool join_group(struct machine_code *old, struct machine_code *new,
                       const struct group *group, const struct group *others, const struct key *key)
{
    if (key->code)
        return join_same_code(old, new, group, others);
    if (key->single && (group->count > 1 || others->count > 1))
        return false;
    for (size_t i = 0; i < group->count && i < others->count; i++)
        join(old, new, group->items[i], others->items[i]);
    return true;
}

static size_t count_equal(struct code_item *const *items, size_t count, const struct key *key)
{
    size_t equal = 1;
    while (equal < count && compare(items[0], items[equal], key) == 0)
        equal++;
    return equal;
}

// Whether it joined any.
static bool join_by_name(struct machine_code *old, struct machine_code *new, bool functions,
                         const struct key *key)
{
    bool any = false;
    struct arena scratch = {0};
    size_t count, new_count;
    struct code_item **items = alone(&scratch, old, functions, key, &count),
                     **others = alone(&scratch, new, functions, key, &new_count);
    for (size_t i = 0, k = 0; i < count && k < new_count;) {
        int order = compare(items[i], others[k], key);
        struct group group = {items + i, order <= 0 ? count_equal(items + i, count - i, key) : 0},
                     other = {others + k,
                              order >= 0 ? count_equal(others + k, new_count - k, key) : 0};
        if (order == 0)
            any = join_group(old, new, &group, &other, key) || any;
        i += group.count;
        k += other.count;
    }
    arena_release(&scratch);
    return any;
}

// Two items can be the same only once those that they refer to are peers, so a pass with `code` is
// repeated.
static void join_items(struct machine_code *old, struct machine_code *new, bool functions)
{
    for (size_t pass = 0; pass < sizeof keys / sizeof *keys; pass++) {
        const struct key *key = &keys[pass];
        while (join_by_name(old, new, functions, key) && key->code)
            ;
    }
}

// ---- Renamed functions

static int by_size(const void *a, const void *b)
{
    const struct code_item *one = *(struct code_item *const *)a,
                           *other = *(struct code_item *const *)b;
    int order = (one->size > other->size) - (one->size < other->size);
    return order ? order : (one->address > other->address) - (one->address < other->address);
}

// Functions without a peer, by size.
static struct code_item **nameless(struct arena *scratch, struct machine_code *code, size_t *count)
{
    struct code_item **items = arena_new_array(scratch, struct code_item *, code->item_count);
    *count = 0;
    for (size_t i = 0; i < code->item_count; i++)
        if (code->items[i].peer == NO_PEER && code->items[i].function)
            items[(*count)++] = &code->items[i];
    if (*count)
        qsort(items, *count, sizeof(struct code_item *), by_size);
    return items;
}

// What refers to a renamed function has its peer only after that.
static bool join_renamed(struct machine_code *old, struct machine_code *new)
{
    bool any = false;
    struct arena scratch = {0};
    size_t count, new_count, first = 0;
    struct code_item **items = nameless(&scratch, old, &count),
                     **others = nameless(&scratch, new, &new_count);
    for (size_t i = 0; i < count; i++) {
        while (first < new_count && others[first]->size < items[i]->size)
            first++;
        for (size_t k = first;
             items[i]->peer == NO_PEER && k < new_count && others[k]->size == items[i]->size; k++)
            any =
                (others[k]->peer == NO_PEER && join_if_same(old, new, items[i], others[k])) || any;
    }
    arena_release(&scratch);
    return any;
}

void peers_find(struct machine_code *old, struct machine_code *new)
{
    join_items(old, new, false);
    join_items(old, new, true);
    while (join_renamed(old, new))
        ;
}
