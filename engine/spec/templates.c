// Arguments and environment of one execution, filled from their templates.
#include "spec/templates.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

// Moves behind the prefix if the text at the cursor begins with it.
static bool take(const char **cursor, const char *prefix)
{
    bool there = text_starts(*cursor, prefix);
    *cursor += there ? strlen(prefix) : 0;
    return there;
}

char *spec_fill(struct arena *arena, const char *template, uint64_t seed, size_t block,
                size_t execution)
{
    TEXT_CLEANUP struct text out = {0};
    text_add(&out, "");
    for (const char *cursor = template; *cursor;) {
        if (take(&cursor, "$${"))
            text_add(&out, "${");
        else if (take(&cursor, "${seed}"))
            text_printf(&out, "%016" PRIx64, seed);
        else if (take(&cursor, "${block}"))
            text_printf(&out, "%zu", block);
        else if (take(&cursor, "${execution}"))
            text_printf(&out, "%zu", execution);
        else
            text_add_bytes(&out, cursor++, 1);
    }
    return arena_strndup(arena, out.bytes, out.length);
}

struct text_list spec_fill_all(struct arena *arena, const struct text_list *templates,
                               uint64_t seed, size_t block, size_t execution)
{
    struct text_list list = {.items = arena_new_array(arena, char *, 1)};
    for (size_t i = 0; i < templates->count; i++)
        text_list_add(&list, arena, spec_fill(arena, templates->items[i], seed, block, execution));
    return list;
}

char *spec_fill_widest(struct arena *arena, const char *template)
{
    return spec_fill(arena, template, UINT64_MAX, SIZE_MAX, SIZE_MAX);
}
