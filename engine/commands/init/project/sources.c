// A folder without a build description: a source with a main() and what it may need, or a script.
#include "commands/init/project/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/init/project/programs.h"
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

// The wanted files in folder/sub that have plain names, as "sub/name", sorted.
static struct text_list files_in(struct arena *arena, const char *folder, const char *sub,
                                 int (*is_wanted)(const struct dirent *entry))
{
    struct dirent **entries = NULL;
    struct text_list paths = {0};
    int found = scandir(path_join(arena, folder, sub), &entries, is_wanted, alphasort);
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
    const char *name = path_base(path);
    return arena_strndup(arena, name, (size_t)(strrchr(name, '.') - name));
}

// Adds what has no main() to `parts`, and the best of the others to the choice.
static void consider_folder(struct arena *arena, const char *folder, const char *sub,
                            struct text_list *parts, struct choice *choice)
{
    struct text_list paths = files_in(arena, folder, sub, is_source);
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
    static const char *const subs[] = {"", "src", "bench", "benches", "benchmarks"};
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

// ---- Scripts

static const struct {
    const char *ending, *interpreter;
} languages[] = {{".py", "python3"}, {".js", "node"}, {".mjs", "node"},
                 {".rb", "ruby"},    {".pl", "perl"}, {".php", "php"}};

static const char *interpreter_of(const char *name)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (text_ends(name, languages[i].ending))
            return languages[i].interpreter;
    return NULL;
}

// Other scripts may do anything.
static int is_timed_script(const struct dirent *entry)
{
    static const char *const words[] = {"bench", "perf", "speed", NULL};
    const char *name = entry->d_name;
    bool is_main = strncmp(name, "main.", 5) == 0 || strncmp(name, "index.", 6) == 0;
    return interpreter_of(name) && (is_main || contains_any(name, words));
}

// Its functions are benchmarks that only pytest calls.
static bool is_of_pytest(const char *path, const char *text)
{
    return text && text_ends(path, ".py") && strstr(text, "def test_") && strstr(text, "benchmark");
}

bool guess_script(struct arena *arena, const char *folder, struct guess *guess)
{
    static const char *const subs[] = {"", "bench", "benches", "benchmarks", "tests"};
    struct choice choice = {.rank = 0};
    for (size_t i = 0; i < sizeof subs / sizeof *subs; i++) {
        struct text_list paths = files_in(arena, folder, subs[i], is_timed_script);
        for (size_t k = 0; k < paths.count; k++)
            choice_consider(&choice, (struct candidate){.name = name_of(arena, paths.items[k]),
                                                        .path = paths.items[k]});
    }
    const char *path = choice.best.path;
    if (!path)
        return false;
    bool is_suite = is_of_pytest(path, project_read(arena, folder, path));
    const char *options = is_suite ? " -m pytest -q --benchmark-only --benchmark-max-time=0.1" : "";
    *guess = (struct guess){
        .found = path,
        .program = choice.best.name,
        .samples = is_suite ? "pytest-benchmark" : NULL,
        .command = arena_printf(arena, "%s%s %s", interpreter_of(path), options, path)};
    return true;
}
