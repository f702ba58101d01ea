// The grammar tables: which keywords a map may have, and how each is read.
#pragma once

#include "spec/spec.h"
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

// The kinds of node a keyword takes; LATER: of a later version, refused by name.
enum shape { SCALAR = 1, LIST = 2, MAP = 4, REQUIRED = 8, LATER = 16 };

struct keyword;
typedef void reader(struct reading *reading, const struct keyword *keyword, const struct node *node,
                    void *at);

struct keyword {
    const char *name;
    unsigned shapes;
    reader *read;
    size_t offset;              // of the member that `read` fills
    double low, high;           // inclusive range of a number
    const char *const *choices; // NULL-terminated, of a word
};

// Notes unknown, wrongly shaped, missing and later keywords. Tables end with a NULL name.
void grammar_check(struct reading *reading, const struct node *map, const struct keyword *table);

// Reads the keywords that grammar_check() has nothing against into the members of `into`. `again`:
// only those that ${…} makes depend on the scope.
void grammar_read(struct reading *reading, const struct node *map, const struct keyword *table,
                  void *into, bool again);

// Both.
void grammar_apply(struct reading *reading, const struct node *map, const struct keyword *table,
                   void *into);

// Notes a key that its map may not have.
void unknown_key(struct reading *reading, const struct node *child, const char *const *known);
