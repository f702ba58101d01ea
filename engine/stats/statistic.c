// Each summary statistic, defined once.
#include "stats/statistic.h"

#include "base/nearest.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SLOWEST = 0.05; // share that a trimmed mean leaves out

const struct statistic_form statistic_forms[STATISTIC_KINDS] = {
    [STATISTIC_MEAN] = {"mean", "the mean of the top level's means (default)",
                        "For costs that add up. Its interval is Student's over the top level; "
                        "precision, repetition counts and variances always use the mean.",
                        false, false, false},
    [STATISTIC_MEDIAN] = {"median", "half of the values are below it",
                          "For the usual case, when rare disturbances must not count.", false,
                          false, false},
    [STATISTIC_MINIMUM] =
        {"minimum", "the smallest value",
         "For the cost without noise, if all noise only adds. Its interval covers how much larger "
         "it is in other builds, not how much smaller it could be.",
         false, false, false},
    [STATISTIC_MODE] = {"mode", "the commonest value, by half samples (Bickel, Fruehwirth 2006)",
                        "For values with a long tail or two modes. It is the least precise "
                        "statistic and needs many samples.",
                        false, false, false},
    [STATISTIC_TRIMMED_MEAN] =
        {"trimmed_mean", "the mean without the slowest 5 % of each execution",
         "For the usual cost, when the slowest values come from outside (interrupts, other "
         "programs). The slowest are the largest values, or the smallest if more is better. Slow "
         "builds and executions stay.",
         false, false, true},
    [STATISTIC_PERCENTILE] =
        {"percentile", "the value that a given percentage of the values do not exceed",
         "For service levels: 95 of 100 requests take at most 'percentile 95' of the latencies. "
         "Takes a number; an extreme percentile needs many builds.",
         true, false, false},
    [STATISTIC_HARMONIC_MEAN] = {"harmonic_mean", "the reciprocal of the mean of the reciprocals",
                                 "For rates (operations per second) of equal amounts of work: "
                                 "their mean would overstate the speed.",
                                 false, true, false},
    [STATISTIC_GEOMETRIC_MEAN] = {"geometric_mean", "the n-th root of the product",
                                  "For ratios and normalised numbers: the conclusion does not "
                                  "depend on the reference or on the direction of the ratio.",
                                  false, true, false},
};

// ---- Names

static const char *read_percent(struct arena *arena, const char *word, double *percent)
{
    char *end = NULL;
    *percent = strtod(word, &end);
    end += strspn(end, " %");
    if (end == word || *end || !(*percent > 0 && *percent < 100))
        return arena_printf(arena,
                            "'percentile' needs a number between 0 and 100, such as "
                            "'percentile 95'%s%s%s",
                            *word ? ", not '" : "", word, *word ? "'" : "");
    return NULL;
}

