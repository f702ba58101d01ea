// Comparing stored campaigns: the verdict on stdout and in the campaign's folder.
#include "commands/shared/comparison.h"

#include "analysis/analysis.h"
#include "analysis/compare/rules.h"
#include "analysis/estimate/summary_statistics.h"
#include "analysis/findings.h"
#include "base/files/folder.h"
#include "base/files/paths.h"
#include "campaign/origin/comparability.h"
#include "commands/shared/results.h"
#include "commands/shared/show.h"
#include "model/verdict.h"
#include "report/compare/comparison_junit.h"
#include "report/compare/comparison_trackers.h"
#include "report/compare/document.h"
#include "report/compare/record.h"
#include "report/compare/way_on.h"
#include "report/json.h"
#include "report/markdown.h"
#include "report/wording/notes.h"
#include "spec/values.h"
#include "store/events.h"

#include <stddef.h>
#include <stdlib.h>

// ---- The formats: one on stdout, all in the campaign's folder

static bool as_json(const struct comparison_set *comparison_set,
                    const struct comparison_frame *frame, FILE *out, struct error *error)
{
    struct arena scratch = {0};
    bool written = json_of_result(comparison_record(&scratch, comparison_set, frame),
                                  comparison_document(&scratch, comparison_set, frame), out, error);
    arena_release(&scratch);
    return written;
}

static bool as_markdown(const struct comparison_set *comparison_set,
                        const struct comparison_frame *frame, FILE *out, struct error *error)
{
    static const struct markdown comment = {.level = 3, .phone = true, .notes = true};
    struct arena scratch = {0};
    (void)error;
    document_markdown(comparison_document(&scratch, comparison_set, frame), &comment, out);
    arena_release(&scratch);
    return true;
}

static bool as_junit(const struct comparison_set *comparison_set,
                     const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)error;
    comparison_junit(comparison_set, frame, out);
    return true;
}

static bool as_bmf(const struct comparison_set *comparison_set,
                   const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)frame;
    return comparison_bmf(comparison_set, out, error);
}

static bool as_github(const struct comparison_set *comparison_set,
                      const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)frame;
    return comparison_github(comparison_set, BETTER_LESS, out, error);
}

static bool as_github_bigger(const struct comparison_set *comparison_set,
                             const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)frame;
    return comparison_github(comparison_set, BETTER_MORE, out, error);
}

static const struct format {
    size_t flag; // of the options
    const char *file;
    bool (*write)(const struct comparison_set *comparison_set, const struct comparison_frame *frame,
                  FILE *out, struct error *error);
} formats[] = {
    {offsetof(struct compare_options, results.json), "comparison.json", as_json},
    {offsetof(struct compare_options, markdown), "comparison.md", as_markdown},
    {offsetof(struct compare_options, junit), "comparison.junit.xml", as_junit},
    {offsetof(struct compare_options, bmf), "comparison.bmf.json", as_bmf},
    {offsetof(struct compare_options, github_benchmark), "comparison.github.json", as_github},
    {offsetof(struct compare_options, github_bigger), "comparison.github-bigger.json",
     as_github_bigger},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static bool is_asked(const struct compare_options *options, const struct format *format)
{
    return *(const bool *)((const char *)options + format->flag);
}

// Prints it in the format that the options name, else as text.
static bool comparison_print(const struct invocation *invocation,
                             const struct compare_options *options,
                             const struct comparison_set *comparison_set,
                             const struct comparison_frame *frame, struct error *error)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (is_asked(options, &formats[i]))
            return formats[i].write(comparison_set, frame, stdout, error);
    show(invocation, comparison_document(invocation->arena, comparison_set, frame),
         options->results.notes);
    return true;
}

// Writes all formats into the folder `place`.
static bool comparison_write(const struct comparison_set *comparison_set,
                             const struct comparison_frame *frame, const char *place,
                             struct error *error)
{
    FOLDER_CLEANUP struct folder folder = {0};
    if (!folder_open(&folder, place, error))
        return false;
    for (size_t i = 0; i < FORMATS; i++) {
        struct file_writer writer;
        if (!folder_begin(&writer, &folder, formats[i].file, error))
            return false;
        if (!formats[i].write(comparison_set, frame, writer.stream, error)) {
            file_abandon(&writer);
            return false;
        }
        if (!file_commit(&writer, error))
            return false;
    }
    return true;
}

// The number of formats that the options name.
static size_t comparison_formats_asked(const struct compare_options *options)
{
    size_t asked = 0;
    for (size_t i = 0; i < FORMATS; i++)
        asked += is_asked(options, &formats[i]);
    return asked;
}

// ---- Options

