// Running one child at a time through a tiny process of its own, and what became of it.
//
// The launcher is a separate small program (engine/run/launcher_main.c, installed in libexec), so
// that a child inherits no memory figures from the engine. While children run the engine sleeps in
// one blocking read: what it does between two of them leaves them cold caches. The child reads
// /dev/null; its stdout and stderr are pipes that the launcher empties (so it sleeps too unless the
// child writes), of which the last CHILD_SAID_BYTES each are kept.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "model/address_layout.h"
#include "model/figures.h"
#include "model/process_settings.h"
#include "run/process_settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CHILD_SAMPLES = 3,           // descriptor that a child inherits
    CHILD_SAID_BYTES = 16 << 20, // kept of its stdout, and of its stderr: the last
    LAUNCH_QUEUE_MOST = 64,
    LAUNCH_QUEUE_NS = 20000000, // no child of a queue is started later, but for the first
};

// The contract of one execution. All pointers are borrowed for the call.
struct launch {
    const char *program;      // path handed to execve; absolute (placement.stack_offset lengthens
                              // it) or relative to `folder`
    char *const *arguments;   // argv, NULL-terminated
    char *const *environment; // complete, NULL-terminated
    const char *folder;       // working directory
    const int *cpus;          // affinity; none: unchanged
    size_t cpu_count;
    int samples; // memfd that the child inherits as CHILD_SAMPLES, or -1
    struct address_layout address_layout;
    struct process_settings process_settings;
    double timeout_s; // then TERM to its group, after grace_s KILL; 0: none
    double grace_s;
    uint64_t memory_limit_bytes; // private writable memory of each of its processes; 0: unchanged
    uint64_t figures; // those that cost something are taken only if asked for here, by figure_bit()
};

// LAUNCHER: a signal, mostly the child's, ended the launcher, and so the child, or (code 0) stopped
// it, and it did not answer when it should have; nothing else is known of it.
enum ending { ENDED_EXIT, ENDED_SIGNAL, ENDED_TIMEOUT, ENDED_NOT_STARTED, ENDED_LAUNCHER };

struct outcome {
    enum ending ending;
    int code;       // exit status, signal number, or errno of the failed start
    char stage[32]; // of a failed start: "execve", "chdir", "sched_setaffinity", "personality" …
    char start[32]; // UTC, clock_utc()
    double seconds; // from just before exec to the child's end (wait), boot clock
    double slept_s; // of these: the machine was suspended
    struct figures figures;
    uint64_t image_start, stack_start, heap_start; // where placement.record_addresses asked; else 0
    bool stop_refused; // no ptrace here: no addresses, and placement.stack_limit was left in force
    uint64_t said_bytes[2]; // written to stdout and stderr; may be more than is kept
};

struct launch_queue;

struct launcher {
    const char *path; // borrowed
    pid_t pid;
    int socket, area;
    struct launch_queue *queue; // mapped front of the area
    int cpu;                    // where it was told to be
};

// Starts the program `path` (the launcher's executable). The launcher ends with its socket.
NODISCARD bool launcher_start(struct launcher *launcher, const char *path, struct error *error);

// Runs children one after the other, each to its end and to that of all it left behind, without
// waking the engine in between: `count` of them (1 to LAUNCH_QUEUE_MOST; more than one only without
// samples), fewer if one does not exit with 0, time is up or they do not fit. `ended` (at least 1)
// have an outcome. False only if the launcher itself is broken; a child that could not be started
// is an outcome, and so is a launcher killed or stopped (another has been started then). A SIGINT
// of the terminal does not reach a child (it has its own session); the end of the engine ends it.
NODISCARD bool launcher_run(struct launcher *launcher, const struct launch *launches, size_t count,
                            struct outcome *outcomes, size_t *ended, struct error *error);

// The last `most` bytes kept of what the last child wrote to its stdout (1) or stderr (2),
// NUL-terminated; `length` may be NULL.
char *launcher_said(const struct launcher *launcher, struct arena *arena,
                    const struct outcome *outcome, int descriptor, size_t most, size_t *length);

void launcher_stop(struct launcher *launcher);
