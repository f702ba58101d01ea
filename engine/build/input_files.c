// Tells inputs from code by names, by what the command begins with, and by "#!" lines.
#include "build/input_files.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/code/tree_difference.h"
#include "run/opened_files.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// The user's folder of which a copy is built.
static const char *root_of(const struct target *target)
{
    return target->commit ? target->repository : target->directory;
}

const char *input_place(struct arena *arena, const struct target *target, const char *path)
{
    return path_normal(arena, path_join(arena, root_of(target), path));
}

static const char *place_of_word(struct arena *arena, const struct target *target, const char *word)
{
    return path_normal(arena, path_join(arena, target->directory, word));
}

struct text_list input_words(struct arena *arena, const struct text_list *command)
{
    static const char between[] = " \t=<>|&;()'\"";
    struct text_list words = {0};
    for (size_t i = 0; i < command->count; i++) {
        const char *word = command->items[i];
        for (const char *at = word; *at;) {
            size_t length = strcspn(at, between);
            if (length && length < strlen(word))
                text_list_add_once(&words, arena, arena_strndup(arena, at, length));
            at += length + (at[length] != '\0');
        }
        if (*word)
            text_list_add_once(&words, arena, word);
    }
    return words;
}

bool input_is_listed(struct arena *arena, const struct target *target,
                     const struct text_list *words, const char *place)
{
    for (size_t i = 0; i < words->count; i++)
        if (path_within(place, place_of_word(arena, target, words->items[i])))
            return true;
    return false;
}

// ---- Code

// Which programs run or build files of which ending: these are code, and differ as code does.
static const struct {
    const char *ending, *interpreter;
} scripts[] = {{".py", "python"},
               {".pyc", "python"},
               {".py", "pypy"},
               {".js", "node"},
               {".mjs", "node"},
               {".cjs", "node"},
               {"/package.json", "node"},
               {".js", "deno"},
               {".ts", "deno"},
               {".js", "bun"},
               {".ts", "bun"},
               {".rb", "ruby"},
               {".pl", "perl"},
               {".pm", "perl"},
               {".lua", "lua"},
               {".lua", "luajit"},
               {".sh", "sh"},
               {".sh", "bash"},
               {".sh", "dash"},
               {".R", "Rscript"},
               {".php", "php"},
               {".jl", "julia"},
               {".tcl", "tclsh"},
               {".jar", "java"},
               {".class", "java"},
               {".go", "go"},
               {"/go.mod", "go"},
               {"/go.sum", "go"},
               {".rs", "cargo"},
               {".toml", "cargo"},
               {"/Cargo.lock", "cargo"},
               {"/Makefile", "make"},
               {".mk", "make"},
               {".cmake", "ctest"}};

static bool is_version(const char *text)
{
    return !text[strspn(text, "0123456789.-")];
}

static bool names(const char *word, const char *interpreter)
{
    const char *name = path_base(word);
    return text_starts(name, interpreter) && is_version(name + strlen(interpreter));
}

// Does the command begin with this interpreter, one that the project does not have? It may follow
// another program, such as env.
static bool runs(struct arena *arena, const struct target *target, const char *interpreter)
{
    for (size_t i = 0; i < target->command.count && i < 3; i++) {
        const char *word = target->command.items[i];
        bool own = *word != '/' && strchr(word, '/') &&
                   path_within(place_of_word(arena, target, word), root_of(target));
        if (!own && names(word, interpreter))
            return true;
    }
    return false;
}

// The words of a script's first line, as execve(2) reads it.
static struct text_list first_line(struct arena *arena, const char *program)
{
    enum { LINE_MOST = 255 };
    char line[LINE_MOST + 1] = "";
    struct text_list words = {0};
    FD_CLEANUP int file = file_is_script(program) ? open(program, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0 || read(file, line, LINE_MOST) <= 2)
        return words;
    line[strcspn(line, "\n")] = '\0';
    char *rest = arena_strdup(arena, line + strlen("#!"));
    for (char *word; (word = strsep(&rest, " \t"));)
        text_list_add(&words, arena, word);
    return words;
}

static bool is_run(struct arena *arena, const struct target *target, const char *program,
                   const char *place)
{
    const struct text_list line = program ? first_line(arena, program) : (struct text_list){0};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        if (!text_ends(place, scripts[i].ending))
            continue;
        bool found = runs(arena, target, scripts[i].interpreter);
        for (size_t word = 0; word < line.count && !found; word++)
            found = names(line.items[word], scripts[i].interpreter);
        if (found)
            return true;
    }
    return false;
}

// Of any language or build system that is known here.
static bool may_be_code(const char *place)
{
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        if (text_ends(place, scripts[i].ending))
            return true;
    return tree_file_is_of_build(place);
}

enum input_kind input_kind_of(struct arena *arena, const struct target *target, const char *program,
                              const char *place)
{
    if (text_equal(place_of_word(arena, target, target->command.items[0]), place) ||
        is_run(arena, target, program, place))
        return INPUT_CODE;
    return program && !file_is_linked(program) && may_be_code(place) ? INPUT_UNCLEAR : INPUT_DATA;
}

// ---- Sentences

const char *inputs_wording(struct arena *arena, const struct text_list *paths, const char *one,
                           const char *other, const char *remedy)
{
    size_t more = paths->count - 1;
    const char *path = paths->items[0], *them = more ? "them" : "it";
    const char *inputs = more ? arena_printf(arena, "inputs '%s' and %zu more differ", path, more)
                              : arena_printf(arena, "input '%s' differs", path);
    return arena_printf(arena,
                        "the %s between %s and %s: a change may come from %s (%s; "
                        "'compares_files' makes %s part of what is compared)",
                        inputs, one, other, them, remedy, them);
}

const char *input_code_wording(struct arena *arena, const char *path, const char *one,
                               const char *other)
{
    return arena_printf(arena,
                        "the benchmark's file '%s' differs between %s and %s: it may cause a "
                        "change (--bench-from takes it from one revision)",
                        path, one, other);
}

const char *input_made_wording(struct arena *arena, const char *path, const char *one,
                               const char *other)
{
    return arena_printf(arena,
                        "the build makes the benchmark's file '%s', which differs between %s and "
                        "%s: it may cause a change ('compares_files' makes it part of what is "
                        "compared)",
                        path, one, other);
}
