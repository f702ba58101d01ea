// The processors of this machine, from /sys/devices/system.
#include "machine/topology.h"

#include "base/text.h"
#include "machine/cpu_list.h"
#include "machine/sys.h"
#include "model/process_settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define CPU_FOLDER "/sys/devices/system/cpu"
#define NODE_FOLDER "/sys/devices/system/node"

enum { CPUS_MAX = 8192 };

const struct cpu *topology_cpu(const struct topology *topology, size_t number)
{
    for (size_t i = 0; i < topology->count; i++)
        if (topology->cpus[i].number == (int)number)
            return &topology->cpus[i];
    return NULL;
}

static void add(struct topology *topology, size_t number)
{
    if (topology->count < CPUS_MAX && !topology_cpu(topology, number))
        topology->cpus[topology->count++] =
            (struct cpu){.number = (int)number, .core = (int)number};
}

static void add_list(struct topology *topology, const char *list)
{
    for (size_t first, last; list && *list && cpus_next(&list, &first, &last);)
        for (; first <= last && topology->count < CPUS_MAX; first++)
            add(topology, first);
}

// Without lists, the CPUs that have ticks.
static void add_ticking(struct arena *arena, struct topology *topology, const char *root)
{
    const char *line = sys_text(arena, root, "/proc/stat");
    for (; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (text_starts(line, "cpu") && isdigit((unsigned char)line[3]))
            add_list(topology, arena_strndup(arena, line + 3, strcspn(line + 3, " \n")));
    }
    if (!topology->count)
        add(topology, 0);
}

static int number_of(const char *root, const char *path)
{
    uint64_t number = 0;
    return sys_number(root, path, &number) && number < INT32_MAX ? (int)number : 0;
}

static void read_core(struct arena *arena, const char *root, struct cpu *cpu)
{
    const char *folder = arena_printf(arena, CPU_FOLDER "/cpu%d/topology", cpu->number);
    const char *list =
        sys_line(arena, root, arena_printf(arena, "%s/thread_siblings_list", folder));
    size_t first, last;
    cpu->core_id = number_of(root, arena_printf(arena, "%s/core_id", folder));
    cpu->package = number_of(root, arena_printf(arena, "%s/physical_package_id", folder));
    if (cpu_is_listed(list, (size_t)cpu->number) && cpus_next(&list, &first, &last))
        cpu->core = (int)first;
    cpu->capacity =
        number_of(root, arena_printf(arena, CPU_FOLDER "/cpu%d/cpu_capacity", cpu->number));
}

static const char *node_list(struct arena *arena, const char *root, const char *which)
{
    return sys_line(arena, root, arena_printf(arena, NODE_FOLDER "/%s", which));
}

static void read_nodes(struct arena *arena, const char *root, const struct topology *topology)
{
    const char *list = node_list(arena, root, "online");
    for (size_t first, last; list && *list && cpus_next(&list, &first, &last);)
        for (; first <= last && first < NODES_MAX; first++) {
            const char *cpus =
                node_list(arena, root, arena_printf(arena, "node%zu/cpulist", first));
            for (size_t i = 0; i < topology->count; i++)
                if (cpu_is_listed(cpus, (size_t)topology->cpus[i].number))
                    topology->cpus[i].node = (int)first;
        }
}

// Kernels that give no capacities name the CPUs of the faster kind, of two.
static void read_hybrid(struct arena *arena, const char *root, const struct topology *topology)
{
    const char *fast = sys_line(arena, root, "/sys/devices/cpu_core/cpus");
    for (size_t i = 0; i < topology->count; i++)
        if (!topology->cpus[i].capacity)
            topology->cpus[i].capacity = cpu_is_listed(fast, (size_t)topology->cpus[i].number);
}

static int by_number(const void *a, const void *b)
{
    return ((const struct cpu *)a)->number - ((const struct cpu *)b)->number;
}

struct topology topology_read(struct arena *arena, const char *root)
{
    struct topology topology = {.cpus = arena_new_array(arena, struct cpu, CPUS_MAX)};
    const char *online = sys_line(arena, root, CPU_FOLDER "/online");
    const char *isolated = sys_line(arena, root, CPU_FOLDER "/isolated");
    const char *nohz_full = sys_line(arena, root, CPU_FOLDER "/nohz_full");
    add_list(&topology, sys_line(arena, root, CPU_FOLDER "/present"));
    add_list(&topology, online);
    if (!topology.count)
        add_ticking(arena, &topology, root);
    qsort(topology.cpus, topology.count, sizeof *topology.cpus, by_number);
    for (size_t i = 0; i < topology.count; i++) {
        struct cpu *cpu = &topology.cpus[i];
        size_t number = (size_t)cpu->number;
        cpu->online = !online || cpu_is_listed(online, number);
        cpu->allowed = cpu->online && (*root || cpu_is_available(number));
        cpu->isolated = cpu_is_listed(isolated, number);
        cpu->nohz_full = cpu_is_listed(nohz_full, number);
        if (cpu->online)
            read_core(arena, root, cpu);
    }
    read_nodes(arena, root, &topology);
    read_hybrid(arena, root, &topology);
    return topology;
}

bool cpu_is_drawable(const struct cpu *cpu)
{
    return cpu->allowed && !cpu->isolated && cpu->number < CPU_SETSIZE;
}

int *topology_cores(struct arena *arena, const struct topology *topology, size_t *count)
{
    static const double alike = 0.85; // favoured cores, and big ones beside the biggest
    int *cpus = arena_new_array(arena, int, topology->count), capacity = 0;
    *count = 0;
    for (size_t i = 0; i < topology->count; i++)
        if (cpu_is_drawable(&topology->cpus[i]) && topology->cpus[i].capacity > capacity)
            capacity = topology->cpus[i].capacity;
    for (size_t i = 0; i < topology->count; i++) {
        const struct cpu *cpu = &topology->cpus[i];
        bool first = cpu_is_drawable(cpu) && cpu->capacity >= alike * capacity;
        for (size_t before = 0; first && before < *count; before++)
            first = topology_cpu(topology, (size_t)cpus[before])->core != cpu->core;
        if (first)
            cpus[(*count)++] = cpu->number;
    }
    bool enough = *count > 2 && cpus[0] == topology->cpus[0].number;
    *count -= enough;
    return cpus + enough;
}

// ---- Memory nodes

void node_set_add(struct node_set *set, size_t node)
{
    if (node < NODES_MAX)
        set->bits[node / 64] |= UINT64_C(1) << node % 64;
}

bool node_set_has(const struct node_set *set, size_t node)
{
    return node < NODES_MAX && (set->bits[node / 64] >> node % 64 & 1);
}

struct node_set memory_nodes(struct arena *arena, const char *root, size_t *count)
{
    struct node_set set = {0};
    const char *list = node_list(arena, root, "has_memory");
    *count = 0;
    list = list ? list : node_list(arena, root, "online");
    for (size_t node = 0; node < NODES_MAX; node++) {
        bool has = cpu_is_listed(list, node);
        *count += has;
        if (has)
            node_set_add(&set, node);
    }
    if (!*count)
        node_set_add(&set, (*count)++);
    return set;
}
