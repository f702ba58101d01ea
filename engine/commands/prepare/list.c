// eswexp list: what an experiment file may ask for.
#include "base/arena.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/terminal.h"
#include "base/text.h"
#include "commands/shared/command.h"
#include "commands/shared/installed.h"
#include "machine/sys.h"
#include "machine/tune/knobs.h"
#include "meters/meter.h"
#include "randomizers/randomizer.h"
#include "report/wording/lines.h"
#include "spec/expression/claim.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"
#include "spec/reference/pages.h"
#include "spec/reference/rows.h"
#include "spec/reference/schema.h"
#include "spec/reference/wording.h"
#include "spec/spec.h"
#include "stats/statistic.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// ---- The experiment file by its own tables

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

// Prints the list of that name; false: there is none.
static bool list_reference(struct arena *arena, const char *name, bool json)
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

// ---- Kernels and experiments that are installed

enum { SOURCE_BYTES_MOST = 1 << 20 };

// The first sentence of the comment that a source begins with.
static char *first_sentence(struct arena *arena, const char *source)
{
    TEXT_CLEANUP struct text words = {0};
    const char *line = source;
    for (; text_starts(line, "//"); line += strcspn(line, "\n"), line += *line == '\n') {
        const char *begin = line + strspn(line, "/ ");
        text_printf(&words, "%s%.*s", words.length ? " " : "", (int)strcspn(begin, "\n"), begin);
    }
    char *text = arena_strdup(arena, words.bytes ? words.bytes : "");
    for (char *stop = strchr(text, '.'); stop; stop = strchr(stop + 1, '.'))
        if (stop[1] == ' ' && !islower((unsigned char)stop[2]))
            stop[1] = '\0';
    return text;
}

static bool print_kernel(struct arena *arena, const char *path, struct error *error)
{
    TEXT_CLEANUP struct text source = {0};
    if (!file_read(path, SOURCE_BYTES_MOST, &source, error))
        return false;
    printf("  %s\n", installed_name(arena, path));
    wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), "    ", first_sentence(arena, source.bytes));
    return true;
}

// Prints the kernels among the files that it compiles.
static void print_kernels_of(struct arena *arena, const struct spec *spec,
                             const struct text_list *kernels)
{
    struct text_list used = {0};
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++) {
            const struct text_list *sources = &spec->cells[i].targets[v].sources;
            for (size_t s = 0; s < sources->count; s++)
                if (text_list_has(kernels, sources->items[s]))
                    text_list_add_once(&used, arena, installed_name(arena, sources->items[s]));
        }
    for (size_t i = 0; i < used.count; i++)
        printf("%s%s%s", i ? ", " : " (", used.items[i], i + 1 == used.count ? ")" : "");
    putchar('\n');
}

static void print_experiment(const char *path, const struct text_list *kernels)
{
    struct arena arena = {0};
    struct error error;
    TEXT_CLEANUP struct text mistakes = {0};
    const struct spec_overrides overrides = {.elsewhere = true, .one_point = true};
    const char *name = installed_name(&arena, path);
    const struct spec *spec = spec_load(&arena, path, &overrides, &mistakes, &error);
    printf("  %s", name);
    if (spec) {
        print_kernels_of(&arena, spec, kernels);
        wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), "    ",
             spec->question ? spec->question : "(the experiment states no question)");
    } else {
        printf("\n    (cannot be read: 'eswexp check @%s' says why)\n", name);
    }
    arena_release(&arena);
}

static bool list_kernels(struct arena *arena, struct error *error)
{
    struct text_list paths = {0};
    if (!installed_kernels(arena, &paths, error))
        return false;
    wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), "",
         "kernels (share/eswexp/kernels: sources of benchmarks; each has --help)");
    for (size_t i = 0; i < paths.count; i++)
        if (!print_kernel(arena, paths.items[i], error))
            return false;
    return true;
}

static bool list_experiments(struct arena *arena, struct error *error)
{
    struct text_list paths = {0}, kernels = {0};
    if (!installed_experiments(arena, &paths, error) || !installed_kernels(arena, &kernels, error))
        return false;
    wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), "",
         "experiments (eswexp run @NAME; in parentheses the kernels that they use)");
    for (size_t i = 0; i < paths.count; i++)
        print_experiment(paths.items[i], &kernels);
    return true;
}

// ---- The command

struct options {
    struct common_options common;
    bool json;
};

static void print(const char *lead, const char *words)
{
    wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), lead, words);
}

static void print_option(struct arena *arena, const struct randomizer_option *option)
{
    TEXT_CLEANUP struct text range = {0};
    for (size_t i = 0; option->type == OPTION_CHOICE && option->choices[i]; i++)
        text_printf(&range, "%s%s", i ? "|" : "(", option->choices[i]);
    if (option->type != OPTION_CHOICE)
        text_printf(&range, "(%llu to %llu", (unsigned long long)option->low,
                    (unsigned long long)option->high);
    if (option->fallback)
        text_printf(&range, "; default %s", option->fallback);
    text_add(&range, ")");
    print(arena_printf(arena, "    %-12s ", option->name), option->help);
    print(arena_printf(arena, "%17s", ""), range.bytes);
}

static void list_randomizers(struct arena *arena)
{
    print("", "randomizers (randomize: in an experiment file)");
    for (const struct randomizer *const *kind = randomizers; *kind; kind++) {
        print(arena_printf(arena, "  %s: ", (*kind)->name), (*kind)->summary);
        for (size_t i = 0; i < (*kind)->option_count; i++)
            print_option(arena, &(*kind)->options[i]);
    }
}

