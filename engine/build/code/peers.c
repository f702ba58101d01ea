// Finds the same functions and objects in two programs: by names, then by code.
#include "build/code/internal.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// What a pass compares of two items beside their kind. With `code` it joins functions of the same
// code alone.
struct key {
    bool whole_name, file, size, code;
};

// The closest first: numbers that compilers add are given anew when another function comes.
static const struct key keys[] = {
    {.whole_name = true, .file = true, .size = true},
    {.file = true, .code = true},
    {.file = true, .size = true},
    {.whole_name = true, .file = true},
    {.file = true},
    {.whole_name = true, .size = true},
    {.whole_name = true},
    {.code = true},
    {.size = true},
    {0},
};

// ---- Code

// A number of the bytes that the link does not set.
static uint64_t digest_of(const struct machine_code *code, const struct code_item *item)
{
    const struct code_section *section = code_section_at(code, item->address);
    uint64_t digest = 0xcbf29ce484222325u; // FNV-1a
    if (!section || !section->bytes)
        return digest;
    uint64_t last = section->address + section->size, end = item->address + item->size;
    size_t reference = code_references_from(code, item->address);
    for (uint64_t at = item->address; at < (end < last ? end : last);) {
        size_t width = 0;
        for (; reference < code->reference_count && code->references[reference].at <= at;
             reference++)
            width = relocation_width(code, code->references[reference].type);
        if (!width)
            digest = (digest ^ section->bytes[at - section->address]) * 0x100000001b3u;
        at += width ? width : 1;
    }
    return digest;
}

static void set_digests(struct machine_code *code)
{
    for (size_t i = 0; i < code->item_count; i++)
        if (code->items[i].function)
            code->items[i].digest = digest_of(code, &code->items[i]);
}

// ---- Names

static int compare(const struct code_item *one, const struct code_item *other,
                   const struct key *key)
{
    int order = one->function - other->function;
    order = order ? order : strcmp(one->stable, other->stable);
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

// Those without a peer, sorted for the pass.
static struct code_item **alone(struct arena *scratch, struct machine_code *code,
                                const struct key *key, size_t *count)
{
    struct key own = *key;
    struct code_item **items = arena_new_array(scratch, struct code_item *, code->item_count);
    *count = 0;
    for (size_t i = 0; i < code->item_count; i++)
        if (code->items[i].peer == NO_PEER && !code->items[i].made_up)
            items[(*count)++] = &code->items[i];
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

// A function that calls itself calls its peer.
static bool join_if_same(struct machine_code *old, struct machine_code *new, struct code_item *one,
                         struct code_item *other)
{
    join(old, new, one, other);
    if (functions_compare(old, new, one, other) == CODE_SAME)
        return true;
    one->peer = other->peer = NO_PEER;
    return false;
}

// Of those that have equal keys.
static void join_equal(struct machine_code *old, struct machine_code *new, struct code_item **items,
                       size_t count, struct code_item **others, size_t new_count,
                       const struct key *key)
{
    for (size_t i = 0; !key->code && i < count && i < new_count; i++)
        join(old, new, items[i], others[i]);
    for (size_t i = 0; key->code && items[0]->function && i < count; i++)
        for (size_t k = 0; items[i]->peer == NO_PEER && k < new_count; k++)
            if (others[k]->peer == NO_PEER)
                join_if_same(old, new, items[i], others[k]);
}

static size_t count_equal(struct code_item *const *items, size_t count, const struct key *key)
{
    size_t equal = 1;
    while (equal < count && compare(items[0], items[equal], key) == 0)
        equal++;
    return equal;
}

static void join_by_name(struct machine_code *old, struct machine_code *new, const struct key *key)
{
    struct arena scratch = {0};
    size_t count, new_count;
    struct code_item **items = alone(&scratch, old, key, &count),
                     **others = alone(&scratch, new, key, &new_count);
    for (size_t i = 0, k = 0; i < count && k < new_count;) {
        int order = compare(items[i], others[k], key);
        size_t equal = order <= 0 ? count_equal(items + i, count - i, key) : 0,
               new_equal = order >= 0 ? count_equal(others + k, new_count - k, key) : 0;
        if (order == 0)
            join_equal(old, new, items + i, equal, others + k, new_equal, key);
        i += equal;
        k += new_equal;
    }
    arena_release(&scratch);
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
    set_digests(old);
    set_digests(new);
    for (size_t pass = 0; pass < sizeof keys / sizeof *keys; pass++)
        join_by_name(old, new, &keys[pass]);
    while (join_renamed(old, new))
        ;
}
