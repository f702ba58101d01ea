// Sorts the functions of two programs by how they differ.
#include "build/code/function_difference.h"

#include "build/code/internal.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static uint64_t larger_size(const struct changed_function *function)
{
    return function->old_size > function->new_size ? function->old_size : function->new_size;
}

static int by_change(const void *a, const void *b)
{
    const struct changed_function *one = a, *other = b;
    int order = (int)one->change - (int)other->change;
    uint64_t size = larger_size(one), than = larger_size(other);
    order = order ? order : (size < than) - (size > than);
    order = order ? order : strcmp(one->name, other->name);
    return order ? order : strcmp(one->new_name, other->new_name);
}

static void add(struct arena *arena, struct function_difference *difference,
                enum function_change change, const struct code_item *old,
                const struct code_item *new)
{
    const struct code_item *named = old ? old : new;
    difference->of[change]++;
    difference->items[difference->count++] =
        (struct changed_function){.change = change,
                                  .program = "",
                                  .name = arena_strdup(arena, named->name),
                                  .new_name = arena_strdup(arena, new ? new->name : named->name),
                                  .old_size = old ? old->size : 0,
                                  .new_size = new ? new->size : 0};
}

static void add_pair(struct arena *arena, struct function_difference *difference,
                     const struct machine_code *old, const struct machine_code *new,
                     const struct code_item *one)
{
    const struct code_item *other = &new->items[one->peer];
    enum likeness_of_code likeness = functions_compare(old, new, one, other);
    if (likeness != CODE_SAME)
        add(arena, difference, likeness == CODE_DIFFERS ? FUNCTION_DIFFERS : FUNCTION_DATA, one,
            other);
    else if (!text_equal(one->stable, other->stable))
        add(arena, difference, FUNCTION_RENAMED, one, other);
    else if (one->address != other->address)
        add(arena, difference, FUNCTION_MOVED, one, other);
    else
        difference->same++;
}

static void find(struct arena *arena, struct machine_code *old, struct machine_code *new,
                 struct function_difference *difference)
{
    peers_find(old, new);
    difference->items =
        arena_new_array(arena, struct changed_function, old->item_count + new->item_count);
    for (size_t i = 0; i < old->item_count; i++) {
        const struct code_item *one = &old->items[i];
        if (one->function && one->peer != NO_PEER)
            add_pair(arena, difference, old, new, one);
        else if (one->function)
            add(arena, difference, FUNCTION_REMOVED, one, NULL);
    }
    for (size_t i = 0; i < new->item_count; i++)
        if (new->items[i].function &&new->items[i].peer == NO_PEER)
            add(arena, difference, FUNCTION_ADDED, NULL, &new->items[i]);
    if (difference->count)
        qsort(difference->items, difference->count, sizeof *difference->items, by_change);
}

bool function_difference_find(struct arena *arena, const struct linked_code *old,
                              const struct linked_code *new, struct function_difference *difference,
                              struct error *error)
{
    struct arena scratch = {0};
    struct machine_code one = {.item_count = 0}, other = {.item_count = 0};
    *difference = (struct function_difference){.count = 0};
    bool read = machine_code_read(&scratch, old->path, old->folder, &one, error) &&
                machine_code_read(&scratch, new->path, new->folder, &other, error);
    if (read)
        find(arena, &one, &other, difference);
    image_unmap(&one.image);
    image_unmap(&other.image);
    arena_release(&scratch);
    return read;
}

struct function_difference
function_differences_join(struct arena *arena, const struct function_difference *each, size_t count)
{
    struct function_difference all = {.count = 0};
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += each[i].count;
    all.items = arena_new_array(arena, struct changed_function, most);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < each[i].count; k++)
            all.items[all.count++] = each[i].items[k];
        for (size_t k = 0; k < FUNCTION_CHANGES; k++)
            all.of[k] += each[i].of[k];
        all.same += each[i].same;
    }
    if (all.count)
        qsort(all.items, all.count, sizeof *all.items, by_change);
    return all;
}
