// Finds "38.1 ns/op", "12 ms per call" or "1.2e6 ops/s" in a program's output.
#include "run/printed_time.h"

#include "base/text.h"

#include <regex.h>
#include <string.h>

enum { WHOLE, NUMBER, UNIT, PER, WORD, GROUPS };

static const char expression[] =
    "([0-9][0-9.]*(e[+-]?[0-9]+)?)( ?[A-Za-zµ]+)( ?/ ?| per )([A-Za-z]+)";

// Where regexec() puts the groups of the expression above.
static const int group_of[GROUPS] = {0, 1, 3, 4, 5};

static const char *const times[] = {"ns", "us", "µs", "ms", "s", NULL};
static const char *const seconds[] = {"s", "sec", "second", NULL};

static bool is_one_of(const char *const *words, const char *word)
{
    for (; *words; words++)
        if (text_equal(*words, word))
            return true;
    return false;
}

// A number that was found, as `samples` reads it; NULL: neither a time of something nor a rate.
static const char *samples_of(struct arena *arena, char *const *groups)
{
    const char *unit = groups[UNIT] + strspn(groups[UNIT], " ");
    const char *digits = strchr(groups[NUMBER], 'e') ? "([0-9.e+-]+)" : "([0-9.]+)";
    bool is_time = is_one_of(times, unit);
    const char *rest = arena_printf(arena, "%s%s%s", groups[UNIT], groups[PER], groups[WORD]);
    if (is_time)
        return arena_printf(arena, "{pattern: '%s%s', unit: %s}", digits, rest, unit);
    return is_one_of(seconds, groups[WORD])
               ? arena_printf(arena, "{pattern: '%s%s', unit: %s/s, better: more}", digits, rest,
                              unit)
               : NULL;
}

// How many there are, two at most; *samples: of the last.
static size_t find(struct arena *arena, const char *output, size_t length, const char **samples)
{
    regex_t compiled;
    regmatch_t at[GROUPS + 1];
    size_t found = 0;
    *samples = NULL;
    if (regcomp(&compiled, expression, REG_EXTENDED) != 0)
        return 0;
    for (const char *from = output; from < output + length && found < 2;) {
        char *groups[GROUPS];
        if (regexec(&compiled, from, GROUPS + 1, at, 0) != 0)
            break;
        for (int i = 0; i < GROUPS; i++)
            groups[i] = arena_strndup(arena, from + at[group_of[i]].rm_so,
                                      (size_t)(at[group_of[i]].rm_eo - at[group_of[i]].rm_so));
        const char *own = samples_of(arena, groups);
        found += own != NULL;
        *samples = own ? own : *samples;
        from += at[0].rm_eo;
    }
    regfree(&compiled);
    return found;
}

const char *printed_time_samples(struct arena *arena, const char *output, size_t length)
{
    const char *samples;
    return find(arena, output, length, &samples) == 1 ? samples : NULL;
}

bool printed_time_is_in(struct arena *arena, const char *output, size_t length)
{
    const char *samples;
    return find(arena, output, length, &samples) > 0;
}
