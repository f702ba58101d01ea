// eswexp compare: is one side faster than another?
#include "base/files/cache.h"
#include "base/files/files.h"
#include "campaign/comparison_file.h"
#include "campaign/folder.h"
#include "commands/comparison.h"
#include "commands/experiment.h"
#include "commands/measure.h"
#include "base/files/paths.h"

#include <stddef.h>

static bool is_campaign(struct arena *arena, const char *path)
{
    return file_exists(path_join(arena, path, "campaign.db"));
}

// ---- Revisions

static struct spec *read_spec(struct command_line *line, struct repository *repository,
                              const struct sides *sides, const char *rebuilt,
                              struct text_list *notes, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    const char *precision = line->precision ? line->precision : line->thorough ? "0.3%" : NULL;
    if (precision)
        text_list_add(&line->set, line->arena,
                      arena_printf(line->arena, "repeat.precision=%s", precision));
    struct comparison_request request = {
        .file = line->spec,
        .from = line->spec_from,
        .rebuilt = rebuilt,
        .given = {.settings = line->set, .seed = line->seed, .quick = line->quick},
    };
    struct spec *spec =
        comparison_spec(line->arena, repository, sides, &request, notes, &report, error);
    return experiment_accept(line, spec, &report, error);
}

static enum exit_code run_and_judge(struct command_line *line, const struct spec *spec,
                                    struct compared *compared, struct error *error)
{
    struct arena *arena = line->arena;
    char *home = NULL;
    if (!cache_folder(arena, "compare", &home, error))
        return error->code;
    struct campaign campaign = {
        .request = {.spec = spec, .folder = campaign_folder(arena, line->out, home, spec->name)}};
    struct run_options run_options;
    if (!measure_run_options(line, 1, compared->budget_s, &run_options, error))
        return error->code;
    enum exit_code code =
        queue_run(arena, &run_options, &campaign, 1, error) ? EXIT_FINE : error->code;
    if (!campaign.measured)
        return code;
    struct error judging = {.code = EXIT_FINE};
    enum exit_code judged =
        comparison_of_campaign(line, campaign.request.folder, compared, &judging);
    if (code == EXIT_FINE)
        *error = judging;
    else if (*judging.text)
        log_error(&line->log, "%s", judging.text);
    return code == EXIT_FINE ? judged : code;
}

static enum exit_code compare_revisions(struct command_line *line, struct compared *compared,
                                        struct error *error)
{
    struct arena *arena = line->arena;
    REPOSITORY_CLEANUP struct repository *repository = repository_open(".", error);
    struct sides sides;
    if (!repository || !sides_resolve(repository, arena, &line->words, &sides, error))
        return error->code;
    const char *rebuilt =
        line->noise_floor ? arena_printf(arena, "%s%s", sides.items[0].label, rebuilt_mark) : NULL;
    compared->frame.title = sides_wording(arena, &sides);
    log_note(&line->log, "%s", compared->frame.title);
    const struct spec *spec = read_spec(line, repository, &sides, rebuilt, &compared->notes, error);
    if (!spec)
        return error->code;
    for (size_t i = 0; i < compared->notes.count; i++)
        log_note(&line->log, "%s", compared->notes.items[i]);
    return run_and_judge(line, spec, compared, error);
}

// ---- Stored campaigns

static bool no_option_of_a_run(const struct command_line *line, struct error *error)
{
    const char *name = line->out           ? "out"
                       : line->spec        ? "spec"
                       : line->spec_from   ? "spec-from"
                       : line->seed        ? "seed"
                       : line->set.count   ? "set"
                       : line->quick       ? "quick"
                       : line->budget      ? "budget"
                       : line->precision   ? "precision"
                       : line->thorough    ? "thorough"
                       : line->noise_floor ? "noise-floor"
                       : line->no_wait     ? "no-wait"
                       : line->tune        ? "tune"
                                           : NULL;
    return !name || failed(error, EXIT_USAGE,
                           "--%s is for measuring: what is stored is compared as it is", name);
}

static enum exit_code compare_stored(struct command_line *line, struct compared *compared,
                                     struct error *error)
{
    char **folders = line->words.items;
    if (!no_option_of_a_run(line, error))
        return error->code;
    if (line->words.count == 2)
        compared->frame.title =
            arena_printf(line->arena, "'%s' against '%s'", folders[1], folders[0]);
    return line->words.count == 1
               ? comparison_of_campaign(line, folders[0], compared, error)
               : comparison_of_campaigns(line, folders[0], folders[1], compared, error);
}

static bool all_are_campaigns(struct command_line *line)
{
    size_t campaigns = 0;
    for (size_t i = 0; i < line->words.count; i++)
        campaigns += is_campaign(line->arena, line->words.items[i]);
    return campaigns == line->words.count && campaigns > 0 && campaigns <= 2;
}

static enum exit_code run(struct command_line *line, struct error *error)
{
    struct compared compared = {.frame.notes = &compared.notes};
    if (!comparison_options(line, &compared, error))
        return error->code;
    return all_are_campaigns(line) ? compare_stored(line, &compared, error)
                                   : compare_revisions(line, &compared, error);
}

