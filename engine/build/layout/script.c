// Writes layouts: a script for GNU ld and lld, an order file for gold, a seed for mold.
// docs/layouts.md, "Linkers".
#include "build/layout/script.h"

#include "base/files/files.h"
#include "model/layout.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool scratch_write(const char *path, const char *text, struct error *error)
{
    FILE_CLEANUP FILE *file = fopen(path, "we");
    if (!file || fputs(text, file) < 0 || fflush(file) != 0)
        return failed_errno(error, "cannot write '%s'", path);
    return true;
}

// In .preinit_array, which runs before any library's constructor allocates memory.
const char heap_source[] =
    "extern void *sbrk(long);\n"
    "extern char eswexp_heap_offset[];\n"
    "static void move_heap(void)\n"
    "{\n"
    "    sbrk((long)eswexp_heap_offset);\n"
    "}\n"
    "__attribute__((section(\".preinit_array\"), used)) static void (*entry)(void) = move_heap;\n";

static uint64_t largest_modulus(const struct section *sections, size_t count)
{
    uint64_t largest = 1;
    for (size_t i = 0; i < count; i++)
        if (sections[i].modulus > largest)
            largest = sections[i].modulus;
    return largest;
}

// Quotes names, which may have blanks; patterns must not be quoted.
static void add_name(struct text *script, const char *name)
{
    text_printf(script, strpbrk(name, "*[") ? "%s" : "\"%s\"", name);
}

// An object's own alignment still holds behind the offset, because code may rely on it.
static void add_input(struct text *script, const struct section *section)
{
    if (section->modulus)
        text_printf(script, "    . = ALIGN(%u);\n", section->modulus);
    if (section->offset)
        text_printf(script, "    . += %u;\n", section->offset);
    text_add(script, "    ");
    add_name(script, section->file);
    text_add(script, "(");
    add_name(script, section->name);
    text_add(script, ")\n");
}

// Data stands behind what the linker puts there itself: so constants are not in a page of code, and
// data stays between the symbols that mark its bounds.
static const struct {
    const char *name, *side, *flags;
} kinds[] = {[SECTION_CODE] = {".text", "BEFORE", "\"axR\",@progbits"},
             [SECTION_CONSTANTS] = {".rodata", "AFTER", "\"aR\",@progbits"},
             [SECTION_DATA] = {".data", "AFTER", "\"awR\",@progbits"},
             [SECTION_BSS] = {".bss", "AFTER", "\"awR\",@nobits"}};

// Adds one output section for each kind; the sections of a kind follow each other.
static void add_outputs(struct text *script, const struct section *sections, size_t count)
{
    for (size_t begin = 0, end; begin < count; begin = end) {
        enum section_kind kind = sections[begin].kind;
        for (end = begin; end < count && sections[end].kind == kind;)
            end++;
        text_printf(script, "SECTIONS\n{\n  %s.eswexp : ALIGN(%" PRIu64 ")\n  {\n",
                    kinds[kind].name, largest_modulus(sections + begin, end - begin));
        for (size_t i = begin; i < end; i++)
            add_input(script, &sections[i]);
        text_printf(script, "  }\n}\nINSERT %s %s;\n", kinds[kind].side, kinds[kind].name);
    }
}

static bool is_code_arranged(const struct layout *layout)
{
    return layout->reordered || layout->padded;
}

static bool render_script(struct arena *arena, const struct layout *layout, const char *output,
                          struct rendering *rendering, struct error *error)
{
    TEXT_CLEANUP struct text script = {0};
    if (is_code_arranged(layout))
        add_outputs(&script, layout->sections, layout->section_count);
    if (layout->data_arranged)
        add_outputs(&script, layout->data, layout->data_count);
    char *path = arena_printf(arena, "%s.script", output);
    text_list_add(&rendering->arguments, arena, "-T");
    text_list_add(&rendering->arguments, arena, path);
    return scratch_write(path, script.bytes, error);
}

enum { NUMBER_SIZE = 4 };

// The size of the pad object before a section: it begins at a multiple of the modulus, and its end
// is the offset. A section without bytes would be dropped.
static uint64_t pad_bytes(const struct section *section)
{
    return section->offset < NUMBER_SIZE ? section->offset + section->modulus : section->offset;
}

