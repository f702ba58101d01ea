// Cutting text into lines and words.
#include "run/harness/lines.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct harness_lines harness_lines(struct arena *arena, const struct harness_input *input)
{
    char *copy = arena_alloc(arena, input->length + 1);
    if (input->length)
        memcpy(copy, input->bytes, input->length);
    return (struct harness_lines){copy, copy + input->length, 0};
}

char *harness_line(struct harness_lines *lines)
{
    if (lines->next >= lines->end)
        return NULL;
    char *line = lines->next, *end = memchr(line, '\n', (size_t)(lines->end - line));
    end = end ? end : lines->end; // where the copy has a NUL
    lines->next = end + 1;
    lines->number++;
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return line;
}

size_t harness_words(char *line, char **words, size_t most)
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t", &rest); word && count < most;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    return count;
}

bool harness_number(const char *word, double *number)
{
    char *end;
    *number = strtod(word, &end);
    return end > word && !*end && !strpbrk(word, "xXpP");
}

bool harness_whole(const char *word, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = isdigit((unsigned char)*word) ? strtoull(word, &end, 10) : 0;
    return *number && !*end && !errno;
}
