// Overrides of the command line, kept as comments at the end of the experiment's text.
#include "spec/overrides.h"

#include "spec/values.h"

#include <inttypes.h>
#include <string.h>

static const char mark[] = "# eswexp --";

bool overrides_seed(const struct spec_overrides *overrides, struct spec *spec, struct error *error)
{
    spec->seed_given = overrides->seed != NULL;
    if (!overrides->seed || value_seed(overrides->seed, &spec->seed))
        return true;
    return failed(error, EXIT_USAGE, "--seed '%s' is not a number of 64 bits, decimal or 0x…",
                  overrides->seed);
}

// The length of the text before the trailing lines that are such comments.
static size_t length_without_notes(const char *text, size_t length)
{
    for (size_t end = length;;) {
        const char *newline = end > 1 ? memrchr(text, '\n', end - 1) : NULL;
        size_t start = newline ? (size_t)(newline - text) + 1 : 0;
        if (end - start < strlen(mark) || memcmp(text + start, mark, strlen(mark)) != 0)
            return end;
        end = start;
    }
}

const char *overrides_note(struct arena *arena, const char *text, size_t length,
                           const struct spec_overrides *overrides, uint64_t seed)
{
    TEXT_CLEANUP struct text out = {0};
    length = length_without_notes(text, length);
    text_add_bytes(&out, text, length);
    if (length && text[length - 1] != '\n')
        text_add(&out, "\n");
    for (size_t i = 0; i < overrides->settings.count; i++)
        text_printf(&out, "%sset %s\n", mark, overrides->settings.items[i]);
    if (overrides->quick)
        text_printf(&out, "%squick\n", mark);
    text_printf(&out, "%sseed 0x%016" PRIx64 "\n", mark, seed);
    return arena_strndup(arena, out.bytes, out.length);
}

const char *spec_text_alone(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, length_without_notes(text, strlen(text)));
}

struct spec_overrides spec_overrides_of(struct arena *arena, const char *text)
{
    struct spec_overrides overrides = {.accepted = true};
    const char *line = text + length_without_notes(text, strlen(text));
    for (; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (!text_starts(line, mark))
            continue;
        const char *note = line + strlen(mark);
        char *words = arena_strndup(arena, note, strcspn(note, "\n"));
        if (text_starts(words, "set "))
            text_list_add(&overrides.settings, arena, words + strlen("set "));
        else if (text_starts(words, "seed "))
            overrides.seed = words + strlen("seed ");
        else if (text_equal(words, "quick"))
            overrides.quick = true;
    }
    return overrides;
}
