// Drawing the CPU of each round, of benchmarks that use one CPU at a time.
#include "executor/local/drawn_cpus.h"

#include "base/files/paths.h"
#include "base/stream.h"
#include "machine/cpu_list.h"
#include "machine/sys.h"
#include "randomizers/cpu.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <errno.h>

// As FACT_CONCURRENCY has them, and what the campaign says of a benchmark.
static const struct {
    const char *word, *does;
} concurrencies[] = {
    [CONCURRENCY_UNKNOWN] = {"unknown", "may use several CPUs at once (the trial could not tell)"},
    [CONCURRENCY_NONE] = {"none", NULL},
    [CONCURRENCY_THREADS] = {"threads", "starts threads"},
    [CONCURRENCY_PROCESSES] = {"processes", "runs several processes at once"},
    [CONCURRENCY_BOUND] = {"bound", "chooses its CPUs itself"},
};

// ---- Which CPUs

// Those of an earlier session on this host; none if one of them may not be used any more.
static struct drawn_cpus earlier(struct arena *arena, const char *list,
                                 const struct topology *topology)
{
    struct drawn_cpus none = {0};
    int *cpus = arena_new_array(arena, int, topology->count);
    size_t cpu, last, count = 0;
    for (const char *rest = list; *rest; count++) {
        bool read = cpus_next(&rest, &cpu, &last);
        const struct cpu *found = read && cpu == last ? topology_cpu(topology, cpu) : NULL;
        if (!found || !cpu_is_drawable(found) || count == topology->count)
            return none;
        cpus[count] = found->number;
    }
    return (struct drawn_cpus){cpus, count};
}

// Some containers refuse it; then the executions run where the kernel puts them.
static bool affinity_is_granted(int cpu)
{
    cpu_set_t usual, one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return sched_getaffinity(0, sizeof usual, &usual) == 0 &&
           (sched_setaffinity(0, sizeof one, &one) == 0 || (errno == EINVAL && *machine_root())) &&
           sched_setaffinity(0, sizeof usual, &usual) == 0;
}

// `before`: those of earlier sessions here; `now`: NULL where nothing is drawn any more.
static bool record(const struct recorder *recorder, const char *before, const char *now,
                   struct error *error)
{
    struct store *store = recorder->store;
    if (before) {
        const char *change =
            arena_printf(recorder->arena,
                         "of CPUs %s, which were drawn, not all can be used now: from now on %s%s",
                         before, now ? "CPUs " : "any CPU", now ? now : "");
        log_note(recorder->log, "%s", change);
        if (!store_event(store, "process settings", change, error))
            return false;
    }
    return (!now || (store_set(store, FACT_PROCESS_HOST, sys_host(recorder->arena, machine_root()),
                               error) &&
                     store_set(store, FACT_PROCESS_DRAWN, now, error))) &&
           store_commit(store, error);
}

static bool any_draws(const struct prepared_variants *variants)
{
    bool any = false;
    for (size_t i = 0; i < variants->count; i++)
        any = any || variants->items[i].target->draws_cpu;
    return any;
}

static const char *key_of(struct arena *arena, const struct target *target)
{
    return arena_printf(arena, FACT_CONCURRENCY, target->benchmark);
}

// What an earlier trial found.
static void take_concurrencies(struct prepared_variants *variants, const struct recorder *recorder,
                               bool any)
{
    for (size_t i = 0; i < variants->count; i++) {
        const struct target *target = variants->items[i].target;
        const char *word =
            store_get(recorder->store, recorder->arena, key_of(recorder->arena, target));
        variants->items[i].draws_cpu =
            any && target->draws_cpu && text_equal(word, concurrencies[CONCURRENCY_NONE].word);
    }
}

bool drawn_cpus_settle(struct prepared_variants *variants, const struct recorder *recorder,
                       const struct topology *topology, struct drawn_cpus *drawn,
                       struct error *error)
{
    struct arena *arena = recorder->arena;
    const char *before = store_get(recorder->store, arena, FACT_PROCESS_DRAWN);
    if (!any_draws(variants))
        return true;
    if (before && !text_equal(store_get(recorder->store, arena, FACT_PROCESS_HOST),
                              sys_host(arena, machine_root())))
        before = NULL;
    *drawn = before ? earlier(arena, before, topology) : (struct drawn_cpus){0};
    bool kept = drawn->count > 0;
    if (!kept)
        drawn->cpus = topology_cores(arena, topology, &drawn->count);
    bool any = drawn->count > 1 && affinity_is_granted(drawn->cpus[0]);
    if (!any)
        *drawn = (struct drawn_cpus){0};
    take_concurrencies(variants, recorder, any);
    if (any && kept)
        return true;
    return (!any && !before) ||
           record(recorder, before, any ? cpus_named(arena, drawn->cpus, drawn->count) : NULL,
                  error);
}

// ---- Which benchmarks

