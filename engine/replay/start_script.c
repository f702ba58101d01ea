// Writes the script that starts a kept build.
#include "replay/start_script.h"

#include "base/shell_words.h"
#include "model/process_settings.h"
#include "run/start/same_stack.h"
#include "spec/process_settings.h"

#include <inttypes.h>

// Names are the campaign's: a newline would end the comment.
static void add_comment(struct text *text, const char *words)
{
    for (; *words; words++)
        text_add_bytes(text, (unsigned char)*words < ' ' ? "?" : words, 1);
}

static void add_what(struct text *text, const struct start *start)
{
    text_add(text, "#!/bin/sh\n# Starts ");
    add_comment(text, start->what);
    text_printf(text,
                ", as 'eswexp replay' does.\n# It needs %s. Words behind the script's name follow "
                "the arguments.\n",
                start->launch->address_layout.moves_heap
                    ? "of eswexp the library that moves the heap (LD_PRELOAD)"
                    : "no eswexp");
    if (start->result)
        text_printf(text, "# layout id: %s\n# binary SHA-256: %s\n", start->result->layout_id,
                    start->result->binary_sha256);
}

// What the script does otherwise, and what it cannot set.
static void add_limits(struct text *text, struct arena *arena, const struct start *start,
                       const struct same_stack *same)
{
    const struct launch *launch = start->launch;
    const struct process_settings *settings = &launch->process_settings;
    if (launch->address_layout.aslr != ASLR_FIXED)
        text_add(text,
                 "# The kernel chooses addresses at each start, as it did in the campaign.\n");
    if (launch->address_layout.stack_limit)
        text_add(text, "# The stack limit moves the mappings. eswexp resets it once the program "
                       "runs; here\n# it stays, and is the size of the stacks of threads.\n");
    if (same->left)
        text_printf(text,
                    "# The path of this folder is too long: the stack lies %ld bytes lower than "
                    "under eswexp.\n",
                    same->left);
    if (settings->urgency)
        text_printf(text, "# Not set here: machine.priority: %s.\n",
                    priority_wording(arena, settings));
    if (settings->memory)
        text_printf(text, "# Not set here: machine.memory: %s.\n", memory_wording(arena, settings));
    if (launch->memory_limit_bytes)
        text_printf(text, "# Not set here: the limit of memory, %" PRIu64 " bytes.\n",
                    launch->memory_limit_bytes);
    if (start->prints_samples)
        text_add(text, "# Its harness prints its samples, and takes options such as "
                       "--iterations 30.\n");
}

static void add_command(struct text *text, struct arena *arena, const struct start *start,
                        const struct text_list *environment, size_t slashes)
{
    enum { KIB = 1024 };
    const struct address_layout *layout = &start->launch->address_layout;
    text_add(text, "cd ");
    text_add(text, text_as_word(arena, start->folder));
    text_add(text, " || exit\n");
    if (layout->stack_limit)
        text_printf(text, "ulimit -S -s %" PRIu64 " || exit\n", layout->stack_limit / KIB);
    text_add(text, "exec ");
    if (*start->cpus)
        text_printf(text, "taskset -c %s ", start->cpus);
    if (layout->aslr == ASLR_FIXED)
        text_add(text, "setarch \"$(uname -m)\" -R ");
    text_add(text, "env -i");
    for (size_t i = 0; i < environment->count; i++) {
        text_add(text, " \\\n    ");
        text_add(text, text_as_word(arena, environment->items[i]));
    }
    text_add(text, " \\\n    ");
    for (size_t i = 0; i < slashes; i++)
        text_add(text, "/");
    text_add(text, text_as_word(arena, start->program));
    for (size_t i = 1; i < start->arguments.count; i++) {
        text_add(text, " ");
        text_add(text, text_as_word(arena, start->arguments.items[i]));
    }
    text_add(text, " \"$@\"\n");
}

char *start_script(struct arena *arena, const struct start *start, struct text_list *environment)
{
    TEXT_CLEANUP struct text text = {0};
    struct same_stack same =
        same_stack(arena, start->launch, start->program, start->arguments.items);
    for (char *const *variable = same.environment; *variable; variable++)
        text_list_add(environment, arena, *variable);
    add_what(&text, start);
    add_limits(&text, arena, start, &same);
    add_command(&text, arena, start, environment, same.slashes);
    return arena_strdup(arena, text.bytes);
}
