// The parts of an experiment file, one reader each.
#pragma once

#include "spec/grammar.h"

enum { CELLS_MAX = 100000, AXES_MAX = 32 };

// Overrides: puts the value of every --set where its dotted key points, maps made as needed.
void settings_apply(struct reading *reading, struct node *root);

// `quick`: the same of a map of dotted keys and values; `map` may be NULL.
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

// `derive`: fills spec->derivations, once all else but claims is read; `map` may be NULL.
void derive_read(struct reading *reading, const struct node *map);

// Notes sums of different units, of a benchmark each, and units that are not what follows.
void derive_check_units(struct reading *reading, const struct node *map);

// `pictures`: fills spec->drawings, once what is derived is read; `map` may be NULL.
void pictures_read(struct reading *reading, const struct node *map);

// `measure`: fills spec->meters and spec->clock; `list` may be NULL.
void measure_read(struct reading *reading, const struct node *list);

// What one variant of one benchmark is made from.
struct definition {
    const char *benchmark, *variant;
    const struct node *keys;                // the benchmark's, overridden by the variant's
    const struct node *machine, *randomize; // the experiment's, overridden by both; or NULL
    bool defaults;                          // of randomizers: the experiment names none
};

// A target and what is put together last.
struct draft {
    struct target target;
    struct text_list command, args;
};

// Notes what is wrong with the keys of a benchmark or variant.
void target_check(struct reading *reading, const struct node *map);

// A benchmark's keys, replaced by the variant's (or NULL) where it has them.
struct node *target_merge(struct arena *arena, const struct node *benchmark,
                          const struct node *variant);

// Reads a target within reading->scope. `again`: `draft` is a copy of one that was read from the
// same origin, and only what ${…} makes different is read.
void target_read(struct reading *reading, const struct definition *definition, struct draft *draft,
                 bool again);

// Keys of a benchmark, for its table.
reader read_compiler;  // const char *: as written, a path made absolute
reader read_sources;   // struct text_list: absolute paths of files that are there
reader read_directory; // const char *: absolute path of a folder that is there; of a revision,
                       // neither need be there, and links are not followed
reader read_samples;   // struct sampling
reader read_better;    // enum better, of it and of metrics

// `summary` of the experiment or of a benchmark.
reader read_summary;   // struct statistic
reader refuse_summary; // a mistake: not here

// Notes benchmarks that measure the same in opposite directions, and variants with a summary. Maps
// may be NULL.
void directions_check(struct reading *reading, const struct node *benchmarks);
void summary_statistics_check(struct reading *reading, const struct node *variants);

// The absolute path of a program named in the file; `word` itself, and a mistake, if there is none.
const char *find_program(struct reading *reading, const struct node *node, const char *word);

// Resolves target->revision, once for all targets that name it, and moves the target's files to
// where its repository has them. `keys` are the target's own.
void target_revise(struct reading *reading, const struct node *keys, struct target *target);

// `machine`: cpus, limits and environment of a target.
void machine_read(struct reading *reading, const struct node *map, struct target *target,
                  bool again);

// `machine.require`, for its table: adds to spec->requirements.
reader read_requirements;

reader read_memory;   // struct standing: memory and, of one node, nodes
reader read_priority; // struct standing: urgency and priority

// `randomize`: spec->seed, and names that are none. `builds`: is any benchmark built?
void randomize_check(struct reading *reading, const struct node *map, bool builds);

// Of it, the randomizers alone.
void randomizers_check(struct reading *reading, const struct node *map, bool builds);

// Is no randomizer named?
bool randomizers_are_defaults(const struct node *map);

// `randomize`: target->uses, in the order of the registry.
void randomize_read(struct reading *reading, const struct definition *definition,
                    struct target *target);

// `machine` and `randomize` of a benchmark or variant: notes keys that are the experiment's.
void overlay_check(struct reading *reading, const struct node *map, bool builds);

// The experiment's map of that key, its keys replaced by the benchmark's, those by the variant's
// (variable by variable in `env`). All may be NULL.
const struct node *overlaid(struct arena *arena, const char *key, const struct node *base,
                            const struct node *benchmark, const struct node *variant);

// Notes a drawn size of the environment that cannot hold it; raises a default that cannot.
void environment_check(struct reading *reading, const struct node *randomize,
                       struct target *target);

// Notes levels that are fixed or compared but do not exist. Both maps may be NULL.
void levels_check(struct reading *reading, const struct node *repeat, const struct node *variants);

// --quick: lowers the counts of spec->repeat, once the targets are read.
void levels_lower(struct spec *spec);

// Fills spec->warnings.
void warnings_find(struct arena *arena, struct spec *spec);

// The seed of the command line, if there is one.
NODISCARD bool overrides_seed(const struct spec_overrides *overrides, struct spec *spec,
                              struct error *error);

// The file's text with comments that spec_overrides_of() understands.
const char *overrides_note(struct arena *arena, const char *text, size_t length,
                           const struct spec_overrides *overrides, uint64_t seed);
