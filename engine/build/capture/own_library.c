// Finds a project's own shared libraries in the arguments of a link.
#include "build/capture/own_library.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/link_arguments.h"

#include <string.h>

// True for libx.so and libx.so.1.2, false for libx.sources.a.
static bool is_shared(const char *path)
{
    const char *slash = strrchr(path, '/'), *at = strstr(slash ? slash : path, ".so");
    return at && (!at[3] || at[3] == '.');
}

// The path relative to the tree, or NULL if the file is outside or missing.
static const char *inside(struct arena *arena, const struct link_record *record, const char *tree,
                          const char *word)
{
    const char *path = path_absolute(arena, path_join(arena, record->folder, word));
    size_t length = strlen(tree);
    bool below = text_starts(path, tree) && path[length] == '/';
    return below && file_exists(path) ? path + length + 1 : NULL;
}

// The library that -lNAME finds in the tree's folders among those named so far, or NULL.
static const char *library_named(struct arena *arena, const struct link_record *record,
                                 const char *tree, const struct text_list *folders,
                                 const char *name)
{
    const char *found = NULL;
    for (size_t i = 0; !found && i < folders->count; i++)
        found = inside(arena, record, tree,
                       arena_printf(arena, "%s/lib%s.so", folders->items[i], name));
    return found;
}

const char *own_library(struct arena *arena, const struct link_record *record, const char *tree)
{
    const struct text_list *words = &record->arguments;
    struct text_list folders = {0};
    if (link_has(words, "static"))
        return NULL;
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->items[i], *found = NULL;
        if (text_starts(word, "-L") && word[2])
            text_list_add(&folders, arena, word + 2);
        else if (text_starts(word, "-l") && word[2])
            found = library_named(arena, record, tree, &folders, word + 2);
        else if (word[0] != '-' && is_shared(word))
            found = inside(arena, record, tree, word);
        if (found)
            return found;
    }
    return NULL;
}
