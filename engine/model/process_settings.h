// How a child stands with the kernel: from which memory nodes it takes, how urgent it is.
#pragma once

#include <stdint.h>

enum memory_policy { MEMORY_ANY, MEMORY_LOCAL, MEMORY_REMOTE, MEMORY_INTERLEAVED, MEMORY_NODE };
enum urgency { URGENCY_INHERITED, URGENCY_NICE, URGENCY_FIFO };
enum { NODES_MAX = 1024 };

// Memory nodes, as the kernel's calls take them.
struct node_set {
    uint64_t bits[NODES_MAX / 64];
};

struct process_settings {
    enum memory_policy memory;
    struct node_set nodes; // from which alone its memory comes; unless MEMORY_ANY
    enum urgency urgency;
    int priority; // nice, or of SCHED_FIFO
};