// ---- The command

#define FIELD(name) offsetof(struct command_line, name)

static const struct command_option
    option_spec = {"spec",     0, OPTION_TEXT, "FILE", "the experiment file (default: eswexp.yaml)",
                   FIELD(spec)},
    option_spec_from = {"spec-from",
                        0,
                        OPTION_TEXT,
                        "REVISION",
                        "whose file counts (default: the last side's)",
                        FIELD(spec_from)},
    option_threshold = {"threshold",
                        't',
                        OPTION_TEXT,
                        "2%",
                        "changes up to this do not matter (default 0)",
                        FIELD(threshold)},
    option_equivalence = {"equivalence",
                          0,
                          OPTION_TEXT,
                          "2%",
                          "call sides within this equal (default: the threshold)",
                          FIELD(equivalence)},
    option_budget = {"budget",
                     0,
                     OPTION_TEXT,
                     "5min",
                     "how long it may take (default 5min; 0: no limit)",
                     FIELD(budget)},
    option_precision = {"precision",
                        0,
                        OPTION_TEXT,
                        "1%",
                        "to aim at, instead of what the file says",
                        FIELD(precision)},
    option_thorough = {"thorough",
                       0,
                       OPTION_FLAG,
                       NULL,
                       "aim at 0.3 %, however long that takes",
                       FIELD(thorough)},
    option_noise_floor = {"noise-floor",
                          0,
                          OPTION_FLAG,
                          NULL,
                          "compare the baseline with its rebuilt self, too",
                          FIELD(noise_floor)},
    option_force = {"force",
                    0,
                    OPTION_FLAG,
                    NULL,
                    "compare campaigns of different machines, tools or files",
                    FIELD(force)},
    option_markdown = {"markdown",     0, OPTION_FLAG, NULL, "a GitHub step summary on stdout",
                       FIELD(markdown)},
    option_junit = {"junit", 0, OPTION_FLAG, NULL, "JUnit XML on stdout", FIELD(junit)},
    option_bmf = {"bmf", 0, OPTION_FLAG, NULL, "Bencher Metric Format on stdout", FIELD(bmf)},
    option_github = {"github-benchmark",
                     0,
                     OPTION_FLAG,
                     NULL,
                     "JSON of github-action-benchmark on stdout",
                     FIELD(github_benchmark)},
    option_bigger = {
        "github-bigger",     0, OPTION_FLAG, NULL, "the same, of what is better if more",
        FIELD(github_bigger)};

static const struct command_option *const options[] = {
    &option_spec,        &option_spec_from,
    &option_threshold,   &option_equivalence,
    &option_noise_floor, &option_budget,
    &option_precision,   &option_thorough,
    &option_strict,      &option_force,
    &option_out,         &option_set,
    &option_seed,        &option_quick,
    &option_json,        &option_markdown,
    &option_junit,       &option_bmf,
    &option_github,      &option_bigger,
    &option_no_wait,     &option_tune,
    &option_quiet,       &option_no_colour,
    &option_help,        NULL,
};

const struct command command_compare = {
    .name = "compare",
    .arguments = "[BASE [HEAD]...] | DIR_A DIR_B",
    .summary = "is a branch faster than its baseline?",
    .details =
        "Builds two revisions of the git repository here, over and over with new memory\n"
        "layouts, runs them interleaved and says which is faster, by how much and how sure\n"
        "that is. Without arguments: the working tree, uncommitted changes included, against\n"
        "the merge base with the default branch. BASE and HEAD are branches, tags, commits,\n"
        "HEAD~3, or WORKTREE; BASE..HEAD and BASE...HEAD are read as git reads them. Of more\n"
        "than two revisions each is compared with the first.\n\n"
        "What to build and run stands in the experiment file eswexp.yaml at the repository's\n"
        "root ('eswexp init' writes one). It is the last side's for all sides; each side's\n"
        "sources are its own. The repository is not touched; the campaign is kept in the\n"
        "cache, or in --out.\n\n"
        "A pilot decides how often everything is repeated for the precision asked for, but\n"
        "not so often that all takes longer than --budget.\n\n"
        "A side is slower if the whole interval of the time ratio lies above 1 + threshold,\n"
        "faster if it lies below 1 - threshold, equal if it lies within 1 ± equivalence, else\n"
        "it is unsure, with what it would take. Several benchmarks: Holm's procedure. Exit\n"
        "code 1: a side is slower. Of a metric that says 'better: more' all this is the other\n"
        "way round: a drop beyond the threshold is worse, and exit code 1. Means are judged,\n"
        "whatever the experiment's summary is.\n\n"
        "DIR_A DIR_B are folders of two campaigns that are stored. What drifted between them\n"
        "is in the difference, too. One folder: that campaign's variants, judged again.",
    .options = options,
    .words_least = 0,
    .words_most = 16,
    .ends_tidily = true,
    .run = run,
};
