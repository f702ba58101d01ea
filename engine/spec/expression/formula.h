// One formula of `derive`, its grammar and its parsed form: a quantity computed from variants'
// means.
#pragma once

#include "spec/expression/scanner.h"

enum { FORMULA_BYTES_MOST = 1000 };

enum formula_operation {
    FORMULA_NUMBER,
    FORMULA_AXIS, // ${axis}: the point's value
    FORMULA_NAME, // a variant's mean, or an earlier derived quantity
    FORMULA_CV,   // cv(VARIANT): the coefficient of variation of samples within executions
    FORMULA_ADD,
    FORMULA_SUBTRACT,
    FORMULA_MULTIPLY,
    FORMULA_DIVIDE,
};

struct formula_node {
    enum formula_operation operation;
    double number; // as written, of a time in seconds
    bool is_time;  // of a number: it had a unit of time
    size_t at;     // of its sign or first character
    struct word name;
    size_t index; // of the name: a variant's or, if `derived`, an earlier quantity's; of an axis
    bool derived;
    struct formula_node *left, *right;
};

// A value at each point, or a line or steps over an axis.
enum formula_kind { FORMULA_POINTS, FORMULA_LINE, FORMULA_STEPS };

// EXPRESSION, line(EXPRESSION over [1/]AXIS) or steps(EXPRESSION over AXIS), then [in METRIC].
// Names that are no plain words stand in quotes.
struct formula {
    enum formula_kind kind;
    struct formula_node *root;
    struct word axis;   // of a line or steps
    bool reciprocal;    // over 1/axis
    struct word metric; // NULL text: the first in `measure`
};

// Everything lives in the arena. False at the first mistake.
NODISCARD bool formula_parse(struct arena *arena, const char *text, struct formula *formula,
                             struct word_mistake *mistake);