// Such a command chooses its CPUs itself, and may refuse others.
static bool binds_itself(const struct target *target)
{
    static const char *const binders[] = {"taskset", "numactl", "hwloc-bind", "likwid-pin", NULL};
    bool binds = false;
    for (size_t i = 0; i < target->command.count; i++)
        for (const char *const *binder = binders; *binder; binder++)
            binds = binds || text_equal(path_base(target->command.items[i]), *binder);
    return binds;
}

// Of a variant that fails only what was seen counts.
static enum concurrency concurrency_of(const struct prepared_variant *prepared,
                                       const struct tried *tried)
{
    bool seen = tried->concurrency != CONCURRENCY_UNKNOWN;
    if (prepared->given_up || (tried->failure && !seen))
        return CONCURRENCY_NONE;
    return binds_itself(prepared->target) ? CONCURRENCY_BOUND : tried->concurrency;
}

// Of all points and variants: the first that has something against it. False: none is measured.
static bool find_concurrency(const struct prepared_variants *variants, const struct trial *trial,
                             const struct repetitions *repetitions, const char *benchmark,
                             enum concurrency *found)
{
    bool any = false;
    *found = CONCURRENCY_NONE;
    for (size_t i = 0; i < variants->count; i++) {
        const struct prepared_variant *prepared = &variants->items[i];
        if (!repetitions[i / variants->spec->variant_count].blocks ||
            !prepared->target->draws_cpu || !text_equal(prepared->target->benchmark, benchmark))
            continue;
        any = true;
        if (*found == CONCURRENCY_NONE)
            *found = concurrency_of(prepared, &trial->items[i]);
    }
    return any;
}

static bool record_benchmark(const struct recorder *recorder, const struct target *target,
                             enum concurrency concurrency, struct error *error)
{
    struct arena *arena = recorder->arena;
    const char *does = concurrencies[concurrency].does;
    if (!store_set(recorder->store, key_of(arena, target), concurrencies[concurrency].word, error))
        return false;
    if (!does)
        return true;
    const char *line =
        arena_printf(arena, "benchmark '%s' %s: executed on any CPU", target->benchmark, does);
    log_note(recorder->log, "%s", line);
    return store_event_once(recorder->store, "process settings", line, error);
}

bool drawn_cpus_decide(struct prepared_variants *variants, const struct recorder *recorder,
                       const struct drawn_cpus *drawn, const struct trial *trial,
                       const struct repetitions *repetitions, struct error *error)
{
    const char *last = NULL;
    for (size_t i = 0; drawn->count && i < variants->count; i++) {
        const struct target *target = variants->items[i].target;
        enum concurrency found;
        if (!target->draws_cpu || text_equal(last, target->benchmark))
            continue;
        last = target->benchmark;
        if (find_concurrency(variants, trial, repetitions, last, &found) &&
            !record_benchmark(recorder, target, found, error))
            return false;
    }
    take_concurrencies(variants, recorder, drawn->count > 0);
    return true;
}

bool drawn_cpus_restarted(const struct prepared_variants *variants, const struct recorder *recorder,
                          const struct drawn_cpus *drawn, struct error *error)
{
    struct arena *arena = recorder->arena;
    bool restarted = store_get(recorder->store, arena, FACT_FINGERPRINT) != NULL;
    for (size_t i = 0; restarted && drawn->count && i < variants->count; i++) {
        const struct target *target = variants->items[i].target;
        if (target->draws_cpu && !store_get(recorder->store, arena, key_of(arena, target)) &&
            !record_benchmark(recorder, target, CONCURRENCY_UNKNOWN, error))
            return false;
    }
    return true;
}

// ---- The draw

// Of an attribution: then a block is one round, which a variant may redraw.
static const struct randomizer_use *attributed_use(const struct target *target)
{
    for (size_t i = 0; i < target->use_count; i++)
        if (target->uses[i].kind == &cpu_randomizer)
            return &target->uses[i];
    return NULL;
}

const int *drawn_cpu(const struct spec *spec, const struct target *target,
                     const struct planned_block *block, const struct planned_execution *execution,
                     const struct drawn_cpus *drawn)
{
    static const struct randomizer_use usual = {.kind = &cpu_randomizer, .coupled = true};
    const struct randomizer_use *attributed = attributed_use(target);
    struct arena scratch = {0};
    size_t rounds = block->execution_count / block->build_count;
    size_t turn =
        attributed ? block->number - 1 : (block->number - 1) * rounds + execution->number - 1;
    struct stream stream =
        plan_stream(spec, target, 1 + turn / drawn->count, 0, attributed ? attributed : &usual);
    size_t *order = arena_new_array(&scratch, size_t, drawn->count);
    for (size_t i = 0; i < drawn->count; i++)
        order[i] = i;
    stream_shuffle(&stream, order, drawn->count, sizeof *order);
    const int *chosen = &drawn->cpus[order[turn % drawn->count]];
    arena_release(&scratch);
    return chosen;
}
