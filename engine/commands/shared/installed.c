// Experiments and kernels that are installed beside the program, by name.
#include "commands/shared/installed.h"

#include "base/files/files.h"
#include "base/files/installation.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "base/nearest.h"
#include "spec/language.h"

#include <string.h>

static bool is_experiment(const char *name)
{
    return text_ends(name, ".yaml");
}

static bool is_kernel(const char *name)
{
    enum language language = source_language(name);
    return language == LANGUAGE_C || language == LANGUAGE_CXX;
}

// Only files in the folder itself: deeper ones are parts of an experiment or kernel.
static bool find(struct arena *arena, const char *kind, bool (*is_one)(const char *name),
                 struct text_list *paths, struct error *error)
{
    char *folder;
    struct text_list names = {0};
    if (!installation_data(arena, kind, &folder, error))
        return false;
    folder = path_absolute(arena, folder);
    if (!tree_list(arena, folder, &names, error))
        return false;
    for (size_t i = 0; i < names.count; i++)
        if (!strchr(names.items[i], '/') && is_one(names.items[i]))
            text_list_add(paths, arena, path_join(arena, folder, names.items[i]));
    return true;
}

bool installed_experiments(struct arena *arena, struct text_list *paths, struct error *error)
{
    return find(arena, "experiments", is_experiment, paths, error);
}

bool installed_kernels(struct arena *arena, struct text_list *paths, struct error *error)
{
    return find(arena, "kernels", is_kernel, paths, error);
}

char *installed_name(struct arena *arena, const char *path)
{
    const char *name = path_base(path);
    return arena_strndup(arena, name, (size_t)(strrchr(name, '.') - name));
}

// The nearest name, else the first that contains the word, else NULL.
static const char *nearest_name(const char *word, const struct text_list *names)
{
    const char *nearest = text_nearest(word, (const char *const *)names->items);
    for (size_t i = 0; !nearest && *word && i < names->count; i++)
        if (strstr(names->items[i], word))
            nearest = names->items[i];
    return nearest;
}

bool installed_spec(struct arena *arena, const char *word, const char **path, struct error *error)
{
    struct text_list paths = {0}, names = {.items = arena_new(arena, char *)};
    *path = word;
    if (*word != '@' || file_exists(word))
        return true;
    if (!installed_experiments(arena, &paths, error))
        return false;
    for (size_t i = 0; i < paths.count; i++) {
        text_list_add(&names, arena, installed_name(arena, paths.items[i]));
        if (text_equal(names.items[i], word + 1)) {
            *path = paths.items[i];
            return true;
        }
    }
    const char *near = nearest_name(word + 1, &names);
    return failed(error, EXIT_USAGE,
                  "there is no installed experiment '%s'%s%s%s: see 'eswexp list experiments'",
                  word + 1, near ? " (did you mean '@" : "", near ? near : "", near ? "'?)" : "");
}
