// Requirements of an experiment on the machine: "governor=performance", "load<5%".
#pragma once

#include "machine/activity/load.h"
#include "machine/fact.h"

enum quantity {
    QUANTITY_WORD,
    QUANTITY_NUMBER,
    QUANTITY_SHARE, // 0 to 1
    QUANTITY_BYTES,
};

// A number, or why there is none.
struct machine_number {
    double number;
    const char *why; // NULL: it is told
};

// A subject of requirements.
struct requirement_subject {
    const char *name;
    enum quantity quantity;
    const char *const *words; // all possible ones, NULL-terminated; NULL: any
    const char *summary;
    const char *how; // to fulfil a requirement

    // The reader of a word, or of a number.
    machine_reader *word;
    struct machine_number (*number)(struct arena *arena, const char *root, const struct load *load);
};

extern const struct requirement_subject requirement_subjects[]; // ends with a NULL name
enum { REQUIREMENT_SUBJECTS_MOST = 32, REQUIREMENTS_MOST = 64 };

enum requirement_relation { IS, IS_NOT, BELOW, AT_MOST, ABOVE, AT_LEAST };

struct requirement {
    const char *text; // as written
    const struct requirement_subject *subject;
    enum requirement_relation relation;
    const char *word; // of QUANTITY_WORD
    double number;    // of the others, in their unit
};

struct requirement_judged {
    const struct requirement *requirement;
    bool holds;
    const char *is; // the state, or why it is not known, which does not count as holding
};

// Whether judging it takes a measurement of the load.
bool requirement_is_about_load(const struct requirement *requirement);

// Returns one verdict for each requirement. `root` as in machine_root(). `load` is only read if
// some requirement is about it.
const struct requirement_judged *requirements_judge(struct arena *arena, const char *root,
                                                    const struct load *load,
                                                    const struct requirement *requirements,
                                                    size_t count);
