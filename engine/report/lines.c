// Lines of text on a terminal.
#include "report/lines.h"

#include "base/text.h"

#include <stdbool.h>
#include <string.h>

static size_t columns_within(const char *text, size_t bytes)
{
    size_t columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += (text[i] & 0xc0) != 0x80;
    return columns;
}

size_t columns_of(const char *text)
{
    return columns_within(text, strlen(text));
}

size_t bytes_of_columns(const char *text, size_t columns)
{
    size_t bytes = 0;
    while (text[bytes] && (columns > 0 || (text[bytes] & 0xc0) == 0x80))
        columns -= (text[bytes++] & 0xc0) != 0x80 && text[bytes] != '\0' ? 1 : 0;
    return bytes;
}

void wrap(FILE *out, size_t columns, const char *lead, const char *words)
{
    size_t indent = columns_of(lead), at = indent;
    fputs(lead, out);
    while (*words) {
        size_t length = strcspn(words, " ");
        if (words[length] && words[length + 1] == '%') // a number keeps its sign
            length += 1 + strcspn(words + length + 1, " ");
        size_t width = columns_within(words, length);
        if (at > indent && at + 1 + width > columns) {
            fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (at > indent) {
            fputc(' ', out);
            at++;
        }
        fwrite(words, 1, length, out);
        at += width;
        words += length;
        words += strspn(words, " ");
    }
    fputc('\n', out);
}

const char *plain_name(struct arena *arena, const char *name)
{
    char *plain = arena_strdup(arena, name);
    text_make_plain(plain);
    return plain;
}