static bool read_share(const char *name, const char *word, double *share, struct error *error)
{
    if (!word || (value_fraction(word, share) && *share >= 0 && *share < 1))
        return true;
    return failed(error, EXIT_USAGE, "--%s '%s' is not a share from 0 to 1, such as 2%% or 0.02",
                  name, word);
}

// Looks end a campaign that is decided early, so that it may go on to where a change of half the
// equivalence is decided.
static void set_half_widths(const struct compare_options *options, struct compared *compared)
{
    double margin = comparison_equivalence(&compared->rules);
    bool given = options->precision || options->thorough;
    double deciding = deciding_half_width(margin);
    compared->half_width = given ? 0 : deciding;
    compared->last_half_width = options->until_decided || options->bisect ? deciding / 2 : 0;
}

bool comparison_options(const struct compare_options *options, struct compared *compared,
                        struct error *error)
{
    if (comparison_formats_asked(options) > 1)
        return failed(error, EXIT_USAGE,
                      "choose one format: the campaign's folder has all of them");
    const char *budget = options->budget ? options->budget : options->thorough ? "0" : "5min";
    if (!value_span(budget, &compared->budget_s))
        return failed(error, EXIT_USAGE, "--budget '%s' is not a time such as 90s or 5min", budget);
    if (options->thorough && (options->experiment.quick || options->precision))
        return failed(error, EXIT_USAGE, "--thorough does not go with --%s",
                      options->experiment.quick ? "quick" : "precision");
    if (options->explain && options->no_explain)
        return failed(error, EXIT_USAGE, "--explain does not go with --no-explain");
    if (options->bisect && options->results.strict)
        return failed(error, EXIT_USAGE, "--bisect has exit codes of its own: leave out --strict");
    if (options->trust && !options->continued)
        return failed(error, EXIT_USAGE, "--trust is for --continue");
    if (options->submodules && !text_equal(options->submodules, "none") &&
        !text_equal(options->submodules, "present") && !text_equal(options->submodules, "all"))
        return failed(error, EXIT_USAGE, "--submodules '%s' is none of none, present, all",
                      options->submodules);
    if (!read_share("threshold", options->threshold, &compared->rules.threshold, error) ||
        !read_share("equivalence", options->equivalence, &compared->rules.equivalence, error))
        return false;
    set_half_widths(options, compared);
    return true;
}

// ---- Verdicts

// With --strict a verdict that may be biased decides nothing; one on other inputs never does.
static enum exit_code verdict(const struct compare_options *options,
                              const struct comparison_set *comparison_set,
                              const struct comparison_frame *frame)
{
    bool inconclusive = false, other_input = false;
    if (comparison_set->completeness.unfinished)
        return EXIT_INCONCLUSIVE;
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        bool biased = options->results.strict && has_grave(&frame->reservations[i]);
        if (!comparison->judged || comparison->is_floor || comparison->only)
            continue;
        if (comparison->outcome == OUTCOME_SLOWER && !biased)
            return EXIT_REGRESSION;
        inconclusive = inconclusive || biased || comparison->outcome == OUTCOME_INCONCLUSIVE;
        other_input = other_input || comparison->doubt == DOUBT_INPUT;
    }
    bool asked = options->results.strict || options->bisect;
    return other_input || (asked && inconclusive) ? EXIT_INCONCLUSIVE : EXIT_FINE;
}

// "topic, WORKTREE against main", from the stored variants' names.
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

static void note_other_statistics(struct arena *arena, const struct findings *findings,
                                  struct compared *compared)
{
    for (size_t i = 0; i < findings->estimate_count; i++) {
        if (is_mean(&findings->estimates[i]))
            continue;
        text_list_add(&compared->notes, arena,
                      "the comparison uses means: report.md has the ratios of the experiment's own "
                      "summary statistic");
        return;
    }
}

static void note_identical(struct arena *arena, const struct findings *findings,
                           struct compared *compared)
{
    static const char *const kinds[] = {"identical", "ignored", "same code"};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (size_t i = 0; i < findings->event_count; i++)
            if (text_equal(findings->events[i].kind, kinds[kind]))
                text_list_add(&compared->notes, arena, findings->events[i].text);
}

// `folder`: of one of two campaigns, else NULL.
static void note_completeness(struct arena *arena, const struct completeness *completeness,
                              const char *folder, struct compared *compared)
{
    const char *words = completeness_wording(arena, completeness);
    if (words && folder)
        text_list_printf(&compared->notes, arena, "'%s': %s", folder, words);
    else if (completeness->at_deadline)
        text_list_add(&compared->notes, arena, words);
}

// ---- How it was asked for

