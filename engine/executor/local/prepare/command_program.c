// Finds the program that a command begins with.
#include "executor/local/prepare/command_program.h"

#include "run/execution.h"
#include "run/start/environment.h"
#include "run/start/preload.h"
#include "spec/templates.h"

#include <string.h>

// The program that the command's first word names, or NULL if there is none.
static bool find_program(struct arena *arena, const struct target *target, const char *folder,
                         const char **path, struct error *error)
{
    const struct address_layout none = {0};
    const char *word = spec_fill_all(arena, &target->command, 0, 1, 1).items[0];
    char *const *own = spec_fill_all(arena, &target->environment, 0, 1, 1).items;
    char **environment;
    if (!environment_make(arena, own, false, &none, &environment, error))
        return false;
    *path = execution_program(arena, word, folder, environment);
    return true;
}

bool command_program_check(struct arena *arena, const struct prepared_variant *prepared,
                           struct error *error)
{
    const struct target *target = prepared->target;
    if (target->kind != TARGET_PROJECT)
        return true;
    const char *path, *word = target->command.items[0];
    if (!find_program(arena, target, program_folder(prepared->program), &path, error))
        return false;
    return path ||
           failed(error, EXIT_FAILED,
                  "benchmark '%s', variant '%s': 'command' begins with '%s', but there is no such "
                  "program %s",
                  target->benchmark, target->variant, word,
                  strchr(word, '/') ? "once 'directory' is built"
                                    : "on the PATH of executions (set machine.env.PATH)");
}

bool command_program_refusal(struct arena *arena, const char *folder,
                             struct prepared_variant *prepared, struct error *error)
{
    const char *path;
    if (prepared->target->kind != TARGET_COMMAND)
        return true;
    if (!find_program(arena, prepared->target, folder, &path, error))
        return false;
    prepared->facts.preload_error = preload_error(arena);
    prepared->facts.preload_refusal = path ? preload_refusal(path) : NULL;
    prepared->facts.has_more_rights = path && program_has_more_rights(path);
    return true;
}
