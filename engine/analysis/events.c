// Finds the benchmark and the variant that an event names.
#include "analysis/events.h"

#include "base/text.h"

#include <string.h>

// The text behind `words`, which follow each other at its beginning; NULL if it begins otherwise.
static const char *behind(const char *text, const char *const *words)
{
    for (; *words; words++) {
        if (!text_starts(text, *words))
            return NULL;
        text += strlen(*words);
    }
    return text;
}

static const char *rest_of(const char *text, const char *benchmark, const char *variant)
{
    const char *const first[] = {"benchmark '", benchmark, "', variant '", variant, "': ", NULL};
    const char *const last[] = {"variant '", variant, "' of '", benchmark, "': ", NULL};
    const char *rest = behind(text, first);
    return rest ? rest : behind(text, last);
}

static const char *earlier(const char *a, const char *b)
{
    return !a || (b && b < a) ? b : a;
}

struct event_place event_place_of(struct arena *arena, const struct catalogue *catalogue,
                                  const char *text)
{
    const char *at = earlier(strstr(text, "benchmark '"), strstr(text, "variant '"));
    const char *before = NULL;
    for (size_t cell = 0; at && cell < catalogue->stored_count; cell++) {
        const char *benchmark = catalogue->stored[cell].benchmark;
        bool again = text_equal(benchmark, before); // another point of it
        for (size_t v = 0; v < catalogue->variant_count && !again; v++) {
            const char *rest = rest_of(at, benchmark, catalogue->variants[v]);
            if (rest)
                return (struct event_place){arena_strndup(arena, text, (size_t)(at - text)),
                                            benchmark, catalogue->variants[v], rest};
        }
        before = benchmark;
    }
    return (struct event_place){.lead = "", .rest = text};
}