static void add_fact(struct arena *arena, struct comparison_facts *facts, const char *key,
                     const char *value)
{
    facts->items[facts->count++] =
        (struct stored_fact){arena_strdup(arena, key), arena_strdup(arena, value)};
}

struct comparison_facts comparison_facts_of(struct arena *arena, const struct compared *compared,
                                            const struct comparison_notes *notes)
{
    enum { SINGLE = 5 };
    struct comparison_facts facts = {
        arena_new_array(arena, struct stored_fact,
                        SINGLE + notes->notes.count + notes->files.count + notes->inputs.count),
        0};
    add_fact(arena, &facts, FACT_COMPARE_THRESHOLD,
             arena_printf(arena, "%.17g", compared->rules.threshold));
    add_fact(arena, &facts, FACT_COMPARE_EQUIVALENCE,
             arena_printf(arena, "%.17g", compared->rules.equivalence));
    if (compared->half_width > 0)
        add_fact(arena, &facts, FACT_COMPARE_HALF_WIDTH,
                 arena_printf(arena, "%.17g", compared->half_width));
    if (compared->last_half_width > 0)
        add_fact(arena, &facts, FACT_UNTIL_DECIDED,
                 arena_printf(arena, "%.17g", compared->last_half_width));
    add_fact(arena, &facts, FACT_COMPARE_TITLE, compared->frame.title);
    for (size_t i = 0; i < notes->notes.count; i++)
        add_fact(arena, &facts, arena_printf(arena, FACT_COMPARE_NOTE, i + 1),
                 notes->notes.items[i]);
    for (size_t i = 0; i < notes->files.count; i++)
        add_fact(arena, &facts, arena_printf(arena, FACT_COMPARE_FILE, i + 1),
                 notes->files.items[i]);
    for (size_t i = 0; i < notes->inputs.count; i++)
        add_fact(arena, &facts, arena_printf(arena, "%s%s", FACTS_INPUT, notes->places.items[i]),
                 notes->inputs.items[i]);
    return facts;
}

bool comparison_began(struct arena *arena, const char *folder)
{
    struct error ignored;
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, folder, "campaign.db"), &ignored);
    return store && store_get(store, arena, FACT_COMPARE_THRESHOLD);
}

bool comparison_ended(struct arena *arena, const char *folder, struct error *error)
{
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store)
        return false;
    bool began = store_get(store, arena, FACT_COMPARE_THRESHOLD),
         ended = store_get(store, arena, FACT_FINISHED);
    if (!store_is_read(store, error))
        return false;
    if (!began)
        return failed(error, EXIT_USAGE, "'%s' is no campaign of 'eswexp compare'", folder);
    return ended || failed(error, EXIT_USAGE, "'%s' has not ended: 'eswexp resume %s' continues",
                           folder, folder);
}

