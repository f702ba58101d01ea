// The experiment that a campaign carried out, out of its store.
#pragma once

#include "spec/spec.h"
#include "store/results/catalogue.h"

// As it was checked before it ran, of a sweep the first cell of each benchmark; nothing is asked of
// this machine. NULL where the store has none that can be read: samples that were measured by other
// means.
const struct spec *stored_experiment(struct arena *arena, struct store *store);

// What it was compiled with, each once.
NODISCARD bool toolchains_of(struct store *store, struct arena *arena, struct text_list *toolchains,
                             struct error *error);

// The benchmarks of all cells, each once.
struct text_list benchmark_names(struct arena *arena, const struct catalogue *catalogue);
