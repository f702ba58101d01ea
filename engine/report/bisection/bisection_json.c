// Output of `eswexp bisect` as JSON and CSV.
#include "report/bisection/bisection_json.h"

#include "campaign/bisection/conclusion.h"
#include "report/tables/csv_writer.h"
#include "report/tables/json_values.h"
#include "report/wording/lines.h"

#include <math.h>

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

static double change_of(const struct searched_commit *commit)
{
    return commit->data.blocks ? expm1(commit->data.mean) : commit->data.identical ? 0 : NAN;
}

static json_t *commit_object(const struct bisection *bisection, size_t number)
{
    const struct past_commit *commit = &bisection->history.items[number];
    const struct searched_commit *searched = &bisection->search.commits[number];
    return json_pack("{s:I, s:o, s:o, s:o, s:I, s:o, s:I, s:o}", "position", (json_int_t)number,
                     "commit", text_value(commit->id), "subject", text_value(commit->subject),
                     "author", text_value(commit->author), "date", (json_int_t)commit->date,
                     "state", text_value(state_of(searched)), "blocks",
                     (json_int_t)searched->data.blocks, "change",
                     number_value(change_of(searched)));
}

static json_t *step_object(const struct bisection *bisection, const struct found_step *step)
{
    json_t *commits = json_array();
    for (size_t i = step->first; i <= step->last; i++)
        json_array_append_new(commits, commit_object(bisection, i));
    return json_pack("{s:b, s:f, s:o, s:o, s:o, s:o}", "found", step->found, "probability",
                     step->probability, "change", number_value(step->change), "low",
                     number_value(step->low), "high", number_value(step->high), "commits", commits);
}

bool bisection_json(const struct bisection *bisection, FILE *out, struct error *error)
{
    struct arena scratch = {0};
    const struct history *history = &bisection->history;
    const struct search_conclusion conclusion = search_conclude(&scratch, &bisection->search);
    json_t *steps = json_array(), *measured = json_array(), *inputs = json_array();
    for (size_t i = 0; i < bisection->inputs.count; i++)
        json_array_append_new(inputs, text_value(bisection->inputs.items[i]));
    for (size_t i = 0; i < conclusion.count; i++)
        json_array_append_new(steps, step_object(bisection, &conclusion.steps[i]));
    for (size_t i = 1; i <= bisection->search.count; i++)
        if (state_of(&bisection->search.commits[i]))
            json_array_append_new(measured, commit_object(bisection, i));
    json_t *root = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:o, s:f, s:f, s:o, s:o, s:o, s:o, s:I, s:f, "
        "s:o, s:o, s:o, s:o}",
        "outcome", outcome_of(bisection), "good", text_value(bisection->request.good),
        "good_commit", text_value(history->items[0].id), "bad", text_value(bisection->request.bad),
        "bad_commit", text_value(history->items[history->count - 1].id), "commits",
        (json_int_t)(history->count - 1), "merges", (json_int_t)history->merges, "metric",
        text_value(bisection->metric), "benchmark", text_value(bisection->request.benchmark),
        "probability", bisection->request.rules.probability, "threshold",
        expm1(bisection->request.rules.threshold), "change", number_value(conclusion.change), "low",
        number_value(conclusion.low), "high", number_value(conclusion.high), "noise",
        number_value(conclusion.noise), "measurements", (json_int_t)bisection->count, "seconds",
        bisection->search.elapsed_s, "folder", text_value(bisection->folder), "steps", steps,
        "measured", measured, "inputs", inputs);
    arena_release(&scratch);
    return json_write(root, out, error);
}

void bisection_csv(const struct bisection *bisection, FILE *out)
{
    struct arena scratch = {0};
    fputs("position,commit,subject,author,date,state,blocks,change\n", out);
    for (size_t i = 1; i <= bisection->search.count; i++) {
        const struct past_commit *commit = &bisection->history.items[i];
        const struct searched_commit *searched = &bisection->search.commits[i];
        if (!state_of(searched))
            continue;
        fprintf(out, "%zu", i);
        csv_text(out, false, commit->id);
        csv_text(out, false, plain_name(&scratch, commit->subject));
        csv_text(out, false, plain_name(&scratch, commit->author));
        csv_number(out, (double)commit->date);
        csv_text(out, false, state_of(searched));
        csv_number(out, (double)searched->data.blocks);
        if (isfinite(change_of(searched)))
            csv_number(out, change_of(searched));
        else
            csv_text(out, false, "");
        fputs("\n", out);
    }
    arena_release(&scratch);
}
