// Finding the programs of Go modules, and the benchmarks of their tests.
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "commands/init/project/internal.h"
#include "commands/init/project/programs.h"

#include <ctype.h>
#include <string.h>

// -trimpath keeps the folder of the build out of the program.
#define GO_BUILD "go build -trimpath -o " BUILD_FOLDER "/"

struct module {
    struct arena *arena;
    const char *folder;
    const char *name; // of the program in its own folder
    struct choice choice;
    struct text_list mains; // folders of main packages: "." or "./cmd/tool"
    struct text_list timed; // folders of packages with benchmarks
    struct suites suites;
};

// "example.org/tool/v2" makes the program "tool".
static const char *module_name(struct arena *arena, const char *text)
{
    const char *line = text_starts(text, "module ") ? text : strstr(text, "\nmodule ");
    const char *path = line ? strchr(line, ' ') + 1 : "";
    path += strspn(path, " \t\"`");
    char *copy = arena_strndup(arena, path, strcspn(path, " \t\r\n\"`"));
    char *slash = strrchr(copy, '/');
    if (slash && slash[1] == 'v' && isdigit((unsigned char)slash[2])) {
        *slash = '\0';
        slash = strrchr(copy, '/');
    }
    return slash ? slash + 1 : copy;
}

// What the go command leaves out: hidden folders, test data, copies of other modules.
static bool is_skipped(const struct module *module, const char *file)
{
    static const char *const names[] = {"vendor", "testdata"};
    for (const char *part = file, *slash; (slash = strchr(part, '/')); part = slash + 1) {
        const char *name = arena_strndup(module->arena, part, (size_t)(slash - part));
        const char *below = arena_strndup(module->arena, file, (size_t)(slash - file));
        if (*name == '.' || *name == '_' || text_equal(name, names[0]) ||
            text_equal(name, names[1]) ||
            file_exists(arena_printf(module->arena, "%s/%s/go.mod", module->folder, below)))
            return true;
    }
    return false;
}

static bool has_line(const char *text, const char *line)
{
    for (const char *at = text; (at = strstr(at, line)); at++)
        if (at == text || at[-1] == '\n')
            return true;
    return false;
}

// A file that only "go run" takes has a build constraint.
static bool is_main(const char *text)
{
    return has_line(text, "package main") && !has_line(text, "//go:build") &&
           !has_line(text, "// +build");
}

static const char *package_of(struct arena *arena, const char *file)
{
    const char *folder = path_folder(arena, file);
    return text_equal(folder, ".") ? folder : arena_printf(arena, "./%s", folder);
}

static void add_main(struct module *module, const char *file)
{
    struct arena *arena = module->arena;
    const char *package = package_of(arena, file);
    bool is_root = text_equal(package, ".");
    const char *path = is_root ? module->name : package + strlen("./");
    const char *slash = strrchr(path, '/');
    if (!is_plain(path) || !text_list_add_once(&module->mains, arena, package))
        return;
    choice_consider(&module->choice,
                    (struct candidate){.name = slash ? slash + 1 : path,
                                       .goal = package,
                                       .path = arena_printf(arena, BUILD_FOLDER "/%s", path)});
}

static void add_suite(struct module *module, const char *file)
{
    struct arena *arena = module->arena;
    const char *package = package_of(arena, file);
    const char *folder = text_equal(package, ".") ? module->name : package + strlen("./");
    const char *slash = strrchr(folder, '/');
    const char *path = arena_printf(arena, BUILD_FOLDER "/%s.test", folder);
    if (!is_plain(package) || !text_list_add_once(&module->timed, arena, package))
        return;
    const char *line = arena_printf(arena, "go test -c -trimpath -o %s %s", path, package);
    suites_add(
        arena, &module->suites,
        (struct suite){
            .name = slash ? slash + 1 : folder, .path = path, .build = line, .harness = &go_suite});
}

static void read_files(struct module *module)
{
    struct text_list files = {0};
    struct error none; // a module that cannot be listed has no programs
    if (!tree_list(module->arena, module->folder, &files, &none))
        return;
    for (size_t i = 0; i < files.count; i++) {
        const char *file = files.items[i];
        if (!text_ends(file, ".go") || is_skipped(module, file))
            continue;
        const char *text = project_read(module->arena, module->folder, file);
        if (text && text_ends(file, "_test.go") && has_line(text, "func Benchmark"))
            add_suite(module, file);
        else if (text && is_main(text))
            add_main(module, file);
    }
}

static void guess_program(const struct module *module, struct guess *guess)
{
    const struct candidate *best = &module->choice.best;
    struct arena *arena = module->arena;
    guess->program = best->name;
    guess->command = best->path;
    guess->build = arena_printf(arena, "go build -trimpath -o %s %s", best->path, best->goal);
    if (module->mains.count == 1)
        return;
    guess->build_of_all = GO_BUILD;
    for (size_t i = 0; i < module->mains.count; i++)
        guess->build_of_all =
            arena_printf(arena, "%s %s", guess->build_of_all, module->mains.items[i]);
}

bool guess_go(struct arena *arena, const char *folder, struct guess *guess)
{
    const char *text = project_read(arena, folder, "go.mod");
    if (!text)
        return false;
    struct module module = {.arena = arena,
                            .folder = folder,
                            .name = module_name(arena, text),
                            .choice.names = project_names(arena, folder)};
    text_list_add_once(&module.choice.names, arena, module.name);
    read_files(&module);
    *guess = (struct guess){.found = "go.mod",
                            .build = GO_BUILD " ./...",
                            .command = BUILD_FOLDER "/program",
                            .suites = module.suites,
                            .moves_functions = true};
    if (module.choice.best.name)
        guess_program(&module, guess);
    return true;
}
