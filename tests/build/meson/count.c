// Counting words.
#include "words.h"

static int is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

size_t words_count(const char *text)
{
    size_t count = 0;
    for (int inside = 0; *text; text++) {
        count += !inside && !is_blank(*text);
        inside = !is_blank(*text);
    }
    return count;
}
