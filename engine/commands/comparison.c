// From stored campaigns to a verdict on stdout and in the campaign's folder.
#include "commands/comparison.h"

#include "analysis/summaries.h"
#include "base/files.h"
#include "campaign/kinship.h"
#include "commands/results.h"
#include "spec/values.h"

#include <stddef.h>
#include <unistd.h>

const char rebuilt_mark[] = " rebuilt";

// ---- Formats

static bool as_markdown(const struct judgement *judgement, const struct comparison_frame *frame,
                        FILE *out, struct error *error)
{
    (void)error;
    comparison_markdown(judgement, frame, out);
    return true;
}

static bool as_junit(const struct judgement *judgement, const struct comparison_frame *frame,
                     FILE *out, struct error *error)
{
    (void)error;
    comparison_junit(judgement, frame, out);
    return true;
}

static bool as_bmf(const struct judgement *judgement, const struct comparison_frame *frame,
                   FILE *out, struct error *error)
{
    (void)frame;
    return comparison_bmf(judgement, out, error);
}

static bool as_github(const struct judgement *judgement, const struct comparison_frame *frame,
                      FILE *out, struct error *error)
{
    (void)frame;
    return comparison_github(judgement, BETTER_LESS, out, error);
}

static bool as_github_bigger(const struct judgement *judgement,
                             const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)frame;
    return comparison_github(judgement, BETTER_MORE, out, error);
}

static const struct format {
    size_t flag; // of the command line
    const char *file;
    bool (*write)(const struct judgement *judgement, const struct comparison_frame *frame,
                  FILE *out, struct error *error);
} formats[] = {
    {offsetof(struct command_line, json), "comparison.json", comparison_json},
    {offsetof(struct command_line, markdown), "comparison.md", as_markdown},
    {offsetof(struct command_line, junit), "comparison.junit.xml", as_junit},
    {offsetof(struct command_line, bmf), "comparison.bmf.json", as_bmf},
    {offsetof(struct command_line, github_benchmark), "comparison.github.json", as_github},
    {offsetof(struct command_line, github_bigger), "comparison.github-bigger.json",
     as_github_bigger},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static bool is_asked(const struct command_line *line, const struct format *format)
{
    return *(const bool *)((const char *)line + format->flag);
}

static bool print(struct command_line *line, const struct judgement *judgement,
                  const struct comparison_frame *frame, struct error *error)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (is_asked(line, &formats[i]))
            return formats[i].write(judgement, frame, stdout, error);
    comparison_text(judgement, frame, stdout, results_columns(),
                    line->log.colour && isatty(STDOUT_FILENO));
    return true;
}

static bool write_all(struct arena *arena, const struct judgement *judgement,
                      const struct comparison_frame *frame, const char *folder, struct error *error)
{
    for (size_t i = 0; i < FORMATS; i++) {
        struct file_writer writer;
        if (!file_begin(&writer, path_join(arena, folder, formats[i].file), error))
            return false;
        if (!formats[i].write(judgement, frame, writer.stream, error)) {
            file_abandon(&writer);
            return false;
        }
        if (!file_commit(&writer, error))
            return false;
    }
    return true;
}

// ---- Options

static bool read_share(const char *name, const char *word, double *share, struct error *error)
{
    if (!word || (value_fraction(word, share) && *share < 1))
        return true;
    return failed(error, EXIT_USAGE, "--%s '%s' is not a share below 1, such as 2%% or 0.02", name,
                  word);
}

bool comparison_options(const struct command_line *line, struct compared *comparison,
                        struct error *error)
{
    int asked = 0;
    for (size_t i = 0; i < FORMATS; i++)
        asked += is_asked(line, &formats[i]);
    if (asked > 1)
        return failed(error, EXIT_USAGE,
                      "one format at a time: all of them are in the campaign's folder as well");
    const char *budget = line->budget ? line->budget : line->thorough ? "0" : "5min";
    if (!value_duration(budget, &comparison->budget_s) || comparison->budget_s < 0)
        return failed(error, EXIT_USAGE, "--budget '%s' is not a time such as 90s or 5min", budget);
    if (line->thorough && (line->quick || line->precision))
        return failed(error, EXIT_USAGE, "--thorough does not go with --%s",
                      line->quick ? "quick" : "precision");
    return read_share("threshold", line->threshold, &comparison->rules.threshold, error) &&
           read_share("equivalence", line->equivalence, &comparison->rules.equivalence, error);
}

// ---- Verdicts

static enum exit_code verdict(const struct command_line *line, const struct judgement *judgement)
{
    bool undecided = false;
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        if (!contrast->judged || contrast->is_floor)
            continue;
        if (contrast->outcome == OUTCOME_SLOWER)
            return EXIT_REGRESSION;
        undecided = undecided || contrast->outcome == OUTCOME_INCONCLUSIVE;
    }
    return line->strict && undecided ? EXIT_UNDECIDED : EXIT_FINE;
}

