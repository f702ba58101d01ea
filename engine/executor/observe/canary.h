// The canary: a reference workload, run between blocks on the CPUs of the measurement, whose time
// shows how the speed of the machine itself varies.
#pragma once

#include "executor/deadline.h"
#include "executor/observe/recorder.h"
#include "model/process_settings.h"
#include "run/launcher/launcher.h"

#include <signal.h>

struct canary_watch {
    double since_s; // spent measuring since its last probe; < 0: that one took long
    double cost_s;  // of the shortest probe; 0: there was none
    bool failed;
};

// Where and how it runs.
struct canary_site {
    struct launcher *launcher;
    const volatile sig_atomic_t *stop;
    const struct deadline *deadline;
    bool wanted;     // the experiment asks for it
    const int *cpus; // of the measurement
    size_t cpu_count;
    struct process_settings process_settings;
};

// After a block, whose last build has the id given and which was measured for `measured_s`: probes
// the machine if that is due and nobody waits for the end. A probe that fails is warned of once;
// false: it cannot be stored, or the launcher failed.
NODISCARD bool canary_probe(struct canary_watch *canary, struct recorder *recorder,
                            const struct canary_site *site, int64_t build, double measured_s,
                            struct error *error);

// Whether a probe costs at most a hundredth of the time measured since the last, and ends in time.
bool canary_is_due(const struct canary_watch *canary, const struct deadline *deadline);

// Accounts for a probe that took so long.
void canary_probed(struct canary_watch *canary, double took_s);
