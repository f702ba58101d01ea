// What single values of a factor would have concluded, against the whole.
// docs/method.md, "Bias of one set-up".
#pragma once

#include "model/verdict.h"
#include "stats/ratio_test/ratio_test.h"

enum bias_effect {
    BIAS_UNCOMPARED,    // no bounded interval
    BIAS_SAME,          // concludes as the whole
    BIAS_NO_DIFFERENCE, // its interval contains 1, that of the whole does not
    BIAS_OPPOSITE,      // concludes the opposite of the whole
    BIAS_DIFFERENCE,    // concludes what the whole, whose interval contains 1, does not
    BIAS_MAYBE_CHANCE,  // its interval says so, too, but so would some by chance among so many
    BIAS_EFFECTS
};

// Their names in tables: "same", "no_difference", …; "" of BIAS_UNCOMPARED.
extern const char *const bias_effects[];

// One value of the factor, with all else as it was.
struct bias_value {
    size_t cell; // in the catalogue
    const char *value;
    const struct ratio_test *test; // NULL: not measured
    bool beside;                   // not one of the values that count

    // By bias_conclude():
    struct ratio ratio;   // new / old, its interval alone
    enum verdict verdict; // of that interval
    double p;             // the smallest α at which it leaves 1; 1: not compared
    enum bias_effect effect;
};

struct bias_conclusion {
    struct ratio whole;   // the geometric mean over the values that count
    enum verdict verdict; // of its interval
    size_t compared;      // values that count and have an interval
    size_t effects[BIAS_EFFECTS];
    const struct bias_value *least, *most; // the smallest and the largest ratio; NULL: none
};

// Sets each value's own results, and what follows of all. A value beside the others is judged
// alone; of those that count and differ from the whole in their conclusion, a share of at most (1 -
// confidence) / 2 is expected to do so by chance.
struct bias_conclusion bias_conclude(struct bias_value *values, size_t count, double confidence);
