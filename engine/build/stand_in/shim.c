// Installs the linker shim, and what makes functions movable.
#include "build/stand_in/shim.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/go_flags.h"
#include "build/capture/record.h"
#include "build/stand_in/compiler.h"
#include "build/stand_in/go_tool.h"
#include "build/stand_in/rust.h"
#include "build/toolchain/linker.h"
#include "build/toolchain/tool.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool stand_in(struct arena *arena, const char *shim, const char *folder, const char *name,
                     struct error *error)
{
    char *link = path_join(arena, folder, name);
    return symlink(shim, link) == 0 || failed_errno(error, "cannot make '%s'", link);
}

// "NAME=value", and what the variable has already, after `separator`.
static char *before_own(struct arena *arena, const char *name, const char *value,
                        const char *separator)
{
    const char *own = getenv(name);
    own = own ? own + (own[0] == '#') : ""; // as CCC_OVERRIDE_OPTIONS may begin
    return arena_printf(arena, "%s=%s%s%s", name, value, *own ? separator : "", own);
}

enum { CLANG_SELECTIVE = 14 }; // the first that takes --start-no-unused-arguments

static bool is_older_clang(const char *version)
{
    static const char before[] = "clang version ";
    const char *at = strstr(version, before);
    return at && strtoul(at + strlen(before), NULL, 10) < CLANG_SELECTIVE;
}

// Are the compiler and, of a project, all clangs that its build may call by their name, or by $CC,
// new enough?
static bool clangs_are_selective(struct arena *arena, const struct toolchain *toolchain,
                                 bool is_project)
{
    const char *const lines[] = {"clang", getenv("CC"), getenv("CXX")};
    struct error ignored;
    bool selective = !is_older_clang(toolchain->compiler_version);
    for (size_t i = 0; is_project && i < sizeof lines / sizeof *lines; i++) {
        char *rest = lines[i] ? arena_strdup(arena, lines[i]) : NULL, *word, *version;
        while (selective && (word = strsep(&rest, " ")))
            if (strstr(word, "clang") && path_find_program(arena, word, getenv("PATH"), "") &&
                tool_first_line(arena, word, "--version", &version, &ignored))
                selective = !is_older_clang(version);
    }
    return selective;
}

// gcc calls its compilers proper by way of COMPILER_PATH; clang takes options from a variable, each
// before those that it took already, and warns where it does not use one.
static bool split_functions(struct arena *arena, const struct toolchain *toolchain, bool is_project,
                            const char *shim, const char *folder, struct text_list *settings,
                            struct error *error)
{
    static const char plain[] = "#^" FUNCTION_SECTIONS;
    static const char quiet[] =
        "#^--end-no-unused-arguments ^" FUNCTION_SECTIONS " ^--start-no-unused-arguments";
    for (const char *const *name = compiler_names; *name; name++)
        if (!stand_in(arena, shim, folder, *name, error))
            return false;
    text_list_add(settings, arena,
                  before_own(arena, "CCC_OVERRIDE_OPTIONS",
                             clangs_are_selective(arena, toolchain, is_project) ? quiet : plain,
                             " "));
    return true;
}

// What `go env -w` has stored, in place of which the go command takes the variable.
static const char *stored_go_flags(struct arena *arena)
{
    char go[] = "go", env[] = "env", name[] = "GOFLAGS";
    char *arguments[] = {go, env, name, NULL};
    // in a folder without go.mod, which may ask for another version of Go
    struct tool tool = {
        .arguments = arguments, .environment = environ, .folder = "/", .timeout_s = 60};
    struct tool_end end = {0};
    struct error ignored;
    const char *flags = "";
    if (path_find_program(arena, go, getenv("PATH"), "") && tool_run(&tool, NULL, &end, &ignored) &&
        tool_succeeded(&end))
        flags = arena_strndup(arena, end.output.bytes, strcspn(end.output.bytes, "\n"));
    text_release(&end.output);
    return flags;
}

