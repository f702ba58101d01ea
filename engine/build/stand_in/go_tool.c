// Runs Go's tools for the go command, and keeps what a link read: go removes it, or has it in a
// cache of its own.
#include "build/stand_in/go_tool.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/go_flags.h"
#include "build/capture/go_link.h"
#include "build/capture/input_store.h"
#include "build/capture/link_arguments.h"
#include "build/capture/record.h"
#include "build/stand_in/answer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

// The arguments of a tool, behind those of the user's own -toolexec.
static char **behind_user_tool(struct arena *arena, char **argv)
{
    const char *tool = getenv(GO_USER_TOOL_VARIABLE);
    struct text_list words = go_fields(arena, tool ? tool : "");
    for (; *argv; argv++)
        text_list_add(&words, arena, *argv);
    return words.items;
}

// Go takes the line as a part of each link's identity. With a line that never comes again a link is
// not left out because the program is already there, of a build that was not recorded or is over.
static int print_version(char *const *argv)
{
    TEXT_CLEANUP struct text line = {0};
    int status = answer_of(argv, &line);
    int length = line.length ? (int)strcspn(line.bytes, "\n") : 0;
    if (status == 0)
        printf("%.*s-eswexp%" PRId64 "\n", length, length ? line.bytes : "", clock_boot_ns());
    else
        fprintf(stderr, "eswexp-ld: '%s' does not tell its version\n", argv[0]);
    return status;
}

// Keeps the packages of an import file, whose lines are "packagefile NAME=PATH", and writes it
// anew.
static bool keep_imports(struct arena *arena, char **path, const char *records, const char *name,
                         struct error *error)
{
    TEXT_CLEANUP struct text text = {0}, changed = {0};
    if (!file_read(*path, GO_IMPORTS_MOST, &text, error))
        return false;
    for (char *rest = text.bytes, *line; (line = strsep(&rest, "\n"));) {
        char *equals = text_starts(line, "package") ? strchr(line, '=') : NULL;
        const char *kept = "";
        if (equals && !input_keep(arena, equals + 1, records, &kept, error))
            return false;
        int length = equals ? (int)(equals + 1 - line) : (int)strlen(line);
        text_printf(&changed, "%.*s%s%s", length, line, kept, rest ? "\n" : "");
    }
    *path = arena_printf(arena, "%s" GO_IMPORTS_ENDING, name);
    return file_write(*path, changed.bytes, changed.length, error);
}

// The main package comes last, behind all options. A program without a build id is kept, too: only
// by its bytes can it be found.
static bool keep_inputs(struct arena *arena, struct link_record *record, const char *records,
                        const char *name, struct error *error)
{
    struct text_list *words = &record->arguments;
    const char *kept;
    if (!input_keep(arena, words->items[words->count - 1], records, &kept, error))
        return false;
    words->items[words->count - 1] = arena_strdup(arena, kept);
    for (size_t i = 0; i + 1 < words->count; i++)
        if (text_equal(words->items[i], "-importcfg") &&
            !keep_imports(arena, &words->items[i + 1], records, name, error))
            return false;
    return go_link_id(arena, words) ||
           input_keep(arena, record->output, records, &record->output, error);
}

// Without COMPILER_PATH: a link that Go hands to gcc is repeated with gcc's own linker.
static struct text_list replay_environment(struct arena *arena)
{
    static const char *const wanted[] = {
        "PATH=",   "HOME=",         "TMPDIR=",   "LIBRARY_PATH=", "SOURCE_DATE_EPOCH=",
        "GOROOT=", "GOROOT_FINAL=", "GOOS=",     "GOARCH=",       "GOAMD64=",
        "GOARM",   "GOPPC64=",      "GORISCV64", "GOEXPERIMENT="};
    struct text_list list = {.items = arena_new_array(arena, char *, 1)};
    for (char **variable = environ; *variable; variable++)
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
            if (text_starts(*variable, wanted[i]))
                text_list_add(&list, arena, *variable);
    return list;
}

static bool record_link(char **argv, const char *records, struct error *error)
{
    struct arena arena = {0};
    struct link_record record = {
        .folder = path_here(&arena), .linker = argv[0], .environment = replay_environment(&arena)};
    const char *name =
        arena_printf(&arena, "%s/%020" PRId64 "-%d", records, clock_boot_ns(), getpid());
    bool good = link_expand(&arena, argv + 1, &record.arguments, error);
    record.output = link_output(&record.arguments);
    if (good && record.arguments.count && file_exists(record.output) &&
        go_makes_program(&record.arguments))
        good = keep_inputs(&arena, &record, records, name, error) &&
               record_note_made(&arena, &record, error) &&
               record_write(arena_printf(&arena, "%s.link", name), &record, error);
    arena_release(&arena);
    return good;
}

// Links, and records the link unless there is no folder for records.
static int link_with(char **argv, char **words, const char *records,
                     int (*run)(const char *path, char **argv))
{
    struct error error = {0};
    unsetenv(RECORDS_VARIABLE); // the link that Go hands to gcc is a part of this one
    int status = run(words[0], words);
    if (status == 0 && records && !record_link(argv, records, &error)) {
        fprintf(stderr, "eswexp-ld: %s\n", error.text);
        status = 1;
    }
    return status;
}

int go_tool(char **argv, int (*run)(const char *path, char **argv))
{
    struct arena arena = {0};
    const char *given = getenv(RECORDS_VARIABLE);
    const char *records = given ? arena_strdup(&arena, given) : NULL;
    char **words = behind_user_tool(&arena, argv);
    int status = CANNOT_RUN;
    if (!is_go_linker(argv[0])) {
        execvp(words[0], words);
        fprintf(stderr, "eswexp-ld: cannot run '%s': %s\n", words[0], strerror(errno));
    } else if (argv[1] && text_equal(argv[1], "-V=full"))
        status = print_version(words);
    else
        status = link_with(argv, words, records, run);
    arena_release(&arena);
    return status;
}