// The baseline's rebuilt self among the variants.
static const char *floor_variant(const struct catalogue *catalogue)
{
    for (size_t i = 1; i < catalogue->variant_count; i++)
        if (text_starts(catalogue->variants[i], catalogue->variants[0]) &&
            text_ends(catalogue->variants[i], rebuilt_mark))
            return catalogue->variants[i];
    return NULL;
}

// "topic, WORKTREE against main", where nobody knows the revisions any more.
static const char *title_of(struct arena *arena, const struct catalogue *catalogue,
                            const char *floor)
{
    TEXT_CLEANUP struct text title = {0};
    for (size_t i = 1; i < catalogue->variant_count; i++)
        if (!text_equal(catalogue->variants[i], floor))
            text_printf(&title, "%s%s", title.length ? ", " : "", catalogue->variants[i]);
    text_printf(&title, " against %s", catalogue->variants[0]);
    return arena_strdup(arena, title.bytes);
}

static void note_summaries_unjudged(struct arena *arena, const struct findings *findings,
                                    struct compared *comparison)
{
    for (size_t i = 0; i < findings->estimate_count; i++) {
        if (is_mean(&findings->estimates[i]))
            continue;
        text_list_add(&comparison->notes, arena,
                      "means are judged here: ratios of the summaries that the experiment asks for "
                      "are in report.md");
        return;
    }
}

static bool judge_one(struct command_line *line, const char *folder, struct compared *comparison,
                      struct judgement *judgement, struct error *error)
{
    struct arena *arena = line->arena;
    struct findings findings = {0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store || !findings_load(arena, store, &findings, error))
        return false;
    if (findings.catalogue.variant_count < 2)
        return failed(error, EXIT_USAGE,
                      "'%s' has one variant: compare it with another campaign, or run one of "
                      "two variants",
                      folder);
    comparison->rules.floor_variant = floor_variant(&findings.catalogue);
    if (!comparison->frame.title)
        comparison->frame.title =
            title_of(arena, &findings.catalogue, comparison->rules.floor_variant);
    comparison->frame.seed = findings.seed;
    comparison->frame.quick = findings.quick;
    comparison->frame.folder = folder;
    note_summaries_unjudged(arena, &findings, comparison);
    return judge_campaign(arena, store, &findings, &comparison->rules, judgement, error) &&
           print(line, judgement, &comparison->frame, error) &&
           write_all(arena, judgement, &comparison->frame, folder, error) &&
           results_files(line, store, &findings, folder, error);
}

enum exit_code comparison_of_campaign(struct command_line *line, const char *folder,
                                      struct compared *comparison, struct error *error)
{
    struct judgement judgement = {0};
    return judge_one(line, folder, comparison, &judgement, error) ? verdict(line, &judgement)
                                                                  : error->code;
}

static bool are_akin(struct command_line *line, struct store *old, struct store *new,
                     struct compared *comparison, struct error *error)
{
    struct text_list differences = {0};
    if (!kinship_differences(line->arena, old, new, &differences, error))
        return false;
    for (size_t i = 0; i < differences.count; i++) {
        if (line->force)
            text_list_add(
                &comparison->notes, line->arena,
                arena_printf(line->arena, "the campaigns differ: %s", differences.items[i]));
        else
            log_error(&line->log, "the campaigns differ: %s", differences.items[i]);
    }
    if (differences.count && !line->force)
        return failed(error, EXIT_USAGE,
                      "such campaigns are not compared: run both sides in one, or --force");
    return true;
}

static bool judge_two(struct command_line *line, const char *old, const char *new,
                      struct compared *comparison, struct judgement *judgement, struct error *error)
{
    struct arena *arena = line->arena;
    struct findings before = {0}, after = {0};
    STORE_CLEANUP struct store *one = store_open(path_join(arena, old, "campaign.db"), error);
    STORE_CLEANUP struct store *two =
        one ? store_open(path_join(arena, new, "campaign.db"), error) : NULL;
    if (!two || !are_akin(line, one, two, comparison, error) ||
        !findings_load(arena, one, &before, error) || !findings_load(arena, two, &after, error))
        return false;
    text_list_add(&comparison->notes, arena,
                  arena_strdup(arena, "measured in two sessions: what drifted between them is in "
                                      "the difference, and no interval covers it"));
    note_summaries_unjudged(arena, &after, comparison);
    return judge_campaigns(arena, &before, &after, &comparison->rules, judgement, error) &&
           print(line, judgement, &comparison->frame, error);
}

enum exit_code comparison_of_campaigns(struct command_line *line, const char *old, const char *new,
                                       struct compared *comparison, struct error *error)
{
    struct judgement judgement = {0};
    return judge_two(line, old, new, comparison, &judgement, error) ? verdict(line, &judgement)
                                                                    : error->code;
}
