// The clock rate of the core: the common unit of several chains of dependent instructions, and
// which of the classic chains are no longer what they were.
#include "eswexp.h"

#include "clock_rate/chains.h"
#include "clock_rate/fit.h"
#include "parts/choice.h"
#include "parts/random.h"

enum { TURNS = 200, RING = 64, WORDS_PER_LINE = 8, TRIES = 100, BATCHES_MOST = 1000000 };

struct clocked {
    struct esw_run run;
    const struct chain *chains[CHAINS_MOST];
    size_t count, fitted_count; // those that are fitted come first
    uint64_t batches;
    double *times;               // of each batch of a chain
    double step_ns[CHAINS_MOST]; // of the fit just taken
    double cycles[CHAINS_MOST];  // of a step, the sum over all fits
    struct clock_fit fit;
    uint64_t fits;
    double sum_ns, worst_residual;
    uint64_t ring[RING * WORDS_PER_LINE]; // for loads: lines that point to each other at random
};

static void link_ring(uint64_t *ring)
{
    uint64_t random = 1;
    size_t order[RING];
    random_order(&random, order, RING);
    for (size_t i = 0; i < RING; i++)
        ring[order[i] * WORDS_PER_LINE] =
            (uint64_t)(uintptr_t)&ring[order[(i + 1) % RING] * WORDS_PER_LINE];
}

static void set_up(struct clocked *c)
{
    option_require(c->batches <= BATCHES_MOST, "'--batches' is at most 1000000");
    c->count = chains_list(c->chains);
    while (c->fitted_count < c->count && c->chains[c->fitted_count]->fitted)
        c->fitted_count++;
    if (c->count == 0)
        esw_stop(&c->run, "no chains for this architecture in", "kernels/clock_rate/texts.h");
    link_ring(c->ring);
    c->times = calloc(c->count * c->batches, sizeof(double));
    if (!c->times)
        esw_stop(&c->run, "no memory for", "--batches");
}

static uint64_t begin_of(const struct clocked *c, const struct chain *chain)
{
    bool loads = strcmp(chain->name, "load") == 0;
    return loads ? (uint64_t)(uintptr_t)c->ring : 0x9E3779B97F4A7C15u;
}

static void run_chain(const struct clocked *c, const struct chain *chain, uint64_t turns)
{
    uint64_t x = begin_of(c, chain), y = 0xBF58476D1CE4E5B9u; // odd: no product is ever 0
    ESW_USE(chain->run(x, y, turns));
}

static double time_step_ns(const struct clocked *c, const struct chain *chain)
{
    const struct esw_answer *answer = &c->run.header->answer;
    uint64_t start = esw_ticks(answer->clock);
    run_chain(c, chain, TURNS);
    double ticks = (double)(esw_ticks(answer->clock) - start);
    return ticks * answer->ns_per_tick / (TURNS * CHAIN_STEPS);
}

// All chains in turn, so that a drift of the clock meets each of them; of each the lowest
// tenth: neighbours only make it slower.
static void time_chains(struct clocked *c)
{
    for (size_t batch = 0; batch < c->batches; batch++)
        for (size_t i = 0; i < c->count; i++)
            c->times[i * c->batches + batch] = time_step_ns(c, c->chains[i]);
    for (size_t i = 0; i < c->count; i++) {
        double *times = &c->times[i * c->batches];
        qsort(times, c->batches, sizeof(*times), esw_compare);
        c->step_ns[i] = times[c->batches / 10];
    }
}

// Where instructions are counted, as valgrind does, times mean nothing, and any unit will do.
static bool take_fit(struct clocked *c)
{
    bool timeless = c->run.header->request.wants & ESW_WANT_REPEATABLE;
    for (int attempt = 0; attempt < TRIES; attempt++) {
        time_chains(c);
        if (clock_fit(c->step_ns, c->fitted_count, &c->fit) || timeless)
            return true;
    }
    return false;
}

static void sum_up(struct clocked *c)
{
    double unit = c->fit.unit;
    c->fits++;
    c->sum_ns += unit;
    if (c->fit.worst_residual > c->worst_residual)
        c->worst_residual = c->fit.worst_residual;
    for (size_t i = 0; i < c->count; i++)
        c->cycles[i] += c->step_ns[i] / unit;
}

