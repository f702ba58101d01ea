// eswexp-ld, the linker shim: compilers call it as their linker; it links and records the link.
// Under other names it stands in for compilers proper and lto-wrapper, or only leads to the shim,
// as cargo, rustc or a compiler (stand_in.h).
//
// Compilers find it under the linkers' names in a folder of COMPILER_PATH. The engine passes the
// real linkers and the folder for records in the environment. A link that fails or makes neither
// program nor shared library is not recorded.
#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/input_store.h"
#include "build/capture/link_arguments.h"
#include "build/capture/record.h"
#include "build/stand_in/compiler.h"
#include "build/stand_in/driver.h"
#include "build/stand_in/go_tool.h"
#include "build/stand_in/lto_wrapper.h"
#include "build/stand_in/rust.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

// Runs the real linker with the same arguments; returns its exit status.
static int run_linker(const char *linker, char **argv)
{
    pid_t child = fork();
    if (child == 0) {
        execvp(linker, argv); // absolute, but for a user's own -toolexec of Go
        fprintf(stderr, "eswexp-ld: cannot run '%s': %s\n", linker, strerror(errno));
        _exit(CANNOT_RUN);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0)
        return CANNOT_RUN;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The environment variables that GNU ld, its LTO plugin and mold read.
static struct text_list replay_environment(struct arena *arena)
{
    static const char *const wanted[] = {
        "COLLECT_", "COMPILER_PATH=", "LIBRARY_PATH=", "LD_RUN_PATH=", "LDEMULATION=", "GNUTARGET=",
        "GCC_",     "SOURCE_DATE_",   "MOLD_",         "PATH=",        "LD_LIBRARY_",  "HOME="};
    struct text_list list = {.items = arena_new_array(arena, char *, 1)};
    for (char **variable = environ; *variable; variable++)
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
            if (text_starts(*variable, wanted[i]))
                text_list_add(&list, arena, *variable);
    return list;
}

// Reads the words of *argv, with those of response files. If a pipe is among them, *argv becomes
// the words with a file in its place.
static bool read_arguments(struct arena *arena, char ***argv, const char *records,
                           struct text_list *words, struct error *error)
{
    bool spooled = false;
    if (!records)
        return link_expand(arena, *argv + 1, words, error);
    if (!inputs_spool(arena, *argv + 1, records, &spooled, error) ||
        !link_expand(arena, *argv + 1, words, error))
        return false;
    spooled = false;
    bool good = inputs_spool(arena, words->items, records, &spooled, error);
    struct text_list whole = {0};
    text_list_add(&whole, arena, **argv);
    for (size_t i = 0; i < words->count; i++)
        text_list_add(&whole, arena, words->items[i]);
    *argv = spooled ? whole.items : *argv;
    return good;
}

static bool note(struct arena *arena, struct link_record *record, const char *records,
                 struct error *error)
{
    char *path =
        arena_printf(arena, "%s/%020" PRId64 "-%d.link", records, clock_boot_ns(), getpid());
    record->environment = replay_environment(arena);
    return inputs_keep(arena, record, records, error) && record_note_made(arena, record, error) &&
           record_write(path, record, error);
}

static bool is_compiler(const char *name)
{
    for (const char *const *known = compiler_names; *known; known++)
        if (text_equal(name, *known))
            return true;
    return false;
}

// That of the folder that rustc gives; else that of the compiler that calls, which need not be the
// one that the engine asked.
static const char *real_linker(struct arena *arena, const char *path, const char *name)
{
    const char *named = getenv(named_linker_variable(arena, name));
    const char *own = named ? named : caller_linker(arena, name, path_folder(arena, path));
    return own ? own : getenv(linker_variable(arena, name));
}

int main(int argc, char **argv)
{
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argc ? argv[0] : "";
    if (argc && stand_in_is(name))
        return stand_in_run(name, argv);
    if (argc > 1 && text_equal(name, GO_TOOL_NAME))
        return go_tool(argv + 1, run_linker);
    if (is_compiler(name))
        return compiler_stand_in(name, argv);
    if (text_equal(name, LTO_WRAPPER_NAME))
        return lto_wrapper_stand_in(argv);
    struct arena arena = {0};
    struct error error = {0};
    struct link_record record = {.linker = argc ? real_linker(&arena, argv[0], name) : NULL};
    const char *records = getenv(RECORDS_VARIABLE);
    if (!record.linker || !*record.linker) {
        fprintf(stderr, "eswexp-ld: there is no linker '%s' on this machine: install it\n", name);
        return CANNOT_RUN;
    }
    const char *here = path_here(&arena);
    bool noted = read_arguments(&arena, &argv, records, &record.arguments, &error);
    argv[0] = arena_strdup(&arena, record.linker);
    int status = run_linker(record.linker, argv);
    record.folder = here;
    record.output = link_output(&record.arguments);
    if (noted && status == 0 && records && file_exists(record.output) &&
        link_kind(&record.arguments, record.folder) != LINK_OTHER)
        noted = note(&arena, &record, records, &error);
    if (!noted && status == 0) {
        fprintf(stderr, "eswexp-ld: %s\n", error.text);
        status = 1;
    }
    arena_release(&arena);
    return status;
}
