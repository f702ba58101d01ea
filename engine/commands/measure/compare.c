// eswexp compare: is one side faster than another?
#include "base/files/cache.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "campaign/folder.h"
#include "commands/shared/comparison.h"
#include "commands/shared/experiment.h"
#include "commands/shared/measure.h"
#include "commands/shared/recall.h"
#include "executor/local/local.h"
#include "spec/target.h"

#include <stddef.h>

static bool is_campaign(struct arena *arena, const char *path)
{
    return file_exists(path_join(arena, path, "campaign.db"));
}

// ---- Revisions

static struct spec *read_spec(const struct invocation *invocation,
                              const struct compare_options *options, struct repository *repository,
                              const struct sides *sides, const char *rebuilt,
                              struct comparison_notes *notes, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    bool thorough = options->thorough && !options->precision;
    const char *precision = thorough ? "0.3%" : options->precision;
    struct text_list settings = options->experiment.set;
    if (precision)
        text_list_printf(&settings, invocation->arena, "repeat.precision=%s", precision);
    struct comparison_request request = {
        .file = options->spec,
        .from = options->spec_from,
        .bench_from = options->bench_from,
        .submodules = options->submodules,
        .rebuilt = rebuilt,
        .explained = options->explain,
        .given = {.settings = settings,
                  .seed = options->experiment.seed,
                  .quick = options->experiment.quick},
    };
    struct spec *spec =
        comparison_spec(invocation->arena, repository, sides, &request, notes, &report, error);
    spec = experiment_accept(invocation, spec, &report, error);
    if (spec && options->explain && !spec_has_target(spec, target_is_built)) {
        failed(error, EXIT_USAGE, "--explain is for programs that are built: leave it out");
        return NULL;
    }
    return spec;
}

// Not of the machine, nor a mistake that is noticed before the campaign is opened.
static bool is_of_commit(const struct campaign *campaign, const struct error *error)
{
    return (error->code == EXIT_USAGE || error->code == EXIT_FAILED) && !error->of_machine &&
           campaign->session;
}

static enum exit_code measure_and_compare(const struct invocation *invocation,
                                          const struct compare_options *options,
                                          struct campaign *campaign, struct compared *compared,
                                          struct error *error)
{
    struct run_options run_options;
    if (!measure_run_options(invocation, &options->measuring, 1, compared->budget_s, &run_options,
                             error))
        return error->code;
    run_options.whole = run_options.keeps_builds = true;
    run_options.budget_given = run_options.budget_ends_trial = options->budget;
    enum exit_code code =
        queue_run(invocation->arena, &run_options, campaign, 1, error) ? EXIT_FINE : error->code;
    if (options->bisect && is_of_commit(campaign, error))
        code = EXIT_SKIP;
    if (!campaign->measured && !campaign->all_identical)
        return code;
    struct error own = {.code = EXIT_FINE};
    enum exit_code verdict =
        comparison_of_campaign(invocation, options, campaign->request.folder, compared, &own);
    if (code == EXIT_FINE)
        *error = own;
    else if (*own.text)
        log_error(&invocation->log, "%s", own.text);
    return code == EXIT_FINE ? verdict : code;
}

static enum exit_code run_and_compare(const struct invocation *invocation,
                                      const struct compare_options *options,
                                      const struct spec *spec, const struct comparison_notes *notes,
                                      struct compared *compared, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct comparison_facts facts = comparison_facts_of(arena, compared, notes);
    char *home = NULL;
    if (!cache_folder(arena, "compare", &home, error))
        return error->code;
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder = campaign_folder(arena, options->out, home, spec->name),
                    .numbered = !options->out,
                    .place = place_here,
                    .facts = facts.items,
                    .fact_count = facts.count,
                    .compares_functions = !options->no_explain,
                    .identical = options->anyway ? IDENTICAL_AS_ASKED : IDENTICAL_LEFT_OUT}};
    return measure_and_compare(invocation, options, &campaign, compared, error);
}

static void log_notes(const struct log *log, const struct text_list *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        log_note(log, "%s", notes->items[i]);
}