// Go calls each of its tools through it. It splits the variable and the value at blanks.
static bool install_go_tool(struct arena *arena, const char *shim, const char *folder,
                            struct text_list *settings, struct error *error)
{
    if (!stand_in(arena, shim, folder, GO_TOOL_NAME, error))
        return false;
    const char *link = path_join(arena, folder, GO_TOOL_NAME);
    const char *own = getenv("GOFLAGS"); // empty, it does not hide what is stored
    const char *flags = own && *own ? own : stored_go_flags(arena);
    const char *tool = go_user_tool(arena, flags);
    if (tool)
        text_list_printf(settings, arena, GO_USER_TOOL_VARIABLE "=%s", tool);
    bool blanks = strpbrk(link, " \t\r\n") != NULL;
    text_list_printf(settings, arena, "GOFLAGS=%s%s%s%s%s", flags, *flags ? " " : "",
                     blanks ? "'-toolexec=\"" : "-toolexec=", link, blanks ? "\"'" : "");
    return true;
}

static bool add_linker(struct arena *arena, const char *shim, const char *folder, const char *name,
                       const char *real, struct text_list *settings, struct error *error)
{
    if (!stand_in(arena, shim, folder, name, error))
        return false;
    text_list_printf(settings, arena, "%s=%s", linker_variable(arena, name), real ? real : "");
    return true;
}

// "ld.lld-14", as of -fuse-ld=lld-14.
static bool has_version(const char *name)
{
    for (const char *const *known = linker_names; *known; known++)
        if (text_starts(name, *known) && name[strlen(*known)] == '-') {
            const char *version = name + strlen(*known) + 1;
            return *version && !version[strspn(version, "0123456789.")];
        }
    return false;
}

// Those of a folder of PATH, of which the first of a name counts.
static bool add_versions(struct arena *arena, const char *shim, const char *to, const char *from,
                         struct text_list *settings, struct error *error)
{
    DIR *entries = opendir(from);
    bool good = true;
    for (struct dirent *entry;
         entries && good && (entry = entry_next(entries, from, &good, error));)
        good = !has_version(entry->d_name) || file_exists(path_join(arena, to, entry->d_name)) ||
               add_linker(arena, shim, to, entry->d_name, path_join(arena, from, entry->d_name),
                          settings, error);
    if (entries)
        closedir(entries);
    return good;
}

static bool add_linkers(struct arena *arena, const struct toolchain *toolchain, const char *shim,
                        const char *folder, struct text_list *settings, struct error *error)
{
    const char *path = getenv("PATH");
    char *rest = arena_strdup(arena, path ? path : PATH_USUAL), *from;
    bool good = true;
    for (size_t i = 0; good && linker_names[i]; i++)
        good = add_linker(arena, shim, folder, linker_names[i], toolchain->linkers[i], settings,
                          error);
    while (good && (from = strsep(&rest, ":")))
        good = *from != '/' || add_versions(arena, shim, folder, from, settings, error);
    return good;
}

bool shim_install(struct arena *arena, const struct toolchain *toolchain, bool is_project,
                  const char *shim, const char *folder, const char *records,
                  struct text_list *settings, struct error *error)
{
    if (access(shim, X_OK) != 0)
        return failed_errno(error, "cannot run the linker shim '%s'", shim);
    if (strchr(folder, ':'))
        return failed(error, EXIT_FAILED,
                      "the build's folder '%s' has a colon, which separates folders in "
                      "COMPILER_PATH: set XDG_CACHE_HOME to a folder without one",
                      folder);
    if (!folder_make(folder, error) || !folder_make(records, error))
        return false;
    if (!add_linkers(arena, toolchain, shim, folder, settings, error) ||
        !stand_ins_install(arena, shim, folder, settings, error) ||
        !install_go_tool(arena, shim, folder, settings, error))
        return false;
    const char *before = getenv("COMPILER_PATH");
    text_list_printf(settings, arena, "COMPILER_PATH=%s%s%s", folder, before ? ":" : "",
                     before ? before : "");
    text_list_printf(settings, arena, RECORDS_VARIABLE "=%s", records);
    return split_functions(arena, toolchain, is_project, shim, folder, settings, error);
}
