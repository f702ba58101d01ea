// Lists of CPUs, such as "0-3,6", and the CPUs that this process may use.
#pragma once

#include "base/arena.h"

#include <sched.h>
#include <stdbool.h>

// Takes the next CPUs, `first` to `last`, off a list; false if it is no list.
bool cpus_next(const char **list, size_t *first, size_t *last);

// Reads a whole list, without CPUs beyond the end of a set. False, with what came before, if it is
// no list.
bool cpus_read(const char *list, cpu_set_t *cpus);

// Writes a set as a list; "" if it is empty.
const char *cpus_written(struct arena *arena, const cpu_set_t *cpus);

// Writes CPUs in the given order: "5,2".
const char *cpus_named(struct arena *arena, const int *cpus, size_t count);

// Whether this process may use a CPU. Isolated CPUs are in no process's set; they count unless the
// kernel refuses them.
bool cpu_is_available(size_t cpu);

// All of them as a list.
const char *cpus_available(struct arena *arena);

// Whether a CPU is on a list, which may be NULL.
bool cpu_is_listed(const char *list, size_t cpu);
