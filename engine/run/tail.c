// The last lines of a program's output, safe for a terminal.
#include "run/tail.h"

#include "base/text.h"

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
        tail[i] = tail[i] ? tail[i] : '?';
    text_make_plain_but(tail, "\n\t");
    return tail;
}
