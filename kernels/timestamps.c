// Time stamps: what a reading of a clock costs, how fine it is, whether it keeps pace with
// CLOCK_MONOTONIC_RAW, and whether it steps back from one CPU to another.
#include "eswexp.h"

#include "timestamps/sources.h"

enum { PAIRS = 100, HOPS = 2000, READINGS = 4000 };
static const double HOPPING_NS = 1e9;

struct stamps {
    struct esw_run run;
    const struct source *source;
    const char *distrust; // why the source may not keep time, or NULL
    uint64_t span_ms;
    double ns_per_tick;
};

struct moment { // the same one by two clocks
    uint64_t ticks;
    double raw_ns;
};

static void rest_ms(uint64_t ms)
{
    struct timespec rest = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    nanosleep(&rest, NULL);
}

// A reading between two of the raw clock, of many the one where they are closest.
static struct moment now(const struct source *source)
{
    struct moment closest = {0, 0};
    uint64_t shortest = UINT64_MAX;
    for (int i = 0; i < PAIRS; i++) {
        uint64_t before = esw_clock_ns(CLOCK_MONOTONIC_RAW), ticks = source->read(1);
        uint64_t between = esw_clock_ns(CLOCK_MONOTONIC_RAW) - before;
        if (between < shortest) {
            shortest = between;
            closest = (struct moment){ticks, (double)before + (double)between / 2};
        }
    }
    return closest;
}

static double ratio(const struct moment *from, const struct moment *to)
{
    return (to->raw_ns - from->raw_ns) / (double)(to->ticks - from->ticks);
}

// Where nobody says how long a tick is, a tenth of the span says it for the rest. A counter of
// which only half is read, or that stops while the core sleeps, is far off then.
static void compare_with_raw(struct stamps *s)
{
    struct moment begin = now(s->source);
    rest_ms(s->span_ms / 10 + 1);
    struct moment middle = now(s->source);
    rest_ms(s->span_ms);
    struct moment end = now(s->source);
    s->ns_per_tick = s->source->ns_per_tick ? s->source->ns_per_tick() : ratio(&begin, &middle);
    double off = s->ns_per_tick / ratio(&middle, &end) - 1;
    esw_metric(&s->run, "disagreement", 1e6 * (off < 0 ? -off : off), "ppm", ESW_LESS);
    esw_check(&s->run, s->distrust || (off > -0.01 && off < 0.01));
}

static void find_resolution(struct stamps *s)
{
    struct esw_steps steps = {.shortest = UINT64_MAX};
    for (int i = 0; i < READINGS; i++)
        esw_see_step(&steps, s->source->read(1));
    esw_metric(&s->run, "resolution", esw_grid(&steps) * s->ns_per_tick * 1e-9, "s", ESW_LESS);
}

// The next of the allowed CPUs after `cpu`, round and round.
static int next_cpu(const cpu_set_t *allowed, int cpu)
{
    do {
        cpu = (cpu + 1) % CPU_SETSIZE;
    } while (!CPU_ISSET(cpu, allowed));
    return cpu;
}

static bool is_early(uint64_t begin_ns)
{
    return (double)(esw_clock_ns(CLOCK_MONOTONIC_RAW) - begin_ns) < HOPPING_NS;
}

static void move_to(int cpu)
{
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(cpu, &only);
    sched_setaffinity(0, sizeof(only), &only);
}

// What is off by less than a hop takes is not seen. Where neighbours make a hop wait for its CPU,
// there are fewer, but each CPU is visited.
static void hop(struct stamps *s, const cpu_set_t *allowed)
{
    uint64_t back = 0, worst = 0, shortest = UINT64_MAX, last = s->source->read(1), hops = 0;
    uint64_t begin_ns = esw_clock_ns(CLOCK_MONOTONIC_RAW), least = CPU_COUNT(allowed) + 1;
    for (int cpu = -1; hops < least || (hops < HOPS && is_early(begin_ns)); hops++) {
        move_to(cpu = next_cpu(allowed, cpu));
        uint64_t ticks = s->source->read(1);
        if (ticks < last) {
            back++;
            worst = last - ticks > worst ? last - ticks : worst;
        } else if (ticks - last < shortest) {
            shortest = ticks - last;
        }
        last = ticks;
    }
    double seconds = s->ns_per_tick * 1e-9;
    esw_metric(&s->run, "hops", (double)hops, "", ESW_UNKNOWN);
    esw_metric(&s->run, "backward_steps", (double)back, "", ESW_LESS);
    if (back)
        esw_metric(&s->run, "worst_backward_step", (double)worst * seconds, "s", ESW_LESS);
    esw_metric(&s->run, "shortest_hop", (double)shortest * seconds, "s", ESW_UNKNOWN);
}

static void hop_over_cpus(struct stamps *s)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
        esw_stop(&s->run, "too many CPUs for", "cpu_set_t");
    hop(s, &allowed);
    sched_setaffinity(0, sizeof(allowed), &allowed);
}

static void judge(struct stamps *s)
{
    if (s->distrust) {
        fprintf(stderr, "timestamps: %s is not trustworthy here: %s\n", s->source->name,
                s->distrust);
        esw_metric(&s->run, "untrustworthy", 1, "", ESW_LESS);
    }
    compare_with_raw(s);
    find_resolution(s);
    hop_over_cpus(s);
}

int main(int argc, char **argv)
{
    struct stamps s = {.span_ms = 1000};
    const char *name = "clock_gettime";
    const struct esw_option options[] = {
        {.name = "source",
         .help = SOURCE_NAMES ";\n                   if none is named, clock_gettime",
         .text = &name},
        {.name = "span",
         .help = "ms over which to compare with CLOCK_MONOTONIC_RAW (1000)",
         .number = &s.span_ms,
         .least = 1},
        {0},
    };
    const struct esw_kernel kernel = {
        .name = "timestamps",
        .iteration = "one reading of the clock",
        .options = options,
    };
    esw_begin_kernel(&s.run, &kernel, argc, argv);
    esw_describe(&s.run, kernel.name, kernel.iteration);
    s.source = source_named(name);
    if (!s.source)
        esw_stop(&s.run, "not one of " SOURCE_NAMES ":", name);
    s.distrust = s.source->distrust ? s.source->distrust() : NULL;
    while (esw_next(&s.run)) {
        ESW_USE(s.source->read(s.run.left + 1));
        s.run.left = 0;
    }
    if (!(s.run.header->request.wants & ESW_WANT_REPEATABLE))
        judge(&s);
    return esw_end(&s.run);
}
