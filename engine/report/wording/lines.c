// Lines of text on a terminal.
#include "report/wording/lines.h"

#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { NAMES_SHOWN = 5 };

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

// Bytes of the first `columns` code points.
static size_t bytes_of_columns(const char *text, size_t columns)
{
    size_t bytes = 0;
    while (text[bytes] && (columns > 0 || (text[bytes] & 0xc0) == 0x80))
        columns -= (text[bytes++] & 0xc0) != 0x80 && text[bytes] != '\0' ? 1 : 0;
    return bytes;
}

void wrap_after(FILE *out, size_t columns, size_t indent, size_t at, const char *words)
{
    fprintf(out, "%*s", (int)(indent - at), "");
    for (at = indent; *words; words += strspn(words, " ")) {
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
    }
    fputc('\n', out);
}

void wrap(FILE *out, size_t columns, const char *lead, const char *words)
{
    fputs(lead, out);
    wrap_after(out, columns, columns_of(lead), columns_of(lead), words);
}

const char *plain_name(struct arena *arena, const char *name)
{
    char *plain = arena_strdup(arena, name);
    text_make_plain(plain);
    return plain;
}

const char *cut_name(struct arena *arena, const char *name, size_t width)
{
    size_t own = columns_of(name), head = width / 2;
    if (own <= width)
        return name;
    return arena_printf(arena, "%.*s…%s", (int)bytes_of_columns(name, head), name,
                        name + bytes_of_columns(name, own - (width - head - 1)));
}

// Columns with which all names begin.
static size_t common_columns(const struct text_list *names)
{
    const char *first = names->items[0];
    size_t same = strlen(first);
    for (size_t i = 1; i < names->count; i++)
        for (size_t k = 0; k < same; k++)
            if (first[k] != names->items[i][k])
                same = k;
    while (same > 0 && (first[same] & 0xc0) == 0x80)
        same--;
    return columns_within(first, same);
}

struct text_list cut_names(struct arena *arena, const struct text_list *names, size_t width)
{
    enum { LEAST_CUT = 2 }; // "…" itself takes a column
    struct text_list cut = {0};
    size_t longest = 0;
    for (size_t i = 0; i < names->count; i++)
        longest = columns_of(names->items[i]) > longest ? columns_of(names->items[i]) : longest;
    size_t common = names->count > 1 ? common_columns(names) : 0;
    size_t front = longest > width ? longest - width + 1 : 0;
    front = front < common ? front : common;
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i];
        if (front >= LEAST_CUT)
            name = arena_printf(arena, "…%s", name + bytes_of_columns(name, front));
        text_list_add(&cut, arena, cut_name(arena, name, width));
    }
    return cut;
}

const char *names_wording(struct arena *arena, const struct text_list *names)
{
    size_t shown = names->count > NAMES_SHOWN + 1 ? NAMES_SHOWN : names->count;
    const char *words = "";
    for (size_t i = 0; i < shown; i++) {
        bool last = i + 1 == names->count;
        words = arena_printf(arena, "%s%s%s", words,
                             i == 0 ? ""
                             : last ? " and "
                                    : ", ",
                             plain_name(arena, names->items[i]));
    }
    return shown == names->count
               ? words
               : arena_printf(arena, "%s and %zu more", words, names->count - shown);
}

static size_t number_length(const char *text, char before)
{
    return isalnum((unsigned char)before) ? 0 : strspn(text, "0123456789.");
}

bool of_a_kind(const char *a, const char *b)
{
    for (char before = ' ';; before = *a++, b++) {
        a += number_length(a, before);
        b += number_length(b, before);
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}