// A sample is a fit, of as many cycles as were timed for it.
static bool record(struct clocked *c)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < c->fitted_count; i++)
        cycles += c->fit.cycles[i] * TURNS * CHAIN_STEPS * c->batches;
    if (c->run.warmup_left == 0)
        sum_up(c);
    return esw_record(&c->run, c->fit.unit * (double)cycles, cycles);
}

static bool is_broken(const struct clocked *c, size_t i)
{
    double away = c->cycles[i] / (double)c->fits - c->chains[i]->believed;
    return !c->chains[i]->fitted && (away > 0.1 || away < -0.1);
}

static void print_chains(const struct clocked *c)
{
    for (size_t i = 0; i < c->count; i++)
        printf("  %-16s %7.3f cycles, classically %g%s%s\n", c->chains[i]->name,
               c->cycles[i] / (double)c->fits, c->chains[i]->believed,
               c->chains[i]->fitted ? "" : ", not fitted", is_broken(c, i) ? ": broken" : "");
}

static void report(struct clocked *c)
{
    double mean_ns = c->sum_ns / (double)c->fits, broken = 0;
    for (size_t i = 0; i < c->count; i++)
        broken += is_broken(c, i);
    esw_metric(&c->run, "clock_rate", 1e9 / mean_ns, "Hz", ESW_UNKNOWN);
    esw_metric(&c->run, "worst_residual", c->worst_residual, "cycles", ESW_LESS);
    esw_metric(&c->run, "broken_chains", broken, "", ESW_UNKNOWN);
    if (c->run.alone)
        print_chains(c);
}

static void check_chains(struct clocked *c)
{
    for (size_t i = 0; i < c->count; i++)
        esw_check(&c->run, chain_is_right(c->chains[i], begin_of(c, c->chains[i]), 3));
}

static void fit_clock(struct clocked *c)
{
    bool fitted;
    do {
        fitted = take_fit(c);
    } while (fitted && record(c));
    if (!fitted) {
        fprintf(stderr, "clock_rate: the chains have no common unit: one is %.2f cycles off\n",
                c->fit.worst_residual);
        esw_check(&c->run, false);
    } else {
        report(c);
    }
}

// Timed as for a fit, but alone.
static void step_chain(struct clocked *c, const char *name)
{
    size_t i = 0;
    while (i < c->count && strcmp(c->chains[i]->name, name) != 0)
        i++;
    if (i == c->count)
        esw_stop(&c->run, "no such chain on this processor, see --help:", name);
    esw_describe(&c->run, "clock_rate", "one step of a chain of dependent instructions");
    c->chains[0] = c->chains[i];
    c->count = 1;
    uint64_t steps = TURNS * CHAIN_STEPS * c->batches;
    do {
        time_chains(c);
    } while (esw_record(&c->run, c->step_ns[0] * (double)steps, steps));
}

int main(int argc, char **argv)
{
    static struct clocked clocked = {.batches = 60};
    const char *chain = NULL;
    const struct esw_option options[] = {
        {.name = "batches",
         .help = "batches of each chain for a fit (60)",
         .number = &clocked.batches,
         .least = 4},
        {.name = "chain",
         .help = "time only this one: rotate, add_xor, multiply, multiply_xor,\n"
                 "                   multiply_add_xor, crc_multiply, load, nop, move, add_one,\n"
                 "                   add_three or add (none: fit the clock to them)",
         .text = &chain},
        {0},
    };
    const struct esw_kernel kernel = {
        .name = "clock_rate",
        .iteration = "one cycle of the core's clock",
        .options = options,
    };
    esw_begin_kernel(&clocked.run, &kernel, argc, argv);
    esw_describe(&clocked.run, kernel.name, kernel.iteration);
    set_up(&clocked);
    check_chains(&clocked);
    if (chain)
        step_chain(&clocked, chain);
    else
        fit_clock(&clocked);
    free(clocked.times);
    return esw_end(&clocked.run);
}
