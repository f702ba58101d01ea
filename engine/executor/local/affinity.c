// Choosing the CPUs of executions, and moving the engine off them.
#include "executor/local/affinity.h"

#include "executor/local/prepare/prepare.h"
#include "executor/observe/recorder.h"
#include "machine/activity/quiet_core.h"
#include "machine/cpu_list.h"
#include "machine/sys.h"
#include "machine/topology.h"
#include "model/level.h"
#include "model/process_settings.h"
#include "run/launcher/process_settings.h"
#include "spec/process_settings.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- Memory policy and priority, tried before anything is measured

static struct node_set near_nodes(const struct topology *topology,
                                  const struct prepared_variant *prepared)
{
    struct node_set nodes = {0};
    for (size_t c = 0; c < prepared->cpu_count; c++) {
        const struct cpu *cpu = topology_cpu(topology, (size_t)prepared->cpus[c]);
        if (cpu)
            node_set_add(&nodes, (size_t)cpu->node);
    }
    return nodes;
}

// The nodes near the CPUs, the others, all, or the one that the file names.
static struct node_set nodes_of(const struct topology *topology, const struct node_set *all,
                                const struct prepared_variant *prepared)
{
    struct node_set nodes = near_nodes(topology, prepared);
    enum memory_policy memory = prepared->process_settings.memory;
    for (size_t i = 0; memory == MEMORY_REMOTE && i < sizeof nodes.bits / sizeof *nodes.bits; i++)
        nodes.bits[i] = all->bits[i] & ~nodes.bits[i];
    return memory == MEMORY_INTERLEAVED ? *all
           : memory == MEMORY_NODE      ? prepared->process_settings.nodes
                                        : nodes;
}

// With one node there is no choice.
static bool settle_nodes(const struct topology *topology, const struct node_set *all, size_t count,
                         struct prepared_variant *prepared, struct error *error)
{
    static const struct node_set none;
    struct process_settings *process_settings = &prepared->process_settings;
    process_settings->nodes = nodes_of(topology, all, prepared);
    if (process_settings->memory == MEMORY_REMOTE &&
        !memcmp(&process_settings->nodes, &none, sizeof none))
        return failed(error, EXIT_UNFIT,
                      "machine.memory: remote of variant '%s' needs a memory node that is not its "
                      "CPUs' own: there %s here",
                      prepared->target->variant, count == 1 ? "is one memory node" : "is none");
    if (count == 1)
        process_settings->memory = MEMORY_ANY;
    if (!process_settings->memory)
        process_settings->nodes = none;
    return true;
}

// Once for the campaign, however often it is resumed.
static bool record_one_node(const struct recorder *recorder,
                            const struct process_settings *ineffective, struct error *error)
{
    struct arena *arena = recorder->arena;
    const char *line =
        arena_printf(arena, "machine.memory: %s changes nothing: there is one memory node here",
                     memory_wording(arena, ineffective));
    if (store_get(recorder->store, arena, FACT_PROCESS_MEMORY))
        return true;
    log_note(recorder->log, "%s", line);
    return store_set(recorder->store, FACT_PROCESS_MEMORY, line, error) &&
           store_event(recorder->store, "process settings", line, error);
}

static bool settle_memory(struct prepared_variants *variants, const struct recorder *recorder,
                          const struct topology *topology, struct error *error)
{
    size_t count;
    struct node_set all = memory_nodes(recorder->arena, machine_root(), &count);
    const struct process_settings *ineffective = NULL;
    for (size_t i = 0; i < variants->count; i++) {
        struct prepared_variant *prepared = &variants->items[i];
        prepared->process_settings = prepared->target->process_settings;
        ineffective = count == 1 && prepared->process_settings.memory
                          ? &prepared->target->process_settings
                          : ineffective;
        if (!settle_nodes(topology, &all, count, prepared, error))
            return false;
    }
    return !ineffective || record_one_node(recorder, ineffective, error);
}

