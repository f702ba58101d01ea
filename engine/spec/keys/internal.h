// The readers of the top-level keys, and what they share.
#pragma once

#include "spec/spec.h"
#include "spec/yaml/grammar.h"

enum { CELLS_MAX = 100000, AXES_MAX = 32 };

// The rows of keys that have others below them.
extern const struct keyword axis_entry, rule_entry, metric_entry, claim_entry, derivation_entry,
    picture_entry;
extern const struct keyword repeat_keys[], attribute_keys[];

// The top-level keys as written; NULL where the file has none.
struct experiment_file {
    const char *experiment, *question;
    struct statistic summary;
    const struct node *benchmarks, *variants, *sweep, *exclude, *repeat, *randomize, *measure,
        *machine, *attribute, *claims, *derive, *pictures, *quick;
};

// `attribute`: fills spec->attribution. Returns the variants to read: the one whose builds are
// studied. Both maps may be NULL.
const struct node *attribute_read(struct reading *reading, const struct node *map,
                                  const struct node *variants);

// Puts the variants of the design in place of the one that was read, in spec->cells, too, and fixes
// counts of spec->repeat.
void attribute_expand(struct reading *reading, const struct node *map);

// Fills spec->cells, once axes, variants and metrics are read. Returns for each benchmark and
// variant the bits of the axes that it uses; NULL: the cells are too many.
const uint32_t *cells_read(struct reading *reading, const struct experiment_file *file);

// Notes axes that nothing uses and values that others replace everywhere, once cells are read.
void effects_check(struct reading *reading, const struct experiment_file *file,
                   const uint32_t *axes_used);

// Notes keys that nothing reads beside the others, once cells are read.
void unread_check(struct reading *reading, const struct experiment_file *file);

// Notes words and a variable of `env` that a shell or `env` in the target's command does not pass
// on.
void passed_on_check_words(struct reading *reading, const struct experiment_file *file,
                           const struct target *target);
void passed_on_check_variable(struct reading *reading, const struct target *target,
                              const struct node *variable);

// Notes variants that are the same, of a file without other mistakes.
void variants_check(struct reading *reading, const struct experiment_file *file);

// Puts the value of every --set at its dotted path; missing maps are made.
void settings_apply(struct reading *reading, struct node *root);

// `quick`: the same for a map of dotted paths and values; `map` may be NULL.
void settings_apply_map(struct reading *reading, struct node *root, const struct node *map);

// `sweep`: fills spec->axes. An axis that is a mistake has no values.
void sweep_read(struct reading *reading, const struct node *sweep);

// A value of an axis as spec->axes has it: plain sizes such as 1Ki become bytes.
const char *axis_value(struct reading *reading, const struct node *item);

// `exclude`: which of the sweep's `points` are left out; NULL: none, or a mistake. `list` may be
// NULL.
const bool *exclude_read(struct reading *reading, const struct node *list, size_t points);

// `repeat`: fills spec->repeat; `map` may be NULL.
void repeat_read(struct reading *reading, const struct node *map);

// `claims`: fills spec->claims, once all else is read; `list` may be NULL.
void claims_read(struct reading *reading, const struct node *list, const struct node *benchmarks);

// Notes `each` of a variant or without a harness, and metrics that benchmarks of a suite cannot
// have. `variants` may be NULL.
void suites_check(struct reading *reading, const struct node *benchmarks,
                  const struct node *variants);

// `derive`: fills spec->derivations, once all else but claims is read; `map` may be NULL.
void derive_read(struct reading *reading, const struct node *map);

// Notes sums of different units, and `unit` keys that contradict the formula, by benchmark.
void derive_check_units(struct reading *reading, const struct node *map);

// `pictures`: fills spec->drawings, once what is derived is read; `map` may be NULL.
void pictures_read(struct reading *reading, const struct node *map);

// `measure`: fills spec->meters and spec->clock; `list` may be NULL.
void measure_read(struct reading *reading, const struct node *list);

// Notes fixed counts of levels that do not exist, and variants that cannot be compared. Both maps
// may be NULL.
void levels_check(struct reading *reading, const struct node *repeat, const struct node *variants);

// --quick: lowers the counts of spec->repeat, once the targets are read.
void levels_lower(struct spec *spec);

// Fills spec->warnings.
void warnings_find(struct arena *arena, struct spec *spec);
