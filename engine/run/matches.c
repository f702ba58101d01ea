// Samples that a pattern finds in a benchmark's output.
#include "run/matches.h"

#include "run/tail.h"
#include "stats/moments.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SHOWN = 100 };

static void add(struct matches *matches, struct arena *arena, double value)
{
    if ((matches->count & (matches->count + 1)) == 0) { // grows at 0, 1, 3, 7, …
        double *values = arena_new_array(arena, double, matches->count * 2 + 1);
        if (matches->count)
            memcpy(values, matches->values, matches->count * sizeof *values);
        matches->values = values;
    }
    matches->values[matches->count++] = value;
}

// Collects all matches in one line.
static const char *search_line(struct arena *arena, const regex_t *regex, double scale,
                               const char *line, struct matches *matches)
{
    regmatch_t found[2];
    for (int flags = 0; regexec(regex, line, 2, found, flags) == 0; flags = REG_NOTBOL) {
        regmatch_t group = found[1];
        if (group.rm_so >= 0) {
            const char *text =
                arena_strndup(arena, line + group.rm_so, (size_t)(group.rm_eo - group.rm_so));
            char *end;
            double value = strtod(text, &end) * scale;
            if (end == text || *end || !moments_takes(value))
                return arena_printf(arena, "sample %zu, '%s', is not a finite number",
                                    matches->count + 1,
                                    tail_of(arena, text, strlen(text), 1, TEXT_SHOWN));
            add(matches, arena, value);
        }
        if (found[0].rm_eo == found[0].rm_so)
            break; // an empty match would repeat endlessly
        line += found[0].rm_eo;
    }
    return NULL;
}

const char *matches_find(struct arena *arena, const char *pattern, double scale, char *output,
                         size_t length, struct matches *matches)
{
    regex_t regex;
    int number = regcomp(&regex, pattern, REG_EXTENDED);
    if (number) {
        char words[128];
        regerror(number, &regex, words, sizeof words);
        return arena_printf(arena, "the pattern '%s' is wrong: %s", pattern, words);
    }
    const char *failure = NULL;
    for (char *line = output; !failure && line < output + length; line += strlen(line) + 1) {
        line[strcspn(line, "\n")] = '\0';
        failure = search_line(arena, &regex, scale, line, matches);
    }
    regfree(&regex);
    return failure || matches->count
               ? failure
               : arena_printf(arena, "no samples: nothing matched '%s'", pattern);
}
