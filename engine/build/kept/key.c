// Collects the inputs of a build: sources, commands, flags, environment, tools, machine.
#include "build/kept/key.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/code/tree_digest.h"
#include "build/toolchain/sha256.h"
#include "machine/sys.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

// With its length, so that no value can pass for the next line.
static void add(struct text *key, const char *name, const char *value)
{
    text_printf(key, "%s %zu %s\n", name, value ? strlen(value) : 0, value ? value : "(none)");
}

static void add_list(struct text *key, const char *name, const struct text_list *list)
{
    text_printf(key, "%s: %zu\n", name, list->count);
    for (size_t i = 0; i < list->count; i++)
        add(key, name, list->items[i]);
}

// ---- Files of the machine

static void add_stamp(struct text *key, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0)
        text_printf(key, "%s: %lld bytes of %lld.%09ld\n", path, (long long)status.st_size,
                    (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

static void add_program(struct arena *scratch, struct text *key, const char *word)
{
    const char *path = word ? path_find_program(scratch, word, getenv("PATH"), "") : NULL;
    add(key, "tool", word);
    if (path)
        add_stamp(key, path_absolute(scratch, path));
}

static void add_files(struct arena *scratch, struct text *key, const char *folder)
{
    struct text_list names = {0};
    struct error ignored;
    if (!tree_list(scratch, folder, &names, &ignored))
        return;
    for (size_t i = 0; i < names.count; i++)
        add_stamp(key, path_join(scratch, folder, names.items[i]));
}

// rustup's toolchains, which a project may name and "rustup update" replaces, and cargo's settings.
static void add_rust(struct arena *scratch, struct text *key)
{
    const char *home = getenv("HOME"), *rustup = getenv("RUSTUP_HOME"),
               *cargo = getenv("CARGO_HOME");
    home = home ? home : "";
    rustup = rustup ? rustup : path_join(scratch, home, ".rustup");
    cargo = cargo ? cargo : path_join(scratch, home, ".cargo");
    add_files(scratch, key, path_join(scratch, rustup, "update-hashes"));
    add_stamp(key, path_join(scratch, rustup, "settings.toml"));
    add_stamp(key, path_join(scratch, cargo, "config.toml"));
    add_stamp(key, path_join(scratch, cargo, "config"));
}

// What `go env -w` has stored.
static void add_go(struct arena *scratch, struct text *key)
{
    const char *home = getenv("HOME"), *settings = getenv("XDG_CONFIG_HOME"),
               *file = getenv("GOENV");
    settings = settings && *settings ? settings : path_join(scratch, home ? home : "", ".config");
    add_stamp(key, file && *file ? file : path_join(scratch, settings, "go/env"));
}

// What a build reads of the machine besides its tools: headers and libraries, which come in
// packages, or are installed below /usr/local.
static void add_installed(struct arena *scratch, struct text *key)
{
    static const char *const packages[] = {
        "/var/lib/dpkg/status",  "/var/lib/rpm/rpmdb.sqlite", "/usr/lib/sysimage/rpm/rpmdb.sqlite",
        "/var/lib/pacman/local", "/lib/apk/db/installed",     "/nix/var/nix/db/db.sqlite",
        "/usr/local/lib",        "/usr/local/lib64",          "/usr/local/lib/pkgconfig"};
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
        add_stamp(key, packages[i]);
    add_files(scratch, key, "/usr/local/include");
    add_rust(scratch, key);
    add_go(scratch, key);
}

// -march=native asks for the processor, some projects for the names of the system. Machines that
// are alike but for their names, as those of a CI service, share builds if the user says so.
static void add_machine(struct arena *scratch, struct text *key)
{
    static const char *const keys[] = {"model name", "flags", "Features"};
    struct utsname system = {0};
    const char *host = getenv("ESWEXP_CACHE_HOST");
    uname(&system);
    add(key, "system", system.release);
    add(key, "host", host && *host ? host : system.nodename);
    add(key, "architecture", system.machine);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        add(key, keys[i], sys_value(scratch, machine_root(), "/proc/cpuinfo", keys[i]));
}

// ---- The environment

// Variables that name a terminal or a session and reach no program of a build, or that eswexp sets
// itself.
static bool is_of_the_session(const char *variable)
{
    // clang-format off
    static const char *const names[] = {
        "_=", "PWD=", "OLDPWD=", "SHLVL=", "COLUMNS=", "LINES=", "LS_COLORS=", "PAGER=", "LESS",
        "TERM=", "TERM_", "COLORTERM=", "VTE_", "GNOME_TERMINAL_", "KONSOLE_", "KITTY_", "VSCODE_",
        "TMUX", "STY=", "WINDOWID=", "DISPLAY=", "WAYLAND_", "XAUTHORITY=", "SSH_", "XDG_SESSION_",
        "SESSION_MANAGER=", "DBUS_SESSION_", "INVOCATION_ID=", "JOURNAL_STREAM=", "ESWEXP_",
        "MAKEFLAGS=", "MFLAGS=", "MAKELEVEL=", "SOURCE_DATE_EPOCH=", "LC_ALL=",
    };
    // clang-format on
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_starts(variable, names[i]))
            return true;
    return false;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_environment(struct arena *scratch, struct text *key)
{
    struct text_list kept = {0};
    for (char **variable = environ; *variable; variable++)
        if (!is_of_the_session(*variable))
            text_list_add(&kept, scratch, *variable);
    if (kept.count)
        qsort((void *)kept.items, kept.count, sizeof *kept.items, by_bytes);
    add_list(key, "environment", &kept);
}

// ---- The target

static void add_target(struct text *key, const struct target *target)
{
    add(key, "repository", target->repository);
    add(key, "commit", target->commit);
    text_printf(key, "submodules %d\n", target->submodules);
    add(key, "directory", target->directory);
    add(key, "setup", target->setup);
    add(key, "build", target->build);
    add(key, "compiler", target->compiler);
    add(key, "linker", target->linker);
    add_list(key, "cflags", &target->cflags);
    add_list(key, "ldflags", &target->ldflags);
    add_list(key, "libs", &target->libs);
}

// The words of a variable that names a compiler: "ccache gcc-13".
static void add_programs_of(struct arena *scratch, struct text *key, const char *variable)
{
    const char *value = getenv(variable);
    char *rest = value ? arena_strdup(scratch, value) : NULL, *word;
    while (rest && (word = strsep(&rest, " ")))
        add_program(scratch, key, word);
}

// Programs that a shell line names, also behind "CC=". Those of a relative path are sources.
static void add_programs_in(struct arena *scratch, struct text *key, const char *line)
{
    static const char between[] = " \t\n;|&()<>'\"`";
    char *rest = line ? arena_strdup(scratch, line) : NULL, *word;
    while (rest && (word = strsep(&rest, between))) {
        const char *equals = strchr(word, '=');
        word += equals ? equals + 1 - word : 0;
        if (*word && (*word == '/' || !strchr(word, '/')) &&
            path_find_program(scratch, word, getenv("PATH"), NULL))
            add_program(scratch, key, word);
    }
}

static void add_tools(struct arena *scratch, struct text *key, const struct toolchain *toolchain)
{
    static const char *const usual[] = {"gcc",   "g++",   "clang", "clang++", "make", "cmake",
                                        "ninja", "meson", "cargo", "rustc",   "go"};
    add_program(scratch, key, toolchain->cc);
    add_program(scratch, key, toolchain->cxx);
    add(key, "version", toolchain->compiler_version);
    for (size_t i = 0; i < sizeof toolchain->linkers / sizeof *toolchain->linkers; i++)
        add_program(scratch, key, toolchain->linkers[i]);
    add(key, "version", toolchain->linker_version);
    add_programs_of(scratch, key, "CC");
    add_programs_of(scratch, key, "CXX");
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        add_program(scratch, key, usual[i]);
}

bool kept_key(const struct kept_inputs *inputs, struct text *key, struct error *error)
{
    struct arena scratch = {0};
    char capture[65] = "", sources[65] = "";
    bool digested = tree_digest(inputs->sources, sources, error) &&
                    (sha256_file(inputs->shim, capture) ||
                     failed_errno(error, "cannot read '%s'", inputs->shim));
    add(key, "eswexp", ESWEXP_VERSION);
    add(key, "capture", capture);
    add(key, "folder", inputs->folder);
    add(key, "sources", sources);
    add_target(key, inputs->target);
    add_tools(&scratch, key, inputs->toolchain);
    add_programs_in(&scratch, key, inputs->target->setup);
    add_programs_in(&scratch, key, inputs->target->build);
    add_environment(&scratch, key);
    add_machine(&scratch, key);
    add_installed(&scratch, key);
    arena_release(&scratch);
    return digested;
}
