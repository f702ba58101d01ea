// The script of a layout, in the language of GNU ld and lld.
#include "build/linkers/script.h"

#include <inttypes.h>
#include <string.h>

// Code begins at a page, so that what lies before it moves no function within its page.
static uint64_t largest_modulus(const struct section *sections, size_t count)
{
    uint64_t largest = sections->kind == SECTION_CODE ? CODE_BEGIN : 1;
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
    if (section->gap + section->offset)
        text_printf(script, "    . += %" PRIu64 ";\n", section->gap + section->offset);
    text_add(script, "    ");
    add_name(script, section->file);
    text_add(script, "(");
    add_name(script, section->name);
    text_add(script, ")\n");
}

// Adds one output section for each kind; the sections of a kind follow each other.
static void add_outputs(struct text *script, const struct section *sections, size_t count)
{
    for (size_t begin = 0, end; begin < count; begin = end) {
        enum section_kind kind = sections[begin].kind;
        for (end = begin; end < count && sections[end].kind == kind;)
            end++;
        text_printf(script, "SECTIONS\n{\n  %s.eswexp : ALIGN(%" PRIu64 ")\n  {\n",
                    output_sections[kind].name, largest_modulus(sections + begin, end - begin));
        for (size_t i = begin; i < end; i++)
            add_input(script, &sections[i]);
        text_printf(script, "  }\n}\nINSERT %s %s;\n", output_sections[kind].side,
                    output_sections[kind].name);
    }
}

bool render_script(struct arena *arena, const struct layout *layout, const char *output,
                   struct rendering *rendering, struct error *error)
{
    TEXT_CLEANUP struct text script = {0};
    if (layout_arranges_code(layout))
        add_outputs(&script, layout->sections, layout->section_count);
    if (layout->data_arranged)
        add_outputs(&script, layout->data, layout->data_count);
    char *path = arena_printf(arena, "%s.script", output);
    text_list_add(&rendering->arguments, arena, "-T");
    text_list_add(&rendering->arguments, arena, path);
    return scratch_write(path, script.bytes, error);
}
