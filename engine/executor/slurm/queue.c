// Reading the output of squeue, element by element, and calling scancel.
#include "executor/slurm/queue.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "executor/slurm/client.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIELDS = 6,           // of a line of squeue
    INDEX_MOST = 1 << 22, // more than any cluster's MaxArraySize
    ELEMENTS_MOST = 1 << 20,
};

struct queue {
    struct arena *arena;
    struct slurm_element *elements;
    size_t count, capacity;
};

static void add_element(struct queue *queue, const struct slurm_element *element)
{
    if (queue->count == queue->capacity) {
        queue->capacity = queue->capacity * 2 + 16;
        struct slurm_element *more =
            arena_new_array(queue->arena, struct slurm_element, queue->capacity);
        if (queue->count)
            memcpy(more, queue->elements, queue->count * sizeof *more);
        queue->elements = more;
    }
    queue->elements[queue->count++] = *element;
}

// "7", "8-11" or "8-14:2"; false: something else.
static bool read_range(const char **text, size_t *first, size_t *last, size_t *step)
{
    size_t *const numbers[] = {first, last, step};
    static const char signs[] = "-:";
    *step = 1;
    for (size_t i = 0; i < 3; i++) {
        char *end;
        if (!isdigit((unsigned char)**text))
            return false;
        *numbers[i] = strtoul(*text, &end, 10);
        if (i == 0)
            *last = *first;
        *text = end;
        if (i == 2 || *end != signs[i])
            break;
        (*text)++;
    }
    return *step && *step <= INDEX_MOST && *first <= *last && *last <= INDEX_MOST;
}

// "7" of squeue -r, "[8-11,15%2]" of one that does not expand all.
static bool add_indices(struct queue *queue, const char *indices, struct slurm_element like)
{
    const size_t offset = like.element;
    const char *at = indices + (*indices == '[');
    for (;; at++) {
        size_t first, last, step;
        if (!read_range(&at, &first, &last, &step))
            return false;
        if (queue->count + (last - first) / step >= ELEMENTS_MOST)
            return false;
        for (size_t index = first; index <= last; index += step) {
            like.element = offset + index;
            add_element(queue, &like);
        }
        if (*at != ',')
            break;
    }
    return !*at || *at == '%' || *at == ']';
}

// Cuts the line into its fields.
static bool add_line(struct queue *queue, char *line)
{
    char *fields[FIELDS];
    for (size_t i = 0; i < FIELDS; i++) {
        fields[i] = line;
        line = i + 1 < FIELDS ? strchr(line, '|') : NULL;
        if (i + 1 < FIELDS && !line)
            return false;
        if (line)
            *line++ = 0;
    }
    const char *offset = fields[1];
    if (!text_starts(offset, SLURM_OFFSET))
        return false;
    return add_indices(
        queue, fields[0],
        (struct slurm_element){.element = strtoul(offset + strlen(SLURM_OFFSET), NULL, 10),
                               .state = fields[2],
                               .node = fields[3],
                               .job = fields[4],
                               .reason = fields[5]});
}

static int distance_from_end(const struct slurm_element *element)
{
    if (!text_equal(element->state, "PENDING"))
        return 0;
    return slurm_launch_failed(element) ? 2 : 1;
}

static int by_number_and_progress(const void *a, const void *b)
{
    const struct slurm_element *left = a, *right = b;
    if (left->element != right->element)
        return left->element < right->element ? -1 : 1;
    return distance_from_end(left) - distance_from_end(right);
}

// Keeps, of an element that was submitted twice, the copy that is further.
static void remove_duplicates(struct queue *queue)
{
    if (queue->count)
        qsort(queue->elements, queue->count, sizeof *queue->elements, by_number_and_progress);
    size_t unique = 0;
    for (size_t i = 0; i < queue->count; i++)
        if (!unique || queue->elements[unique - 1].element != queue->elements[i].element)
            queue->elements[unique++] = queue->elements[i];
    queue->count = unique;
}

static bool read_lines(struct queue *queue, char *text, struct error *error)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const char *copy = arena_strdup(queue->arena, line);
        if (!text_starts(line, "squeue: ") && !add_line(queue, line))
            return failed(error, EXIT_FAILED,
                          "squeue printed a line that eswexp does not understand: '%s'", copy);
    }
    return true;
}

