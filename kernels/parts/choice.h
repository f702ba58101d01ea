// An option whose value is one of a few words.
#pragma once

#include "eswexp.h"

// Which of `words` (a NULL ends them) the value is; -1 after a line that says what is allowed.
static inline int choice_of(const char *option, const char *value, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(value, words[i]) == 0)
            return i;
    fprintf(stderr, "%s: --%s is '%s', and not one of", program_invocation_short_name, option,
            value);
    for (int i = 0; words[i]; i++)
        fprintf(stderr, "%s %s", i ? "," : "", words[i]);
    fprintf(stderr, "\n");
    return -1;
}
