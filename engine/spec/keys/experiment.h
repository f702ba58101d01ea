// The whole experiment file: its top-level keys, and the reading of a file.
#pragma once

#include "spec/overrides.h"
#include "spec/yaml/keyword.h"

struct node; // spec/yaml/nodes.h

// All keys of the experiment file, each with those below it.
extern const struct keyword experiment_keys[];

// Reads and checks an experiment file. On mistakes `report` receives all of them, one
// "file:line:col: error: …" a line, in the file's order, the result is NULL and `error` is
// EXIT_USAGE with a one-line summary. Everything lives in `arena`.
NODISCARD struct spec *spec_load(struct arena *arena, const char *path,
                                 const struct spec_overrides *overrides, struct text *report,
                                 struct error *error);

// The same from text already in memory (the store's copy, tests, the fuzzer). `path` names it in
// messages and anchors relative paths.
NODISCARD struct spec *spec_parse(struct arena *arena, const char *path, const char *text,
                                  size_t length, const struct spec_overrides *overrides,
                                  struct text *report, struct error *error);

// The tree of a text that spec_parse() accepts, with the overrides in it; NULL: it does not.
const struct node *experiment_nodes(struct arena *arena, const char *text,
                                    const struct spec_overrides *overrides);
