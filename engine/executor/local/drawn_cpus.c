// Drawing the CPU of each round, of benchmarks that use one CPU at a time.
#include "executor/local/drawn_cpus.h"

#include "base/stream.h"
#include "machine/cpu_list.h"
#include "machine/sys.h"
#include "randomizers/cpu.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <errno.h>

// As FACT_PROCESS_CONCURRENCY has them, and what the campaign says of a benchmark.
static const struct {
    const char *word, *does;
} concurrencies[] = {
    [CONCURRENCY_UNKNOWN] = {"unknown",
                             "may use several CPUs at once, which could not be looked at"},
    [CONCURRENCY_NONE] = {"none", NULL},
    [CONCURRENCY_THREADS] = {"threads", "starts threads"},
    [CONCURRENCY_PROCESSES] = {"processes", "runs several processes at once"},
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
           (sched_setaffinity(0, sizeof one, &one) == 0 || errno == EINVAL) &&
           sched_setaffinity(0, sizeof usual, &usual) == 0;
}

static bool record(const struct recorder *recorder, const char *before, const char *now,
                   struct error *error)
{
    struct store *store = recorder->store;
    const char *host = sys_line(recorder->arena, machine_root(), "/proc/sys/kernel/hostname");
    const char *change =
        before ? arena_printf(recorder->arena,
                              "CPUs %s of earlier sessions cannot be used now: from now on %s",
                              before, now)
               : NULL;
    return store_set(store, FACT_PROCESS_HOST, host ? host : "", error) &&
           store_set(store, FACT_PROCESS_DRAWN, now, error) &&
           (!change || store_event(store, "process settings", change, error)) &&
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
    return arena_printf(arena, FACT_PROCESS_CONCURRENCY, target->benchmark);
}

bool drawn_cpus_settle(struct prepared_variants *variants, const struct recorder *recorder,
                       const struct topology *topology, struct drawn_cpus *drawn,
                       struct error *error)
{
    struct arena *arena = recorder->arena;
    const char *host = sys_line(arena, machine_root(), "/proc/sys/kernel/hostname");
    const char *before = store_get(recorder->store, arena, FACT_PROCESS_DRAWN);
    if (!any_draws(variants))
        return true;
    if (before && !text_equal(store_get(recorder->store, arena, FACT_PROCESS_HOST), host))
        before = NULL;
    *drawn = before ? earlier(arena, before, topology) : (struct drawn_cpus){0};
    bool kept = drawn->count > 0;
    if (!kept)
        drawn->cpus = topology_cores(arena, topology, &drawn->count);
    if (drawn->count < 2 || !affinity_is_granted(drawn->cpus[0])) {
        *drawn = (struct drawn_cpus){0};
        return true;
    }
    for (size_t i = 0; i < variants->count; i++) {
        const struct target *target = variants->items[i].target;
        variants->items[i].draws_cpu =
            target->draws_cpu &&
            text_equal(store_get(recorder->store, arena, key_of(arena, target)),
                       concurrencies[CONCURRENCY_NONE].word);
    }
    return kept || record(recorder, before, cpus_named(arena, drawn->cpus, drawn->count), error);
}

// ---- Which benchmarks

// Of all points and variants that work: the first that has something against it.
static enum concurrency concurrency_of(const struct prepared_variants *variants,
                                       const struct trial *trial, const char *benchmark)
{
    for (size_t i = 0; i < variants->count; i++)
        if (variants->items[i].target->draws_cpu && !variants->items[i].given_up &&
            !trial->items[i].failure &&
            text_equal(variants->items[i].target->benchmark, benchmark) &&
            trial->items[i].concurrency != CONCURRENCY_NONE)
            return trial->items[i].concurrency;
    return CONCURRENCY_NONE;
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
                       struct error *error)
{
    const char *last = NULL;
    enum concurrency concurrency = CONCURRENCY_UNKNOWN;
    for (size_t i = 0; drawn->count && i < variants->count; i++) {
        struct prepared_variant *prepared = &variants->items[i];
        const struct target *target = prepared->target;
        if (!target->draws_cpu)
            continue;
        if (!text_equal(last, target->benchmark)) {
            last = target->benchmark;
            concurrency = concurrency_of(variants, trial, last);
            if (!record_benchmark(recorder, target, concurrency, error))
                return false;
        }
        prepared->draws_cpu = concurrency == CONCURRENCY_NONE;
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
