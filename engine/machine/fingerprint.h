// What machine this is, as /proc and /sys tell it; what they do not tell is said, never guessed.
#pragma once

#include "machine/fact.h"

#include <stdbool.h>
#include <stddef.h>

enum { MACHINE_FACTS_MOST = 32 };

struct machine_facts {
    struct machine_fact items[MACHINE_FACTS_MOST];
    size_t count;
};

// What matters for comparing two measurements, and is the same at any time between two changes of
// the machine. `root`: "" for this machine, a folder for a fake one.
struct machine_facts machine_fingerprint(struct arena *arena, const char *root);

// As it is stored: its value, or "not available here: " and why.
const char *machine_fact_text(struct arena *arena, const struct machine_fact *fact);

// Do two stored ones say the same? Why there is none does not matter.
bool machine_facts_alike(const char *a, const char *b);
