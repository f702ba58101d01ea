// A clock of CPU time that runs four times as fast for a child and its descendants.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// System calls that have begun, of threads at the same time; those beyond keep the true time.
enum { CPU_CLOCK_CALLS_MOST = 64 };

struct cpu_clock {
    bool active;
    double usual_s;  // CPU time of the child without it: a timer of more does not end it
    uint64_t timers; // of CPU time, by the numbers that timer_create() gave
    struct cpu_clock_call {
        pid_t thread; // 0: none
        long number;
        union {
            uint64_t number;
            void *pointer;
        } data;          // where the kernel writes its result, or reads a timer's time
        int64_t time[4]; // of a timer, as the child wrote it
    } calls[CPU_CLOCK_CALLS_MOST];
};

// Called in the child before its exec: from then on clock_gettime() of CPU times, getrusage(),
// times(), setitimer() and the like stop for the tracer; without one they fail. The child gains no
// privileges by an exec. False: the kernel refuses, and nothing is changed.
bool cpu_clock_filter(void);

// At such a stop. True if the end of the call is to stop it, too.
bool cpu_clock_begin(struct cpu_clock *clock, pid_t thread);

// At the end of a call that has begun: multiplies what it returned, or puts back the time that a
// timer read.
void cpu_clock_end(struct cpu_clock *clock, pid_t thread);
