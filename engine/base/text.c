// Growing text and lists of strings.
#include "base/text.h"

#include "base/characters.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct text *text, size_t more)
{
    if (text->length + more + 1 <= text->capacity)
        return;
    size_t capacity = (text->length + more + 1) * 2;
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes)
        out_of_memory();
    text->bytes = bytes;
    text->capacity = capacity;
}

void text_add_bytes(struct text *text, const char *more, size_t length)
{
    reserve(text, length);
    memcpy(text->bytes + text->length, more, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *more)
{
    text_add_bytes(text, more, strlen(more));
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        out_of_memory();
    reserve(text, (size_t)length);
    if (vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again) < 0)
        out_of_memory();
    text->length += (size_t)length;
    va_end(again);
}

void text_release(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

void text_list_add(struct text_list *list, struct arena *arena, const char *item)
{
    if ((list->count & (list->count + 1)) == 0) { // grows at 0, 1, 3, 7, … items
        char **items = arena_new_array(arena, char *, list->count * 2 + 3);
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
    }
    list->items[list->count++] = arena_strdup(arena, item);
    list->items[list->count] = NULL;
}

bool text_list_has(const struct text_list *list, const char *item)
{
    for (size_t i = 0; i < list->count; i++)
        if (text_equal(list->items[i], item))
            return true;
    return false;
}

bool text_list_add_once(struct text_list *list, struct arena *arena, const char *item)
{
    if (text_list_has(list, item))
        return false;
    text_list_add(list, arena, item);
    return true;
}

bool text_lists_equal(const struct text_list *a, const struct text_list *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = text_equal(a->items[i], b->items[i]);
    return same;
}

const char *text_quoted(struct arena *arena, const struct text_list *names)
{
    enum { NAMED_MOST = 8 };
    const char *all = "";
    for (size_t i = 0; i < names->count && i < NAMED_MOST; i++)
        all = arena_printf(arena, "%s%s'%s'", all, i ? ", " : "", names->items[i]);
    return names->count > NAMED_MOST
               ? arena_printf(arena, "%s and %zu more", all, names->count - NAMED_MOST)
               : all;
}

char *text_counted(struct arena *arena, size_t count, const char *noun)
{
    return arena_printf(arena, "%zu %s%s", count, noun, count == 1 ? "" : "s");
}

char *text_upper(struct arena *arena, const char *text)
{
    char *upper = arena_strdup(arena, text);
    for (char *c = upper; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return upper;
}

void text_make_plain_but(char *text, const char *kept)
{
    for (size_t length = 0; *text; text += length) {
        uint32_t code = 0;
        length = character_at(text, &code);
        if (length == 0 || (character_steers(code) && !strchr(kept, *text))) {
            length = length ? length : 1;
            memset(text, '?', length);
        }
    }
}

void text_make_plain(char *text)
{
    text_make_plain_but(text, "");
}

bool text_equal(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool text_starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool text_ends(const char *text, const char *suffix)
{
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && strcmp(text + length - end, suffix) == 0;
}
