// The commits of a step, and what they rest on.
#include "report/bisection/document.h"

#include "base/shell_words.h"
#include "campaign/bisection/conclusion.h"
#include "report/tables/csv_writer.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <time.h>

enum { SHORT_ID = 8, SHOWN = 10 };

struct telling {
    struct arena *arena;
    const struct bisection *bisection;
    const struct search_conclusion *conclusion;
    struct document *document;
};

static const char *date_wording(struct arena *arena, int64_t seconds)
{
    struct tm utc;
    char text[32] = "";
    time_t date = (time_t)seconds;
    if (gmtime_r(&date, &utc))
        strftime(text, sizeof text, "%Y-%m-%d", &utc);
    return arena_strdup(arena, text);
}

static const char *change_wording(struct arena *arena, double change, double low, double high)
{
    int decimals = (int)fmin(fmax(decimals_for(100 * (high - low) / 2, 1), 1), 2);
    return arena_printf(arena, "%+.*f %% [%+.*f %%, %+.*f %%]", decimals, 100 * change, decimals,
                        100 * low, decimals, 100 * high);
}

static const char *share_wording(struct arena *arena, double share)
{
    return share > 0.999 ? "more than 99.9 %" : arena_printf(arena, "%.1f %%", 100 * share);
}

// ---- Commits

static const char *commit_wording(const struct telling *telling, size_t number)
{
    const struct past_commit *commit = &telling->bisection->history.items[number];
    bool skipped = commit_is_skipped(&telling->bisection->search.commits[number]);
    return arena_printf(telling->arena, "%.*s %s %s%s: %s", SHORT_ID, commit->id,
                        date_wording(telling->arena, commit->date), commit->author,
                        skipped ? " (cannot be built or run)" : "", commit->subject);
}

// The first and the last of many.
static struct text_list commits_of(const struct telling *telling, size_t first, size_t last)
{
    struct text_list lines = {0};
    for (size_t i = first; i <= last; i++) {
        if (last - first >= SHOWN && i == first + SHOWN / 2) {
            size_t left_out = last - first + 1 - SHOWN;
            text_list_printf(&lines, telling->arena, "… %zu more …", left_out);
            i += left_out;
        }
        text_list_add(&lines, telling->arena, commit_wording(telling, i));
    }
    return lines;
}

// "one of 3 commits, as the first 2 cannot be built or run".
static const char *where_wording(struct arena *arena, const struct found_step *step)
{
    size_t count = step->last - step->first + 1;
    if (count == 1)
        return "this commit";
    if (!step->found)
        return arena_printf(arena, "one of these %zu commits", count);
    return arena_printf(arena, "one of these %zu commits, as the first %s cannot be built or run",
                        count, count == 2 ? "one" : arena_printf(arena, "%zu", count - 1));
}

static void add_step(const struct telling *telling, const struct found_step *step)
{
    struct arena *arena = telling->arena;
    const struct bisection *bisection = telling->bisection;
    const char *metric = bisection->metric ? bisection->metric : "";
    struct text_list commits = commits_of(telling, step->first, step->last);
    struct report_section *section = document_section(telling->document, RANK_FIRST, NULL, NULL);
    if (bisection->spec->cells[bisection->cell].targets[0].each)
        metric = arena_printf(arena, "%s of %s", metric, bisection->request.benchmark);
    section_answer(
        section, step->change > 0 ? TONE_BAD : TONE_GOOD, step->found ? "FOUND" : "INCONCLUSIVE",
        arena_printf(arena, "%s of %s: %s, with a probability of %s",
                     change_wording(arena, step->change, step->low, step->high), metric,
                     where_wording(arena, step), share_wording(arena, step->probability)));
    section_list(section, &commits);
}

// ---- The whole

static const char *name_wording(struct arena *arena, const char *name, const char *id)
{
    return text_starts(id, name) ? arena_printf(arena, "%.*s", SHORT_ID, id)
                                 : arena_printf(arena, "%s (%.*s)", name, SHORT_ID, id);
}

static const char *title_of(struct arena *arena, const struct bisection *bisection)
{
    const struct history *history = &bisection->history;
    return arena_printf(
        arena, "%s to %s", name_wording(arena, bisection->request.good, history->items[0].id),
        name_wording(arena, bisection->request.bad, history->items[history->count - 1].id));
}

static const char *count_wording(struct arena *arena, const struct history *history)
{
    const char *merges = history->merges
                             ? arena_printf(arena, ", of which %s %s for the merged branch",
                                            text_counted(arena, history->merges, "merge"),
                                            history->merges == 1 ? "stands" : "stand")
                             : "";
    return arena_printf(arena, "%s%s", text_counted(arena, history->count - 1, "commit"), merges);
}

