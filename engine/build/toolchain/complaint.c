// Chooses what a reader needs of a failed tool's output.
#include "build/toolchain/complaint.h"

#include "base/text.h"
#include "run/tail.h"

#include <stdint.h>
#include <string.h>

// An output of few lines is read at a glance, in its own order.
enum { LINES_WHOLE = 12, ERRORS_MOST = 10, LINES_MOST = 40, BYTES_MOST = 3000 };

const char *cut_at_word(struct arena *arena, const char *text, size_t most)
{
    size_t end = most;
    if (strlen(text) <= most)
        return text;
    while (end > 0 && text[end] != ' ')
        end--;
    for (end = end ? end : most; (text[end] & 0xc0) == 0x80;)
        end--; // within a character
    while (end > 0 && text[end - 1] == ' ')
        end--;
    return arena_printf(arena, "%.*s …", (int)end, text);
}

static bool names_error(const char *line)
{
    static const char *const words[] = {"error:",           "error[",
                                        "Error:",           "ERROR:",
                                        "CMake Error",      "undefined reference to",
                                        "undefined symbol", "multiple definition of",
                                        "cannot find -l"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(line, words[i]))
            return true;
    return false;
}

// The lines of the output, each cut; *whole: none is.
static struct text_list lines_of(struct arena *arena, const char *output, size_t length,
                                 bool *whole)
{
    struct text_list lines = {0};
    const char *rest = tail_of(arena, output, length, SIZE_MAX, length + 1);
    while (*rest) {
        size_t line = strcspn(rest, "\n");
        const char *own = arena_strndup(arena, rest, line);
        const char *cut = cut_at_word(arena, own, COMPLAINT_LINE);
        *whole &= own == cut;
        text_list_add(&lines, arena, cut);
        rest += line + (rest[line] == '\n');
    }
    return lines;
}

// Adds lines from `from` on, those that name errors or the others, while they have room.
static void add_lines(const struct text_list *lines, size_t from, bool errors, size_t most,
                      struct text *text)
{
    for (size_t i = from; i < lines->count && most > 0; i++) {
        const char *line = lines->items[i];
        if (names_error(line) != errors || text->length + strlen(line) > BYTES_MOST)
            continue;
        text_printf(text, "%s%s", text->length ? "\n" : "", line);
        most--;
    }
}

static size_t bytes_of(const struct text_list *lines)
{
    size_t bytes = 0;
    for (size_t i = 0; i < lines->count; i++)
        bytes += strlen(lines->items[i]) + 1;
    return bytes;
}

struct complaint complaint_of(struct arena *arena, const char *output, size_t length)
{
    bool whole = true;
    TEXT_CLEANUP struct text text = {0};
    struct text_list lines = lines_of(arena, output, length, &whole);
    size_t from = lines.count > LINES_MOST ? lines.count - LINES_MOST : 0;
    whole = whole && from == 0 && bytes_of(&lines) <= BYTES_MOST;
    text_add(&text, "");
    if (lines.count <= LINES_WHOLE && bytes_of(&lines) <= BYTES_MOST) {
        for (size_t i = 0; i < lines.count; i++)
            text_printf(&text, "%s%s", i ? "\n" : "", lines.items[i]);
    } else {
        add_lines(&lines, 0, true, ERRORS_MOST, &text);
        add_lines(&lines, from, false, LINES_MOST, &text);
    }
    return (struct complaint){arena_strdup(arena, text.bytes), whole};
}
