// eswexp run: an experiment from its file to its report.
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/shell_words.h"
#include "commands/measure/command_lines.h"
#include "commands/shared/experiment.h"
#include "commands/shared/measure.h"
#include "commands/shared/place.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"
#include "spec/target.h"
#include "store/facts.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

struct options {
    struct common_options common;
    const char *out, *budget;
    struct measuring_options measuring;
    struct place_options place;
    struct command_line_options lines;
    struct experiment_options experiment;
    struct results_options results;
};

// ---- The experiment

static bool is_file_of_experiment(const char *word)
{
    return *word == '@' || text_ends(word, ".yaml") || text_ends(word, ".yml");
}

static bool names_commands(const struct invocation *invocation)
{
    const char *first = invocation->words.items[0];
    return invocation->after_dashes || invocation->words.count > 1 ||
           (strpbrk(first, " \t") && !file_exists(first) && !is_file_of_experiment(first));
}

static bool are_for_commands(const struct command_line_options *lines)
{
    return lines->save || lines->names.count || lines->lists.count || lines->scans.count ||
           lines->steps.count;
}

// Without the places of a file that nobody wrote.
static const struct spec *refuse_commands(const struct invocation *invocation, char *mistakes,
                                          struct error *error)
{
    static const char before[] = "error: ";
    for (char *line; (line = strsep(&mistakes, "\n"));) {
        const char *found = strstr(line, before);
        if (found)
            log_error(&invocation->log, "%s", found + strlen(before));
    }
    error->text[0] = '\0';
    return NULL;
}

static bool is_experiment(const char *text)
{
    return text_starts(text, "experiment:") || text_starts(text, COMMAND_LINES_BEFORE);
}

// Of what is there only an experiment file is written over.
static bool may_be_saved(const char *path, struct error *error)
{
    TEXT_CLEANUP struct text there = {0};
    struct error ignored;
    return !file_exists(path) ||
           (file_read(path, 1 << 20, &there, &ignored) &&
            is_experiment(there.bytes ? there.bytes : "")) ||
           failed(error, EXIT_USAGE, "--save: '%s' is there, and no experiment file", path);
}

static const struct spec *load_commands(const struct invocation *invocation,
                                        const struct options *options, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct command_lines lines;
    const char *save = options->lines.save;
    if (!command_lines_read(arena, &invocation->words, &options->lines, &lines, error) ||
        (save && !may_be_saved(save, error)))
        return NULL;
    if (lines.of_shell.count)
        log_note(&invocation->log, "%s: a shell runs the command, and its start is measured, too",
                 text_quoted(arena, &lines.of_shell));
    TEXT_CLEANUP struct text report = {0};
    const char *path =
        path_absolute(arena, save ? save : arena_printf(arena, "%s.yaml", lines.name));
    struct spec_overrides overrides = experiment_overrides(&options->experiment);
    struct spec *spec =
        spec_parse(arena, path, lines.text, strlen(lines.text), &overrides, &report, error);
    if (!spec && report.length)
        return refuse_commands(invocation, arena_strdup(arena, report.bytes), error);
    spec = experiment_accept(invocation, spec, &report, error);
    return spec && save && !file_write(save, lines.text, strlen(lines.text), error) ? NULL : spec;
}

static const struct spec *load(const struct invocation *invocation, const struct options *options,
                               struct error *error)
{
    const char *first = invocation->words.items[0];
    bool commands = names_commands(invocation);
    if (commands && !invocation->after_dashes && is_file_of_experiment(first)) {
        failed(error, EXIT_USAGE, "too many arguments: 'eswexp sweep' runs several experiments");
        return NULL;
    }
    if (!commands && are_for_commands(&options->lines)) {
        failed(error, EXIT_USAGE,
               "--command-name, --parameter-list, --parameter-scan, --parameter-step-size and "
               "--save are for commands: eswexp run -- 'COMMAND'");
        return NULL;
    }
    if (!commands && !is_file_of_experiment(first) && access(first, F_OK) != 0) {
        failed(error, EXIT_USAGE,
               "there is no file '%s'; commands stand behind two dashes: eswexp run -- %s", first,
               text_as_word(invocation->arena, first));
        return NULL;
    }
    return commands ? load_commands(invocation, options, error)
                    : experiment_load(invocation, &options->experiment, first, error);
}