bool slurm_queue_read(struct arena *arena, char *text, struct slurm_element **elements,
                      size_t *count, struct error *error)
{
    struct queue queue = {.arena = arena};
    if (!read_lines(&queue, text, error))
        return false;
    remove_duplicates(&queue);
    *elements = queue.elements;
    *count = queue.count;
    return true;
}

// A line of Slurm's library among those of jobs: the controller ended meanwhile, and what it has
// not told may be missing.
static bool complains(const char *text)
{
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
        if (text_starts(line, "slurm_"))
            return true;
    return false;
}

bool slurm_queue(const char *name, struct arena *arena, struct slurm_element **elements,
                 size_t *count, bool *known, struct error *error)
{
    *known = true;
    const char *const arguments[] = {"squeue",
                                     "--array",
                                     "--noheader",
                                     arena_printf(arena, "--name=%s", name),
                                     "--format=%K|%k|%T|%N|%i|%r",
                                     NULL};
    struct slurm_answer answer;
    if (!slurm_ask(arena, arguments, &answer, error))
        return false;
    if (!answer.success || complains(answer.text)) {
        *known = false;
        return failed(error, EXIT_UNFIT, "Slurm does not show its queue: %s",
                      slurm_message(arena, &answer));
    }
    return slurm_queue_read(arena, answer.text, elements, count, error);
}

bool slurm_launch_failed(const struct slurm_element *element)
{
    return strstr(element->reason, "requeued held") || strstr(element->reason, "requeued in held");
}

// `arguments`: scancel and its arguments.
static bool cancel(struct arena *arena, const char *const *arguments, struct error *error)
{
    struct slurm_answer answer;
    if (!slurm_ask(arena, arguments, &answer, error))
        return false;
    return answer.success || failed(error, EXIT_UNFIT, "Slurm does not cancel '%s': %s",
                                    arguments[1], slurm_message(arena, &answer));
}

bool slurm_cancel(const char *name, struct error *error)
{
    struct arena scratch = {0};
    const char *const arguments[] = {"scancel", arena_printf(&scratch, "--name=%s", name), NULL};
    bool cancelled = cancel(&scratch, arguments, error);
    arena_release(&scratch);
    return cancelled;
}

bool slurm_cancel_element(const struct slurm_element *element, struct error *error)
{
    struct arena scratch = {0};
    const char *const arguments[] = {"scancel", element->job, NULL};
    bool cancelled = cancel(&scratch, arguments, error);
    arena_release(&scratch);
    return cancelled;
}

bool slurm_call_back(const char *name, struct error *error)
{
    struct arena scratch = {0};
    const char *jobs = arena_printf(&scratch, "--name=%s", name);
    const char *const waiting[] = {"scancel", jobs, "--state=PENDING", NULL};
    const char *const running[] = {"scancel",       jobs,      "--state=RUNNING",
                                   "--signal=USR1", "--batch", NULL};
    bool called = cancel(&scratch, waiting, error) && cancel(&scratch, running, error);
    arena_release(&scratch);
    return called;
}

static bool has_program(struct arena *arena, const char *name, struct error *error)
{
    if (path_find_program(arena, name, getenv("PATH"), NULL))
        return true;
    return failed(error, EXIT_UNFIT,
                  "there is no Slurm here: '%s' is not in PATH (log in to a node of the cluster "
                  "that has it, or leave out --on slurm)",
                  name);
}

static bool probe(struct arena *arena, struct error *error)
{
    static const char *const programs[] = {"sbatch", "squeue", "scancel", "scontrol"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (!has_program(arena, programs[i], error))
            return false;
    struct slurm_element *elements;
    size_t count;
    bool known;
    if (slurm_queue("eswexp", arena, &elements, &count, &known, error))
        return true;
    error->code = EXIT_UNFIT;
    return failed_within(error, "there is no Slurm cluster to talk to (is SLURM_CONF right, is "
                                "'scontrol ping' answered?)");
}

bool slurm_probe(struct error *error)
{
    struct arena scratch = {0};
    bool found = probe(&scratch, error);
    arena_release(&scratch);
    return found;
}