static void list_meters(struct arena *arena)
{
    print("", "meters (measure: in an experiment file)");
    for (const struct meter *const *meter = meters; *meter; meter++) {
        const char *why = meter_unavailable(*meter, arena, machine_root());
        const char *unit = *(*meter)->unit ? arena_printf(arena, " [%s]", (*meter)->unit) : "";
        print(arena_printf(arena, "  %s%s: ", (*meter)->name, unit), (*meter)->summary);
        if (why)
            print("      ", arena_printf(arena, "(not available here: %s)", why));
    }
    print("  ", "{metric: wall_time, clock: best|monotonic|monotonic_raw}: of eswexp.h");
    print("  ", "{metric: NAME, unit: UNIT, better: less|more}: what the benchmark reports, by");
    print("    ", "a line 'METRIC NAME=value UNIT' on its stdout or esw_metric() of eswexp.h");
}

static void list_claims(struct arena *arena)
{
    (void)arena;
    print("", "claims (claims: in an experiment file)");
    for (size_t i = 0; i < CLAIM_FUNCTIONS; i++) {
        print("  ", claim_kinds[i].form);
        print("      ", claim_kinds[i].summary);
    }
}

static void list_summaries(struct arena *arena)
{
    print("", "summaries (summary: in an experiment file or one of its benchmarks)");
    for (int i = 0; i < STATISTIC_KINDS; i++) {
        const struct statistic_form *form = &statistic_forms[i];
        print(arena_printf(arena, "  %s%s: ", form->name, form->percent ? " P" : ""),
              form->summary);
        print("    ", form->reason);
    }
    print("  ",
          "A statistic covers all samples of a variant at all levels. Intervals of all but the "
          "mean use the hierarchical bootstrap; they are too narrow for fewer than about 10 "
          "builds (or other units of the top level).");
}

static void list_knobs(struct arena *arena)
{
    print("", "tune (settings of the machine that --tune changes, and restores)");
    for (const struct knob *knob = knobs; knob->name; knob++) {
        print(arena_printf(arena, "  %s: ", knob->name), knob->quiet);
        print("    ", knob->pattern);
        print("    ", knob->why);
    }
}

static const struct {
    const char *name;
    void (*print)(struct arena *arena);
} lists[] = {
    {"randomizers", list_randomizers}, {"meters", list_meters}, {"summaries", list_summaries},
    {"claims", list_claims},           {"tune", list_knobs},
};
enum { LISTS = sizeof lists / sizeof *lists };

static const char *const list_names[] = {"keys", "randomizers", "meters",  "summaries",   "claims",
                                         "tune", "schema",      "kernels", "experiments", NULL};

static void print_all(struct arena *arena)
{
    for (size_t i = 0; i < LISTS; i++) {
        lists[i].print(arena);
        putchar('\n');
    }
    print(
        "",
        "'eswexp list keys' shows every key of an experiment file, 'eswexp list schema' is a JSON "
        "Schema of it; 'eswexp list kernels' and 'eswexp list experiments' show what is "
        "installed.");
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    const char *wanted = invocation->words.count ? invocation->words.items[0] : NULL;
    if (options->json && !text_equal(wanted, "keys")) {
        failed(error, EXIT_USAGE, "--json goes with 'eswexp list keys'");
        return error->code;
    }
    if (!wanted)
        print_all(invocation->arena);
    for (size_t i = 0; wanted && i < LISTS; i++)
        if (text_equal(wanted, lists[i].name)) {
            lists[i].print(invocation->arena);
            return EXIT_FINE;
        }
    if (wanted && list_reference(invocation->arena, wanted, options->json))
        return EXIT_FINE;
    if (text_equal(wanted, "kernels"))
        return list_kernels(invocation->arena, error) ? EXIT_FINE : error->code;
    if (text_equal(wanted, "experiments"))
        return list_experiments(invocation->arena, error) ? EXIT_FINE : error->code;
    if (wanted)
        failed(error, EXIT_USAGE,
               "nothing called '%s' to list: keys, randomizers, meters, summaries, claims, tune, "
               "schema, kernels or experiments",
               wanted);
    return error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"json", 0, NULL, "the keys as JSON on stdout", OPTION_FIELD(struct options, json)},
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_list = {
    .group = COMMANDS_THAT_SHARE,
    .name = "list",
    .arguments = "[WHAT]",
    .summary = "list the options of experiment files, and what is installed",
    .examples = "  eswexp list keys         all keys of an experiment file\n"
                "  eswexp list experiments  those that are installed\n",
    .details = "Lists the randomizers, meters and claims of experiment files with their\n"
               "options, ranges and defaults; the summary statistics, with the reason to choose\n"
               "each; and the settings that --tune changes, with their new values and the\n"
               "reasons. Marks the meters that are not available on this machine, with the\n"
               "reason.\n\n"
               "WHAT selects one list: randomizers, meters, summaries, claims or tune; without\n"
               "it, list prints these five. 'list keys' prints every key of an experiment file,\n"
               "with its value, default, example and help (also with --json). 'list schema'\n"
               "prints a JSON Schema of the file, for editors. 'list kernels' and 'list\n"
               "experiments' print those that are installed; 'eswexp run @NAME' runs the\n"
               "installed experiment of that name.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_most = 1,
    .word_choices = list_names,
    .run = run,
};
