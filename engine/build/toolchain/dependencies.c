// Lists the files that a benchmark's own sources include, from the compiler's -MM.
#include "build/toolchain/dependencies.h"

#include "base/files/paths.h"
#include "build/toolchain/tool.h"
#include "build/toolchain/toolchain.h"
#include "spec/language.h"

#include <string.h>

enum { TIMEOUT_S = 600 };

// In names make escapes ' ' as "\ ", '#' as "\#", '$' as "$$".
void dependencies_read(struct arena *arena, const char *rule, const char *folder,
                       struct text_list *files)
{
    TEXT_CLEANUP struct text name = {0};
    const char *at = strstr(rule, ": ");
    for (at = at ? at + 2 : ""; *at || name.length; at += *at != '\0') {
        bool is_end = !*at || *at == ' ' || *at == '\n' || (*at == '\\' && at[1] == '\n');
        if (is_end && name.length) {
            text_list_add(files, arena, path_normal(arena, path_join(arena, folder, name.bytes)));
            name.length = 0;
        } else if (!is_end) {
            at += (*at == '\\' && (at[1] == ' ' || at[1] == '#')) || (*at == '$' && at[1] == '$');
            text_add_bytes(&name, at, 1);
        }
    }
}

static struct text_list arguments_of(struct arena *arena, const struct target *target,
                                     const struct toolchain *toolchain, const char *headers,
                                     const char *source)
{
    struct text_list arguments = {0};
    bool is_cxx = source_language(source) == LANGUAGE_CXX;
    text_list_add(&arguments, arena, is_cxx ? toolchain->cxx : toolchain->cc);
    for (size_t i = 0; i < target->cflags.count; i++)
        text_list_add(&arguments, arena, target->cflags.items[i]);
    text_list_printf(&arguments, arena, "-I%s", headers);
    text_list_add(&arguments, arena, "-MM");
    text_list_add(&arguments, arena, source);
    return arguments;
}

bool sources_dependencies(struct arena *arena, const struct target *target, const char *headers,
                          struct text_list *files, struct error *error)
{
    struct toolchain toolchain;
    if (!toolchain_resolve(arena, target, &toolchain, error))
        return false;
    struct text_list environment = environment_with(arena, &(struct text_list){0});
    bool good = true;
    for (size_t i = 0; good && i < target->sources.count; i++) {
        const char *source = target->sources.items[i];
        struct tool_end end = {0};
        struct tool tool = {.arguments =
                                arguments_of(arena, target, &toolchain, headers, source).items,
                            .environment = environment.items,
                            .folder = target->directory,
                            .timeout_s = TIMEOUT_S};
        good = tool_run(&tool, NULL, &end, error);
        if (good && !tool_succeeded(&end))
            good =
                tool_failed(&end, arena_printf(arena, "reading what '%s' includes", source), error);
        if (good)
            dependencies_read(arena, end.output.bytes ? end.output.bytes : "", target->directory,
                              files);
        text_release(&end.output);
    }
    return good;
}
