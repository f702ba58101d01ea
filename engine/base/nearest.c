// "Did you mean": the nearest candidate to a mistyped word.
#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Edit distance with transpositions of neighbours (optimal string alignment).
static size_t distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b), d[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= rows; i++)
        d[i][0] = i;
    for (size_t j = 0; j <= columns; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= rows; i++) {
        for (size_t j = 1; j <= columns; j++) {
            size_t change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = least(change, least(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[rows][columns];
}

const char *text_nearest(const char *word, const char *const *candidates)
{
    size_t length = strlen(word), best = length / 3 + (length < 3) + 1;
    const char *nearest = NULL;
    for (; length <= WORD_MAX && *candidates; candidates++) {
        if (strlen(*candidates) > WORD_MAX)
            continue;
        size_t steps = distance(word, *candidates);
        if (steps < best && steps < strlen(*candidates)) {
            best = steps;
            nearest = *candidates;
        }
    }
    return nearest;
}
