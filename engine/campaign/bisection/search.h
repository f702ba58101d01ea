// The search for steps in a history: what to measure next, and when to end. It measures nothing.
// docs/method.md, "Bisection".
#pragma once

#include "stats/bisection/posterior.h"

#include <stdint.h>

enum {
    BISECTION_STEPS_MOST = 1000,     // measurements of one search
    BISECTION_BROKEN_MOST = 16,      // in a row
    BISECTION_FIRST_BLOCKS = 10,     // of the last commit
    BISECTION_BLOCKS_MOST = 1000000, // of one measurement
    BISECTION_COMMITS_MOST = 1 << 20,
};

enum commit_state {
    COMMIT_UNBUILT,
    COMMIT_BUILT,  // its build is kept
    COMMIT_BROKEN, // it cannot be built or run
};

struct searched_commit {
    enum commit_state state;
    struct measured_commit data; // blocks 0, not identical: not measured
};

// It cannot be built or run, and nothing was measured of it before.
bool commit_is_skipped(const struct searched_commit *commit);

struct search_rules {
    double probability; // that ends the search
    double threshold;   // changes up to this, as logarithms, are no steps
    double budget_s;    // 0: none
};

// Times that measurements took, to expect those of others.
struct search_costs {
    double setup_s, build_s, blocks_s; // sums
    size_t setups, builds, blocks;
};

// Commit 0 is the reference. Start from zeros with `commits` and `count` set.
struct search {
    struct search_rules rules;
    struct searched_commit *commits; // count + 1
    size_t count, measurements;
    size_t broken_in_a_row; // of the last measurements
    struct search_costs costs;
    double elapsed_s;
    double found_s; // when the first step was found; 0: none is
};

// One measurement of a commit.
struct search_result {
    size_t commit;
    const double *log_ratios; // to the reference, by block
    size_t blocks;
    bool broken, identical;
    bool timed_out;              // its build outlasted the budget: only its time counts
    double build_s, reference_s; // of builds, the reference's, too; 0: it was kept
    double blocks_s, seconds;    // of the blocks, of all
};
void search_add(struct search *search, const struct search_result *result);

enum search_state {
    SEARCH_MEASURES,
    SEARCH_FOUND,     // one or more steps
    SEARCH_NO_STEP,   // the last commit is within the threshold
    SEARCH_BUDGET,    // the next measurement does not fit
    SEARCH_EXHAUSTED, // no measurement tells more, there were too many, or too many failed
};

struct search_plan {
    enum search_state state;
    size_t commit, blocks; // to measure
    double seconds;        // expected
};

// Also sets found_s: call it after each search_add().
struct search_plan search_plan(struct search *search);
