// The trial of an experiment: what fails, and what a pilot and an experiment cost.
#pragma once

#include "base/log.h"
#include "campaign/trial/pilot_size.h"
#include "executor/executor.h"

// Warns of each benchmark and variant that failed. EXIT_FAILED if all did, or one where the
// experiment needs the `whole`.
NODISCARD bool trial_check(const struct spec *spec, const struct trial *trial, bool whole,
                           const struct log *log, struct error *error);

// EXIT_FAILED, with the remedy: the time of a benchmark's first variant follows a clock.
NODISCARD bool trial_refuse_clocks(const struct spec *spec, const struct trial *trial,
                                   struct error *error);

// Stores which metrics follow a clock, with an event that says so: of each point of a benchmark, as
// the first one shows. Stores which files the variants open that differ from the first's.
NODISCARD bool trial_record(struct arena *arena, struct store *store, const struct spec *spec,
                            const struct trial *trial, struct error *error);

// A campaign that was tried, with the repetitions by cell of its pilot, or of a real experiment
// without one.
struct tried_campaign {
    const struct spec *spec;
    const struct trial *trial;
    const struct repetitions *repetitions;
    bool has_pilot;
    bool only_tried; // variants that were not tried cost nothing; else as much as the others
    const char *fixed_blocks; // as in struct run_options
};

// After each execution of a trial: EXIT_USAGE, with the budget to type, once a budget that ends
// what is measured is known not to hold the least of pilot and real experiment, or once a budget
// has ended the execution; EXIT_DEADLINE where the deadline has.
NODISCARD bool trial_goes_on(struct arena *arena, const struct tried_campaign *tried,
                             const struct time_account *account, struct error *error);

// Chooses the size of the pilots of all campaigns, which share the account's budget: EXIT_USAGE if
// that ends what is measured and does not hold the least of pilot and real experiment; another is
// raised, with a note. `wording` becomes
// "trial: build 12 s, a layout 400 ms, an execution 1.8 s; the pilot takes about 1 min 10 s", in
// the arena.
NODISCARD bool trial_size(struct arena *arena, const struct tried_campaign *tried, size_t count,
                          struct time_account *account, const struct log *log,
                          struct pilot_size *size, const char **wording, struct error *error);