// In a child, as the launcher does: 0, or the errno of the refusal.
static int try_settings(const struct process_settings *process_settings)
{
    int level = 0, status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(process_settings_above(process_settings, &level) ||
                      process_settings_apply(process_settings, 1)
                  ? errno
                  : 0);
    if (child < 0)
        return errno;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

static bool memory_is_granted(struct arena *arena, const struct process_settings *process_settings,
                              struct error *error)
{
    int number = try_settings(&(struct process_settings){.memory = process_settings->memory,
                                                         .nodes = process_settings->nodes});
    return !number ||
           failed(error, EXIT_UNFIT, "machine.memory: %s is refused here: %s (%s)",
                  memory_wording(arena, process_settings), strerror(number),
                  number == EINVAL
                      ? "this process may not use these nodes"
                      : "let the container's seccomp profile allow set_mempolicy, for docker with "
                        "--cap-add SYS_NICE");
}

static bool priority_is_granted(struct arena *arena,
                                const struct process_settings *process_settings,
                                struct error *error)
{
    bool fifo = process_settings->urgency == URGENCY_FIFO;
    int number = try_settings(&(struct process_settings){.urgency = process_settings->urgency,
                                                         .priority = process_settings->priority});
    return !number ||
           failed(error, EXIT_UNFIT,
                  "machine.priority: %s is refused here: %s (it needs root, CAP_SYS_NICE (docker: "
                  "--cap-add SYS_NICE) or 'ulimit -%c %d')",
                  priority_wording(arena, process_settings), strerror(number), fifo ? 'r' : 'e',
                  fifo ? process_settings->priority + 1 : 20 - process_settings->priority);
}

static bool is_same(const struct process_settings *a, const struct process_settings *b)
{
    return a->memory == b->memory && a->urgency == b->urgency && a->priority == b->priority &&
           memcmp(&a->nodes, &b->nodes, sizeof a->nodes) == 0;
}

static bool try_all_settings(const struct prepared_variants *variants, struct arena *arena,
                             struct error *error)
{
    const struct process_settings *last = &(struct process_settings){0};
    bool granted = true;
    for (size_t i = 0; granted && i < variants->count; i++) {
        const struct process_settings *process_settings = &variants->items[i].process_settings;
        if (!is_same(process_settings, last))
            granted =
                (!process_settings->memory || memory_is_granted(arena, process_settings, error)) &&
                (!process_settings->urgency || priority_is_granted(arena, process_settings, error));
        last = process_settings;
    }
    return granted;
}

// Chooses and tries both for every variant, whose CPUs are chosen. EXIT_UNFIT, with a remedy, where
// the kernel refuses what the file demands.
static bool process_settings_settle(struct prepared_variants *variants, struct recorder *recorder,
                                    const struct topology *topology, struct error *error)
{
    return settle_memory(variants, recorder, topology, error) &&
           try_all_settings(variants, recorder->arena, error);
}

enum { SPAN_US = 1000000 }; // over which the load of cores is measured

// ---- CPUs

static bool may_use(const struct topology *topology, size_t number)
{
    const struct cpu *cpu = topology_cpu(topology, number);
    return cpu && cpu->allowed;
}

// The cores of an earlier session, so that all sessions measure on the same. `list` becomes NULL if
// no earlier session ran on this host; `cpus` is empty if they are too few or no longer available.
static struct quiet_cores earlier_cores(const struct recorder *recorder,
                                        const struct topology *topology, size_t wanted,
                                        const char **list)
{
    struct arena *arena = recorder->arena;
    struct quiet_cores cores = {.cpus = arena_new_array(arena, int, wanted)};
    const char *host = store_get(recorder->store, arena, FACT_PROCESS_HOST);
    *list = store_get(recorder->store, arena, FACT_PROCESS_CPUS);
    if (!*list || !text_equal(host, sys_host(recorder->arena, machine_root()))) {
        *list = NULL;
        return cores;
    }
    const char *rest = *list;
    size_t cpu, last;
    while (cores.count < wanted && *rest && cpus_next(&rest, &cpu, &last) && may_use(topology, cpu))
        cores.cpus[cores.count++] = (int)cpu;
    cores.count = cores.count == wanted ? wanted : 0;
    return cores;
}

static bool record_cores(const struct recorder *recorder, const struct quiet_cores *cores,
                         const char *wording, struct error *error)
{
    struct store *store = recorder->store;
    const char *list = cpus_named(recorder->arena, cores->cpus, cores->count);
    return store_set(store, FACT_PROCESS_HOST, sys_host(recorder->arena, machine_root()), error) &&
           store_set(store, FACT_PROCESS_CPUS, list, error) &&
           store_event(store, "process settings", wording, error) && store_commit(store, error);
}

static bool choose_cores(const struct recorder *recorder, const struct topology *topology,
                         size_t wanted, struct quiet_cores *cores, struct error *error)
{
    struct arena *arena = recorder->arena;
    const char *before;
    *cores = earlier_cores(recorder, topology, wanted, &before);
    if (cores->count) {
        log_note(recorder->log, "measuring on CPU%s %s, as before", wanted > 1 ? "s" : "", before);
        return true;
    }
    const struct quiet_watch *watch = quiet_begin(arena, machine_root());
    usleep(SPAN_US);
    *cores = quiet_end(arena, watch, wanted);
    if (!cores->count)
        return failed(error, EXIT_UNFIT,
                      "machine.cpus: auto %zu needs that many physical cores: %s", wanted,
                      cores->words);
    const char *wording = cores->words;
    if (before)
        wording =
            arena_printf(arena, "CPU %s of earlier sessions cannot be used now: from now on %s",
                         before, wording);
    log_note(recorder->log, "measuring on %s", wording);
    return record_cores(recorder, cores, wording, error);
}

// The same cores for all variants: those that need fewer get the first of them.
static bool settle_cpus(struct prepared_variants *variants, const struct recorder *recorder,
                        const struct topology *topology, struct error *error)
{
    struct quiet_cores cores = {0};
    size_t wanted = 0;
    for (size_t i = 0; i < variants->count; i++) {
        size_t own = variants->items[i].target->cpu_auto;
        wanted = own > wanted ? own : wanted;
    }
    if (wanted && !choose_cores(recorder, topology, wanted, &cores, error))
        return false;
    for (size_t i = 0; i < variants->count; i++) {
        struct prepared_variant *prepared = &variants->items[i];
        const struct target *target = prepared->target;
        prepared->cpus = target->cpu_auto ? cores.cpus : target->cpus;
        prepared->cpu_count = target->cpu_auto ? target->cpu_auto : target->cpu_count;
    }
    return true;
}

// ---- The engine's CPUs

static bool shares_core(const struct topology *topology, int number, const cpu_set_t *measured)
{
    const struct cpu *cpu = topology_cpu(topology, (size_t)number);
    for (size_t i = 0; cpu && i < topology->count; i++)
        if (topology->cpus[i].core == cpu->core && topology->cpus[i].number < CPU_SETSIZE &&
            CPU_ISSET(topology->cpus[i].number, measured))
            return true;
    return false;
}

// Off the siblings, too, if other CPUs remain.
static void find_engine_cpus(const struct prepared_variants *variants,
                             const struct topology *topology, struct engine_cpus *engine_cpus)
{
    cpu_set_t measured, apart;
    CPU_ZERO(&measured);
    CPU_ZERO(&apart);
    CPU_ZERO(&engine_cpus->apart);
    for (size_t i = 0; i < variants->count; i++)
        for (size_t c = 0; c < variants->items[i].cpu_count; c++)
            CPU_SET(variants->items[i].cpus[c], &measured);
    if (!CPU_COUNT(&measured) ||
        sched_getaffinity(0, sizeof engine_cpus->usual, &engine_cpus->usual))
        return;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &engine_cpus->usual) || CPU_ISSET(cpu, &measured))
            continue;
        CPU_SET(cpu, &engine_cpus->apart);
        if (!shares_core(topology, cpu, &measured))
            CPU_SET(cpu, &apart);
    }
    if (CPU_COUNT(&apart))
        engine_cpus->apart = apart;
    engine_cpus->leaves = CPU_COUNT(&engine_cpus->apart) > 0;
}

