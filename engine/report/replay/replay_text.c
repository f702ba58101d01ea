// A replayed build as text.
#include "report/replay/replay_text.h"

#include "model/build_result.h"
#include "replay/summary.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"

#include <math.h>

enum { DIGITS = 5, ID_SHOWN = 16, COLUMNS = 60 };

static const char *const rank_words[] = {
    [RANK_BEST] = "best", [RANK_MEDIAN] = "median", [RANK_WORST] = "worst"};

// ---- What was replayed

static void print_rank(const struct replay *replay, const struct replay_summary *summaries,
                       size_t count, FILE *out)
{
    const struct chosen_build *chosen = &replay->chosen;
    if (chosen->ranked)
        fprintf(out, "the %s of %zu builds by its mean of %s\n",
                rank_words[replay->request->wish.rank], chosen->ranked,
                count ? summaries->name : "the first metric");
}

static void print_identity(const struct replay *replay, FILE *out)
{
    const struct build_result *result = remade_result(&replay->remade);
    const char *cpus = remade_cpus(&replay->remade);
    if (result)
        fprintf(out, "layout id %.*s…, as in the campaign\nbinary %.*s…, as in the campaign\n",
                ID_SHOWN, result->layout_id, ID_SHOWN, result->binary_sha256);
    else
        fputs("nothing is built: its environment and addresses are those of the campaign\n", out);
    if (*cpus)
        fprintf(out, "on CPU%s %s\n", cpus[strspn(cpus, "0123456789")] ? "s" : "", cpus);
}

// ---- Samples

static const char *number_or_dash(struct arena *arena, const struct samples_summary *summary,
                                  double value, const struct scale *scale, int decimals)
{
    return summary->samples ? fixed_number(arena, value * scale->factor, decimals) : "-";
}

static void print_row(const char *name, const struct replay_summary *summary, double was, double is,
                      FILE *out)
{
    struct arena scratch = {0};
    double size = summary->replayed.mean;
    struct scale scale = scale_of(summary->unit, size);
    int decimals = decimals_for(fabs(size) * scale.factor, DIGITS);
    fprintf(out, "  %-16s%12s%12s", name,
            number_or_dash(&scratch, &summary->stored, was, &scale, decimals),
            number_or_dash(&scratch, &summary->replayed, is, &scale, decimals));
    if (summary->stored.samples && was != 0)
        fprintf(out, "%+9.1f %%", round(1000 * (is / was - 1)) / 10 + 0.0); // no -0.0
    fputc('\n', out);
    arena_release(&scratch);
}

static void print_counts(const struct replay_summary *summary, FILE *out)
{
    fprintf(out, "  %-16s%12zu%12zu\n  %-16s%12zu%12zu\n", "executions", summary->stored.executions,
            summary->replayed.executions, "samples", summary->stored.samples,
            summary->replayed.samples);
}

static void print_metric(const struct replay_summary *summary, bool whole, FILE *out)
{
    struct arena scratch = {0};
    const struct samples_summary *was = &summary->stored, *is = &summary->replayed;
    const char *unit = scale_of(summary->unit, is->mean).unit;
    fprintf(out, "%s%s%s\n", summary->name, *unit ? ", " : "", plain_name(&scratch, unit));
    if (whole) {
        print_counts(summary, out);
        print_row("minimum", summary, was->minimum, is->minimum, out);
        print_row("first quartile", summary, was->first_quartile, is->first_quartile, out);
        print_row("median", summary, was->median, is->median, out);
        print_row("third quartile", summary, was->third_quartile, is->third_quartile, out);
        print_row("maximum", summary, was->maximum, is->maximum, out);
    }
    print_row("mean", summary, was->mean, is->mean, out);
    arena_release(&scratch);
}

void replay_text(const struct replay *replay, const struct replayed *replayed, FILE *out)
{
    size_t count;
    struct arena *arena = replay->request->arena;
    const struct replay_summary *summaries = replay_summaries(replay, replayed, &count);
    wrap(out, COLUMNS, "", chosen_wording(arena, replay->request->catalogue, &replay->chosen));
    print_rank(replay, summaries, count, out);
    print_identity(replay, out);
    if (count)
        fprintf(out, "\n%-18s%12s%12s%11s\n", "", "stored", "replayed", "change");
    for (size_t i = 0; i < count; i++)
        print_metric(&summaries[i], i == 0, out);
    if (replay->differences.count)
        fputs("\ndifferent since the campaign\n", out);
    for (size_t i = 0; i < replay->differences.count; i++)
        wrap(out, COLUMNS, "- ", plain_name(arena, replay->differences.items[i]));
}
