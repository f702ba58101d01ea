// Packing and unpacking archives with the helper eswexp-archive.
#include "commands/shared/archiver.h"

#include "base/files/installation.h"
#include "build/toolchain/tool.h"

#include <sys/wait.h>

static bool call(struct arena *arena, const char *verb, const char *const *words,
                 const char **output, struct error *error)
{
    char *helper = NULL;
    struct text_list arguments = {0}, environment = environment_with(arena, &arguments);
    if (!installation_helper(arena, "eswexp-archive", &helper, error))
        return false;
    text_list_add(&arguments, arena, helper);
    text_list_add(&arguments, arena, verb);
    for (; *words; words++)
        text_list_add(&arguments, arena, *words);
    struct tool tool = {.arguments = arguments.items, .environment = environment.items};
    struct tool_end end = {0};
    if (!tool_run(&tool, NULL, &end, error))
        return false;
    *output = arena_strdup(arena, end.output.bytes ? end.output.bytes : "");
    text_release(&end.output);
    int code = WIFEXITED(end.status) ? WEXITSTATUS(end.status) : EXIT_FAILED;
    return tool_succeeded(&end) || failed(error, (enum exit_code)code, "%s",
                                          **output ? *output : "the helper eswexp-archive failed");
}

bool archiver_pack(struct arena *arena, const char *folder, const char *top, const char *path,
                   struct error *error)
{
    const char *output, *words[] = {folder, top, path, NULL};
    return call(arena, "pack", words, &output, error);
}

bool archiver_top(struct arena *arena, const char *path, const char **top, struct error *error)
{
    const char *words[] = {path, NULL};
    return call(arena, "top", words, top, error);
}

bool archiver_unpack(struct arena *arena, const char *path, const char *folder, struct error *error)
{
    const char *output, *words[] = {path, folder, NULL};
    return call(arena, "unpack", words, &output, error);
}