// Best effort: a refusal is ignored.
void engine_leave(const struct engine_cpus *engine_cpus)
{
    if (engine_cpus->leaves)
        (void)sched_setaffinity(0, sizeof engine_cpus->apart, &engine_cpus->apart);
}

void engine_return(const struct engine_cpus *engine_cpus)
{
    if (engine_cpus->leaves)
        (void)sched_setaffinity(0, sizeof engine_cpus->usual, &engine_cpus->usual);
}

// Does the file set any?
static bool has_process_settings(const struct target *target)
{
    return target->cpu_count || target->cpu_auto || target->draws_cpu ||
           target->process_settings.memory || target->process_settings.urgency;
}

bool affinity_settle(struct prepared_variants *variants, struct recorder *recorder,
                     struct engine_cpus *engine_cpus, struct drawn_cpus *drawn, struct error *error)
{
    bool bound = false;
    for (size_t i = 0; i < variants->count; i++)
        bound = bound || has_process_settings(variants->items[i].target);
    if (!bound)
        return true;
    struct topology topology = topology_read(recorder->arena, machine_root());
    if (!settle_cpus(variants, recorder, &topology, error) ||
        !drawn_cpus_settle(variants, recorder, &topology, drawn, error))
        return false;
    find_engine_cpus(variants, &topology, engine_cpus);
    return process_settings_settle(variants, recorder, &topology, error);
}

void affinity_cpus(const struct prepared_variants *variants, cpu_set_t *cpus)
{
    bool pinned = true;
    CPU_ZERO(cpus);
    for (size_t i = 0; i < variants->count; i++) {
        const struct prepared_variant *prepared = &variants->items[i];
        pinned = pinned && prepared->cpu_count > 0;
        for (size_t at = 0; at < prepared->cpu_count; at++)
            CPU_SET((size_t)prepared->cpus[at], cpus);
    }
    if (!pinned)
        CPU_ZERO(cpus);
}
