// The files, folders and programs that a benchmark names: found, or a mistake.
#include "spec/keys/benchmark/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "spec/language.h"

#include <stdlib.h>
#include <string.h>

static char *beside_file(struct reading *reading, const char *name)
{
    return path_absolute(reading->arena, path_join(reading->arena, reading->spec->folder, name));
}

// Without following links, which may lead elsewhere in a revision.
static char *named_beside_file(struct reading *reading, const char *name)
{
    char *path = arena_strdup(reading->arena, *name == '/' ? "/" : reading->spec->folder);
    for (const char *part = name; *part;) {
        size_t length = strcspn(part, "/");
        char *word = arena_strndup(reading->arena, part, length);
        if (text_equal(word, ".."))
            path = path_folder(reading->arena, path);
        else if (*word && !text_equal(word, "."))
            path = path_join(reading->arena, path, word);
        part += length + (part[length] == '/');
    }
    return path;
}

static char *find_beside_file(struct reading *reading, const char *name)
{
    return reading->scope.revised ? named_beside_file(reading, name) : beside_file(reading, name);
}

static bool must_exist(const struct reading *reading)
{
    return !reading->elsewhere && !reading->scope.revised;
}

static void add_source(struct reading *reading, const struct node *item, struct text_list *paths)
{
    const char *name = item->kind == NODE_SCALAR ? resolve(reading, item, false) : "";
    if (!name)
        return;
    const char *path = find_beside_file(reading, name);
    if (!*name || (must_exist(reading) && !file_exists(path)))
        mistake(&reading->mistakes, item->place, "there is no file '%s' (looked for %s)", name,
                path);
    else if (source_language(name) == LANGUAGE_NONE)
        mistake(&reading->mistakes, item->place,
                "'%s' is no source: its name must end in .c, .cpp, .s or the like", name);
    text_list_add(paths, reading->arena, path);
}

void read_sources(struct reading *reading, const struct keyword *keyword, const struct node *node,
                  void *at)
{
    struct text_list paths = {.items = arena_new(reading->arena, char *)};
    struct node alone;
    (void)keyword;
    for (const struct node *item = node_items(node, &alone); item; item = item->next)
        add_source(reading, item, &paths);
    *(struct text_list *)at = paths;
}

void read_directory(struct reading *reading, const struct keyword *keyword, const struct node *node,
                    void *at)
{
    const char *name = NULL;
    read_text(reading, keyword, node, &name);
    if (!name)
        return;
    const char *path = find_beside_file(reading, name);
    if (must_exist(reading) && !folder_exists(path))
        mistake(&reading->mistakes, node->place, "there is no folder '%s' (looked for %s)", name,
                path);
    *(const char **)at = path;
}

// Links are resolved in the folder only: programs such as busybox act by the name they are called.
static char *program_beside_file(struct reading *reading, const char *word)
{
    const char *name = strrchr(word, '/') + 1;
    char *folder = path_folder(reading->arena, word);
    return path_join(reading->arena, beside_file(reading, folder), name);
}

const char *find_program(struct reading *reading, const struct node *node, const char *word)
{
    if (strstr(word, "${")) {
        mistake(&reading->mistakes, node->place,
                "the program itself must be the same for every execution, not '%s'", word);
        return word;
    }
    bool is_path = strchr(word, '/') != NULL;
    const char *path = is_path ? program_beside_file(reading, word)
                               : path_find_program(reading->arena, word, getenv("PATH"), NULL);
    if (reading->elsewhere)
        return path ? path : word;
    if (is_path && !file_can_run(path))
        mistake(&reading->mistakes, node->place,
                file_exists(path) ? "'%s' is not executable (chmod +x %s)"
                                  : "'%s' is no program (looked for %s)",
                word, path);
    else if (!path)
        mistake(&reading->mistakes, node->place,
                "there is no program '%s' on PATH; one beside this file is written './%s'", word,
                word);
    return path ? path : word;
}

void read_compiler(struct reading *reading, const struct keyword *keyword, const struct node *node,
                   void *at)
{
    const char *word = NULL;
    read_text(reading, keyword, node, &word);
    if (!word)
        return;
    const char *path = find_program(reading, node, word);
    *(const char **)at = strchr(word, '/') ? path : word;
}
