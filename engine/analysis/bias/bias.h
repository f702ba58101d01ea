// The bias of one set-up: what `eswexp bias` asks of a sweep over one factor.
// docs/method.md, "Bias of one set-up".
#pragma once

#include "analysis/bias/conclusion.h"
#include "analysis/estimate/estimates.h"

enum bias_kind {
    BIAS_SIZE,      // bytes
    BIAS_DRAWS,     // numbers of draws; 0 is what the project's own link makes
    BIAS_CPU,       // numbers of CPUs; "any" is where the kernel puts it
    BIAS_PARAMETER, // of the experiment file
    BIAS_KINDS
};

// As facts name them.
extern const char *const bias_kinds[];

// A variant against the baseline, of one benchmark at one point of the other axes, in its first
// metric.
struct bias_sweep {
    size_t cell;                         // the first
    const struct variant_ratio *example; // NULL: nothing was compared
    struct bias_value *values;           // in the order of the axis
    size_t count;
    const struct bias_value *own; // that of the present set-up; NULL: unknown
    struct bias_conclusion conclusion;
};

struct bias {
    const char *factor; // and its axis
    enum bias_kind kind;
    size_t axis;
    struct bias_sweep *sweeps;
    size_t sweep_count;
};

// *bias is NULL if `eswexp bias` did not begin the campaign. Everything lives in the arena, and
// refers to the estimates.
NODISCARD bool bias_load(struct arena *arena, struct store *store,
                         const struct estimates *estimates, const struct bias **bias,
                         struct error *error);
