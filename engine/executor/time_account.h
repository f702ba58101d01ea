// The time that a campaign has: its budget, its deadline, and on what it spent how much.
#pragma once

#include "base/arena.h"
#include "base/clock.h"
#include "base/error.h"

#include <stddef.h>

enum time_use { TIME_SETUP, TIME_BUILDS, TIME_LAYOUTS, TIME_EXECUTIONS, TIME_USES };

// Zeros: neither a budget nor a deadline.
struct time_account {
    int64_t begun_ns;    // boot clock: when the budget began; waiting for others puts that off
    double budget_s;     // wall time; 0: none
    bool ends_trial;     // the budget ends builds and executions of the trial that are under way
    bool ends_measuring; // and executions that are measured, a second later
    int64_t deadline_ns; // boot clock: ends all that is under way; 0: none
    double spent_s[TIME_USES], waited_s;
};

double account_elapsed_s(const struct time_account *account);

// When builds and executions of the trial end (NULL: never), and those that are measured.
struct time_limit account_trial_limit(const struct time_account *account);
struct time_limit account_measuring_limit(const struct time_account *account);

// Whether its budget ends what is measured, and has done so.
bool account_is_over(const struct time_account *account);

// Adds what a use took; NULL: does nothing.
void account_spend(struct time_account *account, enum time_use use, double seconds);

// The time since then was spent waiting for another campaign: it is no part of the budget.
void account_wait(struct time_account *account, double seconds);

// An execution that ran for so long before it was ended, and the least that is to be measured.
struct account_need {
    const char *subject; // "benchmark 'b', variant 'v': one execution"
    double seconds;
    size_t blocks;
    double block_s;
    bool compares; // several variants
};

// The error of an execution that budget or deadline ended: EXIT_USAGE with the budget to type, or
// EXIT_DEADLINE. Returns false.
bool account_refuse(struct arena *arena, const struct time_account *account,
                    const struct account_need *need, struct error *error);

// The budget to type for a campaign that takes so long from its beginning on: "--budget 13min".
const char *account_budget_wording(struct arena *arena, double needed_s);

// On what the budget was spent: "builds 2 min 40 s, executions 5.1 s"; in the arena.
const char *account_wording(struct arena *arena, const struct time_account *account);
