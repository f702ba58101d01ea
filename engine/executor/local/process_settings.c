// Memory policy and priority of executions: chosen, and tried before anything is measured.
#include "executor/local/process_settings.h"

#include "machine/sys.h"
#include "machine/topology.h"
#include "model/level.h"
#include "model/process_settings.h"
#include "run/launcher/process_settings.h"
#include "spec/process_settings.h"
#include "store/events.h"
#include "store/facts.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

bool process_settings_settle(struct prepared_variants *variants, struct recorder *recorder,
                             const struct topology *topology, struct error *error)
{
    return settle_memory(variants, recorder, topology, error) &&
           try_all_settings(variants, recorder->arena, error);
}
