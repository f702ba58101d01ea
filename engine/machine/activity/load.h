// The load of the CPUs: their busy share, the pressure, and the busiest processes.
#pragma once

#include "base/arena.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    LOAD_SPAN_S = 5, // a single second may miss programs that wake now and then
    LOAD_BUSIEST = 3,
};

// Limits of an idle machine. They leave room for timers and services; one other program that
// computes exceeds them on up to twenty CPUs.
#define LOAD_IDLE_BUSY 0.05
#define LOAD_IDLE_PRESSURE 0.05

// A share, 0 to 1, or why it is not known.
struct load_share {
    double share;
    const char *why; // NULL: it is known
};

// All processes of one name.
struct load_process {
    const char *name; // printable
    double share;     // of the time of all CPUs
};

struct load {
    bool readable;              // /proc/stat; if not, measuring again does not help
    struct load_share busy;     // of the time of all CPUs, in the span
    struct load_share pressure; // of the last ten seconds in which some process waited for a CPU
    struct load_process busiest[LOAD_BUSIEST]; // of those that still exist and that /proc shows
    size_t busiest_count;
};

struct load_watch;

// Begins a span. `root` as in machine_root(), borrowed. Time that a hypervisor gives to other
// guests counts as busy, because a measurement would lose it; waiting for a disk does not, because
// the CPU is free.
struct load_watch *load_begin(struct arena *arena, const char *root);

// Ends the span and returns its load. Strings live in the arena.
struct load load_end(struct arena *arena, const struct load_watch *watch);

// Sleeps for a span and returns its load; `stop` (may be NULL) ends it early.
struct load load_over(struct arena *arena, const char *root, double span_s,
                      const volatile sig_atomic_t *stop);
