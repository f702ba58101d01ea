// Shared by the parts of tuning.
#pragma once

#include "machine/tune/journal.h"
#include "machine/tune/knobs.h"
#include "machine/tune/tune.h"

// The result for one knob.
struct tally {
    const struct knob *knob;
    size_t found, set, refused; // files
    cpu_set_t numbers;          // of files that are set
    const char *was, *value;    // of those that are set: the first's before, the last's now
    bool several;               // they had different settings before
    const char *reason;         // of the first that refused
};

struct change {
    struct change *next;
    struct tally *tally;
    size_t number;
    struct saved_file file;
    const char *was, *wanted;
};

struct tune_plan {
    struct journal journal;
    struct knob_scope scope;
    struct tally tallies[KNOBS_MOST]; // ends with one without a knob
    struct change *first, **last;
    size_t count;
};

// Adds the result of a plan to the notes and refusals of the tuning.
void tell_tuned(const struct tune_plan *plan, struct tuning *tuning);

// Restores the settings in this machine's journal, whose lock is `lock`. It warns of settings that
// it cannot restore, without the first `told`.
void restore_orphan(int lock, size_t told, const struct log *log);
