// eswexp list: what an experiment file may ask for.
#include "base/terminal.h"
#include "commands/prepare/list_installed.h"
#include "commands/prepare/list_keys.h"
#include "commands/shared/command.h"
#include "machine/sys.h"
#include "machine/tune/knobs.h"
#include "meters/meter.h"
#include "randomizers/randomizer.h"
#include "report/wording/lines.h"
#include "spec/expression/claim.h"
#include "stats/statistic.h"

#include <stdio.h>
#include <string.h>

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
