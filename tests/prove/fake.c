// A fake benchmark: reports values of known standard deviation at every level of repetition.
#include "eswexp.h"

#include <math.h>

// splitmix64 (Steele, Lea, Flood 2014): also mixes what names a draw into its seed.
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static uint64_t mix(uint64_t seed, const char *text)
{
    uint64_t state = seed;
    for (; *text; text++)
        state = next(&state) ^ (unsigned char)*text;
    return next(&state);
}

static double uniform(uint64_t *state) // in (0, 1)
{
    return ((double)(next(state) >> 11) + 0.5) * 0x1p-53;
}

// Box and Muller's transformation of two uniform draws, exactly normal.
static double normal(uint64_t *state)
{
    double radius = sqrt(-2 * log(uniform(state)));
    return radius * cos(2 * M_PI * uniform(state));
}

static double number(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= 0)) {
        fprintf(stderr, "fake: not a number of at least 0: '%s'\n", text);
        exit(ESW_EXIT_USAGE);
    }
    return value;
}

static void spend(double ns)
{
    uint64_t end = esw_clock_ns(CLOCK_MONOTONIC) + (uint64_t)ns;
    while (esw_clock_ns(CLOCK_MONOTONIC) < end)
        ;
}

int main(int argc, char **argv)
{
    const char *mean = "20000", *start = "0", *spent = "1";
    const char *build_sd = "2", *execution_sd = "0.5", *iteration_sd = "1";
    const char *run_seed = "", *block = "", *variant = "", *seed = "";
    const struct esw_option options[] = {
        {"mean", "mean of the values in ns", NULL, 0, &mean},
        {"build-sd", "standard deviation between builds, % of the mean", NULL, 0, &build_sd},
        {"execution-sd", "the same between executions of a build", NULL, 0, &execution_sd},
        {"iteration-sd", "the same between iterations of an execution", NULL, 0, &iteration_sd},
        {"run-seed", "with block and variant: decides what is drawn for the build", NULL, 0,
         &run_seed},
        {"block", "see run-seed", NULL, 0, &block},
        {"variant", "see run-seed", NULL, 0, &variant},
        {"seed", "decides what is drawn for execution and iterations", NULL, 0, &seed},
        {"start", "time to spend before the first iteration in ns", NULL, 0, &start},
        {"spend", "1: an iteration takes the time it reports; 0: none", NULL, 0, &spent},
        {NULL, NULL, NULL, 0, NULL},
    };
    struct esw_run run;
    esw_begin_with(&run, options, argc, argv);
    uint64_t build = mix(mix(mix(1, run_seed), block), variant), execution = mix(2, seed);
    double percent = number(mean) / 100;
    double level = number(mean) + percent * number(build_sd) * normal(&build) +
                   percent * number(execution_sd) * normal(&execution);
    double sd = percent * number(iteration_sd);
    bool spending = number(spent) > 0, more = true;
    spend(number(start));
    while (more) {
        double value = level + sd * normal(&execution);
        if (spending)
            spend(value);
        more = esw_record(&run, value, 1);
    }
    return esw_end(&run);
}
