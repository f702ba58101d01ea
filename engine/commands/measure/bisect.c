// eswexp bisect: which commit made it slower?
#include "base/files/cache.h"
#include "campaign/compare/comparison_file.h"
#include "commands/measure/bisecting.h"
#include "commands/shared/experiment.h"
#include "commands/shared/measure.h"
#include "commands/shared/recall.h"
#include "git/worktree.h"
#include "spec/values.h"

#include <math.h>

struct options {
    struct common_options common;
    const char *out, *spec, *spec_from, *bench_from, *submodules, *benchmark, *probability,
        *threshold, *budget, *continued;
    bool trust;
    struct measuring_options measuring;
    struct experiment_options experiment;
    struct results_options results;
};

static bool read_rules(const struct options *options, struct search_rules *rules,
                       struct error *error)
{
    const char *probability = options->probability ? options->probability : "95%",
               *threshold = options->threshold ? options->threshold : "0.5%",
               *budget = options->budget ? options->budget : "1h";
    double share;
    if (!value_fraction(probability, &rules->probability) || rules->probability < 0.5 ||
        rules->probability > 0.9999)
        return failed(error, EXIT_USAGE,
                      "--probability '%s' is not a share from 50%% to 99.99%%, such as 95%%",
                      probability);
    if (!value_fraction(threshold, &share) || share < 0 || share >= 1)
        return failed(error, EXIT_USAGE, "--threshold '%s' is not a share from 0 to 1, such as 1%%",
                      threshold);
    if (!value_span(budget, &rules->budget_s))
        return failed(error, EXIT_USAGE, "--budget '%s' is not a time such as 20min or 2h", budget);
    rules->threshold = log1p(share);
    return true;
}

// ---- What is measured

static const struct spec *read_spec(const struct invocation *invocation,
                                    const struct options *options, struct repository *repository,
                                    const struct sides *sides, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct comparison_notes notes = {0};
    struct comparison_request request = {
        .file = options->spec,
        .from = options->spec_from,
        .bench_from = options->bench_from,
        .submodules = options->submodules,
        .given = {.settings = options->experiment.set, .seed = options->experiment.seed}};
    struct spec *spec =
        comparison_spec(invocation->arena, repository, sides, &request, &notes, &report, error);
    spec = experiment_accept(invocation, spec, &report, error);
    for (size_t i = 0; spec && i < notes.notes.count; i++)
        log_note(&invocation->log, "%s", notes.notes.items[i]);
    for (size_t i = 0; spec && i < notes.files.count; i++)
        log_note(&invocation->log, "%s", notes.files.items[i]);
    return spec;
}

// The benchmark itself, or one that the suite reports: "SUITE/NAME".
static bool is_of(const struct cell *cell, const char *name)
{
    size_t length = strlen(cell->benchmark);
    return text_equal(name, cell->benchmark) ||
           (cell->targets[0].each && text_starts(name, cell->benchmark) && name[length] == '/');
}

static bool choose_cell(const struct invocation *invocation, const struct options *options,
                        const struct spec *spec, size_t *cell, struct error *error)
{
    struct text_list names = {0};
    size_t chosen = 0;
    for (size_t i = 0; i < spec->cell_count; i++) {
        text_list_add_once(&names, invocation->arena, spec->cells[i].benchmark);
        if (options->benchmark && !is_of(&spec->cells[i], options->benchmark))
            continue;
        *cell = i;
        chosen++;
    }
    const char *name = spec->cells[*cell].benchmark;
    if (chosen == 1 && spec->cells[*cell].targets[0].each &&
        (!options->benchmark || text_equal(options->benchmark, name)))
        return failed(error, EXIT_USAGE,
                      "'%s' is a suite: choose one of its benchmarks, as --benchmark %s/NAME", name,
                      name);
    if (chosen == 1)
        return true;
    if (!chosen)
        return failed(error, EXIT_USAGE, "there is no benchmark '%s': the file has %s",
                      options->benchmark, text_quoted(invocation->arena, &names));
    if (names.count > 1 && !options->benchmark)
        return failed(error, EXIT_USAGE, "choose one --benchmark: the file has %s",
                      text_quoted(invocation->arena, &names));
    return failed(error, EXIT_USAGE,
                  "the benchmark has %zu points: choose one of each axis, as --set sweep.%s=[%s]",
                  chosen, spec->axes[0].name, spec->axes[0].values.items[0]);
}

