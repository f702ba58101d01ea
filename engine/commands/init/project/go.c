// Finding the programs of Go modules, and where there is none, benchmarks of their tests.
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
    struct text_list mains;     // folders of main packages: "." or "./cmd/tool"
    struct candidate benchmark; // name NULL: none
};

// "example.org/tool/v2" makes the program "tool".
static const char *module_name(struct arena *arena, const char *text)
{
    const char *line = text_starts(text, "module ") ? text : strstr(text, "\nmodule ");
    const char *path = line ? strchr(line, ' ') + 1 : "";
    char *copy = arena_strndup(arena, path, strcspn(path, " \t\r\n"));
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

// The first benchmark that is no table of others, whose times would mix.
static const char *find_benchmark(struct arena *arena, const char *text)
{
    static const char begin[] = "\nfunc Benchmark";
    for (const char *at = text; (at = strstr(at, begin)); at++) {
        const char *name = at + strlen("\nfunc ");
        const char *end = strstr(name, "\n}"), *table = strstr(name, ".Run(");
        size_t length = strcspn(name, "( \n");
        if (name[length] == '(' && (!table || (end && table > end)))
            return arena_strndup(arena, name, length);
    }
    return NULL;
}

static void add_benchmark(struct module *module, const char *file, const char *text)
{
    struct arena *arena = module->arena;
    const char *name = find_benchmark(arena, text), *package = package_of(arena, file);
    const char *slash = strrchr(package, '/');
    const char *program = arena_printf(arena, "%s.test", slash ? slash + 1 : module->name);
    bool is_better = !module->benchmark.name || (!slash && strchr(module->benchmark.goal, '/'));
    if (name && is_better && is_plain(package) && is_plain(program))
        module->benchmark =
            (struct candidate){.name = name,
                               .goal = package,
                               .path = arena_printf(arena, BUILD_FOLDER "/%s", program)};
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
        if (text && text_ends(file, "_test.go"))
            add_benchmark(module, file, text);
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

// Five samples of a tenth of a second each: Go chooses the number of iterations, so the time of the
// process would say nothing.
static void guess_benchmark(const struct module *module, struct guess *guess)
{
    const struct candidate *benchmark = &module->benchmark;
    guess->program = benchmark->name;
    guess->build = arena_printf(module->arena, "go test -c -trimpath -o %s %s", benchmark->path,
                                benchmark->goal);
    guess->command = arena_printf(module->arena,
                                  "%s -test.run=NONE -test.bench=^%s$ -test.benchtime=100ms "
                                  "-test.count=5",
                                  benchmark->path, benchmark->name);
    guess->samples = "{pattern: '([0-9.]+) ns/op', unit: ns}";
    guess->is_own_benchmark = true;
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
                            .moves_functions = true};
    if (module.choice.best.name)
        guess_program(&module, guess);
    else if (module.benchmark.name)
        guess_benchmark(&module, guess);
    return true;
}
