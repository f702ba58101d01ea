// Splitting a command line as a shell would, without a shell, and the way back.
#include "base/shell_words.h"

#include "base/text.h"

#include <string.h>

// Skips blanks between words; a backslash at the end of a line continues the line.
static const char *skip_blanks(const char *c)
{
    for (c += strspn(c, " \t\n"); text_starts(c, "\\\n"); c += strspn(c, " \t\n"))
        c += 2;
    return c;
}

// Reads one word from *cursor into `word`; returns false on an open quote or a shell operator.
static bool read_word(const char **cursor, struct text *word, struct error *error)
{
    char quote = 0;
    const char *c = *cursor;
    for (; *c && (quote || !strchr(" \t\n", *c)); c++) {
        if (quote != '\'' && text_starts(c, "\\\n")) {
            c++;
        } else if (quote != '\'' && *c == '\\' && c[1]) {
            if (quote == '"' && !strchr("\"\\$`", c[1]))
                text_add_bytes(word, c, 1);
            text_add_bytes(word, ++c, 1);
        } else if (quote ? *c == quote : (*c == '\'' || *c == '"')) {
            quote = quote ? 0 : *c;
        } else if (!quote && strchr("|&;<>()`", *c)) {
            return failed(error, EXIT_USAGE,
                          "'%c' needs a shell, and commands run without one: quote it, or write "
                          "sh -c '…'",
                          *c);
        } else {
            text_add_bytes(word, c, 1);
        }
    }
    *cursor = c;
    return quote ? failed(error, EXIT_USAGE, "the quote %c is never closed", quote) : true;
}

bool text_split_words(struct arena *arena, const char *line, struct text_list *words,
                      struct error *error)
{
    *words = (struct text_list){.items = arena_new_array(arena, char *, 1)};
    for (const char *cursor = line;;) {
        cursor = skip_blanks(cursor);
        if (!*cursor)
            return true;
        TEXT_CLEANUP struct text word = {0};
        text_add(&word, "");
        if (!read_word(&cursor, &word, error))
            return false;
        text_list_add(words, arena, word.bytes);
    }
}

const char *text_as_word(struct arena *arena, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=:,+@%";
    if (*word && word[strspn(word, plain)] == '\0')
        return word;
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "'");
    for (const char *c = word; *c; c++)
        text_add_bytes(&text, *c == '\'' ? "'\\''" : c, *c == '\'' ? 4 : 1);
    text_add(&text, "'");
    return arena_strdup(arena, text.bytes);
}
