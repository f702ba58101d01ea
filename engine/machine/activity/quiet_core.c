// Ranks the physical cores by load and interrupts between two readings.
#include "machine/activity/quiet_core.h"

#include "base/clock.h"
#include "base/text.h"
#include "machine/activity/cpu_busy.h"
#include "machine/activity/interrupts.h"
#include "machine/cpu_list.h"
#include "machine/topology.h"

#include <math.h>
#include <stdlib.h>

// A process that computes exceeds it by far; one that wakes now and then stays below.
static const double busy_limit = 0.1;

struct quiet_watch {
    const char *root;
    struct topology topology;
    struct interrupts interrupts;
    struct cpu_busy busy;
    int64_t begun_ns;
};

struct core {
    const struct cpu *cpu;    // the lowest that may be used
    bool isolated, nohz_full; // all of its CPUs
    bool first;               // of the machine
    size_t siblings;
    double own_busy, siblings_busy; // shares; of the busiest sibling
    double interrupts;              // a second, of all its CPUs
    uint64_t total;                 // since the start of the machine
};

// The state of a choice.
struct choice {
    struct arena *arena;
    const struct quiet_watch *watch;
    struct interrupts interrupts;
    struct cpu_busy busy;
    double span_s;
    struct core *cores; // the best first
    size_t core_count, online;
};

struct quiet_watch *quiet_begin(struct arena *arena, const char *root)
{
    struct quiet_watch *watch = arena_new(arena, struct quiet_watch);
    *watch = (struct quiet_watch){.root = root, .topology = topology_read(arena, root)};
    watch->interrupts = interrupts_read(arena, root);
    watch->busy = cpu_busy_read(arena, root);
    watch->begun_ns = clock_boot_ns();
    return watch;
}

// ---- Measuring each core

static void add_cpu(const struct choice *choice, struct core *core, const struct cpu *cpu)
{
    const struct quiet_watch *watch = choice->watch;
    double busy = cpu_busy_between(&watch->busy, &choice->busy, cpu->number);
    core->isolated = core->isolated && cpu->isolated;
    core->nohz_full = core->nohz_full && cpu->nohz_full;
    core->first = core->first || cpu->number == watch->topology.cpus[0].number;
    core->interrupts +=
        (double)interrupts_between(&watch->interrupts, &choice->interrupts, cpu->number) /
        choice->span_s;
    core->total += interrupts_between(&(struct interrupts){0}, &choice->interrupts, cpu->number);
    if (cpu == core->cpu) {
        core->own_busy = busy;
        return;
    }
    core->siblings++;
    core->siblings_busy = fmax(core->siblings_busy, busy);
}

static void find_cores(struct choice *choice)
{
    const struct topology *topology = &choice->watch->topology;
    choice->cores = arena_new_array(choice->arena, struct core, topology->count);
    for (size_t i = 0; i < topology->count; i++) {
        const struct cpu *cpu = &topology->cpus[i];
        bool known = false;
        choice->online += cpu->online;
        for (size_t c = 0; c < choice->core_count; c++)
            known = known || choice->cores[c].cpu->core == cpu->core;
        if (!cpu->allowed || cpu->number >= CPU_SETSIZE || known)
            continue;
        struct core *core = &choice->cores[choice->core_count++];
        *core = (struct core){.cpu = cpu, .isolated = true, .nohz_full = true};
        for (size_t s = 0; s < topology->count; s++)
            if (topology->cpus[s].online && topology->cpus[s].core == cpu->core)
                add_cpu(choice, core, &topology->cpus[s]);
    }
}

// ---- Ranking

static bool is_busy(const struct core *core)
{
    return core->own_busy > busy_limit || core->siblings_busy > busy_limit;
}

// Rates in a short span that differ by chance alone are of one magnitude.
static int magnitude(double rate)
{
    return (int)log2(1 + rate);
}

// Negative: the first is better.
static int by_quietness(const void *first, const void *second)
{
    const struct core *a = first, *b = second;
    int order = is_busy(a) - is_busy(b);
    order = order ? order : b->isolated - a->isolated;
    order = order ? order : a->first - b->first;
    order = order ? order : b->nohz_full - a->nohz_full;
    order = order ? order : magnitude(a->interrupts) - magnitude(b->interrupts);
    order = order ? order : (a->total > b->total) - (a->total < b->total);
    return order ? order : b->cpu->number - a->cpu->number;
}

// The memory node that is first to have enough, going from the best core to the worst; -1: none.
static int node_for(const struct choice *choice, size_t wanted)
{
    for (size_t i = 0; i < choice->core_count; i++) {
        size_t count = 0;
        for (size_t c = 0; c <= i; c++)
            count += choice->cores[c].cpu->node == choice->cores[i].cpu->node;
        if (count == wanted)
            return choice->cores[i].cpu->node;
    }
    return -1;
}

