// Submitting array jobs to Slurm.
#pragma once

#include "base/text.h"

// How to submit. Everything else (account, licences, constraints) is for `options` and SBATCH_*.
struct slurm {
    const char *partition;           // NULL: the cluster's own
    const struct text_list *options; // further words for sbatch
};

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
