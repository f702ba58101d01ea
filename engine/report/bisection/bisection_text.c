// Output of `eswexp bisect` for people.
#include "report/bisection/bisection_text.h"

#include "campaign/bisection/conclusion.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <time.h>

enum { SHORT_ID = 8, SHOWN = 10 };

struct printing {
    struct arena arena;
    const struct bisection *bisection;
    const struct search_conclusion *conclusion;
    size_t columns;
    FILE *out;
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

static void print_words(struct printing *printing, const char *lead, const char *words)
{
    wrap(printing->out, printing->columns, lead, words);
}

// ---- Commits

static void print_commit(struct printing *printing, size_t number)
{
    struct arena *arena = &printing->arena;
    const struct past_commit *commit = &printing->bisection->history.items[number];
    bool skipped = commit_is_skipped(&printing->bisection->search.commits[number]);
    print_words(printing, "  ",
                arena_printf(arena, "%.*s %s %s%s", SHORT_ID, commit->id,
                             date_wording(arena, commit->date), plain_name(arena, commit->author),
                             skipped ? " (cannot be built or run)" : ""));
    print_words(printing, "    ", plain_name(arena, commit->subject));
}

// The first and the last of many.
static void print_commits(struct printing *printing, size_t first, size_t last)
{
    for (size_t i = first; i <= last; i++) {
        if (last - first >= SHOWN && i == first + SHOWN / 2) {
            size_t left_out = last - first + 1 - SHOWN;
            fprintf(printing->out, "  … %zu more …\n", left_out);
            i += left_out;
        }
        print_commit(printing, i);
    }
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

static void print_step(struct printing *printing, const struct found_step *step)
{
    struct arena *arena = &printing->arena;
    const struct bisection *bisection = printing->bisection;
    const char *metric = bisection->metric ? bisection->metric : "";
    if (bisection->spec->cells[bisection->cell].targets[0].each)
        metric = arena_printf(arena, "%s of %s", metric, bisection->request.benchmark);
    print_words(printing, "",
                arena_printf(arena, "%s%s of %s: %s, with a probability of %s",
                             step->found ? "" : "inconclusive: ",
                             change_wording(arena, step->change, step->low, step->high),
                             plain_name(arena, metric), where_wording(arena, step),
                             share_wording(arena, step->probability)));
    print_commits(printing, step->first, step->last);
}

// ---- The whole

static const char *name_wording(struct arena *arena, const char *name, const char *id)
{
    return text_starts(id, name)
               ? arena_printf(arena, "%.*s", SHORT_ID, id)
               : arena_printf(arena, "%s (%.*s)", plain_name(arena, name), SHORT_ID, id);
}

static void print_title(struct printing *printing)
{
    struct arena *arena = &printing->arena;
    const struct bisection *bisection = printing->bisection;
    const struct history *history = &bisection->history;
    print_words(printing, "",
                arena_printf(arena, "%s to %s: %s%s",
                             name_wording(arena, bisection->request.good, history->items[0].id),
                             name_wording(arena, bisection->request.bad,
                                          history->items[history->count - 1].id),
                             text_counted(arena, history->count - 1, "commit"),
                             history->merges
                                 ? arena_printf(arena, ", of which %s %s for the merged branch",
                                                text_counted(arena, history->merges, "merge"),
                                                history->merges == 1 ? "stands" : "stand")
                                 : ""));
}

static void print_ends(struct printing *printing)
{
    struct arena *arena = &printing->arena;
    const struct search_conclusion *conclusion = printing->conclusion;
    const struct search *search = &printing->bisection->search;
    const char *change =
        search->commits[search->count].data.identical
            ? "identical code"
            : change_wording(arena, conclusion->change, conclusion->low, conclusion->high);
    print_words(printing, "",
                arena_printf(arena, "%s to %s: %s",
                             plain_name(arena, printing->bisection->request.good),
                             plain_name(arena, printing->bisection->request.bad), change));
}

static const char *inconclusive_wording(struct arena *arena, const struct bisection *bisection)
{
    switch (bisection->end.state) {
    case SEARCH_BUDGET:
        return arena_printf(
            arena,
            "inconclusive: the budget is over; 'eswexp bisect --continue %s --budget "
            "1h' goes on",
            bisection->folder);
    case SEARCH_EXHAUSTED:
        return bisection->search.broken_in_a_row >= BISECTION_BROKEN_MOST
                   ? "inconclusive: too many commits in a row cannot be built or run"
                   : "inconclusive: further measurements would tell too little";
    case SEARCH_MEASURES:
    case SEARCH_FOUND:
    case SEARCH_NO_STEP:
        break;
    }
    return "unfinished";
}

static void print_outcome(struct printing *printing)
{
    struct arena *arena = &printing->arena;
    const struct bisection *bisection = printing->bisection;
    const struct search_conclusion *conclusion = printing->conclusion;
    double threshold = 100 * expm1(bisection->request.rules.threshold);
    if (bisection->end.state == SEARCH_NO_STEP) {
        print_words(printing, "",
                    arena_printf(arena, "no step: with %s the ends differ by at most %.2g %%",
                                 share_wording(arena, conclusion->unchanged), threshold));
        return;
    }
    if (!conclusion->found)
        print_words(printing, "", inconclusive_wording(arena, bisection));
    for (size_t i = 0; i < conclusion->count; i++)
        print_step(printing, &conclusion->steps[i]);
    if (!conclusion->count)
        print_words(printing, "", "whether there is a step is not clear");
}

static void print_effort(struct printing *printing)
{
    struct arena *arena = &printing->arena;
    const struct bisection *bisection = printing->bisection;
    size_t measured = 0, skipped = 0, blocks = 0;
    for (size_t i = 1; i <= bisection->search.count; i++) {
        const struct searched_commit *commit = &bisection->search.commits[i];
        measured += commit->data.blocks > 0 || commit->data.identical;
        skipped += commit_is_skipped(commit);
        blocks += commit->data.blocks;
    }
    print_words(printing, "",
                arena_printf(arena, "%s measured%s in %s, %s",
                             text_counted(arena, measured, "commit"),
                             skipped ? arena_printf(arena, ", %zu skipped,", skipped) : "",
                             text_counted(arena, blocks, "block"),
                             duration_wording(arena, bisection->search.elapsed_s)));
    if (blocks)
        print_words(printing, "",
                    arena_printf(arena,
                                 "%.4g %% intervals of the time ratio - 1, paired over blocks; one "
                                 "block varies by %.2g %%",
                                 100 * bisection->request.rules.probability,
                                 100 * printing->conclusion->noise));
    print_words(
        printing, "",
        arena_printf(arena, "seed %" PRIu64 " · %s", bisection->spec->seed, bisection->folder));
}

// Before the steps, of which they may be the cause.
static void print_inputs(struct printing *printing)
{
    enum { SENTENCES_MOST = 3 };
    const struct text_list *inputs = &printing->bisection->inputs;
    if (!inputs->count)
        return;
    print_words(printing, "", "A step may come from inputs and not from the code:");
    for (size_t i = 0; i < inputs->count && i < SENTENCES_MOST; i++)
        print_words(printing, "  - ", plain_name(&printing->arena, inputs->items[i]));
    if (inputs->count > SENTENCES_MOST)
        fprintf(printing->out, "  - and in %zu more commits, which --json lists\n",
                inputs->count - SENTENCES_MOST);
    fputs("\n", printing->out);
}

void bisection_text(const struct bisection *bisection, size_t columns, FILE *out)
{
    struct printing printing = {.bisection = bisection, .columns = columns, .out = out};
    const struct search_conclusion conclusion =
        search_conclude(&printing.arena, &bisection->search);
    printing.conclusion = &conclusion;
    print_title(&printing);
    fputs("\n", out);
    print_inputs(&printing);
    print_outcome(&printing);
    fputs("\n", out);
    if (bisection->count)
        print_ends(&printing);
    print_effort(&printing);
    arena_release(&printing.arena);
}
