// Runs one child at a time through a small helper process, the launcher.
//
// The launcher is a separate program (engine/run/launcher/launcher_main.c, installed in libexec),
// so that a child inherits no memory figures from the engine. While children run the engine sleeps
// in one blocking read, because its work between two children would cool their caches. The child's
// stdin is /dev/null; its stdout and stderr are pipes that the launcher reads. The launcher keeps
// the last CHILD_OUTPUT_BYTES of each and sleeps unless the child writes.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "model/address_layout.h"
#include "model/concurrency.h"
#include "model/figures.h"
#include "model/process_settings.h"
#include "run/launcher/process_settings.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CHILD_SAMPLES = 3,             // descriptor that a child inherits
    CHILD_OUTPUT_BYTES = 16 << 20, // kept of its stdout, and of its stderr: the last
    LAUNCH_QUEUE_MOST = 64,
    LAUNCH_QUEUE_NS = 20000000, // after this time no further child of a queue starts
};

// One execution to run. All pointers are borrowed for the call.
struct launch {
    const char *program;      // path given to execve(): absolute (address_layout.stack_offset
                              // lengthens it) or relative to `folder`
    char *const *arguments;   // argv, NULL-terminated
    char *const *environment; // complete, NULL-terminated
    const char *folder;       // working directory
    const int *cpus;          // CPU affinity; none: unchanged
    size_t cpu_count;
    int samples;      // memfd that the child inherits as CHILD_SAMPLES, or -1
    bool lists_files; // trace it and its descendants, for launcher_files(); never with figures
    bool watches_concurrency; // trace it and its descendants, for outcome.concurrency
    // Above 0: stop its group three times as long as it runs, again and again, and let its CPU time
    // read as four times what it is. It is the CPU time that it takes without that.
    double slowed_s;
    struct address_layout address_layout;
    struct process_settings process_settings;
    double timeout_s; // after which its group gets TERM, and KILL after grace_s; 0: none
    double grace_s;
    const volatile sig_atomic_t *stop; // set: ends it as its timeout does; NULL: nothing does
    uint64_t memory_limit_bytes; // private writable memory of each of its processes; 0: unchanged
    uint64_t figures; // figure_bit()s of the figures to measure; cheap ones are measured anyway
};

// ENDED_LAUNCHER: a signal, mostly sent by the child, ended the launcher and so the child, or (code
// 0) stopped the launcher until it missed its deadline; the rest of the outcome is unknown.
enum ending { ENDED_EXIT, ENDED_SIGNAL, ENDED_TIMEOUT, ENDED_NOT_STARTED, ENDED_LAUNCHER };

struct outcome {
    enum ending ending;
    int code;       // exit status, signal number, or errno of the failed start
    char stage[32]; // of a failed start: "execve", "chdir", "sched_setaffinity", "personality" …
    char start[32]; // UTC, clock_utc()
    double seconds; // boot clock, from just before exec to the child's end (wait)
    double slept_s; // part of `seconds` for which the machine was suspended
    struct figures figures;
    uint64_t image_start, stack_start, heap_start; // 0 without address_layout.record_addresses
    enum concurrency concurrency;
    bool stop_refused; // ptrace is refused: no addresses, and address_layout.stack_limit persists
    bool files_listed; // launcher_files() has them
    bool clock_scaled; // of a slowed child: its clock of CPU time, too
    uint64_t output_bytes[2]; // written to stdout and stderr; may be more than is kept
};

struct launch_queue;

struct launcher {
    const char *path; // borrowed
    pid_t pid;
    int socket, area;
    struct launch_queue *queue; // the mapped start of the area
    int cpu;                    // the CPU that we pinned it to; -1: another
};

// Starts the launcher's executable `path`. The launcher ends when its socket is closed.
NODISCARD bool launcher_start(struct launcher *launcher, const char *path, struct error *error);

// Runs `count` children (1 to LAUNCH_QUEUE_MOST; more than one only without samples) one after the
// other without waking the engine; each ends with all its descendants before the next starts. Stops
// early if a child does not exit with 0, after LAUNCH_QUEUE_NS, or if requests do not fit. The
// first *ended (at least 1) outcomes are set. False only if the launcher itself fails: a child that
// does not start is an outcome, and so is a killed or stopped launcher (a new one is then started).
// A child has its own session, so the terminal's SIGINT does not reach it; it ends with the engine.
NODISCARD bool launcher_run(struct launcher *launcher, const struct launch *launches, size_t count,
                            struct outcome *outcomes, size_t *ended, struct error *error);

// The last `most` bytes that the last child wrote to its stdout (1) or stderr (2), NUL-terminated,
// as far as they are kept; `length` may be NULL. NULL: errno says why they cannot be read.
char *launcher_output(const struct launcher *launcher, struct arena *arena,
                      const struct outcome *outcome, int descriptor, size_t most, size_t *length);

// Files that a child and its descendants executed, and mapped as code; absolute paths, in the order
// in which they were met. Of each executed file a path to its bytes until the next child, or "".
struct launched_files {
    struct text_list executed, mapped, contents;
};

// Those of the last child, whose outcome has files_listed.
NODISCARD bool launcher_files(const struct launcher *launcher, struct arena *arena,
                              struct launched_files *files, struct error *error);

// Ends the launcher, within seconds even if it does not answer.
void launcher_stop(struct launcher *launcher);
