// Where blocks are measured: the interface of the local executor and of the Slurm executor.
#pragma once

#include "base/log.h"
#include "executor/time_account.h"
#include "model/concurrency.h"
#include "model/function_change.h"
#include "plan/plan.h"
#include "store/plan/resume.h"

#include <sched.h>
#include <signal.h>

struct profiling;

// The rows of a plan in the store: the ids of its first build and execution, which the others
// follow in order, or, where some cells were planned later than others, the id of each; and the
// progress of each execution.
struct stored_ids {
    int64_t first_build, first_execution;
    const int64_t *builds, *executions; // NULL: in order
    const struct stored_step *steps;    // NULL: no execution was begun
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

// What an executor reports while it runs a plan. `values` are those of the first meter; NULL: the
// execution failed. Executions of other machines are reported by `merged`, in numbers.
struct executor_events {
    void *context;
    void (*building)(void *context, size_t builds);
    void (*executed)(void *context, const struct planned_block *block, size_t variant,
                     const double *values, size_t count);
    void (*block_done)(void *context, const struct planned_block *block, double executing_s,
                       double building_s); // its share of the builds made together
    void (*merged)(void *context, size_t succeeded, size_t failed);
};

// Where a campaign is measured. `settings` are the driver's own, NULL for the local executor.
struct place {
    const struct executor_driver *driver;
    const void *settings;
    size_t nodes; // that measure at the same time
};

struct executor_request {
    struct arena *arena; // of all that the executor keeps
    const struct spec *spec;
    const struct log *log;
    const volatile sig_atomic_t *stop; // set: end after the current execution
    int64_t deadline_ns;               // boot clock: no block begins that would end later; 0: none
    struct time_account *account;      // of the budget and on what it is spent; NULL: none
    bool no_wait;                      // EXIT_UNFIT while another campaign has the work folder
    bool whole;                        // a variant that makes no program ends the campaign
    bool keeps_builds;                 // of revisions, and reuses them
    bool fresh_builds;                 // keeps them, but reuses none
    const bool *only;                  // by cell and variant: those to prepare; NULL: all
    bool compares_functions;           // of the variants that are compared with the first
    const char *folder;                // the campaign's, absolute; the local executor needs none
};

// Parts of the experiment that open() found impossible on this machine, a line each.
struct executor_gaps {
    struct text_list not_randomized; // factors that allow_missing names
    struct text_list whole_objects;  // programs of which functions move together
    struct text_list unmeasured;     // metrics
    struct text_list given_up;       // revisions of which no program comes
    struct text_list identical;      // variants of identical code that asked for different code
    struct text_list ignored;        // compilers that the project's build does not use
    struct text_list same_variants;  // that are declared the same
    struct text_list same_code;      // variants whose programs are alike, but not identical
    struct text_list functions;      // programs of which the functions could not be compared
    struct text_list as_built;       // programs that their builds change after the link
    const char *given_up_variants;   // "variant 'x' of 'sort', …", or ""
};

// The trial of one variant of one cell: durations of one build, one layout and one execution.
struct tried {
    bool done;                    // it was executed
    double build_s, layout_s;     // 0: nothing is built; build_s also: it was built before
    double execution_s;           // of the last attempt
    double around_s;              // what beginning and ending it took besides
    double simulation_s;          // its run in valgrind, where a metric asks for that
    bool is_timeout;              // then it was executed only once
    enum concurrency concurrency; // of its first attempt
    bool out_of_time;             // budget or deadline ended it after so long: no failure
    const char *failure, *output; // of an execution that failed twice: "exit 3"; or NULL
    // Metrics that follow a clock and not its code, comma-separated ("": none; NULL: not known),
    // and a sentence on them with the remedy; NULL: there are none.
    const char *follows_clock, *clock_aim;
    bool clock_suspected;      // these may follow one: it is not known of a program that
    bool prints_time;          // prints a time of an iteration, or a rate
    const char *clock_untried; // a sentence, where it is not known, and not suspected
    // Of the files that it opens and that differ from the first variant's: a sentence on inputs;
    // one script that its interpreter runs; a line on each that may be either; a sentence where
    // they are not known. NULL: none.
    const char *inputs, *code, *files, *inputs_unseen;
};

struct trial {
    struct tried *items; // by variant of each cell (cell-major)
    size_t builders;     // layouts that are linked at the same time
};

// Sees a trial after each of its executions; false, with an error, ends it.
struct trial_watch {
    void *context;
    bool (*look)(void *context, const struct trial *trial, struct error *error);
};

// An open executor. Drivers embed it as their first member; others read it.
struct executor {
    const struct executor_driver *driver;
    struct arena *arena;
    const struct spec *spec;
    const struct log *log;
    const volatile sig_atomic_t *stop;
    struct time_account *account; // of the request
    struct executor_gaps gaps;
    const bool *identical; // by cell and variant: identical code to the cell's first variant, with
                           // the same command; NULL: unknown
    // By cell and variant: its functions against those of the cell's first; NULL: not compared.
    const struct function_difference *const *functions;
    struct text_list reused;         // which builds were kept by an earlier campaign, a line each
    struct text_list ready_commands; // what a build of a ready command is, a line a variant
    struct text_list relinked; // which programs of projects every layout relinks, a line a variant
    cpu_set_t cpus;    // after settle(): those that all variants are bound to; empty: some are not
    int64_t budget_ns; // boot clock: after BUDGET_BLOCKS_LEAST blocks of its cell, no block of the
                       // real experiment begins that would end later; 0: none
    const size_t *measured; // by cell: blocks of the real experiment of earlier sessions; or NULL
    bool budget_is_over;    // the budget was the reason of EXIT_DEADLINE
};

struct executor_driver {
    const char *name;
    bool measures_here; // on this machine, which is then locked, checked and tuned
    bool takes_all;     // begin() wants the whole plan of a phase, not a piece of it

