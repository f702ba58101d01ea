// Finds compilers and linkers.
#include "build/toolchain/toolchain.h"

#include "base/files/paths.h"
#include "build/toolchain/linker.h"
#include "build/toolchain/tool.h"
#include "machine/settings.h"
#include "spec/language.h"
#include "spec/target.h"

#include <stdlib.h>
#include <string.h>

static char *find_executable(struct arena *arena, const char *word)
{
    return path_find_program(arena, word, getenv("PATH"), "");
}

// The C++ compiler beside a C compiler: "clang-14" has "clang++-14", "/opt/bin/gcc" "/opt/bin/g++".
static const char *cxx_beside(struct arena *arena, const char *cc)
{
    static const char *const pairs[][2] = {{"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};
    const char *name = path_base(cc);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const char *at = strstr(name, pairs[i][0]);
        const char *rest = at ? at + strlen(pairs[i][0]) : NULL;
        if (at && *rest != '+')
            return arena_printf(arena, "%.*s%s%s", (int)(at - cc), cc, pairs[i][1], rest);
    }
    return cc;
}

// The linker a target asks for: by `linker:`, or by the last -fuse-ld among its flags.
static const char *wanted_linker(const struct target *target)
{
    const struct text_list *lists[] = {&target->cflags, &target->ldflags};
    const char *wanted = target->linker;
    for (size_t l = 0; l < 2 && !target->linker; l++)
        for (size_t i = 0; i < lists[l]->count; i++)
            if (text_starts(lists[l]->items[i], "-fuse-ld="))
                wanted = lists[l]->items[i] + strlen("-fuse-ld=");
    return wanted;
}

// Does the project's own build call what it needs? Go needs no C compiler.
static bool brings_own(const struct target *target)
{
    return target->kind == TARGET_PROJECT && !target->compiler && !wanted_linker(target);
}

// A project without a C compiler: until its build is recorded, no linker is known to lack anything.
static bool do_without(struct arena *arena, struct toolchain *toolchain)
{
    for (size_t i = 0; linker_names[i]; i++)
        toolchain->linkers[i] = find_executable(arena, linker_names[i]);
    toolchain->linker = &bfd_linker;
    toolchain->compiler_version = "no C compiler";
    toolchain->linker_version = "the project's own linker";
    return true;
}

static bool find_compilers(struct arena *arena, const struct target *target,
                           struct toolchain *toolchain, struct error *error)
{
    const char *c = target->compiler ? target->compiler : "cc";
    const char *wanted = c, *cxx = cxx_beside(arena, c);
    toolchain->cc = find_executable(arena, c) ? c : NULL;
    toolchain->cxx = find_executable(arena, cxx) ? cxx : NULL;
    bool missing = !toolchain->cc;
    for (size_t i = 0; i < target->sources.count && !missing; i++)
        if (source_language(target->sources.items[i]) == LANGUAGE_CXX &&
            (missing = !toolchain->cxx))
            wanted = cxx;
    if (missing)
        return failed(error, EXIT_FAILED,
                      "there is no compiler '%s' on this machine: install it (Debian: apt install "
                      "%s), or set 'compiler:'",
                      wanted, target->compiler ? target->compiler : "build-essential");
    char *line;
    if (!tool_first_line(arena, toolchain->cc, "--version", &line, error))
        return false;
    toolchain->compiler_version = line;
    return true;
}

static bool find_linkers(struct arena *arena, struct toolchain *toolchain, struct error *error)
{
    for (size_t i = 0; linker_names[i]; i++) {
        char *line, *option = arena_printf(arena, "-print-prog-name=%s", linker_names[i]);
        if (!tool_first_line(arena, toolchain->cc, option, &line, error))
            return false;
        toolchain->linkers[i] = find_executable(arena, line);
    }
    return true;
}

bool toolchain_resolve(struct arena *arena, const struct target *target,
                       struct toolchain *toolchain, struct error *error)
{
    *toolchain = (struct toolchain){.linker = &unknown_linker};
    if (brings_own(target) && !find_executable(arena, "cc"))
        return do_without(arena, toolchain);
    if (!find_compilers(arena, target, toolchain, error) || !find_linkers(arena, toolchain, error))
        return false;
    const char *wanted = wanted_linker(target);
    const char *path = !wanted ? toolchain->linkers[0] : wanted[0] == '/' ? wanted : NULL;
    for (size_t i = 1; wanted && linker_names[i]; i++)
        if (text_equal(linker_names[i] + strlen("ld."), wanted))
            path = toolchain->linkers[i];
    if (!path)
        return failed(error, EXIT_FAILED,
                      "there is no linker '%s' on this machine: install it (Debian: apt install "
                      "%s), or set 'linker:'",
                      wanted ? wanted : "ld",
                      !wanted || text_equal(wanted, "bfd") || text_equal(wanted, "gold")
                          ? "binutils"
                          : wanted);
    return linker_identify(arena, path, &toolchain->linker, &toolchain->linker_version, error);
}

bool toolchain_find(const struct target *target, struct toolchain_facts *facts,
                    struct text *description, struct error *error)
{
    struct arena scratch = {0};
    struct toolchain toolchain = {.linker = &unknown_linker};
    bool builds = target_is_built(target);
    bool good = !builds || toolchain_resolve(&scratch, target, &toolchain, error);
    *facts = linker_facts(toolchain.linker);
    facts->compiles = target->kind == TARGET_SOURCES;
    facts->builds = builds;
    facts->personality = addresses_can_be_fixed();
    facts->low_stack_limit = stack_limit_is_below(STACK_LIMIT_MOST);
    if (good && builds)
        text_printf(description, "%s, %s", toolchain.compiler_version, toolchain.linker_version);
    if (!good)
        failed_within(error, "variant '%s' of '%s'", target->variant, target->benchmark);
    arena_release(&scratch);
    return good;
}
