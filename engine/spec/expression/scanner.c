// A scanner of one line.
#include "spec/expression/scanner.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t scanner_place(const struct scanner *line)
{
    size_t count = 0;
    for (const char *c = line->text; c < line->at; c++)
        count += ((unsigned char)*c & 0xC0) != 0x80;
    return count;
}

bool scanner_wrong(struct scanner *line, size_t at, const char *format, ...)
{
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    *line->mistake = (struct word_mistake){arena_strdup(line->arena, words), at};
    return false;
}

void scanner_skip(struct scanner *line)
{
    line->at += strspn(line->at, " \t\r\n");
}

bool scanner_take(struct scanner *line, char sign)
{
    scanner_skip(line);
    if (*line->at != sign)
        return false;
    line->at++;
    return true;
}

bool scanner_take_keyword(struct scanner *line, const char *keyword, const char *ends)
{
    scanner_skip(line);
    size_t length = strlen(keyword);
    if (strncmp(line->at, keyword, length) != 0 || !strchr(ends, line->at[length])) // or the end
        return false;
    line->at += length;
    return true;
}

bool scanner_take_quoted(struct scanner *line, struct word *word)
{
    const char *from = line->at + 1, *end = strchr(from, *line->at);
    *word = (struct word){NULL, scanner_place(line)};
    if (!end)
        return scanner_wrong(line, word->at, "the quote %c is never closed", *line->at);
    word->text = arena_strndup(line->arena, from, (size_t)(end - from));
    line->at = end + 1;
    return true;
}
