// Kernel settings of a child process: NUMA memory policy and scheduling priority.
#pragma once

#include <stdint.h>

enum memory_policy { MEMORY_ANY, MEMORY_LOCAL, MEMORY_REMOTE, MEMORY_INTERLEAVED, MEMORY_NODE };
enum urgency { URGENCY_INHERITED, URGENCY_NICE, URGENCY_FIFO };
enum { NODES_MAX = 1024 };
enum { FIFO_MOST = 98 }; // highest SCHED_FIFO priority of a child; the launcher is one above it

// NUMA nodes, as set_mempolicy(2) takes them.
struct node_set {
    uint64_t bits[NODES_MAX / 64];
};

struct process_settings {
    enum memory_policy memory;
    struct node_set nodes; // from which all memory comes; unused for MEMORY_ANY
    enum urgency urgency;
    int priority; // nice value, or priority of SCHED_FIFO
};
