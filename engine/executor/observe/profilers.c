// perf, and gdb as a sampling debugger.
#include "executor/observe/profilers.h"

#include "base/files/files.h"
#include "base/files/paths.h"

#include <stdlib.h>
#include <string.h>

static struct text_list list_of(struct arena *arena, const char *const *arguments)
{
    struct text_list list = {.items = arena_new(arena, char *)};
    for (; *arguments; arguments++)
        text_list_add(&list, arena, *arguments);
    return list;
}

static void add_all(struct arena *arena, struct text_list *list, const struct text_list *more)
{
    for (size_t i = 0; i < more->count; i++)
        text_list_add(list, arena, more->items[i]);
}

// ---- perf

// Where there is no counter of cycles it takes the CPU's clock by itself. A prime, so that it beats
// with nothing.
static struct text_list perf_wrap(struct arena *arena, const char *tool, const char *folder,
                                  const struct text_list *command)
{
    struct text_list arguments =
        list_of(arena, (const char *[]){tool, "record", "-q", "-F", "997", "-o",
                                        path_join(arena, folder, "profile.perf"), "--", NULL});
    add_all(arena, &arguments, command);
    return arguments;
}

static struct text_list perf_list(struct arena *arena, const char *tool, const char *folder)
{
    return list_of(arena,
                   (const char *[]){tool, "script", "-i", path_join(arena, folder, "profile.perf"),
                                    "-F", "ip,sym,dso", NULL});
}

// "  55984d7b7a17 walk (/tmp/canary)".
static bool perf_read(char *line, struct hit *hit)
{
    char *end = NULL, *object = strrchr(line, '(');
    bool address = strtoull(line, &end, 16) > 0 && end > line && *end == ' ';
    size_t length = strlen(line);
    if (!address || !object || object < end + 2 || line[length - 1] != ')' || object[-1] != ' ')
        return false;
    line[length - 1] = object[-1] = '\0';
    *hit = (struct hit){end + 1, path_base(object + 1)};
    return *hit->function != '\0';
}

// ---- gdb

enum { GDB_SAMPLES = 200 };

// The debugger's child is interrupted again and again from outside, but not while the debugger has
// it stopped: that interruption would wait and find it where the debugger stops it. A command that
// fails, as all do once the program has ended, ends the file of commands.
static const char gdb_script[] =
    "tool=$1 commands=$2; shift 2; \"$tool\" -batch -nx -x \"$commands\" --args \"$@\" & gdb=$!\n"
    "while sleep 0.02 && kill -0 $gdb; do\n"
    "  for child in $(cat /proc/$gdb/task/$gdb/children 2>/dev/null); do\n"
    "    case $(cat /proc/$child/stat 2>/dev/null) in *') t '*) ;; *) kill -INT $child ;; esac\n"
    "  done\n"
    "done 2>/dev/null\n"
    "wait $gdb";

static const char gdb_begin[] = "set confirm off\n"
                                "set startup-with-shell off\n"
                                "set disable-randomization off\n"
                                "set inferior-tty /dev/null\n"
                                "unset environment LINES\n"
                                "unset environment COLUMNS\n"
                                "handle SIGINT stop print nopass\n"
                                "run\n";

static struct text_list gdb_wrap(struct arena *arena, const char *tool, const char *folder,
                                 const struct text_list *command)
{
    TEXT_CLEANUP struct text commands = {0};
    struct error ignored; // gdb will say that it has no such file
    const char *path = path_join(arena, folder, "profile.gdb");
    text_add(&commands, gdb_begin);
    for (int i = 0; i < GDB_SAMPLES; i++)
        text_add(&commands, "info symbol $pc\ncontinue\n");
    text_add(&commands, "handle SIGINT nostop noprint nopass\ncontinue\n");
    (void)!file_write(path, commands.bytes, commands.length, &ignored);
    struct text_list arguments =
        list_of(arena, (const char *[]){"/bin/sh", "-c", gdb_script, "sh", tool, path, NULL});
    add_all(arena, &arguments, command);
    return arguments;
}

// "walk + 12 in section .text of /tmp/canary"; without "of" in the program itself.
static bool gdb_read(char *line, struct hit *hit)
{
    static const char section[] = " in section ", of[] = " of ";
    if (strcmp(line, "No symbol matches $pc.") == 0) {
        *hit = (struct hit){"[unknown]", ""};
        return true;
    }
    char *place = strstr(line, section);
    if (!place || place == line)
        return false;
    char *object = strstr(place + sizeof section - 1, of), *offset = NULL;
    *place = '\0';
    for (char *plus = line; (plus = strstr(plus, " + ")); plus++)
        offset = plus;
    if (offset)
        *offset = '\0';
    *hit = (struct hit){line, object ? path_base(object + sizeof of - 1) : ""};
    return *line &&
           strcmp(line, "_dl_debug_state") != 0; // there the debugger stops the program by itself
}

// ----

static const struct profiler profilers[] = {
    {"perf", "linux-perf or linux-tools", perf_wrap, perf_list, perf_read},
    {"gdb", "gdb", gdb_wrap, NULL, gdb_read},
};

const struct profiler *profiler_named(const char *name)
{
    for (size_t i = 0; i < sizeof profilers / sizeof *profilers; i++)
        if (strcmp(profilers[i].name, name) == 0)
            return &profilers[i];
    return NULL;
}

bool profiler_find(struct arena *arena, const char *name, const struct profiler **profiler,
                   const char **program, struct error *error)
{
    *profiler = profiler_named(name);
    if (!*profiler)
        return failed(error, EXIT_USAGE, "unknown profiler '%s': perf or gdb", name);
    *program = path_find_program(arena, name, getenv("PATH"), NULL);
    return *program || failed(error, EXIT_USAGE,
                              "there is no program '%s' on the PATH to profile with: install it "
                              "(package %s)",
                              name, (*profiler)->packages);
}
