// The size of a pilot, chosen from what builds and executions cost in the trial (docs/method.md,
// "Pilot").
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Wall time of one block of every cell: `once_s` for its layouts, and for executions of cells that
// have no builds; `executions_s` for one execution of each variant of the others.
struct block_cost {
    double once_s, executions_s;
};

struct pilot_request {
    struct block_cost cost;
    double left_s;             // of the budget; 0: no budget
    size_t blocks, executions; // by default or as the file says; executions of each build
    bool blocks_fixed, executions_fixed;
    bool of_ratios;
};

struct pilot_size {
    size_t blocks, executions;
    double seconds;  // it is expected to take so long; it may end before its last block
    double block_s;  // one block of it
    bool shared;     // by several campaigns, whose blocks `block_s` adds up
    size_t needed;   // the least of pilot and real experiment
    double needed_s; // time of these
};

// A quarter of the budget is the pilot's, at least PILOT_TOP_LEAST blocks. Where builds are so dear
// that it loses blocks, each build is executed more often, as the closed form of Kalibera and Jones
// does for levels that vary equally: √(cost of a build / cost of an execution), at most
// EXECUTIONS_DEAR, as long as the budget holds the least of pilot and real experiment. Without a
// budget the pilot ends by its own rules (pilot_ends()).
enum { EXECUTIONS_DEAR = 10 };
struct pilot_size pilot_size_of(const struct pilot_request *request);
