// Statistics of plain values: those of ministat(1), and more.
#include "report/ministat/ministat.h"

#include "model/level.h"
#include "report/ministat/ascii_plot.h"
#include "stats/interval.h"
#include "stats/ratio.h"
#include "stats/statistic.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

struct data_set data_set_of(struct arena *arena, const char *name, const double *values,
                            size_t count)
{
    double *sorted = arena_new_array(arena, double, count);
    memcpy(sorted, values, count * sizeof *sorted);
    sort_numbers(sorted, count);
    return (struct data_set){.name = name,
                             .values = values,
                             .sorted = sorted,
                             .moments = sample_moments_of(values, count)};
}

// The median of ministat is always a value of the set: the upper middle one of an even count.
static double median_of_set(const struct data_set *set)
{
    return set->sorted[set->moments.count / 2];
}

// "95.0", "99.99": at least one decimal, as ministat writes its levels.
static const char *percent_text(char text[static 32], double percent)
{
    snprintf(text, 32, percent == floor(percent) ? "%.1f" : "%.12g", percent);
    return text;
}

// Student's t from ministat's tables: three decimals, and the normal distribution above 100 degrees
// of freedom. (Its table for 99.5 % holds the values for 99.8 %.)
static double table_t(double percent, size_t freedom)
{
    static const double tables[] = {80, 90, 95, 98, 99};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (percent == tables[i]) {
            double above = (1 - percent / 100) / 2;
            double t = freedom > 100 ? gsl_cdf_ugaussian_Qinv(above)
                                     : gsl_cdf_tdist_Qinv(above, (double)freedom);
            return round(t * 1000) / 1000;
        }
    }
    return student_t(percent / 100, (double)freedom);
}

static void print_set(FILE *out, const struct data_set *set, char mark)
{
    const struct sample_moments *moments = &set->moments;
    fprintf(out, "%c %3zu %13.8g %13.8g %13.8g %13.8g ", mark, moments->count, set->sorted[0],
            set->sorted[moments->count - 1], median_of_set(set), moments->mean);
    if (moments->count > 1)
        fprintf(out, "%13.8g\n", moments->deviation);
    else
        fprintf(out, "%13s\n", "-");
}

static void print_difference(FILE *out, const struct sample_moments *old,
                             const struct sample_moments *new, double percent)
{
    char level[32];
    percent_text(level, percent);
    size_t freedom = old->count + new->count - 2;
    if (freedom == 0) {
        fputs("No difference provable: one value each\n", out);
        return;
    }
    double s = pooled_deviation(old, new), difference = new->mean - old->mean;
    double error =
        table_t(percent, freedom) * s * sqrt(1 / (double)old->count + 1 / (double)new->count);
    if (!(fabs(difference) > error)) {
        fprintf(out, "No difference proven at %s%% confidence\n", level);
        return;
    }
    fprintf(out, "Difference at %s%% confidence\n\t%g +/- %g\n", level, difference, error);
    if (old->mean != 0)
        fprintf(out, "\t%g%% +/- %g%%\n", difference / old->mean * 100,
                fabs(error / old->mean) * 100);
    fprintf(out, "\t(Student's t, pooled s = %g)\n", s);
}

static void print_table(FILE *out, const struct data_set *sets, size_t count,
                        const struct ministat_choice *choice)
{
    if (!choice->no_names)
        fprintf(out, "%5s %13s %13s %13s %13s %13s\n", "N", "Min", "Max", "Median", "Avg",
                "Stddev");
    for (size_t i = 0; i < count; i++) {
        print_set(out, &sets[i], plot_mark(i));
        if (i > 0 && !choice->plain)
            print_difference(out, &sets[0].moments, &sets[i].moments, choice->percent);
    }
}

static void print_plot(FILE *out, const struct data_set *sets, size_t count,
                       const struct ministat_choice *choice)
{
    struct arena arena = {0};
    struct plotted *plotted = arena_new_array(&arena, struct plotted, count);
    for (size_t i = 0; i < count; i++)
        plotted[i] = (struct plotted){sets[i].sorted, sets[i].moments.count, sets[i].moments.mean,
                                      sets[i].moments.deviation, median_of_set(&sets[i])};
    ascii_plot(out, plotted, count, choice->width, choice->bars_apart);
    arena_release(&arena);
}

static struct value_with_error mean_of(const struct sample_moments *moments)
{
    double count = (double)moments->count;
    return (struct value_with_error){moments->mean, moments->deviation * moments->deviation / count,
                                     count - 1};
}

static double half_width(const struct sample_moments *moments, double percent)
{
    if (moments->count < 2)
        return INFINITY;
    return student_t(percent / 100, (double)moments->count - 1) * moments->deviation /
           sqrt((double)moments->count);
}

// The number of digits of a value whose half-width shows three digits.
static int digits_of(double value, double half)
{
    double digits = 3 + floor(log10(fabs(value))) - floor(log10(half));
    return isfinite(digits) ? (int)fmin(fmax(digits, 6), 15) : 6;
}

static void print_interval(FILE *out, double value, double low, double high)
{
    int digits = digits_of(value, (high - low) / 2);
    fprintf(out, "%.*g [%.*g, %.*g]", digits, value, digits, low, digits, high);
}

static bool has_negative(const struct data_set *set)
{
    return set->sorted[0] < 0;
}

