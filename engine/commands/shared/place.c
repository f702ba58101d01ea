// Where a command measures.
#include "commands/shared/place.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const struct command_option option_on = {"on",
                                         0,
                                         OPTION_TEXT,
                                         "slurm",
                                         "measure on the nodes of a Slurm cluster",
                                         offsetof(struct command_line, on)};
const struct command_option option_partition = {"partition",
                                                0,
                                                OPTION_TEXT,
                                                "NAME",
                                                "of the cluster (its own default)",
                                                offsetof(struct command_line, partition)};
const struct command_option option_nodes = {"nodes",
                                            0,
                                            OPTION_TEXT,
                                            "N",
                                            "so many nodes at the same time (default 1)",
                                            offsetof(struct command_line, nodes)};
const struct command_option option_sbatch = {"sbatch-options",
                                             0,
                                             OPTION_TEXT,
                                             "WORDS",
                                             "more options for sbatch, in one word",
                                             offsetof(struct command_line, sbatch_options)};

static bool read_nodes(const char *text, size_t *nodes, struct error *error)
{
    char *end = NULL;
    *nodes = text ? strtoull(text, &end, 10) : 1;
    return !text || (text[strspn(text, "0123456789")] == '\0' && *nodes >= 1 && *nodes <= 100000) ||
           failed(error, EXIT_USAGE, "--nodes '%s' is no number of nodes", text);
}

static void read_options(struct command_line *line, struct text_list *options)
{
    char *words = line->sbatch_options ? arena_strdup(line->arena, line->sbatch_options) : NULL;
    for (char *word; words && (word = strsep(&words, " \t\n"));)
        if (*word)
            text_list_add(options, line->arena, word);
}

bool place_read(struct command_line *line, struct cluster **cluster, struct error *error)
{
    const char *stray = line->partition        ? "partition"
                        : line->nodes          ? "nodes"
                        : line->sbatch_options ? "sbatch-options"
                                               : NULL;
    size_t nodes;
    *cluster = NULL;
    if (!line->on)
        return !stray || failed(error, EXIT_USAGE, "--%s needs --on slurm", stray);
    if (!text_equal(line->on, "slurm"))
        return failed(error, EXIT_USAGE, "--on '%s': only 'slurm' is known", line->on);
    if (line->wait_idle)
        return failed(error, EXIT_USAGE,
                      "--wait-idle is for this machine: a task has its node for itself");
    if (line->tune)
        return failed(error, EXIT_USAGE,
                      "--tune is for this machine: a cluster's nodes are set up by who runs it");
    if (!read_nodes(line->nodes, &nodes, error))
        return false;
    struct text_list *options = arena_new(line->arena, struct text_list);
    *options = (struct text_list){0};
    read_options(line, options);
    *cluster = arena_new(line->arena, struct cluster);
    **cluster = (struct cluster){{line->partition, options}, nodes};
    return true;
}
