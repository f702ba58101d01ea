// Reading an experiment file by the grammar tables.
#pragma once

#include "spec/spec.h"
#include "spec/yaml/keyword.h"
#include "spec/yaml/nodes.h"

// The values of ${axis}, ${benchmark} and ${variant} while a target is read.
struct scope {
    const char *benchmark, *variant;
    char *const *point; // by axis; NULL: values are not known yet, only names are checked
    bool revised;       // its files are a revision's, and need not exist on disk
};

struct known_revision;

// One reading of an experiment file.
struct reading {
    struct arena *arena;
    struct spec *spec; // being filled
    struct mistakes mistakes;
    struct mistakes cautions; // of the same form: what weakens the experiment
    struct error broken; // EXIT_FINE, or why the mistakes may be none: something could not be read
    struct scope scope;
    struct known_revision *revisions; // resolved so far, the last first
    bool elsewhere;                   // files, programs and CPUs need not exist here
    bool one_point;                   // only the first cell of each benchmark is read
    bool accepted;                    // the file was read without a mistake before
    uint32_t axes_named;              // bits of the axes that were resolved since it was set to 0
    size_t expanded;                  // bytes of texts so far, counted by expansion_fits()
    bool too_large;                   // they are too many
};

// Notes unknown, wrongly shaped and missing keys. Tables end with a NULL name.
void grammar_check(struct reading *reading, const struct node *map, const struct keyword *table);

// Reads the keys of the right shape into the members of `into`. `again`: only those with ${…},
// whose values depend on the scope.
void grammar_read(struct reading *reading, const struct node *map, const struct keyword *table,
                  void *into, bool again);

// Checks and reads.
void grammar_apply(struct reading *reading, const struct node *map, const struct keyword *table,
                   void *into);

// Notes an unknown key, with the nearest of the known ones.
void unknown_key(struct reading *reading, const struct node *child, const char *const *known);
