// A quieter machine for as long as a campaign measures, and as it was afterwards.
//
// What is to be changed is read, kept in the journal, on the disk, and only then changed. It is put
// back by tune_end(); when this process ends in any other way, by a process beside it that sleeps
// until then; when both are killed, by the next start of the program.
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
    int host; // the lock of who measures here, which the process beside this one keeps until all is
              // put back; -1: none
    int lock; // of the journal; -1: nothing was changed
    size_t left;              // settings of an earlier campaign that stay in it, and are told
    pid_t keeper;             // that process; 0: none
    int alive;                // its end in this one: the keeper sees when it closes
    struct text_list told;    // what was done, for the report
    struct text_list refused; // what was not, a line each
};

// Nothing yet.
struct tuning tuning_of(struct arena *arena, const struct log *log);

// Makes the machine quieter. What the kernel refuses is told and no error. To be called while there
// are no threads. EXIT_UNFIT: the journal, or its folder, is not to be trusted, or another process
// has it.
NODISCARD bool tune_machine(struct tuning *tuning, struct error *error);

// Then what is about the CPUs that benchmarks are bound to; an empty set: to none.
NODISCARD bool tune_cpus(struct tuning *tuning, const cpu_set_t *measured, struct error *error);

// Puts everything back; warns of what it cannot, which then stays in the journal.
void tune_end(struct tuning *tuning);