static void tell_tree(const struct log *log, struct repository *repository)
{
    struct error ignored;
    bool modified = false;
    if (!repository_is_bare(repository) && worktree_is_modified(repository, &modified, &ignored) &&
        modified)
        log_note(log,
                 "changed and new files of the working tree are in no commit: they take no part");
}

static void tell_history(const struct log *log, const struct history *history)
{
    if (history->merges)
        log_note(log, "first parents only: a merge stands for its branch (%zu of %zu commits)",
                 history->merges, history->count - 1);
    if (history->on_branch)
        log_note(log, "the first commit is on a branch that was merged: its ratio to the commits "
                      "of the main line may have another cause");
}

// ---- The command

static bool prepare(const struct invocation *invocation, const struct options *options,
                    struct bisection *bisection, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct sides sides;
    char *home = NULL;
    REPOSITORY_CLEANUP struct repository *repository = repository_open(".", error);
    if (!repository || !sides_resolve(repository, arena, &invocation->words, &sides, error) ||
        !history_between(repository, arena, &sides.items[0].revision, &sides.items[1].revision,
                         BISECTION_COMMITS_MOST, &bisection->history, error))
        return false;
    bisection->spec = read_spec(invocation, options, repository, &sides, error);
    if (!bisection->spec ||
        !choose_cell(invocation, options, bisection->spec, &bisection->cell, error) ||
        !cache_folder(arena, "compare", &home, error))
        return false;
    bisection->request.good = sides.items[0].revision.name;
    bisection->request.bad = sides.items[1].revision.name;
    bisection->request.benchmark =
        options->benchmark ? options->benchmark : bisection->spec->cells[bisection->cell].benchmark;
    bisection->numbered = !options->out;
    bisection->budget_given = options->budget;
    bisection->folder = campaign_folder(arena, options->out, home,
                                        arena_printf(arena, "%s-bisect", bisection->spec->name));
    tell_history(&invocation->log, &bisection->history);
    tell_tree(&invocation->log, repository);
    return true;
}

static enum exit_code continue_search(const struct invocation *invocation,
                                      const struct options *options, struct error *error)
{
    const char *name = options->out                    ? "out"
                       : options->spec                 ? "spec"
                       : options->spec_from            ? "spec-from"
                       : options->bench_from           ? "bench-from"
                       : options->submodules           ? "submodules"
                       : options->benchmark            ? "benchmark"
                       : options->probability          ? "probability"
                       : options->threshold            ? "threshold"
                       : options->experiment.seed      ? "seed"
                       : options->experiment.set.count ? "set"
                                                       : NULL;
    struct search_rules rules;
    if (name)
        failed(error, EXIT_USAGE, "--%s is for a new search: --continue keeps what was asked for",
               name);
    else if (invocation->words.count)
        failed(error, EXIT_USAGE, "--continue goes on with the revisions of its search");
    else if (!bisecting_began(invocation->arena, options->continued))
        failed(error, EXIT_USAGE, "'%s' is no campaign of 'eswexp bisect'", options->continued);
    else if (read_rules(options, &rules, error))
        return bisecting_resume(invocation, &options->measuring, &options->results,
                                options->continued, options->trust, rules.budget_s, error);
    return error->code;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct bisection bisection = {.cell = 0};
    if (options->continued)
        return continue_search(invocation, options, error);
    if (invocation->words.count != 2 || options->trust) {
        failed(error, EXIT_USAGE,
               options->trust ? "--trust is for --continue"
                              : "name both ends of the history: eswexp bisect GOOD BAD");
        return error->code;
    }
    if (!measure_out(options->out, error) ||
        !read_rules(options, &bisection.request.rules, error) ||
        !prepare(invocation, options, &bisection, error))
        return error->code;
    return bisecting_run(invocation, &options->measuring, &options->results, &bisection, error);
}

