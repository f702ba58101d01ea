// Memory and priority of the executions: found out and tried before anything is measured.
#include "dispatch/standings.h"

#include "machine/sys.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// What is near the CPUs, or all there is. On one node there is nothing to choose.
static void settle_nodes(const struct topology *topology, const struct node_set *all, bool single,
                         struct station *station)
{
    struct standing *standing = &station->standing;
    if (single)
        standing->memory = MEMORY_ANY;
    if (standing->memory == MEMORY_INTERLEAVED)
        standing->nodes = *all;
    for (size_t c = 0; standing->memory == MEMORY_LOCAL && c < station->cpu_count; c++) {
        const struct cpu *cpu = topology_cpu(topology, (size_t)station->cpus[c]);
        if (cpu)
            node_set_add(&standing->nodes, (size_t)cpu->node);
    }
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
        settle_nodes(topology, &all, count == 1, station);
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

static const char *words_of(struct arena *arena, const struct standing *standing)
{
    const char *memory = standing->memory ? memory_words(arena, standing) : NULL;
    const char *priority = standing->urgency ? priority_words(arena, standing) : NULL;
    return arena_printf(arena, "executed with %s%s%s%s%s", priority ? "priority " : "",
                        priority ? priority : "", priority && memory ? ", " : "",
                        memory ? "memory " : "", memory ? memory : "");
}

// For whoever reads the report; once for the campaign.
static bool record(const struct workbench *workbench, struct error *error)
{
    static const char key[] = "placement.standing";
    struct arena *arena = workbench->arena;
    struct text_list told = {0};
    if (store_get(workbench->store, arena, key))
        return true;
    for (size_t i = 0; i < station_count(workbench); i++) {
        const struct standing *standing = &workbench->stations[i].standing;
        if (!standing->memory && !standing->urgency)
            continue;
        const char *words = words_of(arena, standing);
        if (text_list_add_once(&told, arena, words) &&
            !store_event(workbench->store, "placement", words, error))
            return false;
    }
    return !told.count || store_set(workbench->store, key, told.items[0], error);
}

bool standings_settle(struct workbench *workbench, const struct topology *topology,
                      struct error *error)
{
    return settle_memory(workbench, topology, error) && try_standings(workbench, error) &&
           record(workbench, error);
}
