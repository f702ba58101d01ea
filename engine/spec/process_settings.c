// Memory policy and priority in the words of the experiment file.
#include "spec/process_settings.h"

#include "machine/topology.h"

const char *const memory_names[] = {
    [MEMORY_ANY] = "any",
    [MEMORY_LOCAL] = "local",
    [MEMORY_REMOTE] = "remote",
    [MEMORY_INTERLEAVED] = "interleave",
};

char *memory_wording(struct arena *arena, const struct process_settings *process_settings)
{
    size_t node = 0;
    if (process_settings->memory != MEMORY_NODE)
        return arena_strdup(arena, memory_names[process_settings->memory]);
    while (!node_set_has(&process_settings->nodes, node))
        node++;
    return arena_printf(arena, "node %zu", node);
}

char *priority_wording(struct arena *arena, const struct process_settings *process_settings)
{
    return arena_printf(arena, "%s%d", process_settings->urgency == URGENCY_FIFO ? "fifo " : "",
                        process_settings->priority);
}
