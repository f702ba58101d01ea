// Memory and priority of the executions: found out and tried before anything is measured.
#include "dispatch/standings.h"

#include "dispatch/placed.h"
#include "machine/sys.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct node_set near_nodes(const struct topology *topology, const struct station *station)
{
    struct node_set nodes = {0};
    for (size_t c = 0; c < station->cpu_count; c++) {
        const struct cpu *cpu = topology_cpu(topology, (size_t)station->cpus[c]);
        if (cpu)
            node_set_add(&nodes, (size_t)cpu->node);
    }
    return nodes;
}

// What is near the CPUs, what is not, or all there is.
static struct node_set nodes_of(const struct topology *topology, const struct node_set *all,
                                const struct station *station)
{
    struct node_set nodes = near_nodes(topology, station);
    enum memory_policy memory = station->standing.memory;
    for (size_t i = 0; memory == MEMORY_REMOTE && i < sizeof nodes.bits / sizeof *nodes.bits; i++)
        nodes.bits[i] = all->bits[i] & ~nodes.bits[i];
    return memory == MEMORY_INTERLEAVED ? *all
           : memory == MEMORY_NODE      ? station->standing.nodes
                                        : nodes;
}

// On one node there is nothing to choose.
static bool settle_nodes(const struct topology *topology, const struct node_set *all, size_t count,
                         struct station *station, struct error *error)
{
    static const struct node_set none;
    struct standing *standing = &station->standing;
    standing->nodes = nodes_of(topology, all, station);
    if (standing->memory == MEMORY_REMOTE && !memcmp(&standing->nodes, &none, sizeof none))
        return failed(error, EXIT_UNFIT,
                      "machine.memory: remote of variant '%s' takes a memory node that is not its "
                      "CPUs' own: there %s here",
                      station->target->variant, count == 1 ? "is one memory node" : "is none");
    if (count == 1)
        standing->memory = MEMORY_ANY;
    if (!standing->memory)
        standing->nodes = none;
    return true;
}

// Once for the campaign, however often it is gone on with.
static bool tell_of_one_node(const struct workbench *workbench, const struct standing *idle,
                             struct error *error)
{
    struct arena *arena = workbench->arena;
    const char *words =
        arena_printf(arena, "machine.memory: %s changes nothing: there is one memory node here",
                     memory_words(arena, idle));
    if (store_get(workbench->store, arena, "placement.memory"))
        return true;
    log_note(workbench->log, "%s", words);
    return store_set(workbench->store, "placement.memory", words, error) &&
           store_event(workbench->store, "placement", words, error);
}

static bool settle_memory(struct workbench *workbench, const struct topology *topology,
                          struct error *error)
{
    size_t count;
    struct node_set all = memory_nodes(workbench->arena, machine_root(), &count);
    const struct standing *idle = NULL;
    for (size_t i = 0; i < station_count(workbench); i++) {
        struct station *station = &workbench->stations[i];
        station->standing = station->target->standing;
        idle = count == 1 && station->standing.memory ? &station->target->standing : idle;
        if (!settle_nodes(topology, &all, count, station, error))
            return false;
    }
    return !idle || tell_of_one_node(workbench, idle, error);
}

// As the launcher and its child will: 0, or the errno of the refusal.
static int try_standing(const struct standing *standing)
{
    int level = 0, status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(standing_above(standing, &level) || standing_take(standing, 1) ? errno : 0);
    if (child < 0)
        return errno;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

static bool memory_is_granted(const struct workbench *workbench, const struct standing *standing,
                              struct error *error)
{
    int number =
        try_standing(&(struct standing){.memory = standing->memory, .nodes = standing->nodes});
    return !number ||
           failed(error, EXIT_UNFIT, "machine.memory: %s is refused here: %s (%s)",
                  memory_words(workbench->arena, standing), strerror(number),
                  number == EINVAL
                      ? "such nodes are not among those that this process may use"
                      : "let the container's seccomp profile allow set_mempolicy, for docker with "
                        "--cap-add SYS_NICE");
}

static bool priority_is_granted(const struct workbench *workbench, const struct standing *standing,
                                struct error *error)
{
    bool fifo = standing->urgency == URGENCY_FIFO;
    int number = try_standing(
        &(struct standing){.urgency = standing->urgency, .priority = standing->priority});
    return !number ||
           failed(error, EXIT_UNFIT,
                  "machine.priority: %s is refused here: %s (root may, CAP_SYS_NICE, for docker "
                  "--cap-add SYS_NICE, and who has 'ulimit -%c %d')",
                  priority_words(workbench->arena, standing), strerror(number), fifo ? 'r' : 'e',
                  fifo ? standing->priority + 1 : 20 - standing->priority);
}

static bool is_same(const struct standing *a, const struct standing *b)
{
    return a->memory == b->memory && a->urgency == b->urgency && a->priority == b->priority &&
           memcmp(&a->nodes, &b->nodes, sizeof a->nodes) == 0;
}

static bool try_standings(const struct workbench *workbench, struct error *error)
{
    const struct standing *last = &(struct standing){0};
    bool granted = true;
    for (size_t i = 0; granted && i < station_count(workbench); i++) {
        const struct standing *standing = &workbench->stations[i].standing;
        if (!is_same(standing, last))
            granted = (!standing->memory || memory_is_granted(workbench, standing, error)) &&
                      (!standing->urgency || priority_is_granted(workbench, standing, error));
        last = standing;
    }
    return granted;
}

bool standings_settle(struct workbench *workbench, const struct topology *topology,
                      struct error *error)
{
    return settle_memory(workbench, topology, error) && try_standings(workbench, error) &&
           placed_record(workbench, error);
}
