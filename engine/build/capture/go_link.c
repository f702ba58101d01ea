// Reads the arguments of Go's own linker.
#include "build/capture/go_link.h"

#include "build/capture/link_arguments.h"

#include <string.h>

bool is_go_linker(const char *path)
{
    const char *slash = strrchr(path, '/');
    return text_equal(slash ? slash + 1 : path, "link");
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
