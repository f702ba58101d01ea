// What would decide an inconclusive verdict: more blocks, a wider equivalence, another metric.
#include "report/compare/way_on.h"

#include "analysis/compare/rules.h"
#include "analysis/pilot/planned_looks.h"
#include "base/shell_words.h"
#include "report/compare/comparison_wording.h"
#include "report/compare/internal.h"
#include "report/wording/estimates.h"
#include "report/wording/numbers.h"
#include "stats/interval.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

// Suggestions stop at this many times the blocks, or, if the sides are equal, this many, this
// equivalence, and where CPU time is less than this many times as precise as wall time.
static const double BLOCKS_MOST = 20, BLOCKS_NAMED = 1000, EQUIVALENCE_MOST = 0.1,
                    NARROWER_LEAST = 2;

struct inconclusive {
    struct arena *arena;
    const struct comparison_set *comparison_set;
    const struct comparison_sources *sources;
    const struct notes *reservations; // of this comparison
    const struct comparison *comparison;
};

static double half_width(const struct comparison *comparison)
{
    return (comparison->ratio.high - comparison->ratio.low) / 2;
}

// ---- More blocks

// The half-width that would decide if the ratio is as measured: the interval would leave 1 ± margin
// or lie within 1 ± equivalence. 0: none would.
static double deciding_width(const struct inconclusive *one)
{
    const struct comparison_rules *rules = &one->comparison_set->rules;
    double change = fabs(one->comparison->ratio.value - 1);
    double margin = fmax(rules->threshold, one->comparison_set->floor);
    double equal = comparison_equivalence(rules);
    return fmax(fmax(change - margin, equal - change), 0);
}

// Rounded to one significant digit, down or up.
static double rounded(double value, bool up)
{
    double unit = pow(10, floor(log10(value)));
    double digits = value / unit;
    return unit * (up ? ceil(digits - 1e-9) : floor(digits + 1e-9));
}

// The budget in which all cells get `times` as many blocks. The campaign keeps a tenth in reserve.
static double budget_for(const struct inconclusive *one, double times)
{
    static const double usable = 0.9;
    const struct findings *findings = one->sources->new;
    double real_s = 0;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        if (cell_leads(&findings->catalogue, i))
            real_s +=
                (double)findings->cells[i].progress.blocks * findings->cells[i].progress.block_s;
    return (times - 1) * real_s / usable;
}

// Only a comparison of one campaign does.
static bool can_go_on(const struct inconclusive *one)
{
    return one->sources->old == one->sources->new && one->sources->began;
}

// The level of an interval at one more look, after `times` the blocks.
static double continued_level(const struct inconclusive *one, double times)
{
    const struct looks *looks = one->comparison_set->looks;
    double now = looks ? looks->items[looks->current - 1].share : 1;
    struct look items[] = {{now, &(size_t){1000}},
                           {continued_share(now), &(size_t){(size_t)(1000 * times)}}};
    const struct looks two = {items, 2, 2};
    double together = simultaneous(one->comparison_set->confidence, one->comparison_set->family);
    return 1 - looks_confidence(&two, 0, together);
}

// How many times the blocks the interval takes to have this half-width: that of a continuation, or
// of a new campaign.
static double times_for(const struct inconclusive *one, double width)
{
    const struct comparison *comparison = one->comparison;
    double now = gsl_cdf_ugaussian_Qinv((1 - comparison->confidence) / 2);
    double same = pow(half_width(comparison) / width, 2), times = fmax(same, 1.1);
    for (int i = 0; can_go_on(one) && i < 3 && times <= BLOCKS_MOST; i++) {
        double then = gsl_cdf_ugaussian_Qinv(continued_level(one, times) / 2);
        times = fmax(same * pow(then / now, 2), 1.1);
    }
    return times;
}

// "about 45 more builds, if the change is as measured, 6 min".
static const char *blocks_wording(const struct inconclusive *one, double times,
                                  const char *condition)
{
    struct arena *arena = one->arena;
    const struct estimate *estimate = one->comparison->new_estimate;
    double more = ceil((double)comparison_blocks(one->comparison) * (times - 1));
    double block_s = one->sources->new->cells[estimate->cell].progress.block_s;
    const char *time =
        block_s > 0 ? arena_printf(arena, ", %s", duration_wording(arena, more * block_s)) : "";
    return arena_printf(
        arena, "about %s, %s%s",
        text_counted(arena, (size_t)more,
                     arena_printf(arena, "more %s", level_name(top_level(estimate)))),
        condition, time);
}