// clang-format off
static const struct command_option option_rows[] = {
    {"spec", 0, "FILE", "the experiment file (default: the nearest eswexp.yaml)", .value = WORD_FILE,
     OPTION_FIELD(struct options, spec)},
    {"spec-from", 0, "REVISION", "the revision whose file applies (default: BAD)", .value = WORD_REVISION,
     OPTION_FIELD(struct options, spec_from)},
    {"bench-from", 0, "REVISION", "take benchmarks' own files from here, for all commits",
     .value = WORD_REVISION, OPTION_FIELD(struct options, bench_from)},
    {"submodules", 0, "none|present", "check out none, or those that are here (default all)",
     OPTION_FIELD(struct options, submodules)},
    {"benchmark", 0, "NAME", "one of several benchmarks; SUITE/NAME in a suite",
     OPTION_FIELD(struct options, benchmark)},
    {"probability", 'p', "95%", "end when a step is that certain (default 95%)",
     OPTION_FIELD(struct options, probability)},
    {"threshold", 't', "0.5%", "changes up to this are no steps (default 0.5%)",
     OPTION_FIELD(struct options, threshold)},
    {"budget", 0, "1h", "take at most this long (default 1h; 0: no limit)",
     OPTION_FIELD(struct options, budget)},
    {"continue", 0, "DIR", "go on with an inconclusive search",
     .value = WORD_FOLDER, OPTION_FIELD(struct options, continued)},
    RECALL_TRUST(struct options),
    OPTION_OUT(struct options, out),
    EXPERIMENT_SET(struct options, experiment),
    EXPERIMENT_SEED(struct options, experiment),
    RESULTS_JSON(struct options, results),
    MEASURING_UNTIL(struct options, measuring),
    MEASURING_NO_WAIT(struct options, measuring),
    MEASURING_LOCK(struct options, measuring),
    MEASURING_WAIT_IDLE(struct options, measuring),
    MEASURING_TUNE(struct options, measuring),
    MEASURING_FRESH_BUILDS(struct options, measuring),
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_bisect = {
    .group = COMMANDS_THAT_MEASURE,
    .name = "bisect",
    .arguments = "GOOD BAD | --continue DIR",
    .summary = "find the commits that changed the time",
    .examples = "  eswexp bisect v1.2 HEAD              find what changed the time since v1.2\n"
                "  eswexp bisect v1.2 HEAD --budget 2h  within this time\n",
    .details =
        "Between two revisions of this git repository, finds the commits that made the\n"
        "benchmark slower or faster, by how much, and how certain that is. GOOD is an\n"
        "ancestor of BAD. Only first parents are searched: a merge stands for its branch.\n\n"
        "The experiment file says what to build and run, as for 'eswexp compare'; the file\n"
        "of BAD applies to all commits. With several benchmarks, --benchmark chooses one.\n"
        "Its first metric is searched.\n\n"
        "First both ends are measured. If they differ, each next measurement is that of\n"
        "which most information a second is expected: another commit, whose build may be\n"
        "kept in the cache, or more layouts of one that is built. Commits that cannot be\n"
        "built or run are skipped. A measurement runs a commit and GOOD in the same blocks\n"
        "with coupled layouts. The search ends when a step is certain with --probability.\n"
        "Further steps are searched until they are excluded as certainly, for at most\n"
        "twice as long again as the first step took.\n\n"
        "The measurements are kept in the cache, or in --out. 'eswexp resume' continues a\n"
        "search that was interrupted, and prints the result of one that has ended.\n"
        "--continue DIR goes on with a search that was inconclusive.\n\n"
        "Exit code 0: steps were found, or there is none; 4: inconclusive, as the budget is\n"
        "over.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 0,
    .words_most = 2,
    .word = WORD_REVISION,
    .ends_tidily = true,
    .run = run,
};
