// Whether an execution may use several CPUs at once.
#pragma once

enum concurrency {
    CONCURRENCY_UNKNOWN, // it could not be looked at
    CONCURRENCY_NONE,    // one thread, and children that it awaits
    CONCURRENCY_THREADS,
    CONCURRENCY_PROCESSES,
    CONCURRENCY_BOUND, // it chooses its CPUs itself
};