// ---- How long

// Of an experiment that says neither how precise its answer must be nor how often to measure.
static const double ANSWER_S = 60;

// Claims and derived quantities have intervals of one look.
static bool ends_when_clear(const struct spec *spec)
{
    return spec->repeat.aims_at_question && spec->repeat.precision_of == PRECISION_OF_RATIO &&
           spec_compared_variants(spec) > 1 && spec->claims.count + spec->derivation_count == 0 &&
           !spec->attribution.variant;
}

static void set_facts(struct arena *arena, struct campaign_request *request)
{
    if (!request->place.driver->measures_here || !ends_when_clear(request->spec))
        return;
    struct stored_fact *fact = arena_new(arena, struct stored_fact);
    *fact = (struct stored_fact){FACT_UNTIL_DECIDED,
                                 arena_printf(arena, "%.17g", request->spec->repeat.precision)};
    request->facts = fact;
    request->fact_count = 1;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    double budget_s;
    if (!measure_out(options->out, error) || !measure_budget(options->budget, &budget_s, error))
        return error->code;
    const struct spec *spec = load(invocation, options, error);
    if (!spec)
        return error->code;
    struct place place;
    if (!place_read(invocation, &options->place, &options->measuring, &place, error))
        return error->code;
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder =
                        campaign_folder(invocation->arena, options->out, "results", spec->name),
                    .numbered = !options->out,
                    .place = place}};
    bool soon = spec->repeat.aims_at_question && !options->budget && !options->measuring.until &&
                place.driver->measures_here;
    set_facts(invocation->arena, &campaign.request);
    return measure(invocation, &options->measuring, &options->results, &campaign, 1,
                   soon ? ANSWER_S : budget_s, budget_s > 0, error);
}

