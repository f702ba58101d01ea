// The CPUs of this machine: their cores, packages and memory nodes, and which are isolated.
#pragma once

#include "base/arena.h"
#include "model/process_settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cpu {
    int number;
    bool online;
    bool allowed;  // to this process; below another root than "", whatever is online
    bool isolated; // the kernel puts nothing on it by itself (isolcpus)
    bool nohz_full;
    int core; // the lowest CPU of its physical core, which is the same for all SMT siblings
    int core_id, package, node; // as the kernel numbers them; 0 where it does not report them
    int capacity; // of hybrid CPUs the fastest kind has the highest; 0 where all are alike
};

// All CPUs, online or not, by number.
struct topology {
    struct cpu *cpus;
    size_t count;
};

// `root` as in machine_root(). A CPU whose core the kernel does not report is a core of its own.
struct topology topology_read(struct arena *arena, const char *root);

// May executions be put there that are not bound to CPUs?
bool cpu_is_drawable(const struct cpu *cpu);

// One of them of each physical core, the lowest; of hybrid CPUs those of the fastest kind, as the
// scheduler prefers them for one thread. Without the first core, where the kernel does most of its
// own work, if two others are left.
int *topology_cores(struct arena *arena, const struct topology *topology, size_t *count);

// NULL: there is none of that number.
const struct cpu *topology_cpu(const struct topology *topology, size_t number);

void node_set_add(struct node_set *set, size_t node);
bool node_set_has(const struct node_set *set, size_t node);

// The nodes that have memory; node 0 alone where the kernel reports none.
struct node_set memory_nodes(struct arena *arena, const char *root, size_t *count);
