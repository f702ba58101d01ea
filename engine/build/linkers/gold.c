// gold: an order of names of sections, and pad objects for offsets.
#include "build/linkers/linker.h"
#include "build/linkers/pads.h"

#include <stdlib.h>
#include <string.h>

static int as_linked(const void *a, const void *b)
{
    const struct section *one = a, *two = b;
    return (one->ordinal > two->ordinal) - (one->ordinal < two->ordinal);
}

// gold orders by section names alone: sections of one name follow the first of them, in the order
// of the first link, and only the first has its offset.
static struct section *group_names(struct arena *arena, const struct section *given, size_t count)
{
    struct section *sections = arena_new_array(arena, struct section, count);
    bool *done = arena_new_array(arena, bool, count);
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        size_t first = filled;
        for (size_t j = i; !done[i] && j < count; j++)
            if (text_equal(given[i].name, given[j].name)) {
                done[j] = j != i;
                sections[filled++] = given[j];
            }
        qsort(sections + first, filled - first, sizeof *sections, as_linked);
        for (size_t j = first + 1; j < filled; j++)
            sections[j].modulus = sections[j].offset = 0;
    }
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
