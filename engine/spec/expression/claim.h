// One claim about the result: its grammar and its parsed form.
#pragma once

#include "model/level.h"
#include "spec/expression/scanner.h"

enum claim_function { CLAIM_SPEEDUP, CLAIM_RATIO, CLAIM_MEAN, CLAIM_EQUIVALENT, CLAIM_SHARE };
enum { CLAIM_FUNCTIONS = CLAIM_SHARE + 1 };

enum claim_relation { CLAIM_ABOVE, CLAIM_AT_LEAST, CLAIM_BELOW, CLAIM_AT_MOST, CLAIM_WITHIN };

struct claim_coordinate {
    struct word axis, value;
};

// [[all|any] [BENCHMARK] ['[' AXIS=VALUE, … ']'] ':'] FUNCTION '(' … ')' [in METRIC] [RELATION
// NUMBER [UNIT]]. Names with spaces or signs such as ( [ , = < > : stand in quotes.
struct claim {
    bool any;              // true if one of the cells in its scope suffices; else all must hold
    struct word benchmark; // NULL text: every one
    struct claim_coordinate *point;
    size_t point_count;
    enum claim_function function;
    struct word new, old; // variants; NULL text of `new`: every one
    struct word level;    // of share()
    struct word metric;   // NULL text: the first in `measure`
    enum claim_relation relation;
    double bound; // of equivalent(): the margin; shares and margins are fractions
    struct word bound_at;
    const char *unit; // of the bound of mean(), as written
};

// A function of claims, with its form, such as "speedup(NEW, OLD) > 1.05".
struct claim_kind {
    const char *name, *form, *summary;
    size_t least, most; // arguments
};

extern const struct claim_kind claim_kinds[CLAIM_FUNCTIONS]; // by enum claim_function

// Parses a claim; its words live in the arena. False at the first mistake.
NODISCARD bool claim_parse(struct arena *arena, const char *text, struct claim *claim,
                           struct word_mistake *mistake);
