// The fingerprint of a machine, from /proc and /sys. What they do not report is unknown, never
// guessed.
#pragma once

#include "machine/fact.h"

#include <stdbool.h>
#include <stddef.h>

enum { MACHINE_FACTS_MOST = 32 };

struct machine_facts {
    struct machine_fact items[MACHINE_FACTS_MOST];
    size_t count;
};

// All facts that matter for comparing two measurements, and that only change when somebody changes
// the machine. `root` as in machine_root().
struct machine_facts machine_fingerprint(struct arena *arena, const char *root);

// The stored form: the value, or "not available here: " and why.
const char *machine_fact_text(struct arena *arena, const struct machine_fact *fact);

// Whether two stored facts agree. Unknown facts agree, whatever the reason.
bool machine_facts_alike(const char *a, const char *b);
