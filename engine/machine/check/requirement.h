// What an experiment demands of the machine: "governor=performance", "load<5%".
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

// What a requirement may be about.
struct requirement_subject {
    const char *name;
    enum quantity quantity;
    const char *const *words; // those there are, NULL-terminated; NULL: whatever the machine says
    const char *summary;
    const char *how; // to get there

    // The one for a word, the other for a number.
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
    const char *is; // what is, or why it cannot be told, which does not count as holding
};

// Does it take a look at the load?
bool requirement_is_about_load(const struct requirement *requirement);

// Looks below `root` ("" for this machine, a folder for a fake one): one verdict for each. `load`
// is not read where none is about it.
const struct requirement_judged *requirements_judge(struct arena *arena, const char *root,
                                                    const struct load *load,
                                                    const struct requirement *requirements,
                                                    size_t count);
