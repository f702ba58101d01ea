// Sorts the functions of two programs by how they differ.
#include "build/code/function_difference.h"

#include "build/code/internal.h"

#include "base/files/paths.h"
#include "base/text.h"
#include "build/elf/dynamic.h"

#include <inttypes.h>
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

// Names the first of what could not be compared, and says that there is more.
static void note(struct arena *arena, struct function_difference *difference, const char *words)
{
    static const char more[] = ", and more";
    if (!difference->uncompared)
        difference->uncompared = words;
    else if (!text_ends(difference->uncompared, more))
        difference->uncompared = arena_printf(arena, "%s%s", difference->uncompared, more);
}

// What of two items was not compared, or only as far as it goes.
static void note_limits(struct arena *arena, struct function_difference *difference,
                        const char *name, enum likeness_of_code likeness)
{
    if (likeness == CODE_REBOUND)
        note(arena, difference,
             arena_printf(arena, "imports of '%s', whose versions differ", name));
    if (likeness == CODE_UNFOLLOWED)
        note(arena, difference,
             arena_printf(arena, "data behind further references of '%s'", name));
}

static void add_pair(struct arena *arena, struct function_difference *difference,
                     const struct machine_code *old, const struct machine_code *new,
                     const struct code_item *one)
{
    const struct code_item *other = &new->items[one->peer];
    enum likeness_of_code likeness = items_compare(old, new, one, other);
    note_limits(arena, difference, one->name, likeness);
    if (likeness > CODE_UNFOLLOWED)
        add(arena, difference, likeness == CODE_DIFFERS ? FUNCTION_DIFFERS : FUNCTION_DATA, one,
            other);
    else if (!text_equal(one->stable, other->stable))
        add(arena, difference, FUNCTION_RENAMED, one, other);
    else if (one->address != other->address)
        add(arena, difference, FUNCTION_MOVED, one, other);
    else
        difference->same++;
}

// A side has code that the other lacks. Nobody calls a function by name but who differs, or a
// shared library; code without a symbol may be anything.
static void add_single(struct arena *arena, struct function_difference *difference,
                       enum function_change change, const struct code_item *item, bool is_program)
{
    bool added = change == FUNCTION_ADDED;
    if (item->nameless) {
        note(arena, difference,
             arena_printf(arena, "%" PRIu64 " bytes of %s", item->size, item->name));
        return;
    }
    add(arena, difference, change, added ? NULL : item, added ? item : NULL);
    if (added && is_program && item->exported)
        note(arena, difference,
             arena_printf(arena, "what calls '%s', which shared libraries may do", item->name));
}

static void find_functions(struct arena *arena, const struct machine_code *old,
                           const struct machine_code *new, bool is_program,
                           struct function_difference *difference)
{
    for (size_t i = 0; i < old->item_count; i++) {
        const struct code_item *one = &old->items[i];
        if (one->function && one->peer != NO_PEER)
            add_pair(arena, difference, old, new, one);
        else if (one->function)
            add_single(arena, difference, FUNCTION_REMOVED, one, is_program);
    }
    for (size_t i = 0; i < new->item_count; i++)
        if (new->items[i].function &&new->items[i].peer == NO_PEER)
            add_single(arena, difference, FUNCTION_ADDED, &new->items[i], is_program);
}

static void find_variables(struct arena *arena, const struct machine_code *old,
                           const struct machine_code *new, struct function_difference *difference)
{
    for (size_t i = 0; i < old->item_count; i++) {
        const struct code_item *one = &old->items[i];
        const struct code_section *section = code_section_at(old, one->address);
        if (one->function || one->peer == NO_PEER || !section || section->made)
            continue;
        enum likeness_of_code likeness = items_compare(old, new, one, &new->items[one->peer]);
        note_limits(arena, difference, one->name, likeness);
        if (likeness > CODE_UNFOLLOWED)
            add(arena, difference, FUNCTION_VARIABLE, one, &new->items[one->peer]);
    }
}

