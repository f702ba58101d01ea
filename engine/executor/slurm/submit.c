// Composing calls of sbatch, within the limits of the cluster.
#include "executor/slurm/submit.h"

#include "executor/slurm/client.h"

#include <stdlib.h>
#include <string.h>

// Slurm makes time limits out of deadlines, rounds them down to minutes, and sends the signal that
// is due 120 s before their end up to 60 s early: not before the deadline itself.
enum { SIGNAL_S = 120, SIGNAL_EARLY_S = 60, ROUNDING_S = 60 };

// Indices of array jobs are below it; 0 is a failure.
static size_t ask_array_size(struct arena *arena, struct error *error)
{
    const char *const arguments[] = {"scontrol", "show", "config", NULL};
    struct slurm_answer answer;
    if (!slurm_ask(arena, arguments, &answer, error))
        return 0;
    const char *line = answer.success ? strstr(answer.text, "MaxArraySize") : NULL;
    const char *value = line ? strpbrk(line, "=\n") : NULL;
    if (!value || *value != '=')
        return failed(error, EXIT_UNFIT, "Slurm does not show its configuration: %s",
                      slurm_message(arena, &answer));
    size_t size = strtoul(value + 1, NULL, 10);
    if (!size)
        failed(error, EXIT_UNFIT, "this cluster allows no array jobs (MaxArraySize=0)");
    return size;
}

// "3-5,9%2", of ascending elements.
static char *array_of(struct arena *arena, const size_t *elements, size_t count, size_t offset,
                      size_t nodes)
{
    TEXT_CLEANUP struct text text = {0};
    for (size_t i = 0, last; i < count; i = last + 1) {
        for (last = i; last + 1 < count && elements[last + 1] == elements[last] + 1;)
            last++;
        text_printf(&text, "%s%zu", i ? "," : "", elements[i] - offset);
        if (last > i)
            text_printf(&text, "-%zu", elements[last] - offset);
    }
    if (nodes)
        text_printf(&text, "%%%zu", nodes);
    return arena_strdup(arena, text.bytes);
}

// Settings that the options may override.
static void add_before(struct text_list *arguments, struct arena *arena, double deadline_s)
{
    text_list_add(arguments, arena, "sbatch");
    text_list_add(arguments, arena, "--mem=0"); // --exclusive alone gives all CPUs, not all memory
    if (deadline_s > 0) // else a job whose limit is longer than what is left never begins
        text_list_add(arguments, arena, "--time-min=1");
}

static void add_after(struct text_list *arguments, struct arena *arena, double deadline_s)
{
    // With a list of variables, Slurm would add those of a login shell (through su) on the node.
    static const char *const always[] = {"--export=ALL", "--nodes=1",        "--ntasks=1",
                                         "--exclusive",  "--requeue",        "--open-mode=append",
                                         "--parsable",   "--input=/dev/null"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        text_list_add(arguments, arena, always[i]);
    text_list_printf(arguments, arena, "--signal=B:USR1@%d", SIGNAL_S);
    if (deadline_s > 0)
        text_list_printf(arguments, arena, "--deadline=now+%.0fseconds",
                         deadline_s + SIGNAL_S + SIGNAL_EARLY_S + ROUNDING_S);
}

// The common part of all jobs of a submission.
struct submission {
    const struct slurm *slurm;
    const char *name, *script, *log;
    size_t nodes;
    double deadline_s;
};

static bool submit_job(const struct submission *submission, struct arena *arena,
                       const size_t *elements, size_t count, size_t offset, struct error *error)
{
    struct text_list arguments = {0};
    add_before(&arguments, arena, submission->deadline_s);
    const struct text_list *options = submission->slurm->options;
    for (size_t i = 0; options && i < options->count; i++)
        text_list_add(&arguments, arena, options->items[i]);
    add_after(&arguments, arena, submission->deadline_s);
    if (submission->slurm->partition)
        text_list_printf(&arguments, arena, "--partition=%s", submission->slurm->partition);
    const char *array = array_of(arena, elements, count, offset, submission->nodes);
    text_list_printf(&arguments, arena, "--job-name=%s", submission->name);
    text_list_printf(&arguments, arena, "--comment=%s%zu", SLURM_OFFSET, offset);
    text_list_printf(&arguments, arena, "--output=%s", submission->log);
    text_list_printf(&arguments, arena, "--array=%s", array);
    text_list_printf(&arguments, arena, "--wrap=ELEMENT=$((SLURM_ARRAY_TASK_ID + %zu))\n%s", offset,
                     submission->script);
    struct slurm_answer answer;
    if (!slurm_ask(arena, (const char *const *)arguments.items, &answer, error))
        return false;
    if (answer.success)
        return true;
    const char *why = slurm_message(arena, &answer);
    if (slurm_is_away(&answer))
        return failed(error, EXIT_UNFIT, "Slurm accepts no job now: %s", why);
    return failed(error, EXIT_USAGE,
                  "Slurm refuses the job: %s (see --partition and --sbatch-options; 'sinfo' shows "
                  "partitions and nodes)",
                  why);
}

static int by_number(const void *a, const void *b)
{
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    return (left > right) - (left < right);
}

static bool submit_all(const struct submission *submission, struct arena *arena,
                       const size_t *elements, size_t count, struct error *error)
{
    const size_t size = ask_array_size(arena, error);
    if (!size)
        return false;
    size_t *sorted = arena_new_array(arena, size_t, count);
    memcpy(sorted, elements, count * sizeof *elements);
    qsort(sorted, count, sizeof *sorted, by_number);
    for (size_t first = 0, end; first < count; first = end) {
        size_t offset = sorted[first] / size * size;
        for (end = first; end < count && sorted[end] - offset < size;)
            end++;
        if (!submit_job(submission, arena, sorted + first, end - first, offset, error))
            return false;
    }
    return true;
}

bool slurm_submit(const struct slurm *slurm, const char *name, const char *script, const char *log,
                  const size_t *elements, size_t count, size_t nodes, double deadline_s,
                  struct error *error)
{
    const struct submission submission = {.slurm = slurm,
                                          .name = name,
                                          .script = script,
                                          .log = log,
                                          .nodes = nodes,
                                          .deadline_s = deadline_s};
    struct arena scratch = {0};
    bool submitted = !count || submit_all(&submission, &scratch, elements, count, error);
    arena_release(&scratch);
    return submitted;
}