static enum exit_code compare_revisions(const struct invocation *invocation,
                                        const struct compare_options *options,
                                        struct compared *compared, struct error *error)
{
    struct arena *arena = invocation->arena;
    REPOSITORY_CLEANUP struct repository *repository = repository_open(".", error);
    struct sides sides;
    if (!repository || !sides_resolve(repository, arena, &invocation->words, &sides, error))
        return error->code;
    const char *rebuilt = options->noise_floor
                              ? arena_printf(arena, "%s%s", sides.items[0].label, rebuilt_mark)
                              : NULL;
    compared->frame.title = sides_wording(arena, &sides);
    log_note(&invocation->log, "%s", compared->frame.title);
    struct comparison_notes notes = {0};
    const struct spec *spec =
        read_spec(invocation, options, repository, &sides, rebuilt, &notes, error);
    if (!spec)
        return error->code;
    log_notes(&invocation->log, &notes.notes);
    log_notes(&invocation->log, &notes.files);
    struct text_list inputs = {0};
    for (size_t i = 0; i < notes.inputs.count; i++) // of each point
        text_list_add_once(&inputs, arena, notes.inputs.items[i]);
    log_notes(&invocation->log, &inputs);
    return run_and_compare(invocation, options, spec, &notes, compared, error);
}

// ---- Stored campaigns

// `continued`: it is measured again, by the design and the programs that it has.
static bool has_no_run_option(const struct invocation *invocation,
                              const struct compare_options *options, bool continued,
                              struct error *error)
{
    bool written = invocation->words.count == 1; // the files of one campaign may go elsewhere
    const char *name = options->out && !written          ? "out"
                       : options->spec                   ? "spec"
                       : options->spec_from              ? "spec-from"
                       : options->bench_from             ? "bench-from"
                       : options->submodules             ? "submodules"
                       : options->experiment.seed        ? "seed"
                       : options->experiment.set.count   ? "set"
                       : options->experiment.quick       ? "quick"
                       : options->precision              ? "precision"
                       : options->thorough               ? "thorough"
                       : options->noise_floor            ? "noise-floor"
                       : options->anyway                 ? "anyway"
                       : options->until_decided          ? "until-decided"
                       : options->bisect                 ? "bisect"
                       : options->explain                ? "explain"
                       : options->no_explain             ? "no-explain"
                       : continued                       ? NULL
                       : options->budget                 ? "budget"
                       : options->measuring.no_wait      ? "no-wait"
                       : options->measuring.lock         ? "lock"
                       : options->measuring.wait_idle    ? "wait-idle"
                       : options->measuring.tune         ? "tune"
                       : options->measuring.fresh_builds ? "fresh-builds"
                                                         : NULL;
    return !name ||
           failed(error, EXIT_USAGE,
                  continued ? "--%s is for a new comparison: --continue keeps what was asked for"
                            : "--%s is for measuring: stored campaigns are compared as they are",
                  name);
}

static enum exit_code compare_stored(const struct invocation *invocation,
                                     const struct compare_options *options,
                                     struct compared *compared, struct error *error)
{
    char **folders = invocation->words.items;
    if (!has_no_run_option(invocation, options, false, error))
        return error->code;
    if (invocation->words.count == 2)
        compared->frame.title =
            arena_printf(invocation->arena, "'%s' against '%s'", folders[1], folders[0]);
    return invocation->words.count == 1
               ? comparison_of_campaign(invocation, options, folders[0], compared, error)
               : comparison_of_campaigns(invocation, options, folders[0], folders[1], compared,
                                         error);
}

// ---- A continuation

// Rules that are given now hold from now on.
static size_t given_rules(struct arena *arena, const struct compare_options *options,
                          const struct comparison_rules *rules, struct stored_fact facts[2])
{
    size_t count = 0;
    if (options->threshold)
        facts[count++] = (struct stored_fact){FACT_COMPARE_THRESHOLD,
                                              arena_printf(arena, "%.17g", rules->threshold)};
    if (options->equivalence)
        facts[count++] = (struct stored_fact){FACT_COMPARE_EQUIVALENCE,
                                              arena_printf(arena, "%.17g", rules->equivalence)};
    return count;
}

static enum exit_code continue_comparison(const struct invocation *invocation,
                                          const struct compare_options *options,
                                          struct compared *compared, struct error *error)
{
    struct arena *arena = invocation->arena;
    const char *folder = path_absolute(arena, options->continued);
    struct stored_fact facts[2];
    if ((invocation->words.count > 0 &&
         !failed(error, EXIT_USAGE, "--continue goes on with the revisions of its campaign")) ||
        !has_no_run_option(invocation, options, true, error) ||
        !comparison_ended(arena, folder, error))
        return error->code;
    const struct spec *spec = recall_spec(invocation, folder, options->trust, error);
    if (!spec)
        return error->code;
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder = folder,
                    .place = place_here,
                    .resumed = true,
                    .continued = true,
                    .facts = facts,
                    .fact_count = given_rules(arena, options, &compared->rules, facts)}};
    return measure_and_compare(invocation, options, &campaign, compared, error);
}

