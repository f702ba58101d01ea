// The engine's Slurm client by hand: client probe | queue NAME | cancel NAME | call-back NAME |
// cancel-held NAME
//   | submit NAME LOG SCRIPT NODES DEADLINE_S ELEMENT… [-- OPTION…]
#include "executor/slurm/queue.h"
#include "executor/slurm/submit.h"

#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS_MOST = 4096 };

static bool submit(struct arena *arena, char **words, struct error *error)
{
    size_t elements[ELEMENTS_MOST], count = 0;
    struct text_list options = {0};
    char **word = words + 5;
    for (; *word && !text_equal(*word, "--") && count < ELEMENTS_MOST; word++)
        elements[count++] = strtoul(*word, NULL, 10);
    for (word += *word != NULL; *word; word++)
        text_list_add(&options, arena, *word);
    const struct slurm slurm = {.options = &options};
    return slurm_submit(&slurm, words[0], words[2], words[1], elements, count,
                        strtoul(words[3], NULL, 10), strtod(words[4], NULL), error);
}

static bool show_queue(struct arena *arena, const char *name, struct error *error)
{
    struct slurm_element *elements;
    size_t count;
    bool known;
    if (!slurm_queue(name, arena, &elements, &count, &known, error)) {
        puts(known ? "known" : "unknown");
        return false;
    }
    for (size_t i = 0; i < count; i++)
        printf("%zu|%s|%s|%s\n", elements[i].element, elements[i].state, elements[i].node,
               elements[i].reason);
    return true;
}

// Those that Slurm holds for good.
static bool cancel_held(struct arena *arena, const char *name, struct error *error)
{
    struct slurm_element *elements;
    size_t count;
    bool known;
    if (!slurm_queue(name, arena, &elements, &count, &known, error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (slurm_launch_failed(&elements[i]) && !slurm_cancel_element(&elements[i], error))
            return false;
    return true;
}

static bool carry_out(struct arena *arena, int count, char **words, struct error *error)
{
    if (count == 2 && text_equal(words[1], "probe"))
        return slurm_probe(error);
    if (count == 3 && text_equal(words[1], "queue"))
        return show_queue(arena, words[2], error);
    if (count == 3 && text_equal(words[1], "cancel"))
        return slurm_cancel(words[2], error);
    if (count == 3 && text_equal(words[1], "call-back"))
        return slurm_call_back(words[2], error);
    if (count == 3 && text_equal(words[1], "cancel-held"))
        return cancel_held(arena, words[2], error);
    if (count >= 8 && text_equal(words[1], "submit"))
        return submit(arena, words + 2, error);
    return failed(error, EXIT_USAGE, "client probe|queue|cancel|call-back|cancel-held|submit");
}

int main(int count, char **words)
{
    struct arena arena = {0};
    struct error error = {0};
    if (!carry_out(&arena, count, words, &error))
        fprintf(stderr, "%s\n", error.text);
    arena_release(&arena);
    return error.code;
}