// clang-format off
static const struct command_option option_rows[] = {
    OPTION_OUT(struct options, out),
    {"budget", 0, "10min", "take at most this long (0: no limit)",
     OPTION_FIELD(struct options, budget)},
    MEASURING_UNTIL(struct options, measuring),
    MEASURING_ROWS(struct options, measuring),
    RESULTS_PLOT(struct options, results),
    MEASURING_PROFILE(struct options, measuring),
    PLACE_ROWS(struct options, place),
    {"command-name", 'n', "NAME", "of commands: what the next one is called",
     OPTION_FIELD(struct options, lines.names)},
    {"parameter-list", 'L', "NAME A,B", "{NAME} in commands takes each of these values",
     .more = 1, OPTION_FIELD(struct options, lines.lists)},
    {"parameter-scan", 'P', "NAME LOW HIGH", "the same, of numbers", .more = 2,
     OPTION_FIELD(struct options, lines.scans)},
    {"parameter-step-size", 'D', "STEP", "between these numbers (default 1)",
     OPTION_FIELD(struct options, lines.steps)},
    {"save", 0, "FILE", "write the experiment file of the commands, too", .value = WORD_FILE,
     OPTION_FIELD(struct options, lines.save)},
    EXPERIMENT_ROWS(struct options, experiment),
    RESULTS_STRICT(struct options, results),
    RESULTS_JSON(struct options, results),
    RESULTS_NOTES(struct options, results),
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_run = {
    .group = COMMANDS_THAT_MEASURE,
    .name = "run",
    .arguments = "SPEC | -- COMMAND...",
    .summary = "run an experiment and print its report",
    .examples =
        "  eswexp run -- 'gzip -1 -c F' 'gzip -9 -c F'  compare commands\n"
        "  eswexp run sort.yaml --plot                  run an experiment, draw its pictures\n"
        "  eswexp run sort.yaml --budget 10min          take ten minutes for it\n",
    .details =
        "Builds every variant of the experiment in the file SPEC, runs a pilot,\n"
        "computes from it how often each level must be repeated, runs the real\n"
        "experiment, and prints means and ratios with their intervals. An experiment\n"
        "that sets neither 'precision' nor 'real' aims at ±1 % of the ratio (with one\n"
        "variant of the mean) within about a minute, or what --budget says, and ends as soon\n"
        "as the interval tells how large the ratio is. @NAME is the\n"
        "installed experiment of that name ('eswexp list experiments'), unless a file\n"
        "has this name.\n\n"
        "Commands in place of a file, each in quotes, are compared with the first, as in\n"
        "  eswexp run -- 'gzip -1 -c FILE' 'gzip -9 -c FILE'\n"
        "  eswexp run -L n 1,2,4 -- 'make -j {n} -B'\n"
        "A shell runs those with shell syntax. With one command each value of a parameter\n"
        "is compared with the first; with more the commands are, at each value.\n\n"
        "Everything measured is in results/NAME/ID or in the folder of --out:\n"
        "campaign.db, csv/, report.md, report.html. 'eswexp plot' draws the pictures;\n"
        "--plot draws them at the end, and a failure to draw is a warning.\n\n"
        "--profile runs one execution of each variant once more after all measurements,\n"
        "under perf or gdb. The report names the functions in which it spent its time\n"
        "and marks this profile as not measured.\n\n"
        "The intervals decide the 'claims:' of the file: each is supported, refuted or\n"
        "inconclusive. A refuted claim is exit code 1; with --strict an inconclusive\n"
        "one is exit code 4. A claim is one of\n"
        "  speedup(NEW, OLD) > 1.05  OLD's time over NEW's\n"
        "  ratio(NEW, OLD) < 0.95    NEW's mean over OLD's\n"
        "  mean(VARIANT) < 3 ms      the mean of one variant\n"
        "  equivalent(A, B, 1%)      the ratio lies within 1 ± 1 %\n"
        "  share(LEVEL) < 50%        the level's share of the variance; share(LEVEL, VARIANT)\n\n"
        "Relations are >, >=, < and <=. A claim covers every benchmark and every point,\n"
        "or those that a scope in front of it names: 'all: …', 'any: …', 'sort: …',\n"
        "'sort[n=1000]: …', 'any sort: …'. It covers the first metric, or the one it\n"
        "names, as in 'speedup(NEW, OLD) in cpu_time > 1.05'. Where one case alone can\n"
        "decide a claim (one that fails refutes 'all', one that holds supports 'any'),\n"
        "that case's confidence is adjusted for the number of cases (Bonferroni).\n"
        "Several claims are not adjusted for each other.\n\n"
        "The first Ctrl-C ends the campaign after the current execution, a second one\n"
        "at once. Finished measurements are kept and reported; the exit code is 130.\n\n"
        "--tune makes the machine quieter as far as permissions allow, which mostly\n"
        "takes root: clocks, boost, huge pages, watchdog, memory balancing and, if\n"
        "'machine.cpus' names the CPUs to measure on, interrupts and SMT siblings\n"
        "('eswexp list tune'). The report lists what was set and what was refused. All\n"
        "settings are restored at the end, after Ctrl-C, and after eswexp is killed, at\n"
        "the latest when it starts again. Until then the former settings are in\n"
        "/run/eswexp (root) or in ~/.local/state/eswexp.\n\n"
        "Only one campaign measures on a machine at a time, whoever starts it. Another\n"
        "waits for its end, and says who measures, since when; with --no-wait it exits\n"
        "with code 5. All users share one lock: the file of --lock, else that of the\n"
        "variable ESWEXP_HOST_LOCK, else /run/lock/eswexp.lock. Experiments with\n"
        "different locks measure at the same time, and disturb each other.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = SIZE_MAX,
    .word = WORD_EXPERIMENT,
    .ends_tidily = true,
    .run = run,
};
