// Reads the arguments of Go's own linker.
#include "build/capture/go_link.h"

#include "base/files/paths.h"
#include "build/capture/link_arguments.h"

#include <string.h>

bool is_go_linker(const char *path)
{
    return text_equal(path_base(path), "link");
}

const char *go_lasting_part(struct arena *arena, const char *id, size_t length)
{
    const char *slash = memrchr(id, '/', length);
    return slash ? arena_strndup(arena, id, (size_t)(slash - id)) : NULL;
}

// The last one counts.
static const char *go_value(const struct text_list *arguments, const char *option)
{
    const char *found = NULL;
    for (size_t i = 0; i < arguments->count; i++) {
        const char *value = link_value(arguments, &i, option);
        found = value ? value : found;
    }
    return found;
}

const char *go_link_id(struct arena *arena, const struct text_list *arguments)
{
    const char *id = go_value(arguments, "buildid");
    return id ? go_lasting_part(arena, id, strlen(id)) : NULL;
}

bool go_is_independent(const struct text_list *arguments)
{
    const char *mode = go_value(arguments, "buildmode");
    return mode && text_equal(mode, "pie");
}

bool go_makes_program(const struct text_list *arguments)
{
    const char *mode = go_value(arguments, "buildmode");
    return !mode || text_equal(mode, "exe") || text_equal(mode, "pie");
}

// Three parts depend on the go command and its tools, which change with every capture; the third on
// the code of the main package alone.
static const char *repeatable_id(struct arena *arena, const char *id)
{
    const char *second = strchr(id, '/'), *third = second ? strchr(second + 1, '/') : NULL;
    const char *last = third ? strchr(third + 1, '/') : NULL;
    const char *content = last ? arena_strndup(arena, third + 1, (size_t)(last - third - 1)) : id;
    return last ? arena_printf(arena, "%s%.*s/%s/%s", content, (int)(third - second), second,
                               content, content)
                : id;
}

static bool strips(const char *word)
{
    static const char *const forms[] = {"s",      "s=1",    "s=t",    "s=T",
                                        "s=true", "s=TRUE", "s=True", NULL};
    struct text_list one = {.items = (char *[]){(char *)word}, .count = 1};
    for (const char *const *form = forms; *form; form++)
        if (link_has(&one, *form))
            return true;
    return false;
}

// The go command gives each option as one word, but for -o, -importcfg and the user's own.
struct text_list go_repeatable(struct arena *arena, const struct text_list *arguments)
{
    struct text_list words = {0};
    for (size_t i = 0; i < arguments->count; i++) {
        bool stripped = strips(arguments->items[i]);
        const char *id = link_value(arguments, &i, "buildid");
        if (id)
            text_list_printf(&words, arena, "-buildid=%s", repeatable_id(arena, id));
        else if (stripped) // it leaves out debug information, too
            text_list_add(&words, arena, "-w");
        else if (!link_value(arguments, &i, "o") && !link_value(arguments, &i, "randlayout"))
            text_list_add(&words, arena, arguments->items[i]);
    }
    return words;
}

// Several words for gcc become one, since the linker takes the last alone.
struct text_list go_link_arguments(struct arena *arena, const char *linker, const char *output,
                                   const struct text_list *options,
                                   const struct text_list *arguments)
{
    const struct text_list *const lists[] = {options, arguments};
    struct text_list words = {0};
    const char *own = go_value(arguments, "extldflags"), *drawn = go_value(options, "extldflags");
    text_list_add(&words, arena, linker);
    text_list_add(&words, arena, "-o");
    text_list_add(&words, arena, output);
    if (own || drawn)
        text_list_printf(&words, arena, "-extldflags=%s%s%s", own ? own : "",
                         own && drawn ? " " : "", drawn ? drawn : "");
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->count; i++)
            if (!link_value(lists[l], &i, "extldflags"))
                text_list_add(&words, arena, lists[l]->items[i]);
    return words;
}