static bool all_are_campaigns(const struct invocation *invocation)
{
    size_t campaigns = 0;
    for (size_t i = 0; i < invocation->words.count; i++)
        campaigns += is_campaign(invocation->arena, invocation->words.items[i]);
    return campaigns == invocation->words.count && campaigns > 0 && campaigns <= 2;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct compare_options *options = values;
    struct compared compared = {.frame.notes = &compared.notes};
    if (!comparison_options(options, &compared, error))
        return error->code;
    if (options->continued)
        return continue_comparison(invocation, options, &compared, error);
    return all_are_campaigns(invocation) ? compare_stored(invocation, options, &compared, error)
                                         : compare_revisions(invocation, options, &compared, error);
}

// A commit that stays undecided is skipped. What concerns all commits ends the search.
static enum exit_code translate(const void *values, enum exit_code code)
{
    const struct compare_options *options = values;
    if (!options->bisect || code == EXIT_FINE || code == EXIT_REGRESSION || code >= EXIT_SKIP)
        return code;
    return code == EXIT_INCONCLUSIVE ? EXIT_SKIP : EXIT_ABORT;
}

// ---- The command

// clang-format off
static const struct command_option option_rows[] = {
    {"spec", 0, "FILE", "the experiment file (default: the nearest eswexp.yaml)", .value = WORD_FILE,
     OPTION_FIELD(struct compare_options, spec)},
    {"spec-from", 0, "REVISION", "the side whose file applies (default: the last side)", .value = WORD_REVISION,
     OPTION_FIELD(struct compare_options, spec_from)},
    {"bench-from", 0, "REVISION", "take benchmarks' own files from here, for all sides",
     .value = WORD_REVISION, OPTION_FIELD(struct compare_options, bench_from)},
    {"submodules", 0, "none|present", "check out none, or those that are here (default all)",
     OPTION_FIELD(struct compare_options, submodules)},
    {"threshold", 't', "2%", "ignore changes up to this (default 0)",
     OPTION_FIELD(struct compare_options, threshold)},
    {"equivalence", 0, "2%", "equal: within this (default: --threshold, else 1%)",
     OPTION_FIELD(struct compare_options, equivalence)},
    {"noise-floor", 0, NULL, "also compare the baseline with a rebuild of itself",
     OPTION_FIELD(struct compare_options, noise_floor)},
    {"explain", 0, NULL, "also execute both as built: code or placement?",
     OPTION_FIELD(struct compare_options, explain)},
    {"no-explain", 0, NULL, "do not compare the functions of the sides",
     OPTION_FIELD(struct compare_options, no_explain)},
    {"anyway", 0, NULL, "measure identical code, too (an A/A run)",
     OPTION_FIELD(struct compare_options, anyway)},
    {"budget", 0, "5min", "take at most this long (default 5min; 0: no limit)",
     OPTION_FIELD(struct compare_options, budget)},
    {"precision", 0, "1%", "aim at this precision instead of the file's",
     OPTION_FIELD(struct compare_options, precision)},
    {"until-decided", 0, NULL, "end as soon as every verdict is clear",
     OPTION_FIELD(struct compare_options, until_decided)},
    {"bisect", 0, NULL, "for 'git bisect run': as --until-decided, else 125",
     OPTION_FIELD(struct compare_options, bisect)},
    {"continue", 0, "DIR", "go on with a comparison that was inconclusive",
     .value = WORD_FOLDER, OPTION_FIELD(struct compare_options, continued)},
    RECALL_TRUST(struct compare_options),
    {"thorough", 0, NULL, "aim at a precision of 0.3 %, without a time limit",
     OPTION_FIELD(struct compare_options, thorough)},
    {"strict", 0, NULL, "exit code 4: a verdict is inconclusive or may be biased",
     OPTION_FIELD(struct compare_options, results.strict)},
    {"force", 0, NULL, "compare despite different machines, tools or files",
     OPTION_FIELD(struct compare_options, force)},
    OPTION_OUT(struct compare_options, out),
    EXPERIMENT_ROWS(struct compare_options, experiment),
    RESULTS_JSON(struct compare_options, results),
    RESULTS_NOTES(struct compare_options, results),
    {"markdown", 0, NULL, "print a GitHub step summary",
     OPTION_FIELD(struct compare_options, markdown)},
    {"junit", 0, NULL, "print JUnit XML",
     OPTION_FIELD(struct compare_options, junit)},
    {"bmf", 0, NULL, "print Bencher Metric Format",
     OPTION_FIELD(struct compare_options, bmf)},
    {"github-benchmark", 0, NULL, "print JSON for github-action-benchmark",
     OPTION_FIELD(struct compare_options, github_benchmark)},
    {"github-bigger", 0, NULL, "the same, for metrics of which more is better",
     OPTION_FIELD(struct compare_options, github_bigger)},
    MEASURING_NO_WAIT(struct compare_options, measuring),
    MEASURING_LOCK(struct compare_options, measuring),
    MEASURING_WAIT_IDLE(struct compare_options, measuring),
    MEASURING_TUNE(struct compare_options, measuring),
    MEASURING_FRESH_BUILDS(struct compare_options, measuring),
    COMMON_ROWS(struct compare_options),
    {0},
};
// clang-format on

