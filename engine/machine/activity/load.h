// What the CPUs do, whoever makes them: the busy share, the pressure, and the busiest processes.
#pragma once

#include "base/arena.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    LOAD_SPAN_S = 5, // a second may fall between two beats of what wakes now and then
    LOAD_BUSIEST = 3,
};

// Of an idle machine: room for the timers and services of a quiet system; one other program that
// computes is more, on up to twenty CPUs. Who waits for a CPU that often would wait in a
// measurement, too.
#define LOAD_IDLE_BUSY 0.05
#define LOAD_IDLE_PRESSURE 0.05

// A share, 0 to 1, or why there is none.
struct load_share {
    double share;
    const char *why; // NULL: it is told
};

// All processes of one name.
struct load_process {
    const char *name; // printable
    double share;     // of the time of all CPUs
};

struct load {
    bool readable;              // /proc/stat: if not, a further look will tell no more
    struct load_share busy;     // of the time of all CPUs, in the span
    struct load_share pressure; // of the last ten seconds, some process waited for a CPU
    struct load_process busiest[LOAD_BUSIEST]; // of those still there, as far as /proc shows them
    size_t busiest_count;
};

struct load_watch;

// Looks below `root` ("" for this machine, a folder for a fake one, borrowed); a span begins. Time
// stolen by a hypervisor's other guests counts as busy, for a measurement would lose it; waiting
// for a disk does not, for the CPU is free then.
struct load_watch *load_begin(struct arena *arena, const char *root);

// Looks again: what there was since. Its strings live in the arena.
struct load load_end(struct arena *arena, const struct load_watch *watch);

// Both looks, the span between them slept through; `stop` (may be NULL) ends it early.
struct load load_over(struct arena *arena, const char *root, double span_s,
                      const volatile sig_atomic_t *stop);
