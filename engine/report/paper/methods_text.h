// Citations and facts of the store for the sentences of a methods section.
#pragma once

#include "analysis/findings.h"
#include "spec/spec.h"
#include "store/store.h"

// The paragraph being written.
struct methods {
    struct arena *arena;
    struct store *store;
    const struct findings *findings;
    const struct spec *spec; // NULL: unknown
    struct text *text;       // a sentence begins with a space
    struct text_list *citations;
};

// " [2]": the citation of a work ("mytkowicz"). The first citation of a work adds it to the
// references.
const char *methods_cite(struct methods *methods, const char *name);
// A fact of the store, "" where it has none.
const char *methods_fact(const struct methods *methods, const char *key);