    // Prepares everything that is possible before there is a store; nothing is measured. NULL with
    // an error, after which nothing is left open.
    struct executor *(*open)(const struct place *place, const struct executor_request *request,
                             struct error *error);

    // Stores facts that must be the same when the campaign is resumed; those of files that commands
    // name are record_files(): with `before`, an earlier store, only those that it has.
    bool (*record)(const struct executor *executor, struct store *store, struct error *error);
    bool (*record_files)(const struct executor *executor, struct store *store, struct store *before,
                         struct error *error); // NULL: none

    // Keys of the facts on which the samples of each variant of each cell depend (cell-major).
    const struct text_list *(*fact_keys)(const struct executor *executor); // NULL: none

    // The store is open, and all is recorded: chooses CPUs and process settings. What is measured
    // goes into this store. EXIT_UNFIT: the machine lacks or refuses what the file demands.
    bool (*settle)(struct executor *executor, struct store *store, struct error *error);

    // Builds and executes every variant once, with the repetitions of the pilot by cell; nothing is
    // stored. A limit in seconds shortens long trials; 0: none. Budget and deadline end it with
    // EXIT_DEADLINE, and a signal with EXIT_INTERRUPTED, each at once. NULL: the driver cannot.
    bool (*try)(struct executor *executor, const struct repetitions *repetitions, double limit_s,
                const struct trial_watch *watch, struct trial *trial, struct error *error);

    // Begins a plan, which lives until end(), as do the others.
    bool (*begin)(struct executor *executor, const struct plan *plan, const struct stored_ids *ids,
                  const struct executor_events *events, struct error *error);

    // Measures open executions of the blocks before `end`, or more; *done if none of the plan is
    // left. EXIT_INTERRUPTED and EXIT_DEADLINE: what was measured is stored.
    bool (*advance)(struct executor *executor, size_t end, bool *done, struct error *error);

    // Ends the plan, whole or not. Without begin() it does nothing.
    void (*end)(struct executor *executor);

    // Runs one execution of each variant under a profiler, after the real experiment, which
    // `repetitions` describe by cell. NULL: the driver cannot.
    bool (*profile)(struct executor *executor, const struct profiling *profiling,
                    const struct repetitions *repetitions, struct error *error);

    void (*close)(struct executor *executor); // after end()
};

// EXIT_FAILED, with the variants, where open() gave a revision up.
NODISCARD bool executor_is_whole(const struct executor *executor, struct error *error);