static void print_mean(FILE *out, const struct data_set *set, char mark, double percent)
{
    double mean = set->moments.mean, half = half_width(&set->moments, percent);
    fprintf(out, "%c  mean ", mark);
    if (isfinite(half) && half > mean && !has_negative(set))
        fprintf(out, "%.6g, at most %.6g", mean, mean + half);
    else if (isfinite(half))
        print_interval(out, mean, mean - half, mean + half);
    else
        fprintf(out, "%.6g (one value has no interval)", mean);
    fputs(set->dependent ? ", but rows are not independent\n" : "\n", out);
}

static void print_ratio(FILE *out, const char *what, const struct ratio *ratio)
{
    fprintf(out, "   %-16s", what);
    if (!ratio->defined)
        fputs("not defined: a mean is zero, or the means differ in sign", out);
    else if (ratio->bound == RATIO_BOUNDED)
        print_interval(out, ratio->value, ratio->low, ratio->high);
    else if (ratio->bound == RATIO_NO_UPPER)
        fprintf(out, "%.6g, at least %.6g, no upper limit", ratio->value, ratio->low);
    else if (ratio->bound == RATIO_NO_LOWER)
        fprintf(out, "%.6g, at most %.6g, no lower limit", ratio->value, ratio->high);
    else
        fprintf(out, "%.6g, no interval: more values are needed", ratio->value);
    fputc('\n', out);
}

static void print_p(FILE *out, const char *test, double p)
{
    fprintf(out, p < 1e-300 ? "   %-16sp < 1e-300" : "   %-16sp = %.3g", test, p);
}

static void print_student(FILE *out, const char *test, const struct student *student)
{
    if (student->known)
        print_p(out, test, student->p);
    else
        fprintf(out, "   %-16snot possible: too few values, or no scatter", test);
    fputc('\n', out);
}

static void print_welch(FILE *out, const struct sample_moments *old,
                        const struct sample_moments *new, double percent)
{
    struct student welch = student_welch(old, new);
    if (welch.known) {
        double t = gsl_cdf_tdist_Qinv((1 - percent / 100) / 2, welch.freedom);
        fprintf(out, "   %-16s", "difference");
        print_interval(out, welch.difference, welch.difference - t * welch.error,
                       welch.difference + t * welch.error);
        fputc('\n', out);
    }
    print_student(out, "Welch's t", &welch);
}

static void print_rank(FILE *out, const struct data_set *old, const struct data_set *new,
                       const char marks[2])
{
    struct rank_test test =
        rank_test(old->sorted, old->moments.count, new->sorted, new->moments.count);
    print_p(out, "rank test", test.p);
    fprintf(out, " (%c below %c in %.3g%% of all pairs)\n", marks[1], marks[0], test.lower * 100);
}

static void print_sign(FILE *out, const struct data_set *old, const struct data_set *new,
                       const char marks[2])
{
    size_t olds = old->moments.count, news = new->moments.count;
    size_t pairs = olds < news ? olds : news;
    struct sign_test test = sign_test(old->values, new->values, pairs);
    fprintf(out, "   %-16sp = %.3g (%c below %c in %zu of %s%zu rows", "sign test", test.p,
            marks[1], marks[0], test.lower, olds == news ? "" : "the first ", pairs);
    if (test.equal)
        fprintf(out, ", equal in %zu", test.equal);
    fputs(")\n", out);
}

static void print_comparison(FILE *out, const struct data_set *old, const struct data_set *new,
                             const char marks[2], double percent)
{
    const struct sample_moments *a = &old->moments, *b = &new->moments;
    struct value_with_error old_mean = mean_of(a), new_mean = mean_of(b);
    struct ratio ratio = ratio_unpaired(&old_mean, &new_mean, percent / 100);
    if (!has_negative(old) && !has_negative(new))
        ratio = ratio_above_zero(&ratio);
    struct ratio inverse = ratio_inverse(&ratio);
    struct student pooled = student_pooled(a, b);
    char what[2][16];
    snprintf(what[0], sizeof *what, "ratio %c / %c", marks[1], marks[0]);
    snprintf(what[1], sizeof *what, "speedup %c / %c", marks[0], marks[1]);
    fprintf(out, "\n%c against %c\n", marks[1], marks[0]);
    print_ratio(out, what[0], &ratio);
    print_ratio(out, what[1], &inverse);
    print_welch(out, a, b, percent);
    print_student(out, "Student's t", &pooled);
    print_rank(out, old, new, marks);
    print_sign(out, old, new, marks);
}

static void print_further(FILE *out, const struct data_set *sets, size_t count, double percent)
{
    char level[32];
    fprintf(out, "\n%s%% intervals; every row counts as an independent run\n",
            percent_text(level, percent));
    for (size_t i = 0; i < count; i++)
        print_mean(out, &sets[i], plot_mark(i), percent);
    for (size_t i = 1; i < count; i++)
        print_comparison(out, &sets[0], &sets[i], (char[2]){plot_mark(0), plot_mark(i)}, percent);
    if (count > 2)
        fprintf(out, "\nEach p is that of a single comparison; there are %zu\n", count - 1);
}

void report_ministat(FILE *out, const struct data_set *sets, size_t count,
                     const struct ministat_choice *choice)
{
    for (size_t i = 0; i < count && !choice->no_names; i++)
        fprintf(out, "%c %s\n", plot_mark(i), sets[i].name);
    if (!choice->no_plot && !choice->plain)
        print_plot(out, sets, count, choice);
    print_table(out, sets, count, choice);
    if (!choice->plain)
        print_further(out, sets, count, choice->percent);
}