// Adds the sections of a side that are read whole, and that differ from those of the other; with
// `alone` only those that the other lacks.
static void find_sections(struct arena *arena, const struct machine_code *old,
                          const struct machine_code *new, bool alone,
                          struct function_difference *difference)
{
    for (size_t i = 0; i < old->section_count; i++) {
        const struct code_section *one = &old->sections[i],
                                  *other = code_section_named(new, one->name);
        if (!one->whole || !one->size || (alone && other) ||
            (other && sections_compare(old, new, one, other) == CODE_SAME))
            continue;
        const struct code_item item = {.name = one->name, .size = one->size};
        add(arena, difference, FUNCTION_VARIABLE, &item, &item);
    }
}

static void find(struct arena *arena, struct machine_code *old, struct machine_code *new,
                 bool is_program, struct function_difference *difference)
{
    peers_find(old, new);
    difference->items = arena_new_array(arena, struct changed_function,
                                        old->item_count + old->section_count + new->item_count +
                                            new->section_count);
    find_functions(arena, old, new, is_program, difference);
    find_variables(arena, old, new, difference);
    find_sections(arena, old, new, false, difference);
    find_sections(arena, new, old, true, difference);
    if (!old->entry != !new->entry ||
        (old->entry && places_compare(old, new, old->entry, new->entry) > CODE_UNFOLLOWED))
        note(arena, difference, "where the program begins, which differs");
    if (difference->count)
        qsort(difference->items, difference->count, sizeof *difference->items, by_change);
}

// The program's own place is another for each side.
static const char *without_place(struct arena *arena, const char *paths, const char *folder)
{
    size_t length = strlen(folder);
    char *words = arena_strdup(arena, paths ? paths : "");
    for (char *at = words; length && (at = strstr(at, folder)); at += length)
        memset(at, ' ', length);
    return words;
}

// Another library may have other code for the same calls, and so may one that is searched first.
static void compare_loading(struct arena *arena, const struct linked_code *old,
                            const struct dynamic *one, const struct linked_code *new,
                            const struct dynamic *other, struct function_difference *difference)
{
    size_t count = one->needed.count;
    bool same = count == other->needed.count;
    for (size_t i = 0; same && i < count; i++)
        same = text_equal(path_base(one->needed.items[i]), path_base(other->needed.items[i]));
    if (!same && !difference->uncompared)
        note(arena, difference, "the order in which libraries are loaded, which differs");
    if (!text_equal(without_place(arena, one->runpath, old->folder),
                    without_place(arena, other->runpath, new->folder)))
        note(arena, difference, "where libraries are searched, which differs");
    if (!text_equal(one->loader, other->loader) || one->flags != other->flags)
        note(arena, difference, "how the program is loaded, which differs");
}

// Another library may have other code for the same calls.
static void compare_libraries(struct arena *arena, const struct dynamic *old,
                              const struct dynamic *new, struct function_difference *difference)
{
    const struct dynamic *sides[] = {old, new};
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->needed.count; i++) {
            const char *name = path_base(sides[side]->needed.items[i]);
            bool found = false;
            for (size_t k = 0; !found && k < sides[1 - side]->needed.count; k++)
                found = text_equal(path_base(sides[1 - side]->needed.items[k]), name);
            if (!found)
                note(arena, difference,
                     arena_printf(arena, "'%s', which only one side loads", name));
        }
    if (!text_equal(old->loader, new->loader))
        note(arena, difference, "what the loader adds, which differs");
}

bool function_difference_find(struct arena *arena, const struct linked_code *old,
                              const struct linked_code *new, struct function_difference *difference,
                              struct error *error)
{
    struct arena scratch = {0};
    struct machine_code one = {.item_count = 0}, other = {.item_count = 0};
    struct dynamic loads, also = {0};
    *difference = (struct function_difference){.count = 0};
    bool read = machine_code_read(&scratch, old->path, old->folder, &one, error) &&
                machine_code_read(&scratch, new->path, new->folder, &other, error);
    if (read) {
        bool known =
            dynamic_read(&scratch, old->path, &loads) && dynamic_read(&scratch, new->path, &also);
        if (known) {
            compare_libraries(arena, &loads, &also, difference);
            compare_loading(arena, old, &loads, new, &also, difference);
        }
        find(arena, &one, &other, also.loader != NULL, difference);
    }
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
        if (each[i].uncompared)
            note(arena, &all, each[i].uncompared);
    }
    if (all.count)
        qsort(all.items, all.count, sizeof *all.items, by_change);
    return all;
}