// Where the change as measured would take too many, those that find equal sides equal.
static struct way_on more_blocks(const struct inconclusive *one)
{
    double width = deciding_width(one), times = width > 0 ? times_for(one, width) : INFINITY;
    if (times <= BLOCKS_MOST)
        return (struct way_on){blocks_wording(one, times, "if the change is as measured"),
                               can_go_on(one) ? budget_for(one, times) : 0};
    double margin = comparison_equivalence(&one->comparison_set->rules);
    double equal = times_for(one, deciding_half_width(margin));
    return (struct way_on){
        equal <= BLOCKS_NAMED ? blocks_wording(one, equal, "if the sides are equal") : NULL, 0};
}

// ---- Other ways

static const char *wider_equivalence(const struct inconclusive *one)
{
    double within = one->comparison->equal_within;
    return within > 0 && within <= EQUIVALENCE_MOST
               ? arena_printf(one->arena, "--equivalence %.4g%% (they are equal within that)",
                              100 * rounded(within, true))
               : NULL;
}

// The same benchmark and sides in CPU time, or NULL.
static const struct comparison *in_cpu_time(const struct inconclusive *one)
{
    for (size_t i = 0; i < one->comparison_set->comparison_count; i++) {
        const struct comparison *other = &one->comparison_set->comparisons[i];
        if (text_equal(other->metric, "cpu_time") && same_sides(other, one->comparison) &&
            text_equal(other->benchmark, one->comparison->benchmark))
            return other;
    }
    return NULL;
}

// Between blocks, as a share of the mean.
static double variation(const struct estimate *estimate)
{
    const struct components *components = &estimate->components;
    return sqrt(components->S2[components->levels - 1]) / fabs(components->mean);
}

// Whether a program neither sleeps nor has several threads.
static bool is_all_of(const struct estimate *wall, const struct estimate *cpu)
{
    static const double waits = 0.8, threads = 1.05;
    double share = cpu->components.mean / wall->components.mean;
    return share >= waits && share <= threads;
}

static const char *cpu_time(const struct inconclusive *one)
{
    const struct comparison *comparison = one->comparison, *other = in_cpu_time(one);
    if (!text_equal(comparison->metric, "wall_time") || !has_time(comparison))
        return NULL;
    bool busy = has_kind(one->reservations, NOTE_UNSTEADY_MACHINE) ||
                has_kind(one->reservations, NOTE_INTERFERENCE);
    if (!other)
        return busy ? "measure: [cpu_time], which other processes disturb less" : NULL;
    double times = half_width(comparison) / half_width(other);
    bool narrower = other->ratio.bound == RATIO_BOUNDED && times >= NARROWER_LEAST &&
                    isfinite(times) && is_all_of(comparison->old_estimate, other->old_estimate) &&
                    is_all_of(comparison->new_estimate, other->new_estimate);
    return narrower ? arena_printf(one->arena,
                                   "measure: [cpu_time] (CPU time varies by %.2g %%, wall time by "
                                   "%.2g %%)",
                                   100 * variation(other->new_estimate),
                                   100 * variation(comparison->new_estimate))
                    : NULL;
}

static struct way_on way_on(const struct inconclusive *one)
{
    const struct comparison *comparison = one->comparison;
    if (!is_verdict(comparison) || comparison->withheld || is_missing(comparison) ||
        comparison->outcome != OUTCOME_INCONCLUSIVE || comparison->doubt ||
        comparison->ratio.bound != RATIO_BOUNDED || comparison->coarse || comparison->ratio.exact)
        return (struct way_on){0};
    struct way_on way = more_blocks(one);
    const char *const others[] = {wider_equivalence(one), cpu_time(one)};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i])
            way.words =
                way.words ? arena_printf(one->arena, "%s; or %s", way.words, others[i]) : others[i];
    return way;
}

const struct way_on *ways_on_of(struct arena *arena, const struct comparison_set *comparison_set,
                                const struct comparison_sources *sources,
                                const struct notes *reservations)
{
    struct way_on *ways = arena_new_array(arena, struct way_on, comparison_set->comparison_count);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct inconclusive one = {arena, comparison_set, sources, &reservations[i],
                                         &comparison_set->comparisons[i]};
        ways[i] = way_on(&one);
    }
    return ways;
}

const char *deciding_command(struct arena *arena, const struct comparison_set *comparison_set,
                             const struct comparison_frame *frame)
{
    double budget_s = 0;
    for (size_t i = 0; frame->ways_on && i < comparison_set->comparison_count; i++)
        budget_s = fmax(budget_s, frame->ways_on[i].budget_s);
    return budget_s > 0 && frame->folder && *frame->folder
               ? arena_printf(arena, "eswexp compare --continue %s --budget %s",
                              text_as_word(arena, frame->folder), budget_word(arena, budget_s))
               : NULL;
}
