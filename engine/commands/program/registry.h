// All commands, in the order in which --help lists them.
#pragma once

#include "commands/shared/command.h"

// A new command is a file that defines `command_NAME`, and a line here.
// clang-format off
#define EVERY_COMMAND(each) \
    each(run) \
    each(compare) \
    each(bisect) \
    each(attribute) \
    each(sweep) \
    each(bias) \
    each(resume) \
    each(status) \
    each(check) \
    each(simulate) \
    each(report) \
    each(plot) \
    each(ministat) \
    each(bundle) \
    each(reproduce) \
    each(replay) \
    each(symbols) \
    each(init) \
    each(list) \
    each(doctor) \
    each(cache) \
    each(task)
// clang-format on

#define DECLARE_COMMAND(name) extern const struct command command_##name;
EVERY_COMMAND(DECLARE_COMMAND)
#undef DECLARE_COMMAND

// NULL-terminated.
extern const struct command *const commands[];

// The command of that name, or NULL with EXIT_USAGE and the nearest name.
const struct command *command_find(const char *name, struct error *error);
