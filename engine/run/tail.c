// The last lines of a program's output, safe for a terminal.
#include "run/tail.h"

#include <stdbool.h>
#include <string.h>

static bool is_control(const unsigned char *at)
{
    bool of_ascii = (*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7f;
    return of_ascii || (at[0] == 0xc2 && at[1] < 0xa0); // U+0080 to U+009F
}

char *tail_of(struct arena *arena, const char *output, size_t length, size_t lines, size_t bytes)
{
    while (length && output[length - 1] == '\n')
        length--;
    size_t from = length, seen = 0;
    for (; from && length - from < bytes; from--)
        if (output[from - 1] == '\n' && ++seen == lines)
            break;
    while (from < length && (output[from] & 0xc0) == 0x80)
        from++; // an incomplete UTF-8 character
    char *tail = arena_strndup(arena, output + from, length - from);
    for (size_t i = 0; i < length - from; i++)
        if (is_control((unsigned char *)tail + i))
            tail[i] = '?'; // invalidates both bytes of U+0080 to U+009F
    return tail;
}
