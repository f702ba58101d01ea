// A Slurm cluster as its clients see it: array jobs submitted, found again by name, cancelled.
#pragma once

#include "base/text.h"

// How to submit. Everything else (account, licences, constraints) is for `options` and SBATCH_*.
struct slurm {
    const char *partition;           // NULL: the cluster's own
    const struct text_list *options; // further words for sbatch
};

// One element of an array job that is queued or running.
struct slurm_element {
    size_t element;
    const char *state;  // Slurm's word: PENDING, RUNNING, COMPLETING, …
    const char *node;   // "" while it waits
    const char *job;    // its name for scancel: 1234_7
    const char *reason; // why it waits: Resources, JobHeldUser, PartitionNodeLimit, …; else None
};

// Whether there is a cluster to talk to; EXIT_UNFIT with the remedy if not.
NODISCARD bool slurm_probe(struct error *error);

// Submits `script` (of sh) as array jobs named `name`, several where an element's number or their
// count is beyond the cluster's MaxArraySize. Every element has a node for itself, is queued again
// if the node is lost, and finds its number in the shell variable ELEMENT and the engine's
// environment. Its output is appended to `log`, a pattern of sbatch's, in which %a is its index
// within the job with the id %A. SIGUSR1 comes to the script alone, two to three minutes before
// Slurm ends it: let it exec what is to receive that. At most `nodes` elements of one job run at
// once (0: no limit).
// `deadline_s` from now (0: none) elements are to have ended by themselves; what has not, Slurm
// signals then and ends later, and what cannot begin in time leaves the queue.
// EXIT_UNFIT: the controller does not answer: look into the queue, then try again. EXIT_USAGE: it
// refuses. Of several jobs the first may have been accepted all the same.
NODISCARD bool slurm_submit(const struct slurm *slurm, const char *name, const char *script,
                            const char *log, const size_t *elements, size_t count, size_t nodes,
                            double deadline_s, struct error *error);

// The elements of all jobs of that name that have not ended, in order, each once. False with
// `*known` false: the controller does not answer at the moment (`error` has its words): ask later.
NODISCARD bool slurm_queue(const char *name, struct arena *arena, struct slurm_element **elements,
                           size_t *count, bool *known, struct error *error);

// Whether Slurm holds it for good because it could not be started, as happens after a controller
// came back with an old state: to be cancelled and submitted again. Other reasons are for the user.
bool slurm_launch_failed(const struct slurm_element *element);

NODISCARD bool slurm_cancel_element(const struct slurm_element *element, struct error *error);

// Takes the elements that wait from the queue and sends SIGUSR1 to the scripts of the others.
NODISCARD bool slurm_call_back(const char *name, struct error *error);

// Cancels all jobs of that name; that there are none is fine. Every process of theirs gets SIGTERM,
// what is being measured too, and SIGKILL after the cluster's KillWait (30 s by default).
NODISCARD bool slurm_cancel(const char *name, struct error *error);
