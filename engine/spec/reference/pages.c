// The reference of the experiment file: as JSON, in Markdown, as a manual page.
#include "spec/reference/pages.h"

#include "spec/reference/rows.h"
#include "spec/reference/wording.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

// ---- The introduction: how keys work together, by examples

// clang-format off
static const char reference_introduction[] =
    "# The experiment file\n"
    "\n"
    "An experiment is one YAML file. `eswexp check FILE` finds all mistakes of a file at once and says what it\n"
    "would run; `eswexp run FILE` runs it. The first part of this page shows how the keys work together, the\n"
    "second describes every key.\n"
    "\n"
    "```yaml\n"
    "# counting.yaml\n"
    "experiment: counting                  # names the folder of the results\n"
    "question: Does awk count more slowly than seq?\n"
    "benchmarks:\n"
    "  count: {samples: process}           # one time for each execution\n"
    "variants:                             # the first is the baseline\n"
    "  seq: {command: 'seq 1 ${n}'}\n"
    "  awk: {command: \"awk -v n=${n} 'BEGIN { while (i < n) print ++i }'\"}\n"
    "sweep:\n"
    "  n: [1000, 100000]                   # both variants run at both points\n"
    "repeat: {precision: 5%}               # requested half-width of the interval of every mean\n"
    "claims:\n"
    "  - speedup(awk, seq) < 1\n"
    "```\n"
    "\n"
    "Only `experiment` and one benchmark are required; everything else has a default.\n"
    "\n"
    "## Three kinds of benchmark\n"
    "\n"
    "- `sources`: eswexp compiles and links the files. The program includes [eswexp.h](kernels.md#the-harness) and\n"
    "  measures its own iterations, unless `samples` says otherwise.\n"
    "- `directory`, `build` and `command`: a project is built by its own commands, in a copy. Every memory layout\n"
    "  redoes the last link of each program that runs; see [foreign projects](projects.md#foreign-projects).\n"
    "- `command` alone: the program is ready to run, and nothing is built.\n"
    "\n"
    "```yaml fragment\n"
    "benchmarks:\n"
    "  zlib:\n"
    "    directory: ../zlib\n"
    "    setup: ./configure --static       # once in every copy\n"
    "    build: make -j2 example\n"
    "    command: ./example \"${n}\"\n"
    "    samples: {pattern: 'took ([0-9.]+) ms', unit: ms}\n"
    "variants:\n"
    "  O2: {cflags: -O2}                   # CFLAGS of setup and build, with -ffunction-sections added\n"
    "  O3: {cflags: -O3}\n"
    "sweep:\n"
    "  n: [1000, 1000000]\n"
    "```\n"
    "\n"
    "## Variants\n"
    "\n"
    "A variant may replace or add any key of a benchmark but `summary`. Its `machine` and `randomize` are laid over\n"
    "those of the benchmark and the experiment key by key, `env` variable by variable. The executions of all\n"
    "variants are interleaved in the same blocks.\n"
    "\n"
    "A variant may be a revision of the program's own repository:\n"
    "\n"
    "```yaml fragment\n"
    "variants:\n"
    "  main: {revision: main}              # a branch, tag or commit\n"
    "  topic: {revision: WORKTREE}         # the files as they are now, with uncommitted changes\n"
    "```\n"
    "\n"
    "- Names are resolved once, when the file is read; `eswexp check` shows the commits.\n"
    "- Each revision is built from a checkout in the cache. The repository itself is only read.\n"
    "- Without `directory` the whole repository of the experiment file is built.\n"
    "- If a revision does not build, the report quotes its compiler, the other variants are measured, and the exit\n"
    "  code is 3.\n"
    "\n"
    "## Values\n"
    "\n"
    "- `${AXIS}` stands for the value of an axis of `sweep`, `${benchmark}` and `${variant}` for the names. In\n"
    "  `args`, `command` and `env`, `${seed}` (16 hexadecimal digits), `${block}` and `${execution}` stand for\n"
    "  those of each execution. A plain `${` is written `$${`. Inside `{…}` and `[…]`, quote texts with `${…}`.\n"
    "- Where a value or a list may stand, one value counts as a list of it.\n"
    "- YAML's anchors, aliases and tags are not used.\n"
    "- `--set KEY=VALUE` sets a key by its path, such as `--set repeat.precision=2%`; `--quick` sets what the\n"
    "  file says under `quick`, and makes a smaller run, which its report says.\n"
    "\n"
    "## Editors\n"
    "\n"
    "`eswexp list schema > FILE` writes a JSON Schema. Editors with a YAML language server check keys and values by\n"
    "it, and show the texts of this page, if their settings, or the first line of an experiment file, name it:\n"
    "`# yaml-language-server: $schema=FILE`. The schema knows single keys and values only: `eswexp check` finds more.\n"
    "\n"
    "## Where to read more\n"
    "\n"
    "| keys | page |\n"
    "| --- | --- |\n"
    "| `benchmarks.BENCHMARK.samples`, `measure`, `summary`, `derive` | [Metrics](metrics.md) |\n"
    "| `machine` | [The machine](machine.md) |\n"
    "| `randomize` | [Memory layouts](layouts.md) |\n"
    "| `repeat` | [Concepts](concepts.md#pilot-and-real-experiment), [Method](method.md) |\n"
    "| `claims`, `pictures` | [Results](results.md) |\n"
    "\n"
    "## Reference\n"
    "\n"
    "This part is made from the tables by which eswexp checks a file; `eswexp list keys` prints it on a terminal,\n"
    "and eswexp.yaml(5) is its manual page. Words in capitals are names that the author of the file chooses; `[]`\n"
    "is an item of a list. To make the page anew: `eswexp list reference > docs/experiment-file.md`.\n";

// ---- JSON

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
