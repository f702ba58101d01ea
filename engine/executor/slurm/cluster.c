// Storing and reading a cluster's settings.
#include "executor/slurm/cluster.h"

#include "base/stream.h"
#include "store/facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool cluster_record(const struct cluster *cluster, struct store *store, struct error *error)
{
    struct arena scratch = {0};
    const struct text_list *options = cluster->slurm.options;
    const char *lines = "", *partition = cluster->slurm.partition;
    for (size_t i = 0; options && i < options->count; i++)
        lines = arena_printf(&scratch, "%s%s%s", lines, *lines ? "\n" : "", options->items[i]);
    const char *id = arena_printf(&scratch, "%016" PRIx64, seed_fresh());
    bool done = store_set(store, FACT_CLUSTER_ID, id, error) &&
                store_set(store, FACT_CLUSTER_NODES, arena_printf(&scratch, "%zu", cluster->nodes),
                          error) &&
                store_set(store, FACT_CLUSTER_OPTIONS, lines, error) &&
                (!partition || store_set(store, FACT_CLUSTER_PARTITION, partition, error));
    arena_release(&scratch);
    return done;
}

struct cluster *cluster_recall(struct arena *arena, struct store *store)
{
    const char *nodes = store_get(store, arena, FACT_CLUSTER_NODES);
    const char *stored = store_get(store, arena, FACT_CLUSTER_OPTIONS);
    char *lines = stored ? arena_strdup(arena, stored) : NULL, *line;
    if (!nodes)
        return NULL;
    struct text_list *options = arena_new(arena, struct text_list);
    *options = (struct text_list){0};
    while (lines && (line = strsep(&lines, "\n")))
        if (*line)
            text_list_add(options, arena, line);
    struct cluster *cluster = arena_new(arena, struct cluster);
    *cluster = (struct cluster){
        .slurm = {store_get(store, arena, FACT_CLUSTER_PARTITION), options},
        .nodes = strtoull(nodes, NULL, 10),
    };
    return cluster;
}
