// The grammar tables: which keywords a map may have, and how each is read.
#pragma once

#include "spec/nodes.h"
#include "spec/spec.h"

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

struct keyword {
    const char *name;
    unsigned shapes;
    void (*read)(struct reading *reading, const struct keyword *keyword, const struct node *node,
                 void *at);
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

// Readers for tables. ${…} is resolved; a value that is not known yet leaves `at` as it is.
typedef void reader(struct reading *reading, const struct keyword *keyword, const struct node *node,
                    void *at);
reader read_node;      // const struct node *, to be read later
reader read_plain;     // const char *, taken as written
reader read_name;      // const char *, as written, safe as the name of a file
reader read_text;      // const char *
reader read_choice;    // const char *, one of keyword->choices
reader read_index;     // int, its index in keyword->choices
reader read_count;     // size_t, within the range
reader read_fraction;  // double, within the range
reader read_duration;  // double, seconds, within the range
reader read_size;      // uint64_t, bytes, within the range
reader read_words;     // struct text_list: a list, or a line that is split after resolving
reader read_templates; // struct text_list: a list, or a line that is split before resolving;
                       // ${seed}, ${block} and ${execution} are left standing

// Replaces ${name} in the text of a scalar; `late`: the execution's own names are left standing.
// NULL where a name is unknown (a mistake), or its value is not known yet.
const char *resolve(struct reading *reading, const struct node *scalar, bool late);