static bool recall_texts(struct arena *arena, struct store *store, const char *group,
                         struct text_list *texts, struct error *error)
{
    struct stored_fact *facts;
    size_t count;
    if (!store_facts(store, arena, group, &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        text_list_add(texts, arena, facts[i].value);
    return true;
}

// What the options give replaces what is stored.
static void recall_rules(const struct comparison_rules *stored,
                         const struct compare_options *options, struct comparison_rules *rules)
{
    rules->threshold = options->threshold ? rules->threshold : stored->threshold;
    rules->equivalence = options->equivalence ? rules->equivalence : stored->equivalence;
    rules->floor_variant = stored->floor_variant;
}

static bool recall(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                   const struct compare_options *options, struct compared *compared,
                   struct error *error)
{
    struct comparison_rules stored = comparison_rules_load(arena, store, catalogue);
    recall_rules(&stored, options, &compared->rules);
    compared->frame.title = store_get(store, arena, FACT_COMPARE_TITLE);
    compared->sources.began = store_get(store, arena, FACT_COMPARE_THRESHOLD);
    return recall_texts(arena, store, FACTS_COMPARE_NOTE, &compared->notes, error) &&
           recall_texts(arena, store, FACTS_COMPARE_FILE, &compared->sources.files, error);
}

// ---- Comparing

static void set_reservations(struct arena *arena, const struct comparison_set *comparison_set,
                             const struct findings *old, const struct findings *new,
                             struct compared *compared)
{
    struct comparison_frame *frame = &compared->frame;
    compared->sources.old = old;
    compared->sources.new = new;
    frame->reservations = reservations_of(arena, comparison_set, &compared->sources);
    frame->ways_on = ways_on_of(arena, comparison_set, &compared->sources, frame->reservations);
}

// Which programs every layout relinked; of identical code none.
static void note_relinked(struct arena *arena, const struct findings *findings,
                          struct compared *compared)
{
    const struct text_list lines = event_lines(arena, findings, EVENT_RELINKED);
    for (size_t i = 0; findings->completeness.blocks && i < lines.count; i++)
        text_list_add(&compared->notes, arena, lines.items[i]);
}

static bool compare_one(const struct invocation *invocation, const struct compare_options *options,
                        const char *folder, struct compared *compared,
                        struct comparison_set *comparison_set, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct findings findings = {0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store || !analysis_load(arena, store, &findings, error) ||
        !recall(arena, store, &findings.catalogue, options, compared, error) ||
        !analysis_diagnose(arena, store, &findings, error))
        return false;
    if (findings.catalogue.variant_count < 2)
        return failed(error, EXIT_USAGE,
                      "'%s' has only one variant: compare it with another campaign, or run an "
                      "experiment with two variants",
                      folder);
    if (!compared->frame.title)
        compared->frame.title = title_of(arena, &findings.catalogue, compared->rules.floor_variant);
    compared->frame.seed = findings.seed;
    compared->frame.quick = findings.quick;
    compared->frame.folder = folder;
    note_identical(arena, &findings, compared);
    note_completeness(arena, &findings.completeness, NULL, compared);
    note_other_statistics(arena, &findings, compared);
    note_relinked(arena, &findings, compared);
    struct estimates estimates = analysis_estimates(&findings);
    *comparison_set = compare_campaign(arena, &estimates, &compared->rules);
    set_reservations(arena, comparison_set, &findings, &findings, compared);
    const char *place;
    if (!comparison_print(invocation, options, comparison_set, &compared->frame, error) ||
        !results_place(invocation, options->out, folder, &place, error))
        return false;
    return !place || (comparison_write(comparison_set, &compared->frame, place, error) &&
                      results_files(invocation, &options->results, store, &findings, place, error));
}

enum exit_code comparison_of_campaign(const struct invocation *invocation,
                                      const struct compare_options *options, const char *folder,
                                      struct compared *compared, struct error *error)
{
    struct comparison_set comparison_set = {0};
    return compare_one(invocation, options, folder, compared, &comparison_set, error)
               ? verdict(options, &comparison_set, &compared->frame)
               : error->code;
}

static bool are_comparable(const struct invocation *invocation,
                           const struct compare_options *options, struct store *old,
                           struct store *new, struct compared *compared, struct error *error)
{
    struct text_list differences = {0};
    if (!comparability_differences(invocation->arena, old, new, &differences, error))
        return false;
    for (size_t i = 0; i < differences.count; i++) {
        if (options->force)
            text_list_printf(&compared->sources.differences, invocation->arena,
                             "the campaigns differ: %s", differences.items[i]);
        else
            log_error(&invocation->log, "the campaigns differ: %s", differences.items[i]);
    }
    if (differences.count && !options->force)
        return failed(error, EXIT_USAGE,
                      "run both sides in one campaign, or compare them anyway with --force");
    return true;
}

static bool compare_two(const struct invocation *invocation, const struct compare_options *options,
                        const char *old, const char *new, struct compared *compared,
                        struct comparison_set *comparison_set, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct findings before = {0}, after = {0};
    STORE_CLEANUP struct store *one = store_open(path_join(arena, old, "campaign.db"), error);
    STORE_CLEANUP struct store *two =
        one ? store_open(path_join(arena, new, "campaign.db"), error) : NULL;
    if (!two || !are_comparable(invocation, options, one, two, compared, error) ||
        !analysis_load(arena, one, &before, error) || !analysis_load(arena, two, &after, error) ||
        !analysis_diagnose(arena, one, &before, error) ||
        !analysis_diagnose(arena, two, &after, error))
        return false;
    note_completeness(arena, &before.completeness, old, compared);
    note_completeness(arena, &after.completeness, new, compared);
    note_other_statistics(arena, &after, compared);
    struct estimates older = analysis_estimates(&before), newer = analysis_estimates(&after);
    older.folder = old;
    newer.folder = new;
    if (!compare_campaigns(arena, &older, &newer, &compared->rules, comparison_set, error))
        return false;
    for (size_t i = 0; i < comparison_set->unmatched.count; i++)
        text_list_add(&compared->notes, arena, comparison_set->unmatched.items[i]);
    set_reservations(arena, comparison_set, &before, &after, compared);
    return comparison_print(invocation, options, comparison_set, &compared->frame, error);
}

enum exit_code comparison_of_campaigns(const struct invocation *invocation,
                                       const struct compare_options *options, const char *old,
                                       const char *new, struct compared *compared,
                                       struct error *error)
{
    struct comparison_set comparison_set = {0};
    return compare_two(invocation, options, old, new, compared, &comparison_set, error)
               ? verdict(options, &comparison_set, &compared->frame)
               : error->code;
}