static const char *unknown_name(struct arena *arena, const char *name)
{
    const char *names[STATISTIC_KINDS + 1] = {NULL};
    TEXT_CLEANUP struct text all = {0};
    for (int i = 0; i < STATISTIC_KINDS; i++) {
        names[i] = statistic_forms[i].name;
        text_printf(&all, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = text_nearest(name, names);
    return near ? arena_printf(arena, "'summary' must be one of %s, not '%s'; did you mean '%s'?",
                               all.bytes, name, near)
                : arena_printf(arena, "'summary' must be one of %s, not '%s'", all.bytes, name);
}

const char *statistic_read(struct arena *arena, const char *words, struct statistic *statistic)
{
    size_t length = strcspn(words, " ");
    const char *name = arena_strndup(arena, words, length), *rest = words + length;
    rest += strspn(rest, " ");
    int kind = 0;
    while (kind < STATISTIC_KINDS && !text_equal(statistic_forms[kind].name, name))
        kind++;
    if (kind == STATISTIC_KINDS)
        return unknown_name(arena, name);
    *statistic = (struct statistic){.kind = (enum statistic_kind)kind};
    if (statistic_forms[kind].percent)
        return read_percent(arena, rest, &statistic->percent);
    return *rest ? arena_printf(arena, "'%s' takes no number, but '%s' follows it", name, rest)
                 : NULL;
}

const char *statistic_name(struct arena *arena, const struct statistic *statistic)
{
    const struct statistic_form *form = &statistic_forms[statistic->kind];
    return form->percent ? arena_printf(arena, "%s %.10g", form->name, statistic->percent)
                         : form->name;
}

bool statistic_equal(const struct statistic *a, const struct statistic *b)
{
    return a->kind == b->kind && a->percent == b->percent;
}

// ---- Numbers

double sorted_quantile(const double *sorted, size_t count, double share)
{
    double place = (double)(count - 1) * share;
    size_t below = (size_t)place;
    if (below + 1 >= count)
        return sorted[count - 1];
    double part = place - (double)below;
    return (1 - part) * sorted[below] + part * sorted[below + 1];
}

static double plain_mean(const double *values, size_t count)
{
    double sum = 0, rest = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i] - values[0];
    double mean = values[0] + sum / (double)count;
    for (size_t i = 0; i < count; i++)
        rest += values[i] - mean;
    return mean + rest / (double)count;
}

// The mean without the largest share of the values, of which one may go in part.
static double trimmed_mean(const double *sorted, size_t count, double share)
{
    double kept = (1 - share) * (double)count;
    size_t whole = (size_t)(kept + 1e-9);
    double part = kept - (double)whole;
    if (whole == 0)
        return sorted[0];
    double mean = plain_mean(sorted, whole);
    return part > 0 && whole < count ? mean + (sorted[whole] - mean) * part / kept : mean;
}

// Half-sample mode: the half of the values that lie closest together, and again of these, until at
// most three are left; of halves that are equally close the lowest. Robertson and Cryer (JASA 69,
// 1974); Bickel and Frühwirth (Comput. Stat. Data Anal. 50, 2006).
static double half_sample_mode(const double *sorted, size_t count)
{
    while (count > 3) {
        size_t half = (count + 1) / 2, best = 0;
        for (size_t i = 1; i + half <= count; i++)
            if (sorted[i + half - 1] - sorted[i] < sorted[best + half - 1] - sorted[best])
                best = i;
        sorted += best;
        count = half;
    }
    if (count == 3) {
        double low = sorted[1] - sorted[0], high = sorted[2] - sorted[1];
        if (low == high)
            return sorted[1];
        sorted += high < low;
        count = 2;
    }
    return 0.5 * sorted[0] + 0.5 * sorted[count - 1];
}

static int compare_numbers(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

void sort_numbers(double *values, size_t count)
{
    if (count > 0)
        qsort(values, count, sizeof *values, compare_numbers);
}

bool statistic_fits(const struct statistic *statistic, const double *values, size_t count)
{
    bool fits = count > 0;
    for (size_t i = 0; statistic_forms[statistic->kind].positive && fits && i < count; i++)
        fits = values[i] > 0;
    return fits;
}

bool statistic_is_of_order(const struct statistic *statistic)
{
    switch (statistic->kind) {
    case STATISTIC_MEDIAN:
    case STATISTIC_MINIMUM:
    case STATISTIC_MODE:
    case STATISTIC_TRIMMED_MEAN:
    case STATISTIC_PERCENTILE:
        return true;
    default:
        return false;
    }
}

size_t statistic_units_least(const struct statistic *statistic, double confidence)
{
    bool median = statistic->kind == STATISTIC_MEDIAN;
    if (!median && statistic->kind != STATISTIC_PERCENTILE)
        return 2;
    double share = median ? 0.5 : statistic->percent / 100;
    return (size_t)ceil(log((1 - confidence) / 2) / log(fmax(share, 1 - share)));
}

// Undone by statistic_of_turned().
void statistic_turn(const struct statistic *statistic, bool more, double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = statistic->kind == STATISTIC_HARMONIC_MEAN          ? 1 / values[i]
                    : statistic->kind == STATISTIC_GEOMETRIC_MEAN       ? log(values[i])
                    : more && statistic->kind == STATISTIC_TRIMMED_MEAN ? -values[i]
                                                                        : values[i];
}

double statistic_of_turned(const struct statistic *statistic, bool more, const double *sorted,
                           size_t count)
{
    switch (statistic->kind) {
    case STATISTIC_MEDIAN:
        return sorted_quantile(sorted, count, 0.5);
    case STATISTIC_MINIMUM:
        return sorted[0];
    case STATISTIC_MODE:
        return half_sample_mode(sorted, count);
    case STATISTIC_TRIMMED_MEAN:
        return (more ? -1 : 1) * trimmed_mean(sorted, count, SLOWEST);
    case STATISTIC_PERCENTILE:
        return sorted_quantile(sorted, count, statistic->percent / 100);
    case STATISTIC_HARMONIC_MEAN:
        return 1 / plain_mean(sorted, count);
    case STATISTIC_GEOMETRIC_MEAN:
        return exp(plain_mean(sorted, count));
    case STATISTIC_MEAN:
    case STATISTIC_KINDS:
        break;
    }
    return plain_mean(sorted, count);
}
