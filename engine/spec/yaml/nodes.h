// YAML text as a tree of nodes with their places in the text.
#pragma once

#include "spec/yaml/mistakes.h"

enum { FILE_BYTES_MAX = 1 << 20, NODE_DEPTH_MAX = 64 };

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
    enum node_kind kind;
    struct place place;
    const char *key; // of a map's child, else NULL
    struct place key_place;
    size_t key_column;  // as text_column
    const char *text;   // of a scalar; "" otherwise
    bool plain;         // a scalar without quotes
    size_t text_column; // of its text's first character; 0: it has escapes, folds or several lines
    bool templated;     // it or a node below it holds "${"; set by nodes_mark()
    struct node *first; // children, in the order of the text
    struct node *next;
};

// Reads one YAML document of at most FILE_BYTES_MAX and NODE_DEPTH_MAX. Repeated keys, anchors,
// aliases, tags and further documents are mistakes. NULL if the text cannot be made into a tree; a
// tree may still come with mistakes. The nodes live in the arena, with `setting` in their places.
struct node *nodes_read(struct arena *arena, const char *bytes, size_t length, size_t setting,
                        struct mistakes *mistakes);

// Sets `templated` in the whole tree, returns that of the root.
bool nodes_mark(struct node *node);

// The child of a map, or NULL; `map` may be NULL.
struct node *node_child(const struct node *map, const char *key);

// How many children a list or map has; `node` may be NULL.
size_t node_count(const struct node *node);

// The first item of a list. A scalar counts as a list of itself, copied to `alone`; an empty one
// has no items (NULL).
const struct node *node_items(const struct node *node, struct node *alone);

// Is the value missing, as in `key:` with nothing behind it?
bool node_is_empty(const struct node *node);

// The place of the n-th character of a scalar's text, or of the scalar if text_column is 0.
struct place node_text_place(const struct node *node, size_t characters);
