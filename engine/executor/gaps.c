// Joins lines that differ only in the variant that they name.
#include "executor/gaps.h"

#include <string.h>

enum { NAMED_MOST = 5 };

// A line without its variant, and the variants of lines like it.
struct gap_group {
    const char *before, *after; // NULL: it names no variant
    struct text_list variants;
};

static struct gap_group group_of(struct arena *arena, const struct spec *spec, const char *line)
{
    for (size_t i = 0; i < spec->variant_count; i++) {
        const char *words = arena_printf(arena, "variant '%s'", spec->variants[i]);
        const char *at = strstr(line, words);
        struct gap_group group = {arena_strndup(arena, line, at ? (size_t)(at - line) : 0),
                                  at ? at + strlen(words) : NULL,
                                  {0}};
        text_list_add(&group.variants, arena, spec->variants[i]);
        if (at)
            return group;
    }
    return (struct gap_group){.before = line};
}

static bool is_like(const struct gap_group *a, const struct gap_group *b)
{
    return text_equal(a->before, b->before) && text_equal(a->after, b->after);
}

static const char *group_wording(struct arena *arena, const struct gap_group *group)
{
    const struct text_list *names = &group->variants;
    size_t shown = names->count > NAMED_MOST ? NAMED_MOST : names->count;
    const char *all = "";
    if (!group->after)
        return group->before;
    for (size_t i = 0; i < shown; i++)
        all = arena_printf(arena, "%s%s'%s'", all,
                           i == 0                  ? ""
                           : i + 1 == names->count ? " and "
                                                   : ", ",
                           names->items[i]);
    if (shown < names->count)
        all = arena_printf(arena, "%s and %zu more", all, names->count - shown);
    return arena_printf(arena, "%svariant%s %s%s", group->before, names->count > 1 ? "s" : "", all,
                        group->after);
}

struct text_list gaps_joined(struct arena *arena, const struct spec *spec,
                             const struct text_list *lines)
{
    struct text_list joined = {0};
    struct gap_group *groups = arena_new_array(arena, struct gap_group, lines->count);
    size_t count = 0;
    for (size_t i = 0; i < lines->count; i++) {
        struct gap_group group = group_of(arena, spec, lines->items[i]);
        size_t like = 0;
        while (like < count && !is_like(&groups[like], &group))
            like++;
        if (like == count)
            groups[count++] = group;
        else if (group.after)
            text_list_add(&groups[like].variants, arena, group.variants.items[0]);
    }
    for (size_t i = 0; i < count; i++)
        text_list_add(&joined, arena, group_wording(arena, &groups[i]));
    return joined;
}
