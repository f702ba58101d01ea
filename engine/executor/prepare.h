// Everything ready before anything is measured: probes, programs, what cannot be randomized.
#pragma once

#include "executor/local_executor.h"

// A station for every variant of every cell, its uses those of the file.
void prepared_variants_set(struct local_executor *executor);

// Probes every randomizer and compiles every distinct program; `missing` receives a line for each
// factor that is left out (allow_missing).
NODISCARD bool prepared_variants_prepare(struct local_executor *executor, struct text_list *missing,
                                         struct error *error);
