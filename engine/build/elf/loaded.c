// Asks a program's loader for its libraries.
#include "build/elf/loaded.h"

#include "base/files/paths.h"
#include "build/elf/dynamic.h"
#include "build/toolchain/tool.h"

#include <string.h>

// The length of "$ORIGIN" or "${ORIGIN}" at the begin of the text, or 0.
static size_t origin_length(const char *text)
{
    static const char *const words[] = {"$ORIGIN", "${ORIGIN}"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_starts(text, words[i]))
            return strlen(words[i]);
    return 0;
}

const char *library_path_at(struct arena *arena, const char *program, const char *place,
                            const char *given)
{
    struct dynamic dynamic;
    TEXT_CLEANUP struct text path = {0};
    if (!dynamic_read(arena, program, &dynamic) || !dynamic.runpath ||
        !strstr(dynamic.runpath, "ORIGIN"))
        return given;
    text_add(&path, given ? given : "LD_LIBRARY_PATH=");
    text_add(&path, given ? ":" : "");
    for (const char *at = dynamic.runpath; *at;) {
        size_t length = origin_length(at);
        if (length)
            text_add(&path, path_folder(arena, place));
        else
            text_add_bytes(&path, at, 1);
        at += length ? length : 1;
    }
    return arena_strdup(arena, path.bytes);
}

// "\tNAME => PATH (ADDRESS)" or "\tPATH (ADDRESS)", in which a path may begin at the folder of the
// loading; or "\tlinux-vdso.so.1 (ADDRESS)", which is no file. False: the line says something else.
static bool read_path(char *line, const char **path)
{
    char *arrow = strstr(line, " => "), *start = arrow ? arrow + strlen(" => ") : line + 1;
    char *end = strstr(start, " (0x");
    if (line[0] != '\t' || !end)
        return false;
    *end = '\0';
    *path = arrow || strchr(start, '/') ? start : "";
    return true;
}

static bool add_line(struct arena *arena, char *line, const char *folder, struct text_list *paths,
                     struct text_list *missing)
{
    char *absent = strstr(line, " => not found");
    const char *path = "";
    if (absent && line[0] == '\t')
        text_list_add_once(missing, arena,
                           arena_strndup(arena, line + 1, (size_t)(absent - line - 1)));
    else if (*line && !text_equal(line, "\tstatically linked") && !read_path(line, &path))
        return false;
    if (*path)
        text_list_add_once(paths, arena, path_absolute(arena, path_join(arena, folder, path)));
    return true;
}

// `trace`: by the variable of the GNU C library, which goes on where a library is missing. Other
// loaders would run the program.
static bool ask(struct arena *arena, const struct loading *loading, const char *loader, bool trace,
                struct text *answer)
{
    struct error ignored;
    struct text_list arguments = {0}, environment = {0};
    text_list_add(&arguments, arena, loader);
    text_list_add(trace ? &environment : &arguments, arena,
                  trace ? "LD_TRACE_LOADED_OBJECTS=1" : "--list");
    text_list_add(&arguments, arena, loading->program);
    text_list_add(&environment, arena, "LC_ALL=C");
    if (loading->library_path)
        text_list_add(&environment, arena, loading->library_path);
    const struct tool tool = {.arguments = arguments.items,
                              .environment = environment.items,
                              .folder = loading->folder,
                              .timeout_s = loading->timeout_s,
                              .stop = loading->stop};
    struct tool_end end = {0};
    bool answered = tool_run(&tool, NULL, &end, &ignored) && tool_succeeded(&end);
    *answer = end.output;
    return answered;
}

bool loaded_libraries(struct arena *arena, const struct loading *loading, struct text_list *paths,
                      struct text_list *missing)
{
    struct dynamic dynamic;
    TEXT_CLEANUP struct text answer = {0}, traced = {0};
    if (!dynamic_read(arena, loading->program, &dynamic))
        return false;
    if (!dynamic.loader)
        return true;
    bool answered = ask(arena, loading, dynamic.loader, false, &answer);
    bool misses =
        !answered && answer.bytes && strstr(answer.bytes, "error while loading shared libraries: ");
    if (misses)
        answered = ask(arena, loading, dynamic.loader, true, &traced);
    char *rest = misses ? traced.bytes : answer.bytes;
    bool understood = answered;
    for (char *line; answered && rest && (line = strsep(&rest, "\n"));)
        understood = add_line(arena, line, loading->folder, paths, missing) && understood;
    return understood;
}
