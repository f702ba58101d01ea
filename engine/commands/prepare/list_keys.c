// eswexp list keys, schema, manual and reference: the experiment file by its own tables.
#include "commands/prepare/list_keys.h"

#include "base/terminal.h"
#include "base/text.h"
#include "report/wording/lines.h"
#include "spec/reference/pages.h"
#include "spec/reference/rows.h"
#include "spec/reference/schema.h"
#include "spec/reference/wording.h"

#include <stdio.h>

static void print_row(struct arena *arena, const struct reference_row *row, size_t width)
{
    const struct keyword *keyword = row->keyword;
    const char *fallback = keyword->shapes & REQUIRED ? "; required"
                           : keyword->fallback
                               ? arena_printf(arena, "; default: %s", keyword->fallback)
                               : "";
    puts(row->path);
    wrap(stdout, width, "    ", keyword->help);
    wrap(stdout, width,
         "    value: ", arena_printf(arena, "%s%s", reference_value(arena, keyword), fallback));
    wrap(stdout, width, "    example: ", reference_example(arena, row->path, keyword));
}

static void print_keys(struct arena *arena)
{
    const struct reference_rows rows = reference_rows(arena);
    size_t width = stdout_columns(COLUMNS_OF_TEXT);
    for (size_t i = 0; i < rows.count; i++) {
        if (i)
            putchar('\n');
        print_row(arena, &rows.items[i], width);
    }
}

static void print_page(struct arena *arena, void (*page)(struct arena *, struct text *))
{
    TEXT_CLEANUP struct text out = {0};
    page(arena, &out);
    fputs(out.bytes, stdout);
}

bool list_reference(struct arena *arena, const char *name, bool json)
{
    if (text_equal(name, "keys") && json)
        fputs(reference_json(arena), stdout);
    else if (text_equal(name, "keys"))
        print_keys(arena);
    else if (text_equal(name, "schema"))
        fputs(reference_schema(arena), stdout);
    else if (text_equal(name, "manual"))
        print_page(arena, reference_manual);
    else if (text_equal(name, "reference"))
        print_page(arena, reference_markdown);
    else
        return false;
    return true;
}
