// A campaign: pilot, dimensioning, real experiment, in one folder.
#pragma once

#include "base/log.h"
#include "campaign/budget.h"
#include "campaign/compare/identical.h"
#include "campaign/folder.h"
#include "campaign/trial/trial.h"
#include "executor/executor.h"
#include "executor/observe/profilers.h"
#include "model/phase.h"
#include "store/facts.h"

#include <sched.h>
#include <signal.h>

// Options that the campaigns of one queue share.
struct run_options {
    const struct log *log;
    const volatile sig_atomic_t *stop; // set: end after the current execution
    int64_t deadline_ns; // boot clock: no block begins that would end after it; 0: none
    double budget_s; // wall time of all campaigns together; 0: no limit, or the rest of those that
                     // are resumed
    bool budget_ends_trial;   // and builds that are under way
    bool budget_given;        // it ends all that is under way, and one that holds too few blocks is
                              // EXIT_USAGE; else it is raised
    const char *fixed_blocks; // of a fixed number of blocks: "that the first measurement has";
                              // NULL: the file fixes it
    bool whole;               // a variant that cannot be built or executed ends its campaign
    bool only_trial;          // nothing is measured
    bool prints_size;         // of the pilot, on stdout; else a note
    bool refuses_clocks;      // EXIT_FAILED if a benchmark runs until a clock says so
    bool keeps_builds;        // of revisions in the cache, and reuses those of earlier campaigns
    bool fresh_builds;        // reuses none
    bool no_wait;             // EXIT_UNFIT while another campaign is measuring on this machine
    const char *lock;         // the file that stands for this machine; NULL: the usual one
    bool wait_idle;           // wait until nothing else runs on this machine, half an hour at most
    bool tune;                // the machine is tuned until the end
    size_t unrestored;        // settings that tune_recover() has already warned of
    bool several;             // lines of progress name the campaign
    struct profiling profiling;
};

struct campaign_request {
    const struct spec *spec;
    const char *folder; // must not hold a campaign yet, and is made if missing; or, if
    bool resumed;       // resumed, the campaign to continue
    bool numbered;      // instead: the next free folder of that name, set by campaign_take()
    bool restart;       // resumed: measure again the cells whose fingerprint has changed
    bool continued;     // resumed: one that has ended, which gets more looks
    struct place place; // where its blocks are measured
    const struct stored_fact *facts; // that a new campaign stores beside its own
    size_t fact_count;
    enum identical_code identical; // of a new campaign
    bool compares_functions;       // of a new campaign: of the variants' programs
};

struct session; // the state of a campaign while it is open

// A campaign in a queue. The caller sets the request, and zeroes the rest.
struct campaign {
    struct campaign_request request;
    const struct run_options *run_options;
    struct campaign_folder locked_folder;
    struct store *store;             // NULL until it is open
    struct repetitions *repetitions; // of the current or next phase, by cell
    bool *already_planned;           // by cell: its real experiment was planned by another session
    bool *left_out;                  // by cell: identical code, which is not measured
    bool all_identical;              // all cells are left out: the campaign is whole
    size_t succeeded, failed;        // executions
    struct time_account *account;    // of the queue
    double spent_s;                  // of its budget, in earlier sessions
    int64_t noted_ns;                // boot clock: when what is spent was stored last
    struct trial *trial;             // NULL: there was none
    struct pilot_size pilot;         // by the trial; blocks 0: as the file says
    double budget_left_s;            // when the pilot began; 0: no budget
    int64_t budget_ns;               // boot clock: its end; 0: none
    size_t expected_blocks;          // of the real experiment within the budget
    struct pilot_pace pace;
    bool measured;   // there is something to report
    bool handed_out; // to other machines, which may be measuring
    bool is_over;    // ended, with success or with `error`
    struct error error;
    struct session *session;
};

// Builds and executes every variant once, if nothing was measured yet, and warns of those that
// fail; at most for a limit in seconds (0: none). EXIT_FAILED: all failed, or one of a `whole`.
NODISCARD bool campaign_try(struct campaign *campaign, double limit_s, struct error *error);

// Stores what is spent of its budget, for resuming it.
NODISCARD bool campaign_note_spent(struct campaign *campaign, struct error *error);

// Stores that its budget was raised, for resuming it.
NODISCARD bool campaign_raise_budget(struct campaign *campaign, double budget_s,
                                     struct error *error);

// Whether the file leaves the number of blocks of its real experiment to eswexp.
bool campaign_can_end_early(const struct campaign *campaign);

// Whether it has a pilot, and whether its real experiment still needs dimensioning.
bool campaign_has_pilot(const struct campaign *campaign);
NODISCARD bool campaign_needs_dimensioning(struct campaign *campaign, bool *undimensioned,
                                           struct error *error);

// Sets the repetitions of the real experiment for cells that are not `already_planned`: by
// dimensioning, for a budget of `limit_s` a cell (0: none), or as the file fixes them.
NODISCARD bool campaign_decide(struct campaign *campaign, double limit_s, struct error *error);

// Plans a phase, or takes its stored plan.
NODISCARD bool campaign_begin(struct campaign *campaign, enum phase phase, struct error *error);

// Begins the real experiment again, whose plan has become longer since.
NODISCARD bool campaign_begin_again(struct campaign *campaign, struct error *error);

// Runs the blocks of the next rounds up to `round` (from 0; SIZE_MAX: all). A round has one block
// of each cell. Sets *done if the phase has no more blocks.
NODISCARD bool campaign_advance(struct campaign *campaign, size_t round, bool *done,
                                struct error *error);

// Whether campaign_advance() ended with EXIT_DEADLINE because the budget is over.
bool campaign_is_out_of_budget(const struct campaign *campaign);

// Ends the phase, complete or not.
void campaign_end(struct campaign *campaign);

// Adds the CPUs that all variants of an open campaign are pinned to; false if one is not pinned.
bool campaign_cpus(const struct campaign *campaign, cpu_set_t *cpus);

// After its real experiment: EXIT_FAILED if a build or an execution failed for good.
NODISCARD bool campaign_finish(struct campaign *campaign, struct error *error);

// Profiles the variants, if that is requested and possible. A failure is a warning.
void campaign_profile(struct campaign *campaign);

// Closes executor, store and folder. If nothing was measured and it is not `kept`, the folder is
// left as it was before.
void campaign_close(struct arena *arena, struct campaign *campaign, bool kept);
