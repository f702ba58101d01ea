// All commands in one table.
#include "commands/program/registry.h"

#include "base/nearest.h"

#define NUMBER(name) NUMBER_##name,
enum { EVERY_COMMAND(NUMBER) COMMANDS };

#define ENTER(name) &command_##name,
const struct command *const commands[] = {EVERY_COMMAND(ENTER) NULL};

const struct command *command_find(const char *name, struct error *error)
{
    const char *names[COMMANDS + 1] = {NULL};
    for (size_t i = 0; i < COMMANDS; i++) {
        names[i] = commands[i]->name;
        if (text_equal(name, names[i]) || text_equal(name, commands[i]->alias))
            return commands[i];
    }
    const char *near = text_nearest(name, names);
    if (text_ends(name, ".yaml") || text_ends(name, ".yml"))
        failed(error, EXIT_USAGE, "unknown command '%s': did you mean 'eswexp run %s'?", name,
               name);
    else if (near)
        failed(error, EXIT_USAGE, "unknown command '%s': did you mean '%s'?", name, near);
    else
        failed(error, EXIT_USAGE, "unknown command '%s': 'eswexp --help' lists them", name);
    return NULL;
}
