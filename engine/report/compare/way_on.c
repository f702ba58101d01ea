// What would decide an inconclusive verdict: more blocks, a wider equivalence, another metric.
#include "report/compare/way_on.h"

#include "report/compare/comparison_wording.h"
#include "report/compare/internal.h"
#include "report/wording/estimates.h"
#include "report/wording/numbers.h"
#include "store/events.h"

#include <math.h>

// Suggestions stop at this many times the blocks, this equivalence, and where CPU time is less than
// this many times as precise as wall time.
static const double BLOCKS_MOST = 20, EQUIVALENCE_MOST = 0.1, NARROWER_LEAST = 2;

struct inconclusive {
    struct arena *arena;
    const struct comparison_set *comparison_set;
    const struct comparison_sources *sources;
    const struct reservations *reservations; // of this comparison
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
    double equal = rules->equivalence > 0 ? rules->equivalence : rules->threshold;
    return fmax(fmax(change - margin, equal - change), 0);
}

// Rounded to one significant digit, down or up.
static double rounded(double value, bool up)
{
    double unit = pow(10, floor(log10(value)));
    double digits = value / unit;
    return unit * (up ? ceil(digits - 1e-9) : floor(digits + 1e-9));
}

static const char *budget_word(struct arena *arena, double seconds)
{
    return seconds <= 120    ? arena_printf(arena, "%.0fs", 10 * ceil(seconds / 10))
           : seconds <= 7200 ? arena_printf(arena, "%.0fmin", ceil(seconds / 60))
                             : arena_printf(arena, "%.0fh", ceil(seconds / 3600));
}

static bool is_limited_by_budget(const struct findings *findings)
{
    for (size_t i = 0; i < findings->event_count; i++)
        if (text_equal(findings->events[i].kind, EVENT_BUDGET))
            return true;
    return false;
}

// The budget that leaves all cells `times` as many blocks. The campaign keeps a tenth in reserve.
static double wider_budget(const struct inconclusive *one, double times)
{
    static const double usable = 0.9;
    const struct findings *findings = one->sources->new;
    double real_s = 0;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        real_s += (double)findings->cells[i].progress.blocks * findings->cells[i].progress.block_s;
    return one->sources->budget_s + (times - 1) * real_s / usable;
}

// The option or key that brings so many blocks in place of `blocks`; "" if several do.
static const char *how(const struct inconclusive *one, size_t blocks, size_t wanted)
{
    struct arena *arena = one->arena;
    const struct findings *findings = one->sources->new;
    const struct estimate *estimate = one->comparison->new_estimate;
    double width = deciding_width(one) / one->comparison->ratio.value;
    if (one->sources->old != findings)
        return "";
    if (findings->fixed[top_level(estimate)])
        return arena_printf(arena, " (repeat.real.%ss: %zu)", level_name(top_level(estimate)),
                            wanted);
    if (one->sources->budget_s > 0 && is_limited_by_budget(findings))
        return arena_printf(arena, " (--budget %s)",
                            budget_word(arena, wider_budget(one, (double)wanted / (double)blocks)));
    return findings->of_ratios && findings->cells[estimate->cell].dimension_count
               ? arena_printf(arena, " (--precision %.4g%%)", 100 * rounded(width, false))
               : "";
}

static const char *more_blocks(const struct inconclusive *one)
{
    const struct comparison *comparison = one->comparison;
    double width = deciding_width(one), factor = pow(half_width(comparison) / width, 2);
    size_t blocks = comparison_blocks(comparison);
    if (!(width > 0) || !(factor > 1) || factor > BLOCKS_MOST)
        return NULL;
    struct arena *arena = one->arena;
    const struct estimate *estimate = comparison->new_estimate;
    double more = ceil((double)blocks * (factor - 1));
    double block_s = one->sources->new->cells[estimate->cell].progress.block_s;
    const char *time =
        block_s > 0 ? arena_printf(arena, ", %s", duration_wording(arena, more * block_s)) : "";
    return arena_printf(
        arena, "about %s, if the change is as measured%s%s",
        text_counted(arena, (size_t)more,
                     arena_printf(arena, "more %s", level_name(top_level(estimate)))),
        time, how(one, blocks, blocks + (size_t)more));
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

static const char *cpu_time(const struct inconclusive *one)
{
    const struct comparison *comparison = one->comparison, *other = in_cpu_time(one);
    if (!text_equal(comparison->metric, "wall_time") || !has_time(comparison))
        return NULL;
    bool busy = has_reservation(one->reservations, RESERVATION_UNSTEADY_MACHINE) ||
                has_reservation(one->reservations, RESERVATION_INTERFERENCE);
    if (!other)
        return busy ? "measure: [cpu_time], which other processes disturb less" : NULL;
    double times = half_width(comparison) / half_width(other);
    return other->ratio.bound == RATIO_BOUNDED && times >= NARROWER_LEAST && isfinite(times)
               ? arena_printf(one->arena,
                              "measure: [cpu_time], whose interval is %.2g times narrower", times)
               : NULL;
}

static const char *way_on(const struct inconclusive *one)
{
    const struct comparison *comparison = one->comparison;
    if (!is_verdict(comparison) || comparison->withheld || is_missing(comparison) ||
        comparison->outcome != OUTCOME_INCONCLUSIVE || comparison->ratio.bound != RATIO_BOUNDED)
        return NULL;
    const char *const ways[] = {more_blocks(one), wider_equivalence(one), cpu_time(one)};
    const char *words = NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i])
            words = words ? arena_printf(one->arena, "%s; or %s", words, ways[i]) : ways[i];
    return words;
}

const char *const *ways_on_of(struct arena *arena, const struct comparison_set *comparison_set,
                              const struct comparison_sources *sources,
                              const struct reservations *reservations)
{
    const char **ways = arena_new_array(arena, const char *, comparison_set->comparison_count);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct inconclusive one = {arena, comparison_set, sources, &reservations[i],
                                         &comparison_set->comparisons[i]};
        ways[i] = way_on(&one);
    }
    return ways;
}
