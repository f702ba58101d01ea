// eswexp-ld, the linker shim: compilers call it as their linker; it links and records the link.
// Under other names it stands in for compilers proper and for lto-wrapper.
//
// Compilers find it under the linkers' names in a folder of COMPILER_PATH. The engine passes the
// real linkers and the folder for records in the environment. A link that fails or makes no program
// is not recorded.
#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/capture/link_arguments.h"
#include "build/capture/record.h"
#include "build/standin/compiler.h"
#include "build/standin/lto_wrapper.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

// Runs the real linker with the same arguments; returns its exit status.
static int run_linker(const char *linker, char **argv)
{
    pid_t child = fork();
    if (child == 0) {
        execv(linker, argv);
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

// Is this input in a folder for temporary files, outside of the project?
static bool will_vanish(const char *word, const char *records)
{
    const char *temporary = getenv("TMPDIR");
    struct arena scratch = {0};
    struct stat status;
    char *path = path_absolute(&scratch, word), *workshop = path_folder(&scratch, records);
    bool result = word[0] != '-' && stat(word, &status) == 0 && S_ISREG(status.st_mode) &&
                  (text_starts(path, "/tmp/") || text_starts(path, "/var/tmp/") ||
                   (temporary && *temporary && text_starts(path, temporary))) &&
                  !(text_starts(path, workshop) && path[strlen(workshop)] == '/');
    arena_release(&scratch);
    return result;
}

// Copies inputs that compilers delete after the link into `kept`, and names the copies instead.
static bool keep_inputs(struct arena *arena, struct text_list *arguments, const char *records,
                        const char *kept, struct error *error)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i];
        bool is_output = i && text_equal(arguments->items[i - 1], "-o");
        if (is_output || !will_vanish(word, records))
            continue;
        const char *slash = strrchr(word, '/');
        char *copy = arena_printf(arena, "%s/%zu-%s", kept, i, slash ? slash + 1 : word);
        if (!folder_make(kept, error) || !file_copy(word, copy, error))
            return false;
        arguments->items[i] = copy;
    }
    return true;
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

static bool note(struct arena *arena, struct link_record *record, const char *records,
                 struct error *error)
{
    char *name = arena_printf(arena, "%s/%020" PRId64 "-%d", records, clock_boot_ns(), getpid());
    record->environment = replay_environment(arena);
    return keep_inputs(arena, &record->arguments, records, name, error) &&
           record_write(arena_printf(arena, "%s.link", name), record, error);
}

static bool is_compiler(const char *name)
{
    for (const char *const *known = compiler_names; *known; known++)
        if (text_equal(name, *known))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
    if (is_compiler(name))
        return compiler_stand_in(name, argv);
    if (text_equal(name, LTO_WRAPPER_NAME))
        return lto_wrapper_stand_in(argv);
    struct arena arena = {0};
    struct error error = {0};
    struct link_record record = {.linker = getenv(linker_variable(&arena, name))};
    const char *records = getenv(RECORDS_VARIABLE);
    if (argc < 1 || !record.linker || !*record.linker) {
        fprintf(stderr, "eswexp-ld: there is no linker '%s' on this machine: install it\n", name);
        return CANNOT_RUN;
    }
    char *here = getcwd(NULL, 0);
    bool noted = link_expand(&arena, argv + 1, &record.arguments, &error);
    argv[0] = arena_strdup(&arena, record.linker);
    int status = run_linker(record.linker, argv);
    record.folder = here ? here : ".";
    record.output = link_output(&record.arguments);
    if (noted && status == 0 && records && file_exists(record.output) &&
        link_makes_program(&record.arguments, record.folder))
        noted = note(&arena, &record, records, &error);
    if (!noted && status == 0) {
        fprintf(stderr, "eswexp-ld: %s\n", error.text);
        status = 1;
    }
    free(here);
    arena_release(&arena);
    return status;
}
