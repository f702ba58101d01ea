// Dot product of two vectors, timed by itself: what was called often enough to take --sample-time
// is one sample, so that an experiment may sweep that time.
#include "eswexp.h"

struct ddot {
    struct esw_run run;
    uint64_t n;
    double *x, *y;
    double product;
};

static void set_up(struct ddot *d)
{
    d->x = calloc(d->n, sizeof(double));
    d->y = calloc(d->n, sizeof(double));
    if (!d->x || !d->y)
        esw_stop(&d->run, "no memory for", "--n");
    for (uint64_t i = 0; i < d->n; i++) {
        d->x[i] = (double)(i % 1000);
        d->y[i] = (double)(i % 7) - 3;
    }
    d->run.header->answer.bytes = 2.0 * sizeof(double) * (double)d->n;
    d->run.header->answer.operations = (double)d->n;
    esw_copy(d->run.header->answer.operation, sizeof(d->run.header->answer.operation), "element");
}

static double dot(const double *x, const double *y, uint64_t n)
{
    double sum = 0;
    for (uint64_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static double time_ns(struct ddot *d, uint64_t calls)
{
    const struct esw_answer *answer = &d->run.header->answer;
    const double *x = d->x, *y = d->y;
    uint64_t start = esw_ticks(answer->clock);
    for (; calls > 0; calls--) {
        ESW_LAUNDER(x);
        d->product = dot(x, y, d->n);
        ESW_USE(d->product);
    }
    return (double)(esw_ticks(answer->clock) - start) * answer->ns_per_tick;
}

// Shorter than `least_ns`, at least once in two times? A disturbance must not pass for the work.
static bool is_short(struct ddot *d, uint64_t calls, double least_ns)
{
    return time_ns(d, calls) < least_ns || time_ns(d, calls) < least_ns;
}

// Doubled until they take the time; where instructions are counted, no number depends on time.
static uint64_t calls_lasting(struct ddot *d, uint64_t sample_ns)
{
    uint64_t calls = 1;
    bool timeless = d->run.header->request.wants & ESW_WANT_REPEATABLE;
    while (!timeless && is_short(d, calls, (double)sample_ns))
        calls *= 2;
    return calls;
}

// Products and their sums are whole numbers here, so that they come out the same in any order.
static bool is_right(const struct ddot *d)
{
    int64_t sum = 0;
    for (uint64_t i = 0; i < d->n; i++)
        sum += (int64_t)(i % 1000) * ((int64_t)(i % 7) - 3);
    return d->product == (double)sum;
}

int main(int argc, char **argv)
{
    struct ddot d = {.n = 1000};
    uint64_t sample_ns = 10000000;
    const struct esw_option options[] = {
        {.name = "n", .help = "elements of a vector (1000)", .number = &d.n, .least = 1},
        {.name = "sample-time",
         .help = "ns that a sample takes at least (10000000)",
         .number = &sample_ns},
        {0},
    };
    const struct esw_kernel kernel = {
        .name = "ddot",
        .iteration = "one dot product of two vectors of double",
        .operation = "element",
        .options = options,
    };
    esw_begin_kernel(&d.run, &kernel, argc, argv);
    esw_describe(&d.run, kernel.name, kernel.iteration);
    set_up(&d);
    uint64_t calls = calls_lasting(&d, sample_ns);
    while (esw_record(&d.run, time_ns(&d, calls), calls)) {
    }
    esw_check(&d.run, is_right(&d));
    free(d.x);
    free(d.y);
    return esw_end(&d.run);
}
