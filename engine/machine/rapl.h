// The energy that CPUs and memory use, counted by RAPL below /sys/class/powercap.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The parts, each summed over all sockets. Packages include cores, but not DRAM.
enum rapl_part { RAPL_PACKAGES, RAPL_CORES, RAPL_DRAM, RAPL_PARTS };

enum { RAPL_DOMAINS_MOST = 64 };

// One counter of microjoules; it wraps around at `range_uj`.
struct rapl_domain {
    const char *name;   // "package-0", "package-0 dram"
    const char *folder; // of its files
    enum rapl_part part;
    uint64_t range_uj;
    double most_w;     // upper bound of its power: twice its limit, or 1000 W
    const char *fault; // why it cannot be used, or NULL
};

struct rapl {
    const char *root;
    struct rapl_domain domains[RAPL_DOMAINS_MOST];
    size_t count;
};

// Finds the domains of these parts (1 << RAPL_…), each once, although intel-rapl-mmio counts the
// same as intel-rapl.
struct rapl rapl_find(struct arena *arena, const char *root, unsigned parts);

// Whether this part can be read. If not, `*why` is a clause, with a remedy in brackets if there is
// one.
bool rapl_has(const struct rapl *rapl, enum rapl_part part, const char **why);

// All counters at one time.
struct rapl_reading {
    int64_t at_ns; // boot clock
    uint64_t energy_uj[RAPL_DOMAINS_MOST];
    const char *fault[RAPL_DOMAINS_MOST]; // NULL: it was read
};

void rapl_read(const struct rapl *rapl, struct rapl_reading *reading);

// Returns the joules of a part between two readings. False if they are not certain; `*why` is then
// a clause in `arena`, the same one for the same problem.
bool rapl_between(const struct rapl *rapl, enum rapl_part part, const struct rapl_reading *before,
                  const struct rapl_reading *after, struct arena *arena, double *joules,
                  const char **why);
