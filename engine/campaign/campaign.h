// A campaign: pilot, dimensioning, real experiment, in one folder.
#pragma once

#include "base/log.h"
#include "campaign/folder.h"
#include "executor/executor.h"
#include "executor/observe/profilers.h"
#include "model/phase.h"

#include <sched.h>
#include <signal.h>

// What the campaigns of one queue share.
struct run_options {
    const struct log *log;
    const volatile sig_atomic_t *stop; // set: end after the current execution
    int64_t deadline_ns; // boot clock: no block is begun that would end after it; 0: none
    double budget_s;     // of all together, as far as the pilots can tell; 0: no limit
    bool no_wait;        // EXIT_UNFIT while another campaign is measuring on this machine
    bool wait_idle;      // until nothing else runs on this machine, for half an hour at most
    bool tune;           // the machine is made quieter until the end
    size_t unrestored;   // settings, as tune_recover() has said already
    bool several;        // lines of progress name the campaign
    struct profiling profiling;
};

struct campaign_request {
    const struct spec *spec;
    const char *folder; // must not hold a campaign yet, and is made if missing; or, if
    bool resumed;       // resumed, the campaign to continue
    bool restart;       // resumed: measure the cells anew whose fingerprint has changed
    struct place place; // where its blocks are measured
};

struct session; // what a campaign has in hand while it is open

// A campaign in a queue. Who makes it sets the request alone.
struct campaign {
    struct campaign_request request;
    const struct run_options *run_options;
    struct campaign_folder locked_folder;
    struct store *store;             // NULL until it is open
    struct repetitions *repetitions; // of the phase at hand or to come, by cell
    bool *already_planned;           // by cell: its real experiment was planned by another session
    size_t succeeded, failed;        // executions
    bool measured;                   // there is something to report
    bool handed_out;                 // to other machines, which may be measuring
    bool is_over;                    // ended, well or with `error`
    struct error error;
    struct session *session;
};

// The experiment of a store, a campaign's or a chunk's, as it was read then; its mistakes (a
// revision that is gone) in `report`.
NODISCARD struct spec *campaign_spec(struct arena *arena, const char *path, struct text *report,
                                     struct error *error);

// Takes its folder. Nothing else is done yet.
NODISCARD bool campaign_take(struct arena *arena, struct campaign *campaign, struct error *error);

// Compiles its programs and opens its store. What is otherwise than when a resumed campaign began
// (machine, tools, program) is EXIT_USAGE, named; or, if that was asked for, its cells are started
// anew.
NODISCARD bool campaign_open(struct arena *arena, struct campaign *campaign, struct error *error);

// Whether it has a pilot; and whether its real experiment is still to be decided on.
bool campaign_has_pilot(const struct campaign *campaign);
NODISCARD bool campaign_needs_dimensioning(struct campaign *campaign, bool *undimensioned,
                                           struct error *error);

// What the real experiment is to be, of cells that are not `kept`: as the pilot showed, or as the
// file fixes it.
NODISCARD bool campaign_decide(struct campaign *campaign, struct error *error);

// Plans a phase, or takes its stored plan.
NODISCARD bool campaign_begin(struct campaign *campaign, enum phase phase, struct error *error);

// Runs the next blocks: those of rounds up to `round` (from 0; SIZE_MAX: all). A round has one
// block of each cell. `*done` if the phase has no more.
NODISCARD bool campaign_advance(struct campaign *campaign, size_t round, bool *done,
                                struct error *error);

// The phase is over, or given up.
void campaign_end(struct campaign *campaign);

// Adds the CPUs that an open campaign's variants are bound to; false if one may run anywhere.
bool campaign_cpus(const struct campaign *campaign, cpu_set_t *cpus);

// After its real experiment: EXIT_FAILED if a build or an execution failed for good.
NODISCARD bool campaign_finish(struct campaign *campaign, struct error *error);

// Profiles what was measured here, if that is asked for. What goes wrong is told and changes
// nothing of the campaign.
void campaign_profile(struct campaign *campaign);

// Closes what it has open; if nothing was measured and it is not to be `kept`, its folder is as it
// was before.
void campaign_close(struct arena *arena, struct campaign *campaign, bool kept);