// Moves the chosen cores to the front.
static void choose(struct choice *choice, size_t wanted)
{
    qsort(choice->cores, choice->core_count, sizeof *choice->cores, by_quietness);
    int node = node_for(choice, wanted);
    for (size_t i = 0, chosen = 0; node >= 0 && chosen < wanted; i++)
        if (choice->cores[i].cpu->node == node)
            choice->cores[chosen++] = choice->cores[i];
}

// ---- Wording

static void say_siblings(const struct choice *choice, size_t chosen, struct text *words)
{
    const struct topology *topology = &choice->watch->topology;
    const char *why = choice->watch->busy.why ? choice->watch->busy.why : choice->busy.why;
    cpu_set_t siblings;
    double own = 0, most = 0;
    CPU_ZERO(&siblings);
    for (size_t i = 0; i < chosen; i++) {
        const struct core *core = &choice->cores[i];
        own = fmax(own, core->own_busy);
        most = fmax(most, core->siblings_busy);
        for (size_t s = 0; s < topology->count; s++)
            if (topology->cpus[s].online && topology->cpus[s].core == core->cpu->core &&
                &topology->cpus[s] != core->cpu && topology->cpus[s].number < CPU_SETSIZE)
                CPU_SET(topology->cpus[s].number, &siblings);
    }
    int count = CPU_COUNT(&siblings);
    if (count)
        text_printf(words, "sibling%s %s ", count > 1 ? "s" : "",
                    cpus_written(choice->arena, &siblings));
    if (count && !why && most > busy_limit)
        text_printf(words, "busy (%.0f %%), ", 100 * most);
    else if (count)
        text_add(words, why ? "left alone, " : "idle, ");
    if (why)
        text_printf(words, "load unknown (%s), ", why);
    else if (own > busy_limit)
        text_printf(words, "busy with other work (%.0f %%), ", 100 * own);
}

static void say_interrupts(const struct choice *choice, size_t chosen, struct text *words)
{
    const struct interrupts *before = &choice->watch->interrupts, *after = &choice->interrupts;
    double most = 0;
    for (size_t i = 0; i < chosen; i++)
        most = fmax(most, choice->cores[i].interrupts);
    if (before->why || after->why)
        text_printf(words, "interrupts unknown (%s), ", before->why ? before->why : after->why);
    else
        text_printf(words, "%s%.0f interrupts/s, ", chosen > 1 ? "each at most " : "", most);
}

static const char *kernels_part(const struct choice *choice, size_t chosen)
{
    bool first = false;
    for (size_t i = 0; i < chosen; i++)
        first = first || choice->cores[i].first;
    if (choice->online == 1)
        return "one CPU only: the engine and the kernel share it with the benchmark";
    if (choice->core_count == chosen)
        return "no other core may be used: the engine shares it with the benchmark";
    if (!first)
        return "core 0 left to the kernel";
    return chosen > 1 ? "core 0 among them, where the kernel does most of its own work"
                      : "on core 0, where the kernel does most of its own work";
}

static const char *words_of(const struct choice *choice, const struct quiet_cores *cores)
{
    TEXT_CLEANUP struct text words = {0};
    cpu_set_t set;
    bool isolated = true, nohz_full = true, scattered = false;
    CPU_ZERO(&set);
    for (size_t i = 0; i < cores->count; i++) {
        const struct core *core = &choice->cores[i];
        CPU_SET(core->cpu->number, &set);
        isolated = isolated && core->isolated;
        nohz_full = nohz_full && core->nohz_full;
        scattered = scattered || core->cpu->node != choice->cores[0].cpu->node;
    }
    text_printf(&words, "CPU%s %s: %s%s%s", cores->count > 1 ? "s" : "",
                cpus_written(choice->arena, &set), isolated ? "isolated, " : "",
                nohz_full ? "nohz_full, " : "", scattered ? "on several memory nodes, " : "");
    say_siblings(choice, cores->count, &words);
    say_interrupts(choice, cores->count, &words);
    text_add(&words, kernels_part(choice, cores->count));
    return arena_strdup(choice->arena, words.bytes);
}

struct quiet_cores quiet_end(struct arena *arena, const struct quiet_watch *watch, size_t wanted)
{
    struct choice choice = {.arena = arena,
                            .watch = watch,
                            .interrupts = interrupts_read(arena, watch->root),
                            .busy = cpu_busy_read(arena, watch->root),
                            .span_s = (double)(clock_boot_ns() - watch->begun_ns + 1) * 1e-9};
    struct quiet_cores cores = {0};
    find_cores(&choice);
    if (choice.core_count < wanted) {
        cores.words = arena_printf(arena, "only %s may be used here",
                                   text_counted(arena, choice.core_count, "physical core"));
        return cores;
    }
    choose(&choice, wanted);
    cores.cpus = arena_new_array(arena, int, wanted);
    for (; cores.count < wanted; cores.count++)
        cores.cpus[cores.count] = choice.cores[cores.count].cpu->number;
    cores.words = words_of(&choice, &cores);
    return cores;
}
