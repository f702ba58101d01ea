// Writes the script that starts a kept build.
#include "replay/start_script.h"

#include "base/shell_words.h"
#include "model/process_settings.h"
#include "run/launcher/starting.h"
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

struct script {
    struct arena *arena;
    const struct start *start;
    const struct same_stack *same;
    struct text comments, lines, command;
};

static void add_settings(struct script *script)
{
    const struct process_settings *settings = &script->start->launch->process_settings;
    if (settings->urgency)
        text_printf(&script->comments, "# Not set here: machine.priority: %s.\n",
                    priority_wording(script->arena, settings));
    if (settings->memory)
        text_printf(&script->comments, "# Not set here: machine.memory: %s.\n",
                    memory_wording(script->arena, settings));
}

static void add_stack_limit(struct script *script)
{
    enum { KIB = 1024 };
    uint64_t limit = script->start->launch->address_layout.stack_limit;
    if (!limit)
        return;
    text_add(&script->comments,
             "# The stack limit moves the mappings. eswexp resets it once the program "
             "runs; here\n# it stays, and is the size of the stacks of threads.\n");
    text_printf(&script->lines, "ulimit -S -s %" PRIu64 " || exit\n", limit / KIB);
}

static void add_strings(struct script *script)
{
    const struct start *start = script->start;
    struct text *command = &script->command;
    if (script->same->left)
        text_printf(&script->comments,
                    "# The path of this folder is too long: the stack lies %ld bytes lower than "
                    "under eswexp.\n",
                    script->same->left);
    text_add(command, "env -i");
    for (char *const *variable = script->same->environment; *variable; variable++)
        text_printf(command, " \\\n    %s", text_as_word(script->arena, *variable));
    text_add(command, " \\\n    ");
    for (size_t i = 0; i < script->same->slashes; i++)
        text_add(command, "/");
    text_add(command, text_as_word(script->arena, start->program));
    for (size_t i = 1; i < start->arguments.count; i++)
        text_printf(command, " %s", text_as_word(script->arena, start->arguments.items[i]));
    text_add(command, " \"$@\"\n");
}

static void add_part(struct script *script, enum start_part part)
{
    const struct start *start = script->start;
    const struct launch *launch = start->launch;
    switch (part) {
    case START_FOLDER:
        text_printf(&script->lines, "cd %s || exit\n", text_as_word(script->arena, start->folder));
        break;
    case START_STACK_LIMIT:
        add_stack_limit(script);
        break;
    case START_MEMORY_LIMIT:
        if (launch->memory_limit_bytes)
            text_printf(&script->comments,
                        "# Not set here: the limit of memory, %" PRIu64 " bytes.\n",
                        launch->memory_limit_bytes);
        break;
    case START_CPUS:
        if (*start->cpus)
            text_printf(&script->command, "taskset -c %s ", start->cpus);
        break;
    case START_PERSONALITY:
        if (launch->address_layout.aslr == ASLR_FIXED)
            text_add(&script->command, "setarch \"$(uname -m)\" -R ");
        else
            text_add(&script->comments, "# The kernel chooses addresses at each start, as it did "
                                        "in the campaign.\n");
        break;
    case START_SETTINGS:
        add_settings(script);
        break;
    case START_STRINGS:
        add_strings(script);
        break;
    case START_PARTS:
        break;
    }
}

char *start_script(struct arena *arena, const struct start *start, struct text_list *environment)
{
    TEXT_CLEANUP struct text text = {0};
    struct same_stack same =
        same_stack(arena, start->launch, start->program, start->arguments.items);
    struct script script = {.arena = arena, .start = start, .same = &same};
    for (char *const *variable = same.environment; *variable; variable++)
        text_list_add(environment, arena, *variable);
    for (enum start_part part = 0; part < START_PARTS; part++)
        add_part(&script, part);
    add_what(&text, start);
    text_add(&text, script.comments.length ? script.comments.bytes : "");
    if (start->prints_samples)
        text_add(&text, "# Its harness prints its samples, and takes options such as "
                        "--iterations 30.\n");
    text_printf(&text, "%sexec %s", script.lines.bytes, script.command.bytes);
    text_release(&script.comments);
    text_release(&script.lines);
    text_release(&script.command);
    return arena_strdup(arena, text.bytes);
}