static const char *inconclusive_wording(const struct bisection *bisection)
{
    switch (bisection->end.state) {
    case SEARCH_BUDGET:
        return "the budget is over";
    case SEARCH_EXHAUSTED:
        return bisection->search.broken_in_a_row >= BISECTION_BROKEN_MOST
                   ? "too many commits in a row cannot be built or run"
                   : "further measurements would tell too little";
    case SEARCH_MEASURES:
    case SEARCH_FOUND:
    case SEARCH_NO_STEP:
        break;
    }
    return "the search has not ended";
}

static void add_outcome(const struct telling *telling)
{
    struct arena *arena = telling->arena;
    const struct bisection *bisection = telling->bisection;
    const struct search_conclusion *conclusion = telling->conclusion;
    double threshold = 100 * expm1(bisection->request.rules.threshold);
    struct report_section *section = document_section(telling->document, RANK_FIRST, NULL, NULL);
    if (bisection->end.state == SEARCH_NO_STEP) {
        section_answer(section, TONE_PLAIN, "NO STEP",
                       arena_printf(arena, "with %s the ends differ by at most %.2g %%",
                                    share_wording(arena, conclusion->unchanged), threshold));
        return;
    }
    if (!conclusion->found)
        section_answer(section, TONE_PLAIN, "INCONCLUSIVE", inconclusive_wording(bisection));
    for (size_t i = 0; i < conclusion->count; i++)
        add_step(telling, &conclusion->steps[i]);
    if (!conclusion->count)
        section_words(section, "whether there is a step is not clear");
}

static const char *ends_wording(const struct telling *telling)
{
    struct arena *arena = telling->arena;
    const struct search_conclusion *conclusion = telling->conclusion;
    const struct search *search = &telling->bisection->search;
    const char *change =
        search->commits[search->count].data.identical
            ? "identical code"
            : change_wording(arena, conclusion->change, conclusion->low, conclusion->high);
    return arena_printf(arena, "%s to %s: %s", telling->bisection->request.good,
                        telling->bisection->request.bad, change);
}

static void add_trust(const struct telling *telling)
{
    struct arena *arena = telling->arena;
    const struct bisection *bisection = telling->bisection;
    struct text_list lines = {0};
    size_t measured = 0, skipped = 0, blocks = 0;
    for (size_t i = 1; i <= bisection->search.count; i++) {
        const struct searched_commit *commit = &bisection->search.commits[i];
        measured += commit->data.blocks > 0 || commit->data.identical;
        skipped += commit_is_skipped(commit);
        blocks += commit->data.blocks;
    }
    struct report_section *section = document_trust(telling->document);
    section_words(section,
                  arena_printf(arena, "%s measured%s in %s, %s",
                               text_counted(arena, measured, "commit"),
                               skipped ? arena_printf(arena, ", %zu skipped,", skipped) : "",
                               text_counted(arena, blocks, "block"),
                               duration_wording(arena, bisection->search.elapsed_s)));
    if (bisection->count)
        text_list_add(&lines, arena, ends_wording(telling));
    if (blocks)
        text_list_printf(&lines, arena,
                         "%.4g %% intervals of the time ratio - 1, paired over blocks; "
                         "one block varies by %.2g %%",
                         100 * bisection->request.rules.probability,
                         100 * telling->conclusion->noise);
    section_list(section, &lines);
}

// Before the steps, of which they may be the cause.
static void add_inputs(const struct telling *telling)
{
    enum { SENTENCES_MOST = 3 };
    const struct text_list *inputs = &telling->bisection->inputs;
    struct text_list lines = {0};
    for (size_t i = 0; i < inputs->count && i < SENTENCES_MOST; i++)
        text_list_add(&lines, telling->arena, inputs->items[i]);
    if (inputs->count > SENTENCES_MOST)
        text_list_printf(&lines, telling->arena, "and in %zu more commits, which --json lists",
                         inputs->count - SENTENCES_MOST);
    section_list(document_section(telling->document, RANK_FIRST, NULL,
                                  "A step may come from inputs and not from the code"),
                 &lines);
}

