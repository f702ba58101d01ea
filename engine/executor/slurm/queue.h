// The array jobs of a campaign in the queue of a Slurm cluster: found by name, cancelled.
#pragma once

#include "base/text.h"

// One element of an array job that is queued or running.
struct slurm_element {
    size_t element;
    const char *state;  // Slurm's word: PENDING, RUNNING, COMPLETING, …
    const char *node;   // "" while it waits
    const char *job;    // its name for scancel: 1234_7
    const char *reason; // why it waits: Resources, JobHeldUser, PartitionNodeLimit, …; else None
};

// EXIT_UNFIT, with the remedy, if no cluster answers.
NODISCARD bool slurm_probe(struct error *error);

// The elements of all jobs of that name that have not ended, in order, each once. False with *known
// false: the controller does not answer at the moment (`error` has its message).
NODISCARD bool slurm_queue(const char *name, struct arena *arena, struct slurm_element **elements,
                           size_t *count, bool *known, struct error *error);

// The same from the output of squeue, which it changes.
NODISCARD bool slurm_queue_read(struct arena *arena, char *text, struct slurm_element **elements,
                                size_t *count, struct error *error);

// Whether Slurm holds it for good because it could not be started, which happens when a controller
// restarts with an old state: the caller cancels and submits it again. Other holds concern the
// user.
bool slurm_launch_failed(const struct slurm_element *element);

NODISCARD bool slurm_cancel_element(const struct slurm_element *element, struct error *error);

// Removes waiting elements from the queue, and sends SIGUSR1 to the scripts of running ones.
NODISCARD bool slurm_call_back(const char *name, struct error *error);

// Cancels all jobs of that name, if there are any. All their processes, measured ones too, receive
// SIGTERM, and SIGKILL after the cluster's KillWait (30 s by default).
NODISCARD bool slurm_cancel(const char *name, struct error *error);
