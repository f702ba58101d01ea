// Where blocks run on this machine: programs compiled once, builds ahead in parallel, then one
// execution at a time.
#pragma once

#include "base/log.h"
#include "build/program.h"
#include "executor/deadline.h"
#include "machine/rapl.h"
#include "machine/throttle.h"
#include "meters/meter.h"
#include "model/process_settings.h"
#include "plan/plan.h"
#include "run/launcher/launcher.h"
#include "store/resume.h"

#include <sched.h>
#include <signal.h>

// The counters of energy that `measure` asks for.
struct energy_watch {
    bool begun, idle_known;
    unsigned parts;   // 1 << RAPL_…, asked for
    struct rapl rapl; // none: nothing of it is asked for, or can be had
    double idle_w;    // of all packages
};

// A metric that benchmarks report and `measure` does not name.
struct custom_metric {
    const struct meter *meter;
    bool left_out;
};

enum { CUSTOM_METRICS_MOST = 64 };

// Those that were seen so far.
struct custom_metrics {
    struct custom_metric metrics[CUSTOM_METRICS_MOST];
    size_t count;
    bool full; // there were more, which was told
};

// One variant of one cell at work.
struct prepared_variant {
    const struct target *target;
    struct program *program;     // NULL: nothing is built
    const char *given_up;        // why its revision made no program; else NULL
    const char *toolchain;       // compiler and linker with their versions, or NULL
    struct randomizer_use *uses; // those that can be randomized here
    size_t use_count;
    const int *cpus; // as affinity_settle() found them; empty: not pinned
    size_t cpu_count;
    struct process_settings process_settings;
    size_t successes, failures; // executions, retries not counted
    double last_s;              // its last execution took so long; 0: none yet
    bool quoted;                // a failure's output was shown
    bool heard, reports;        // was looked at for metrics; has reported one
    double shortest_ns;         // its shortest sample; 0: none yet
};

// How the canary stands (executor/canary.h).
struct canary_watch {
    double since_s; // spent measuring since its last look; < 0: that one took long
    double cost_s;  // of the shortest look; 0: there was none
    bool failed;
};

struct local_executor {
    struct arena *arena;
    const struct spec *spec;
    struct store *store;
    const struct log *log;
    struct launcher launcher;
    bool leaves; // the engine is to be elsewhere while children run, and everywhere else
    cpu_set_t elsewhere, everywhere;
    struct throttle_watch throttle;
    struct energy_watch energy;
    struct canary_watch canary;
    struct prepared_variant *prepared_variants; // cell-major: cell * variant_count + variant
    const struct meter **meters; // of spec->meters, those that can be had here: at least one
    size_t meter_count;
    struct text_list unmeasured; // the others, a text each with the reason
    size_t program_count;        // compiled so far
    struct text_list given_up;   // revisions that made no program, a text each with the reason
    const char *folder;          // constant across campaigns of one file; locked
    int lock;
    bool no_wait;                      // EXIT_UNFIT while another campaign has the work folder
    const volatile sig_atomic_t *stop; // set: end after the current execution
    struct deadline deadline;          // no block is begun that would end after it
    struct text_list told;             // by local_executor_tell_once()
    struct custom_metrics custom_metrics;
    bool counters_took_turns; // which was told
};

static inline size_t prepared_count(const struct local_executor *executor)
{
    return executor->spec->cell_count * executor->spec->variant_count;
}

// Where a plan's rows stand in the store: the ids of its first build and execution, which the
// others follow in order, or, where some cells were planned anew, of each; and how far each
// execution came; NULL: none was begun.
struct stored_ids {
    int64_t first_build, first_execution;
    const int64_t *builds, *executions; // NULL: in order
    const struct stored_step *steps;
};

static inline int64_t stored_build(const struct stored_ids *ids, size_t build)
{
    return ids->builds ? ids->builds[build] : ids->first_build + (int64_t)build;
}

static inline int64_t stored_execution(const struct stored_ids *ids, size_t execution)
{
    return ids->executions ? ids->executions[execution] : ids->first_execution + (int64_t)execution;
}

static inline bool stored_is_open(const struct stored_ids *ids, size_t execution)
{
    return !ids->steps || ids->steps[execution].open;
}

// What the campaign is told between executions. `values` are those of the first meter (NULL if the
// execution failed).
struct executor_events {
    void *context;
    void (*building)(void *context, size_t builds);
    void (*executed)(void *context, const struct planned_block *block, size_t variant,
                     const double *values, size_t count);
    void (*block_done)(void *context, const struct planned_block *block, double seconds);
};

// Takes the work folder (waits for a campaign that has it, until the deadline), probes every meter
// and randomizer, compiles every distinct program, starts the launcher. Nothing is measured. No
// meter that can be had here is EXIT_UNFIT. `missing` receives a line for each factor that is not
// randomized (allow_missing). A revision of which no program comes is given up as long as its cell
// has another variant: its planned executions fail.
NODISCARD bool local_executor_open(struct local_executor *executor, struct text_list *missing,
                                   struct error *error);

// EXIT_FAILED, with the variants, where a revision was given up by local_executor_open().
NODISCARD bool local_executor_is_whole(const struct local_executor *executor, struct error *error);

// Warns, and keeps it for the report.
NODISCARD bool local_executor_tell(struct local_executor *executor, const char *kind,
                                   const char *text, struct error *error);

// The same, but warns once a session and keeps it once a campaign.
NODISCARD bool local_executor_tell_once(struct local_executor *executor, const char *kind,
                                        const char *text, struct error *error);

// Ends the launcher, empties the work folder, releases it.
void local_executor_close(struct local_executor *executor);
