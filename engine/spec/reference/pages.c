// The reference of the experiment file: as JSON, in Markdown, as a manual page.
#include "spec/reference/pages.h"

#include "spec/reference/introduction.h"
#include "spec/reference/rows.h"
#include "spec/reference/wording.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

static json_t *optional(const char *words)
{
    return words ? json_string(words) : json_null();
}

static json_t *row_json(struct arena *arena, const struct reference_row *row)
{
    const struct keyword *keyword = row->keyword;
    json_t *choices = json_array();
    for (size_t i = 0; keyword->choices && keyword->choices[i]; i++)
        json_array_append_new(choices, json_string(keyword->choices[i]));
    json_t *object =
        json_pack("{s:s, s:s, s:b, s:o, s:o, s:s, s:s}", "key", row->path, "value",
                  reference_value(arena, keyword), "required", (keyword->shapes & REQUIRED) != 0,
                  "choices", choices, "default", optional(keyword->fallback), "example",
                  keyword->example, "help", keyword->help);
    if (keyword->high > 0) {
        json_object_set_new(object, "least", json_real(keyword->low));
        json_object_set_new(object, "most", json_real(keyword->high));
    }
    return object;
}

const char *reference_json(struct arena *arena)
{
    const struct reference_rows rows = reference_rows(arena);
    json_t *all = json_array();
    for (size_t i = 0; i < rows.count; i++)
        json_array_append_new(all, row_json(arena, &rows.items[i]));
    char *bytes = json_dumps(all, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    const char *text = arena_printf(arena, "%s\n", bytes);
    free(bytes);
    json_decref(all);
    return text;
}

static const char *fallback_of(const struct keyword *keyword)
{
    if (keyword->shapes & REQUIRED)
        return "required";
    return keyword->fallback ? keyword->fallback : "";
}

// ---- Markdown

// A bar ends a table's cell, and an angle bracket begins a tag.
static void add_cell(struct text *out, const char *words)
{
    for (const char *c = words; *c; c++)
        text_printf(out, *c == '|' || *c == '<' || *c == '*' ? "\\%c" : "%c", *c);
    text_add(out, " | ");
}

static void add_row(struct arena *arena, struct text *out, const struct reference_row *row)
{
    const struct keyword *keyword = row->keyword;
    text_printf(out, "| `%s` | ", row->path);
    add_cell(out, reference_value(arena, keyword));
    add_cell(out, fallback_of(keyword));
    text_printf(out, "`%s` | ", reference_example(arena, row->path, keyword));
    add_cell(out, keyword->help);
    out->bytes[--out->length] = '\0'; // the blank behind the last bar
    text_add(out, "\n");
}

static void add_section(struct arena *arena, struct text *out, const struct reference_rows *rows,
                        size_t *next)
{
    const struct reference_row *top = &rows->items[(*next)++];
    const char *fallback = fallback_of(top->keyword);
    text_printf(
        out, "\n### `%s`\n\n%s\n\n```yaml fragment\n%s: %s\n```\n\nA %s%s%s.\n", top->path,
        top->keyword->help, top->path, top->keyword->example, reference_value(arena, top->keyword),
        text_equal(fallback, "required") ? "; " : (*fallback ? "; default: " : ""), fallback);
    if (*next < rows->count && rows->items[*next].depth)
        text_add(out, "\n| key | value | default | example | what it says |\n"
                      "| --- | --- | --- | --- | --- |\n");
    for (; *next < rows->count && rows->items[*next].depth; ++*next)
        add_row(arena, out, &rows->items[*next]);
}

void reference_markdown(struct arena *arena, struct text *out)
{
    const struct reference_rows rows = reference_rows(arena);
    text_add(out, reference_introduction);
    for (size_t next = 0; next < rows.count;)
        add_section(arena, out, &rows, &next);
}

// ---- The manual page

// A line of mdoc must not begin with a dot or an apostrophe, a sentence begins a line, and a
// backslash begins an escape.
static void add_mdoc(struct text *out, const char *words)
{
    for (const char *c = words; *c; c++) {
        if ((*c == '.' || *c == '\'') && (c == words || c[-1] == '\n'))
            text_add(out, "\\&");
        if (*c == '\\')
            text_add(out, "\\e");
        else
            text_add_bytes(out, c, 1);
        if (*c == '.' && c[1] == ' ' && isupper((unsigned char)c[2])) {
            text_add(out, "\n");
            c++;
        }
    }
    text_add(out, "\n");
}

static void add_entry(struct arena *arena, struct text *out, const struct reference_row *row)
{
    const struct keyword *keyword = row->keyword;
    const char *fallback = fallback_of(keyword);
    text_printf(out, ".It Ic %s\n", row->path);
    add_mdoc(out, keyword->help);
    text_add(out, ".br\n");
    add_mdoc(out, arena_printf(arena, "Value: %s%s%s.", reference_value(arena, keyword),
                               text_equal(fallback, "required") ? "; "
                               : *fallback                      ? "; default: "
                                                                : "",
                               fallback));
    text_add(out, ".br\n");
    add_mdoc(out, arena_printf(arena, "Example: %s", reference_example(arena, row->path, keyword)));
}

void reference_manual(struct arena *arena, struct text *out)
{
    const struct reference_rows rows = reference_rows(arena);
    text_add(out, ".Dd $Mdocdate$\n.Dt ESWEXP.YAML 5\n.Os eswexp " ESWEXP_VERSION
                  "\n.Sh NAME\n.Nm eswexp.yaml\n"
                  ".Nd experiment files of eswexp\n.Sh DESCRIPTION\n"
                  "An experiment is one YAML file.\n"
                  "Words in capitals are names that its author chooses; [] is an item of a list.\n"
                  "Where a value or a list may stand, one value counts as a list of it.\n"
                  ".Pp\nThe smallest file names an experiment and one benchmark:\n"
                  ".Bd -literal -offset indent\nexperiment: sorting\nbenchmarks:\n"
                  "  sort:\n    sources: [sort.c]\n.Ed\n.Sh KEYS\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < rows.count; i++)
        add_entry(arena, out, &rows.items[i]);
    text_add(out, ".El\n.Sh SEE ALSO\n.Xr eswexp 1\n");
}
