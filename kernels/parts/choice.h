// Values of options: which are allowed, and the end with one line if this one is not.
#pragma once

#include "../eswexp.h"

static inline void option_require(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
    exit(ESW_EXIT_USAGE);
}

// Which of `words` (a NULL ends them) the value is.
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
    exit(ESW_EXIT_USAGE);
}
