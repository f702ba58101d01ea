// Submitting array jobs to Slurm.
#pragma once

#include "base/text.h"

// How to submit. Other settings (account, licences, constraints) go into `options` or SBATCH_*.
struct slurm {
    const char *partition;           // NULL: the cluster's own
    const struct text_list *options; // further words for sbatch
};

// Submits `script` (of sh) as array jobs named `name`: several if an element's number or their
// count exceeds the cluster's MaxArraySize. Each element has a node for itself, is requeued if the
// node is lost, and has its number in the shell variable ELEMENT, and the engine's environment. Its
// output is appended to `log`, a pattern of sbatch (%a: index within the job, %A: id of the job).
// Slurm sends SIGUSR1 to the script alone, two to three minutes before it ends it: the script
// should exec the program that handles it. At most `nodes` elements of a job run at once (0: no
// limit). `deadline_s` (from now; 0: none): elements should end by themselves before; Slurm signals
// the others then and ends them later, and removes from the queue those that cannot begin in time.
// EXIT_UNFIT: the controller does not answer; read the queue before trying again. EXIT_USAGE: it
// refuses. In both cases some of several jobs may have been accepted.
NODISCARD bool slurm_submit(const struct slurm *slurm, const char *name, const char *script,
                            const char *log, const size_t *elements, size_t count, size_t nodes,
                            double deadline_s, struct error *error);
