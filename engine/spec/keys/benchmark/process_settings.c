// `machine.memory` and `machine.priority`: process settings of every execution.
#include "spec/keys/benchmark/internal.h"

#include "machine/sys.h"
#include "machine/topology.h"
#include "model/process_settings.h"
#include "spec/process_settings.h"
#include "spec/values.h"

#include <string.h>

// A node's number behind "node ".
static void read_node_number(struct reading *reading, const struct node *node, const char *words,
                             struct process_settings *process_settings)
{
    struct arena *arena = reading->arena;
    size_t number = 0, count = 0;
    if (!value_count(words, &number) || number >= NODES_MAX) {
        mistake(&reading->mistakes, node->place,
                "'node' takes the number of a memory node, such as node 0, not '%s'", words);
        return;
    }
    struct node_set nodes = memory_nodes(arena, machine_root(), &count);
    const char *list = "";
    for (size_t i = 0; i < NODES_MAX; i++)
        if (node_set_has(&nodes, i))
            list = arena_printf(arena, "%s%s%zu", list, *list ? ", " : "", i);
    if (!reading->elsewhere && !node_set_has(&nodes, number))
        mistake(&reading->mistakes, node->place, "there is no memory node %zu here (there is: %s)",
                number, list);
    process_settings->memory = MEMORY_NODE;
    node_set_add(&process_settings->nodes, number);
}

void read_memory(struct reading *reading, const struct keyword *keyword, const struct node *node,
                 void *at)
{
    struct process_settings *process_settings = at;
    const char *words = resolve(reading, node, false);
    if (!words)
        return;
    process_settings->nodes = (struct node_set){0}; // of the previous cell
    if (text_starts(words, "node ")) {
        read_node_number(reading, node, words + strlen("node "), process_settings);
        return;
    }
    size_t policy = 0;
    while (policy < MEMORY_NODE && !text_equal(words, memory_names[policy]))
        policy++;
    if (policy < MEMORY_NODE)
        process_settings->memory = (enum memory_policy)policy;
    else
        mistake(&reading->mistakes, node->place,
                "'%s' must be any, local, remote, interleave, or a node such as node 0, not '%s'",
                keyword->name, words);
}

static bool whole_number(const char *words, int low, int high, int *number)
{
    double value = 0;
    if (!value_number(words, &value) || value < low || value > high || value != (int)value)
        return false;
    *number = (int)value;
    return true;
}

void read_priority(struct reading *reading, const struct keyword *keyword, const struct node *node,
                   void *at)
{
    struct process_settings *process_settings = at;
    const char *words = resolve(reading, node, false);
    if (!words)
        return;
    bool fifo = text_equal(words, "fifo");
    process_settings->priority = fifo;
    if (text_starts(words, "fifo "))
        fifo = whole_number(words + strlen("fifo "), 1, FIFO_MOST, &process_settings->priority);
    process_settings->urgency = fifo ? URGENCY_FIFO : URGENCY_NICE;
    if (!fifo && !whole_number(words, -20, 19, &process_settings->priority))
        mistake(&reading->mistakes, node->place,
                "'%s' must be a nice value from -20 to 19, or fifo, or fifo 1 to fifo %d, not '%s'",
                keyword->name, FIFO_MOST, words);
}
