// Finds the program that a command begins with.
#include "executor/local/prepare/command_program.h"

#include "run/execution.h"
#include "run/start/environment.h"
#include "run/start/preload.h"
#include "spec/target.h"
#include "spec/templates.h"

#include <string.h>

bool command_program_find(struct arena *arena, const struct target *target, const char *folder,
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
    if (!command_program_find(arena, target, program_folder(prepared->program), &path, error))
        return false;
    return path ||
           failed(error, EXIT_FAILED,
                  "benchmark '%s', variant '%s': 'command' begins with '%s', but there is no such "
                  "program %s",
                  target->benchmark, target->variant, word,
                  !strchr(word, '/')        ? "on the PATH of executions (set machine.env.PATH)"
                  : target_is_built(target) ? "once 'directory' is built"
                                            : "in 'directory', and no 'build' that makes it");
}

bool command_program_refusal(struct arena *arena, const char *folder,
                             struct prepared_variant *prepared, struct error *error)
{
    const char *path;
    if (target_is_built(prepared->target))
        return true;
    if (!command_program_find(arena, prepared->target, folder, &path, error))
        return false;
    prepared->facts.preload_error = preload_error(arena);
    prepared->facts.preload_refusal = path ? preload_refusal(path) : NULL;
    prepared->facts.has_more_rights = path && program_has_more_rights(path);
    return true;
}
