// Leads rustc's links to the linker shim.
#include "build/stand_in/rust.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/record.h"
#include "build/toolchain/linker.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

// The folder of the shim, with the stand-ins of cargo and rustc, and those of compilers, below it.
static const char folder_variable[] = "ESWEXP_SHIM", tools_folder[] = "rust",
                  compilers_folder[] = "compilers";
static const char *const tools[] = {"cargo", "rustc", "rustup", NULL};

static bool is_tool(const char *name)
{
    for (const char *const *tool = tools; *tool; tool++)
        if (text_equal(name, *tool))
            return true;
    return false;
}

// "cc", "g++-12", "x86_64-linux-gnu-gcc", "clang-14", but not "gcc-ar" or "clang-format".
static bool is_compiler(const char *name)
{
    static const char *const kinds[] = {"clang++", "clang", "g++", "gcc", "c++", "cc"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (const char *at = name; (at = strstr(at, kinds[i])); at++) {
            const char *end = at + strlen(kinds[i]);
            bool begins = at == name || at[-1] == '-';
            bool versioned = *end == '-' && isdigit((unsigned char)end[1]) &&
                             !end[1 + strspn(end + 1, "0123456789.")];
            if (begins && (!*end || versioned))
                return true;
        }
    return false;
}

bool stand_in_is(const char *name)
{
    return is_tool(name) || is_compiler(name);
}

// ---- Installing

static bool add_link(struct arena *arena, const char *shim, const char *folder, const char *name,
                     struct error *error)
{
    const char *link = path_join(arena, folder, name);
    return symlink(shim, link) == 0 || errno == EEXIST ||
           failed_errno(error, "cannot make '%s'", link);
}

// Every compiler of a folder of PATH.
static bool add_compilers(struct arena *arena, const char *shim, const char *to, const char *from,
                          struct error *error)
{
    DIR *entries = opendir(from);
    bool good = true;
    for (struct dirent *entry;
         entries && good && (entry = entry_next(entries, from, &good, error));)
        good = !is_compiler(entry->d_name) || add_link(arena, shim, to, entry->d_name, error);
    if (entries)
        closedir(entries);
    return good;
}

bool stand_ins_install(struct arena *arena, const char *shim, const char *folder,
                       struct text_list *settings, struct error *error)
{
    const char *path = getenv("PATH");
    path = path ? path : PATH_USUAL;
    if (!path_find_program(arena, "cargo", path, NULL) &&
        !path_find_program(arena, "rustc", path, NULL))
        return true;
    const char *to = path_join(arena, folder, tools_folder);
    const char *compilers = path_join(arena, folder, compilers_folder);
    bool good = folder_make(to, error) && folder_make(compilers, error);
    for (const char *const *tool = tools; good && *tool; tool++)
        good =
            !path_find_program(arena, *tool, path, NULL) || add_link(arena, shim, to, *tool, error);
    char *rest = arena_strdup(arena, path), *from;
    while (good && (from = strsep(&rest, ":")))
        good = *from != '/' || add_compilers(arena, shim, compilers, from, error);
    text_list_printf(settings, arena, "%s=%s", folder_variable, folder);
    text_list_printf(settings, arena, "PATH=%s:%s", to, path);
    return good;
}

// ---- Running

// PATH without the folders of the stand-ins.
static const char *real_path(struct arena *arena, const char *folder)
{
    const char *given = getenv("PATH"), *path = NULL;
    char *rest = arena_strdup(arena, given ? given : PATH_USUAL), *part;
    while ((part = strsep(&rest, ":")))
        if (!path_within(part, folder))
            path = path ? arena_printf(arena, "%s:%s", path, part) : part;
    return path ? path : PATH_USUAL;
}

// rustc's folder with linkers stays behind the shim, which runs its linkers.
static void note_linkers(struct arena *arena, const char *folder)
{
    char *whole = path_absolute(arena, folder);
    for (const char *const *name = linker_names; *name; name++) {
        const char *path = path_join(arena, whole, *name); // not resolved: lld asks for its name
        if (file_can_run(path))
            setenv(named_linker_variable(arena, *name), path, 1);
    }
}

// The arguments of a compiler that is told where to look for linkers, with the shim's folder first.
static char **compiler_arguments(struct arena *arena, const char *folder, char **argv)
{
    struct text_list words = {0}, folders = {0};
    text_list_add(&words, arena, argv[0]);
    text_list_printf(&words, arena, "-B%s", folder);
    for (char **word = argv + 1; *word; word++) {
        text_list_add(&words, arena, *word);
        if (text_starts(*word, "-B") && ((*word)[2] || word[1]))
            text_list_add(&folders, arena, (*word)[2] ? *word + 2 : word[1]);
    }
    for (size_t i = folders.count; i-- > 0;) // the first that has a linker decides
        note_linkers(arena, folders.items[i]);
    return folders.count ? words.items : argv;
}

int stand_in_run(const char *name, char **argv)
{
    struct arena arena = {0};
    const char *folder = getenv(folder_variable);
    const char *path = real_path(&arena, folder ? folder : "/nowhere");
    char *real = path_find_program(&arena, name, path, "");
    if (!folder || !real) {
        fprintf(stderr, "eswexp-ld: there is no '%s' in PATH\n", name);
        return CANNOT_RUN;
    }
    if (is_tool(name))
        path = arena_printf(&arena, "%s/%s:%s", folder, compilers_folder, path);
    else
        argv = compiler_arguments(&arena, folder, argv);
    setenv("PATH", path, 1);
    argv[0] = real; // compilers look for their parts beside it
    execv(real, argv);
    fprintf(stderr, "eswexp-ld: cannot run '%s': %s\n", real, strerror(errno));
    return CANNOT_RUN;
}