const struct command command_compare = {
    .group = COMMANDS_THAT_MEASURE,
    .name = "compare",
    .arguments = "[BASE [HEAD]...] | DIR_A DIR_B",
    .summary = "tell whether a revision is faster than its baseline",
    .examples = "  eswexp compare                              the working tree with where its "
                "branch began\n"
                "  eswexp compare main...topic --threshold 2%  two revisions\n"
                "  eswexp compare results/a/1 results/a/2      two campaigns\n",
    .details = "Builds revisions of this git repository repeatedly, each time with a new\n"
               "memory layout, interleaves their executions, and says which is faster, by how\n"
               "much, and how certain that is. Without arguments it compares the working tree,\n"
               "including uncommitted changes, with the merge base of the default branch. BASE\n"
               "and HEAD are branches, tags, commits, HEAD~3, or WORKTREE; BASE..HEAD and\n"
               "BASE...HEAD mean what they mean to git. Each further revision is compared with\n"
               "the first.\n\n"
               "The experiment file eswexp.yaml says what to build and run ('eswexp init'\n"
               "writes one): the nearest one, from the working directory up to the root of the\n"
               "repository. The last side's file applies to all sides; each side has its own\n"
               "sources. The repository stays untouched. The campaign is kept in the cache, or\n"
               "in --out.\n\n"
               "A pilot decides how often everything is repeated for the requested precision,\n"
               "or so that the equivalence can be decided, within the time of --budget. The\n"
               "default of the equivalence is the threshold, or 1 % without one.\n\n"
               "With --until-decided the verdicts are computed at looks planned beforehand, and\n"
               "the campaign ends at the first that makes every verdict clear, at the latest\n"
               "with the budget. The intervals are wider, so that all looks together err no\n"
               "more often than one. --continue DIR adds looks to a campaign that has ended, for\n"
               "another --budget.\n\n"
               "Before anything is measured, it says which functions differ. With --explain\n"
               "the builds as the project's own link makes them are executed in the same\n"
               "blocks; their ratio is that of the code times that of the placement, each with\n"
               "its interval and verdict. The exit code follows the verdict over layouts.\n\n"
               "With --bisect, as in 'git bisect run eswexp compare --bisect BASE', it measures\n"
               "until every verdict is clear, and its exit codes are those that git expects: 0\n"
               "no slower, 1 slower, 125 (skip this commit) for one that cannot be built or run\n"
               "or stays inconclusive within the budget, 128 (end) for mistakes and a busy\n"
               "machine. Write it as the first option.\n\n"
               "A benchmark whose sides are identical code (programs, and all files of the\n"
               "built tree that it may read) is not measured: its result is 'identical'.\n\n"
               "A side is slower if the whole interval of its time ratio lies above 1 +\n"
               "threshold, faster if it lies below 1 - threshold, equal if two one-sided tests\n"
               "exclude a change beyond equivalence, and inconclusive otherwise. The intervals\n"
               "of several verdicts are simultaneous (Bonferroni). Exit code 1: a side is\n"
               "slower. For a metric with 'better: more' the directions are reversed: a drop\n"
               "beyond the threshold is worse, and exit code 1. The comparison uses means,\n"
               "even if the experiment has another summary statistic.\n\n"
               "An unfinished campaign gets no verdict, since a campaign that is ended when\n"
               "its results look clear misleads: exit code 4.\n\n"
               "Each verdict shows its reservations, the worst first. With --strict the exit\n"
               "code is 4 if a verdict is inconclusive or if a reservation may bias it: failed\n"
               "executions, a factor or library that was not randomized, drift of one side,\n"
               "files or sessions that differ.\n\n"
               "DIR_A DIR_B are the folders of two stored campaigns; any drift between them is\n"
               "part of the difference. A benchmark of one of them alone is listed as missing\n"
               "and not judged. With one folder, the variants of that campaign are\n"
               "compared again, with the threshold and equivalence that 'compare' began it\n"
               "with, unless they are given; --out writes the files into another folder. Where\n"
               "the campaign may only be read, no files are written.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct compare_options),
    .words_least = 0,
    .words_most = 16,
    .word = WORD_REVISION,
    .ends_tidily = true,
    .translate = translate,
    .run = run,
};
