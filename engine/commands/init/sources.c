// A folder of sources without a build description: one with a main(), and what it may need.
#include "commands/init/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/init/programs.h"
#include "spec/language.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 200 };

static int is_source(const struct dirent *entry)
{
    enum language language = source_language(entry->d_name);
    return language == LANGUAGE_C || language == LANGUAGE_CXX;
}

// The sources in folder/sub that have plain names, as "sub/name", sorted.
static struct text_list sources_in(struct arena *arena, const char *folder, const char *sub)
{
    struct dirent **entries = NULL;
    struct text_list paths = {0};
    int found = scandir(path_join(arena, folder, sub), &entries, is_source, alphasort);
    for (int i = 0; i < found; i++) {
        if (is_plain(entries[i]->d_name) && paths.count < FILES_MAX)
            text_list_add(&paths, arena, path_join(arena, sub, entries[i]->d_name));
        free(entries[i]);
    }
    free(entries);
    return paths;
}

// A definition: "int main(" or, with the type on its own line, "main(" at a line's beginning.
static bool has_main(const char *text)
{
    for (const char *c = text; (c = strstr(c, "main")); c += strlen("main")) {
        const char *behind = c + strlen("main") + strspn(c + strlen("main"), " \t\n");
        const char *before = c;
        while (before > text && isblank((unsigned char)before[-1]))
            before--;
        bool is_typed = before < c && before - text >= 3 && strncmp(before - 3, "int", 3) == 0;
        if (*behind == '(' && (is_typed || c == text || c[-1] == '\n'))
            return true;
    }
    return false;
}

static const char *name_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return arena_strndup(arena, name, (size_t)(strrchr(name, '.') - name));
}

// Adds what has no main() to `parts`, and the best of the others to the choice.
static void consider_folder(struct arena *arena, const char *folder, const char *sub,
                            struct text_list *parts, struct choice *choice)
{
    struct text_list paths = sources_in(arena, folder, sub);
    for (size_t i = 0; i < paths.count; i++) {
        const char *path = paths.items[i], *text = project_read(arena, folder, path);
        if (text && has_main(text))
            choice_consider(choice, (struct candidate){.name = name_of(arena, path), .path = path});
        else
            text_list_add(parts, arena, path);
    }
}

bool guess_sources(struct arena *arena, const char *folder, struct guess *guess)
{
    static const char *const subs[] = {"", "src", "bench", "benchmarks"};
    struct text_list parts = {0};
    struct choice choice = {.names = project_names(arena, folder)};
    for (size_t i = 0; i < sizeof subs / sizeof *subs; i++)
        consider_folder(arena, folder, subs[i], &parts, &choice);
    const char *path = choice.best.path;
    if (!path)
        return false;
    const char *text = project_read(arena, folder, path);
    bool headers = folder_exists(path_join(arena, folder, "include"));
    *guess = (struct guess){.found = path,
                            .program = choice.best.name,
                            .cflags = headers ? "-O2 -Iinclude" : "-O2",
                            .libs = "-lm",
                            .harness = strstr(text, "eswexp.h") != NULL};
    text_list_add(&guess->sources, arena, path);
    for (size_t i = 0; i < parts.count; i++)
        text_list_add(&guess->sources, arena, parts.items[i]);
    return true;
}
