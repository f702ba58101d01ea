// The local executor's state.
#pragma once

#include "executor/deadline.h"
#include "executor/executor.h"
#include "executor/local/affinity.h"
#include "executor/local/plan_cursor.h"
#include "executor/local/prepare/prepare.h"
#include "executor/local/prepare/work_folder.h"
#include "executor/observe/canary.h"
#include "executor/observe/counter_checks.h"
#include "executor/observe/custom_metrics.h"
#include "executor/observe/energy.h"
#include "executor/observe/meter_selection.h"
#include "machine/activity/throttle.h"

// The executions of a block that are made one after the other, one of each variant.
struct round {
    size_t cell, block, execution;
};

struct local_executor {
    struct executor base; // first: the same address
    struct recorder recorder;
    struct work_folder work_folder;
    struct launcher launcher;
    struct prepared_variants prepared;
    struct meter_selection meters;
    struct engine_cpus engine_cpus;
    struct drawn_cpus drawn_cpus;
    struct deadline deadline; // no block begins that would end after it
    struct deadline budget;   // base.budget_ns, with the blocks of the real experiment
    struct plan_cursor cursor;
    struct throttle_watch throttle;
    struct energy_watch energy;
    struct canary_watch canary;
    struct custom_metrics custom_metrics;
    struct counter_checks counters;
    struct round round;                  // of the last execution; zeros: none
    int *exit_codes;                     // by cell: of its first execution; -1: none yet
    struct opened_inputs *opened_inputs; // during a trial
    size_t *horizons; // by cell: iterations of a pilot's execution; 0: not known (horizon.h)
};
