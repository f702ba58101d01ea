// The energy that CPUs and their memory used, as RAPL counts it below /sys/class/powercap.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is counted, each the sum over all sockets. Cores are a part of packages, DRAM is not.
enum rapl_part { RAPL_PACKAGES, RAPL_CORES, RAPL_DRAM, RAPL_PARTS };

enum { RAPL_DOMAINS_MOST = 64 };

// One counter, of microjoules; it begins anew at `range_uj`.
struct rapl_domain {
    const char *name;   // "package-0", "package-0 dram"
    const char *folder; // of its files
    enum rapl_part part;
    uint64_t range_uj;
    double most_w;     // no more than this for any time that matters: twice its limit, or 1000 W
    const char *fault; // why it cannot be used, or NULL
};

struct rapl {
    const char *root;
    struct rapl_domain domains[RAPL_DOMAINS_MOST];
    size_t count;
};

// The domains of these parts (1 << RAPL_…), each once: intel-rapl-mmio counts what intel-rapl does.
struct rapl rapl_find(struct arena *arena, const char *root, unsigned parts);

// Can this part be read? If not, `*why` is a clause; where there is a remedy, it stands behind it
// in brackets.
bool rapl_has(const struct rapl *rapl, enum rapl_part part, const char **why);

// All counters at one time.
struct rapl_reading {
    int64_t at_ns; // boot clock
    uint64_t energy_uj[RAPL_DOMAINS_MOST];
    const char *fault[RAPL_DOMAINS_MOST]; // NULL: it was read
};

void rapl_read(const struct rapl *rapl, struct rapl_reading *look);

// The joules of a part between two looks; false, and a clause in `arena` that is the same whenever
// the same is wrong, if they cannot be told for sure.
bool rapl_between(const struct rapl *rapl, enum rapl_part part, const struct rapl_reading *before,
                  const struct rapl_reading *after, struct arena *arena, double *joules,
                  const char **why);