struct document *bisection_document(struct arena *arena, const struct bisection *bisection)
{
    const struct search_conclusion conclusion = search_conclude(arena, &bisection->search);
    const struct telling telling = {arena, bisection, &conclusion,
                                    document_new(arena, title_of(arena, bisection), "")};
    telling.document->verdict = count_wording(arena, &bisection->history);
    add_inputs(&telling);
    add_outcome(&telling);
    add_trust(&telling);
    struct report_section *ways = document_section(telling.document, RANK_FIRST, NULL, NULL);
    if (bisection->end.state == SEARCH_BUDGET)
        section_term(ways, "to go on:",
                     arena_printf(arena, "eswexp bisect --continue %s --budget 1h",
                                  text_as_word(arena, bisection->folder)));
    section_term(
        ways, "kept in:",
        arena_printf(arena, "%s · seed %" PRIu64, bisection->folder, bisection->spec->seed));
    return telling.document;
}

// ---- For programs

static const char *outcome_of(const struct bisection *bisection)
{
    switch (bisection->end.state) {
    case SEARCH_FOUND:
        return "found";
    case SEARCH_NO_STEP:
        return "no_step";
    case SEARCH_BUDGET:
    case SEARCH_EXHAUSTED:
        return "inconclusive";
    case SEARCH_MEASURES:
        break;
    }
    return "unfinished";
}

static const char *state_of(const struct searched_commit *commit)
{
    return commit->data.identical      ? "identical"
           : commit->data.blocks       ? "measured"
           : commit_is_skipped(commit) ? "skipped"
                                       : NULL;
}

// The columns of commits.csv.
static void add_commit(struct record *commits, const struct bisection *bisection, size_t number)
{
    const struct past_commit *commit = &bisection->history.items[number];
    const struct searched_commit *searched = &bisection->search.commits[number];
    struct record *record = record_within(commits, NULL);
    record_count(record, "position", number);
    record_text(record, "commit", commit->id);
    record_text(record, "subject", plain_name(record->arena, commit->subject));
    record_text(record, "author", plain_name(record->arena, commit->author));
    record_count(record, "date", (size_t)commit->date);
    record_text(record, "state", state_of(searched));
    record_count(record, "blocks", searched->data.blocks);
    record_number_if(record, "change", searched->data.blocks || searched->data.identical,
                     searched->data.blocks ? expm1(searched->data.mean) : 0);
}

static void add_step_values(struct record *steps, const struct bisection *bisection,
                            const struct found_step *step)
{
    struct record *record = record_within(steps, NULL);
    record_truth(record, "found", step->found);
    record_number(record, "probability", step->probability);
    record_number(record, "change", step->change);
    record_number(record, "low", step->low);
    record_number(record, "high", step->high);
    struct record *commits = record_list(record, "commits");
    for (size_t i = step->first; i <= step->last; i++)
        add_commit(commits, bisection, i);
}

static void add_measured(struct record *measured, const struct bisection *bisection)
{
    for (size_t i = 1; i <= bisection->search.count; i++)
        if (state_of(&bisection->search.commits[i]))
            add_commit(measured, bisection, i);
}

struct record *bisection_record(struct arena *arena, const struct bisection *bisection)
{
    const struct history *history = &bisection->history;
    const struct search_conclusion conclusion = search_conclude(arena, &bisection->search);
    struct record *root = record_new(arena);
    record_text(root, "outcome", outcome_of(bisection));
    record_text(root, "good", bisection->request.good);
    record_text(root, "good_commit", history->items[0].id);
    record_text(root, "bad", bisection->request.bad);
    record_text(root, "bad_commit", history->items[history->count - 1].id);
    record_count(root, "commits", history->count - 1);
    record_count(root, "merges", history->merges);
    record_text(root, "metric", bisection->metric);
    record_text(root, "benchmark", bisection->request.benchmark);
    record_number(root, "probability", bisection->request.rules.probability);
    record_number(root, "threshold", expm1(bisection->request.rules.threshold));
    record_number(root, "change", conclusion.change);
    record_number(root, "low", conclusion.low);
    record_number(root, "high", conclusion.high);
    record_number(root, "noise", conclusion.noise);
    record_count(root, "measurements", bisection->count);
    record_number(root, "seconds", bisection->search.elapsed_s);
    record_text(root, "folder", bisection->folder);
    struct record *steps = record_list(root, "steps");
    for (size_t i = 0; i < conclusion.count; i++)
        add_step_values(steps, bisection, &conclusion.steps[i]);
    add_measured(record_list(root, "measured"), bisection);
    record_texts(root, "inputs", &bisection->inputs);
    return root;
}

void bisection_csv(const struct bisection *bisection, FILE *out)
{
    struct arena scratch = {0};
    struct record *measured = record_new(&scratch);
    fputs("position,commit,subject,author,date,state,blocks,change\n", out);
    add_measured(measured, bisection);
    for (size_t i = 0; i < measured->count; i++)
        csv_record(out, measured->fields[i].record);
    arena_release(&scratch);
}
