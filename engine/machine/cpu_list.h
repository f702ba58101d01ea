// Lists of processors, and those that this process, and so a benchmark, may use.
#pragma once

#include "base/arena.h"

#include <sched.h>
#include <stdbool.h>

// Takes the next CPUs, `first` to `last`, off a list such as "0-3,6"; false if it is none.
bool cpus_next(const char **list, size_t *first, size_t *last);

// The whole list, without those beyond a set's end; false, and what came before, if it is none.
bool cpus_read(const char *list, cpu_set_t *cpus);

// A set as such a list; "" if it is empty.
const char *cpus_written(struct arena *arena, const cpu_set_t *cpus);

// Some CPUs, in their order: "5,2".
const char *cpus_named(struct arena *arena, const int *cpus, size_t count);

// One that is isolated counts, though it is in no process's set, unless the kernel refuses it.
bool cpu_is_available(size_t cpu);

// As such a list.
const char *cpus_available(struct arena *arena);

// Whether it is on such a list, which may be NULL.
bool cpu_is_listed(const char *list, size_t cpu);
