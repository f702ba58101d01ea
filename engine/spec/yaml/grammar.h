// Reading an experiment file by the grammar tables.
#pragma once

#include "spec/spec.h"
#include "spec/yaml/keyword.h"
#include "spec/yaml/nodes.h"

// What ${axis}, ${benchmark} and ${variant} stand for while a target is read.
struct scope {
    const char *benchmark, *variant;
    char *const *point; // by axis; NULL: values are not known, only names are checked
    bool revised;       // its files are a revision's: not asked for on the disk
};

struct known_revision;

// One reading of an experiment file.
struct reading {
    struct arena *arena;
    struct spec *spec; // being filled
    struct mistakes mistakes;
    struct scope scope;
    struct known_revision *revisions; // resolved so far, the last first
    bool elsewhere;                   // files, programs and CPUs of this machine are not asked for
    bool one_point;                   // the first cell of each benchmark alone is read
};

// Notes unknown, wrongly shaped and missing keys. Tables end with a NULL name.
void grammar_check(struct reading *reading, const struct node *map, const struct keyword *table);

// Reads the keys that grammar_check() has nothing against into the members of `into`. `again`:
// only those that ${…} makes depend on the scope.
void grammar_read(struct reading *reading, const struct node *map, const struct keyword *table,
                  void *into, bool again);

// Both.
void grammar_apply(struct reading *reading, const struct node *map, const struct keyword *table,
                   void *into);

// Notes a key that its map may not have.
void unknown_key(struct reading *reading, const struct node *child, const char *const *known);
