// The shares of the levels in the variance of a sample, and the phase that tells them apart
// (docs/method.md, "Shares of the variance").
#pragma once

#include "base/error.h"
#include "model/level.h"
#include "model/phase.h"
#include "stats/interval.h"
#include "stats/share.h"

struct arena;
struct estimate;
struct estimates;
struct series_entry; // store/results/catalogue.h
struct store;

struct decomposition {
    enum phase phase;
    enum level level[LEVELS_MAX]; // of the components, from the bottom
    struct components components; // of that phase
    // The level has a share. A level above one without repetition has none: it contains that one.
    bool separate[LEVELS_MAX];
    double shares[LEVELS_MAX];
    struct interval intervals[LEVELS_MAX];
    // Not repeated, and hence part of the variance of `within`; 0: nothing is missing. `within` is
    // 0 if it is the top level.
    enum level missing, within;
};

// Sets the decomposition of an estimate of the series: its own one, or that of the pilot where it
// separates all of the same levels and more. `units` are the top units of the series; NULL if it
// has one level.
NODISCARD bool decomposition_load(struct store *store, const struct estimates *estimates,
                                  const struct series_entry *series, const struct share_unit *units,
                                  struct estimate *estimate, struct error *error);

// The same phase's with intervals of another confidence; reads the samples once more.
NODISCARD bool decomposition_at(struct store *store, const struct estimates *estimates,
                                const struct estimate *estimate, double confidence,
                                struct decomposition *decomposition, struct error *error);

// "one execution a build; set executions: 2 or more"; NULL if no level is missing.
const char *decomposition_missing(struct arena *arena, const struct decomposition *decomposition);
