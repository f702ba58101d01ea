// Tuning: a quieter machine while a campaign measures, restored afterwards.
//
// A setting is read and kept in the journal, on the disk, before it is changed. tune_end() restores
// it. When this process ends in any other way, a keeper process restores it, which sleeps until
// then; when both are killed, the next start of the program does.
#pragma once

#include "base/log.h"
#include "base/text.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct tuning {
    struct arena *arena;
    const struct log *log;
    int host; // lock of the campaign that measures here; the keeper holds it until all is restored;
              // -1: none
    int lock; // of the journal; -1: nothing was changed
    size_t left;              // settings of an earlier campaign that stay in it, with a warning
    pid_t keeper;             // process that restores; 0: none
    int alive;                // end of a pipe: the keeper sees when it closes
    struct text_list told;    // what was changed, for the report
    struct text_list refused; // what was not, a line each
};

// Nothing yet.
struct tuning tuning_of(struct arena *arena, const struct log *log);

// Changes the settings of the whole machine. Refusals of the kernel are recorded and are no error.
// For use while there are no threads. EXIT_UNFIT: the journal or its folder cannot be trusted, or
// another process holds it.
NODISCARD bool tune_machine(struct tuning *tuning, struct error *error);

// Then changes the settings of the CPUs that benchmarks are bound to; an empty set: to none.
NODISCARD bool tune_cpus(struct tuning *tuning, const cpu_set_t *measured, struct error *error);

// Restores everything. It warns of settings that it cannot restore, which stay in the journal.
void tune_end(struct tuning *tuning);
