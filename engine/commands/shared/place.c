// Where a command measures: --on and the options of a cluster.
#include "commands/shared/place.h"

#include "executor/executor.h"
#include "executor/local/local.h"
#include "executor/slurm/cluster.h"
#include "executor/slurm/slurm.h"
#include "store/store.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool read_nodes(const char *text, size_t *nodes, struct error *error)
{
    char *end = NULL;
    *nodes = text ? strtoull(text, &end, 10) : 1;
    return !text || (text[strspn(text, "0123456789")] == '\0' && *nodes >= 1 && *nodes <= 100000) ||
           failed(error, EXIT_USAGE, "--nodes '%s' is not a number of nodes from 1 to 100000",
                  text);
}

static void split_words(struct arena *arena, const char *text, struct text_list *list)
{
    char *words = text ? arena_strdup(arena, text) : NULL;
    for (char *word; words && (word = strsep(&words, " \t\n"));)
        if (*word)
            text_list_add(list, arena, word);
}

static struct place place_of(const struct cluster *cluster)
{
    return cluster ? (struct place){&slurm_executor_driver, cluster, cluster->nodes} : place_here;
}

struct place place_recall(struct arena *arena, struct store *store)
{
    return place_of(cluster_recall(arena, store));
}

bool place_read(const struct invocation *invocation, const struct place_options *options,
                const struct measuring_options *measuring, struct place *place, struct error *error)
{
    const char *lone = options->partition ? "partition"
                       : options->nodes   ? "nodes"
                       : options->sbatch  ? "sbatch-options"
                                          : NULL;
    size_t nodes;
    *place = place_of(NULL);
    if (!options->on)
        return !lone || failed(error, EXIT_USAGE, "--%s needs --on slurm", lone);
    if (measuring->wait_idle)
        return failed(error, EXIT_USAGE,
                      "--wait-idle is for this machine: a task has its node for itself");
    if (measuring->lock)
        return failed(error, EXIT_USAGE,
                      "--lock is for this machine: a task takes the lock of its node");
    if (measuring->tune)
        return failed(
            error, EXIT_USAGE,
            "--tune is for this machine: the administrators of a cluster set up its nodes");
    if (!read_nodes(options->nodes, &nodes, error))
        return false;
    struct text_list *words = arena_new(invocation->arena, struct text_list);
    split_words(invocation->arena, options->sbatch, words);
    struct cluster *cluster = arena_new(invocation->arena, struct cluster);
    *cluster = (struct cluster){{options->partition, words}, nodes};
    *place = place_of(cluster);
    return true;
}