// A pad of code ends in its number, since linkers may fold identical code (--icf=all).
static void add_pads(struct text *pads, const struct section *sections, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct section *section = &sections[i];
        bool code = section->kind == SECTION_CODE;
        uint64_t bytes = pad_bytes(section) - (code ? NUMBER_SIZE : 0);
        if (!section->modulus)
            continue;
        text_printf(pads, "\t.section %s.eswpad.%zu,%s\n\t.balign %u\n\t.skip %" PRIu64 "%s\n",
                    kinds[section->kind].name, i, kinds[section->kind].flags, section->modulus,
                    bytes, code ? ", 0xcc" : "");
        if (code)
            text_printf(pads, "\t.4byte %zu\n", i);
    }
}

static const char *render_pads(struct arena *arena, const struct layout *layout)
{
    struct text pads = {0};
    text_add(&pads, "\t.file \"eswpad\"\n");
    if (layout->padded)
        add_pads(&pads, layout->sections, layout->section_count);
    if (layout->data_arranged)
        add_pads(&pads, layout->data, layout->data_count);
    text_add(&pads, "\t.section .note.GNU-stack,\"\",@progbits\n");
    const char *result = arena_strdup(arena, pads.bytes);
    text_release(&pads);
    return result;
}

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
        for (size_t i = begin + 1; i < end; i++)
            named[i].section.modulus = named[i].section.offset = 0;
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
            text_printf(order, "%s.eswpad.%zu\n", kinds[section->kind].name, i);
        if (!text_equal(section->name, before))
            text_printf(order, "%s\n", section->name);
        before = section->name;
    }
}

static bool render_order(struct arena *arena, const struct layout *layout, const char *output,
                         struct rendering *rendering, struct error *error)
{
    struct layout *grouped = &rendering->layout;
    TEXT_CLEANUP struct text order = {0};
    grouped->sections = group_names(arena, layout->sections, layout->section_count);
    grouped->data = group_names(arena, layout->data, layout->data_count);
    if (layout->padded || layout->data_arranged)
        rendering->pads = render_pads(arena, grouped);
    if (is_code_arranged(layout))
        add_order(&order, grouped->sections, grouped->section_count);
    if (layout->data_arranged)
        add_order(&order, grouped->data, grouped->data_count);
    char *path = arena_printf(arena, "%s.script", output);
    text_list_add(&rendering->arguments, arena, "--section-ordering-file");
    text_list_add(&rendering->arguments, arena, path);
    return scratch_write(path, order.bytes, error);
}

static void render_seed(struct arena *arena, const struct layout *layout,
                        struct rendering *rendering)
{
    if (layout->reordered)
        text_list_add(&rendering->arguments, arena,
                      arena_printf(arena, "--shuffle-sections=%" PRIu32,
                                   (uint32_t)(layout->order_seed >> 33)));
    rendering->pads = layout->padded ? render_pads(arena, layout) : NULL;
}

bool layout_render(struct arena *arena, const struct layout *layout, enum linker_kind kind,
                   const char *output, struct rendering *rendering, struct error *error)
{
    *rendering = (struct rendering){.layout = *layout};
    if (layout->image_base)
        text_list_add(&rendering->arguments, arena,
                      arena_printf(arena,
                                   kind == LINKER_LLD || kind == LINKER_MOLD
                                       ? "--image-base=0x%" PRIx64
                                       : "-Ttext-segment=0x%" PRIx64,
                                   layout->image_base));
    if (layout->heap_offset)
        text_list_add(
            &rendering->arguments, arena,
            arena_printf(arena, "--defsym=eswexp_heap_offset=0x%" PRIx64, layout->heap_offset));
    bool code = layout->section_count && is_code_arranged(layout);
    bool data = layout->data_count && layout->data_arranged;
    if (!code && !data)
        return true;
    if (kind == LINKER_GOLD)
        return render_order(arena, layout, output, rendering, error);
    if (kind == LINKER_MOLD)
        return render_seed(arena, layout, rendering), true;
    return render_script(arena, layout, output, rendering, error);
}
