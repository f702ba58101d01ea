// Writes layouts: a script for GNU ld and lld, an order file for gold, a seed for mold.
// docs/layouts.md, "Linkers".
#include "build/layout/script.h"

#include "base/files/files.h"
#include "base/stream.h"
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

static uint64_t largest_alignment(const struct layout *layout)
{
    uint64_t largest = 1;
    for (size_t i = 0; i < layout->section_count; i++)
        if (layout->sections[i].alignment > largest)
            largest = layout->sections[i].alignment;
    return largest;
}

// Quotes names, which may have blanks; patterns must not be quoted.
static void add_name(struct text *script, const char *name)
{
    text_printf(script, strpbrk(name, "*[") ? "%s" : "\"%s\"", name);
}

// Padding precedes alignment, so that both hold. An object's own alignment is never lowered,
// because code may rely on it.
static void add_input(struct text *script, const struct section *section)
{
    if (section->pad)
        text_printf(script, "    . += %u;\n", section->pad);
    if (section->alignment)
        text_printf(script, "    . = ALIGN(%u);\n", section->alignment);
    text_add(script, "    ");
    add_name(script, section->file);
    text_add(script, "(");
    add_name(script, section->name);
    text_add(script, ")\n");
}

static bool render_script(struct arena *arena, const struct layout *layout, const char *output,
                          struct rendering *rendering, struct error *error)
{
    TEXT_CLEANUP struct text script = {0};
    text_printf(&script, "SECTIONS\n{\n  .text.eswexp : ALIGN(%" PRIu64 ")\n  {\n",
                largest_alignment(layout));
    for (size_t i = 0; i < layout->section_count; i++)
        add_input(&script, &layout->sections[i]);
    text_add(&script, "  }\n}\nINSERT BEFORE .text;\n");
    char *path = arena_printf(arena, "%s.script", output);
    text_list_add(&rendering->arguments, arena, "-T");
    text_list_add(&rendering->arguments, arena, path);
    return scratch_write(path, script.bytes, error);
}

// The size of the pad object for a section's padding: a multiple of the alignment, so that the
// function behind it is aligned.
static uint64_t pad_bytes(const struct section *section)
{
    uint64_t unit = section->alignment > 16 ? section->alignment : 16;
    if (!section->pad && section->alignment <= 1)
        return 0;
    uint64_t least = section->pad ? section->pad : 1;
    return section->alignment ? (least + unit - 1) / unit * unit : section->pad;
}

static const char *render_pads(struct arena *arena, const struct layout *layout)
{
    struct text pads = {0};
    text_add(&pads, "\t.file \"eswpad\"\n");
    for (size_t i = 0; i < layout->section_count; i++) {
        const struct section *section = &layout->sections[i];
        uint64_t bytes = pad_bytes(section), alignment = section->alignment;
        if (bytes)
            text_printf(&pads,
                        "\t.section .text.eswpad.%zu,\"axR\",@progbits\n\t.balign %" PRIu64
                        "\n\t.skip %" PRIu64 ", 0xcc\n",
                        i, alignment > 16 ? alignment : 16, bytes);
    }
    text_add(&pads, "\t.section .note.GNU-stack,\"\",@progbits\n");
    const char *result = arena_strdup(arena, pads.bytes);
    text_release(&pads);
    return result;
}

static int as_linked(const void *a, const void *b)
{
    const struct section *one = a, *two = b;
    return (one->ordinal > two->ordinal) - (one->ordinal < two->ordinal);
}

// gold orders by section names alone: sections of one name follow the first of them, in the order
// of the first link, and only the first has its padding.
static struct layout group_names(struct arena *arena, const struct layout *layout)
{
    struct layout grouped = *layout;
    struct section *sections = arena_new_array(arena, struct section, layout->section_count);
    bool *done = arena_new_array(arena, bool, layout->section_count);
    size_t filled = 0;
    for (size_t i = 0; i < layout->section_count; i++) {
        size_t first = filled;
        for (size_t j = i; !done[i] && j < layout->section_count; j++)
            if (text_equal(layout->sections[i].name, layout->sections[j].name)) {
                done[j] = j != i;
                sections[filled++] = layout->sections[j];
            }
        qsort(sections + first, filled - first, sizeof *sections, as_linked);
        for (size_t j = first + 1; j < filled; j++)
            sections[j].pad = sections[j].alignment = 0;
    }
    grouped.sections = sections;
    return grouped;
}

static bool render_order(struct arena *arena, const struct layout *layout, const char *output,
                         struct rendering *rendering, struct error *error)
{
    rendering->layout = group_names(arena, layout);
    rendering->pads = layout->padded ? render_pads(arena, &rendering->layout) : NULL;
    TEXT_CLEANUP struct text order = {0};
    const char *before = "";
    for (size_t i = 0; i < layout->section_count; i++) {
        const struct section *section = &rendering->layout.sections[i];
        if (pad_bytes(section))
            text_printf(&order, ".text.eswpad.%zu\n", i);
        if (!text_equal(section->name, before))
            text_printf(&order, "%s\n", section->name);
        before = section->name;
    }
    char *path = arena_printf(arena, "%s.script", output);
    text_list_add(&rendering->arguments, arena, "--section-ordering-file");
    text_list_add(&rendering->arguments, arena, path);
    return scratch_write(path, order.bytes, error);
}

// mold shuffles by a seed: a hash of this order.
static void render_seed(struct arena *arena, const struct layout *layout,
                        struct rendering *rendering)
{
    uint64_t seed = 0;
    for (size_t i = 0; i < layout->section_count; i++)
        seed = seed_from_number(seed, layout->sections[i].ordinal);
    if (layout->reordered)
        text_list_add(&rendering->arguments, arena,
                      arena_printf(arena, "--shuffle-sections=%" PRIu32, (uint32_t)(seed >> 33)));
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
    if (!layout->section_count || (!layout->reordered && !layout->padded))
        return true;
    if (kind == LINKER_GOLD)
        return render_order(arena, layout, output, rendering, error);
    if (kind == LINKER_MOLD)
        return render_seed(arena, layout, rendering), true;
    return render_script(arena, layout, output, rendering, error);
}
