// gold: an order of names of sections, and pad objects for offsets.
#include "build/linkers/linker.h"
#include "build/linkers/pads.h"

#include <stdlib.h>
#include <string.h>

struct named {
    struct section section;
    size_t place; // in the given order, of the first of its name
};

static int as_linked(const struct named *one, const struct named *other)
{
    return (one->section.ordinal > other->section.ordinal) -
           (one->section.ordinal < other->section.ordinal);
}

static int by_name(const void *a, const void *b)
{
    const struct named *one = a, *other = b;
    int order = strcmp(one->section.name, other->section.name);
    return order ? order : as_linked(one, other);
}

static int by_place(const void *a, const void *b)
{
    const struct named *one = a, *other = b;
    int order = (one->place > other->place) - (one->place < other->place);
    return order ? order : as_linked(one, other);
}

// Gives all sections of one name the place of the first in the given order, and takes the offsets
// from all but the first in the order of the link.
static void share_places(struct named *named, size_t count)
{
    for (size_t begin = 0, end; begin < count; begin = end) {
        size_t place = named[begin].place;
        for (end = begin;
             end < count && text_equal(named[end].section.name, named[begin].section.name); end++)
            place = named[end].place < place ? named[end].place : place;
        for (size_t i = begin; i < end; i++)
            named[i].place = place;
        for (size_t i = begin + 1; i < end; i++) {
            named[i].section.modulus = named[i].section.offset = 0;
            named[i].section.gap = 0;
        }
    }
}

// gold orders by section names alone: sections of one name follow the first of them, in the order
// of the first link, and only the first has its offset.
static struct section *group_names(struct arena *arena, const struct section *given, size_t count)
{
    struct section *sections = arena_new_array(arena, struct section, count);
    struct named *named = arena_new_array(arena, struct named, count);
    for (size_t i = 0; i < count; i++)
        named[i] = (struct named){given[i], i};
    qsort(named, count, sizeof *named, by_name);
    share_places(named, count);
    qsort(named, count, sizeof *named, by_place);
    for (size_t i = 0; i < count; i++)
        sections[i] = named[i].section;
    return sections;
}

static void add_order(struct text *order, const struct section *sections, size_t count)
{
    const char *before = "";
    for (size_t i = 0; i < count; i++) {
        const struct section *section = &sections[i];
        if (section->modulus)
            text_printf(order, "%s.eswpad.%zu\n", output_sections[section->kind].name, i);
        if (!text_equal(section->name, before))
            text_printf(order, "%s\n", section->name);
        before = section->name;
    }
}

static bool render(struct arena *arena, const struct layout *layout, const char *output,
                   struct rendering *rendering, struct error *error)
{
    struct layout *grouped = &rendering->layout;
    TEXT_CLEANUP struct text order = {0};
    grouped->sections = group_names(arena, layout->sections, layout->section_count);
    grouped->data = group_names(arena, layout->data, layout->data_count);
    if (layout->padded || layout->data_arranged)
        rendering->pads = render_pads(arena, grouped);
    if (layout_arranges_code(layout))
        add_order(&order, grouped->sections, grouped->section_count);
    if (layout->data_arranged)
        add_order(&order, grouped->data, grouped->data_count);
    char *path = arena_printf(arena, "%s.script", output);
    text_list_add(&rendering->arguments, arena, "--section-ordering-file");
    text_list_add(&rendering->arguments, arena, path);
    return scratch_write(path, order.bytes, error);
}

const struct linker gold_linker = {.name = "gold",
                                   .version = "GNU gold",
                                   .read_row = map_row_of_gnu,
                                   .map_begin = "emory map\n",
                                   .selects_by_name = true,
                                   .render = render,
                                   .image_base = "-Ttext-segment=",
                                   .generated_objects = "-plugin-opt=obj-path="};
