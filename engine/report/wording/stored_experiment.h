// The experiment of a campaign, read from its store.
#pragma once

#include "spec/spec.h"
#include "store/results/catalogue.h"

// The checked experiment; of a sweep it has only the first cell of each benchmark. The function
// does not probe this machine. NULL if the store has no experiment, because other tools measured
// the samples.
const struct spec *stored_experiment(struct arena *arena, struct store *store);

// The toolchains of all builds, each once.
NODISCARD bool toolchains_of(struct store *store, struct arena *arena, struct text_list *toolchains,
                             struct error *error);

// The benchmarks of all cells, each once.
struct text_list benchmark_names(struct arena *arena, const struct catalogue *catalogue);
