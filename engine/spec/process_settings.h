// Memory policy and priority in the words of the experiment file.
#pragma once

#include "base/arena.h"
#include "model/process_settings.h"

// By enum memory_policy, except MEMORY_NODE ("node 0").
extern const char *const memory_names[];

// machine.memory and machine.priority of a target, as in the file.
char *memory_wording(struct arena *arena, const struct process_settings *process_settings);
char *priority_wording(struct arena *arena, const struct process_settings *process_settings);
