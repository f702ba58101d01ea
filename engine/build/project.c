// Builds a project by its own commands, in a copy or a checkout.
#include "build/project.h"

#include "base/files/files.h"
#include "base/files/trees.h"
#include "build/capture/record.h"
#include "build/internal.h"
#include "build/toolchain/tool.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// A folder that its tool can fill again, such as cargo's `target`: with a finished program there,
// the build would link nothing. bford.info/cachedir
static bool is_cache(const char *path)
{
    static const char signature[] = "Signature: 8a477f597d28d172789f06886806bc55";
    char tag[PATH_MAX], begin[sizeof signature] = "";
    int length = snprintf(tag, sizeof tag, "%s/CACHEDIR.TAG", path);
    FILE_CLEANUP FILE *file =
        length < (int)sizeof tag && file_exists(tag) ? fopen(tag, "re") : NULL;
    return file && fread(begin, 1, sizeof signature - 1, file) == sizeof signature - 1 &&
           text_equal(begin, signature);
}

// The repository, and campaigns: their files would be copied for every variant, and grow.
static bool skip(const char *path, const char *relative)
{
    char store[PATH_MAX];
    int length = snprintf(store, sizeof store, "%s/campaign.db", path);
    return text_equal(relative, ".git") || (length < (int)sizeof store && file_exists(store)) ||
           is_cache(path);
}

static const char *joined(struct arena *arena, const char *name, const struct text_list *words,
                          const char *more)
{
    TEXT_CLEANUP struct text text = {0};
    text_printf(&text, "%s=", name);
    for (size_t i = 0; i < words->count; i++)
        text_printf(&text, "%s%s", i ? " " : "", words->items[i]);
    text_printf(&text, "%s%s", words->count && *more ? " " : "", more);
    return arena_strdup(arena, text.bytes);
}

static const char *by_lines(struct arena *arena, const char *name, const struct text_list *words)
{
    TEXT_CLEANUP struct text text = {0};
    text_printf(&text, "%s=", name);
    for (size_t i = 0; i < words->count; i++)
        text_printf(&text, "%s%s", i ? "\n" : "", words->items[i]);
    return arena_strdup(arena, text.bytes);
}

// The variables that configure scripts, make, CMake and Meson read. Sets only those that the
// experiment file gives; otherwise the project's own flags hold.
static struct text_list project_environment(struct arena *arena, const struct recipe *recipe)
{
    const struct target *target = recipe->target;
    struct text_list settings = {0};
    for (size_t i = 0; i < recipe->settings.count; i++)
        text_list_add(&settings, arena, recipe->settings.items[i]);
    if (target->compiler) {
        text_list_printf(&settings, arena, "CC=%s", recipe->toolchain->cc);
        const char *cxx = recipe->toolchain->cxx ? recipe->toolchain->cxx : recipe->toolchain->cc;
        text_list_printf(&settings, arena, "CXX=%s", cxx);
    }
    if (target->cflags.count) {
        text_list_add(&settings, arena,
                      joined(arena, "CFLAGS", &target->cflags, "-ffunction-sections"));
        text_list_add(&settings, arena,
                      joined(arena, "CXXFLAGS", &target->cflags, "-ffunction-sections"));
        text_list_add(&settings, arena, by_lines(arena, CFLAGS_VARIABLE, &target->cflags));
    }
    const char *linker = target->linker ? arena_printf(arena, "-fuse-ld=%s", target->linker) : "";
    if (target->ldflags.count || *linker)
        text_list_add(&settings, arena, joined(arena, "LDFLAGS", &target->ldflags, linker));
    if (target->libs.count)
        text_list_add(&settings, arena, joined(arena, "LIBS", &target->libs, ""));
    return environment_with(arena, &settings);
}

static bool run_shell(struct arena *arena, const struct recipe *recipe, const char *tree,
                      const char *name, const char *line, struct text_list environment,
                      struct error *error)
{
    if (!line)
        return true;
    char shell[] = "/bin/sh", option[] = "-c";
    char *arguments[] = {shell, option, arena_strdup(arena, line), NULL};
    struct tool tool = {.arguments = arguments,
                        .environment = environment.items,
                        .folder = tree,
                        .timeout_s = step_limit_s(recipe->workshop),
                        .stop = recipe->workshop->stop};
    struct tool_end end = {0};
    bool good = tool_run(&tool, recipe->workshop->log, &end, error);
    if (good && !tool_succeeded(&end))
        good = step_failed(arena, recipe->workshop, &end, name, line, error);
    text_release(&end.output);
    return good;
}

bool project_copy(const char *folder, const char *tree, struct error *error)
{
    if (!folder_exists(folder))
        return failed(error, EXIT_FAILED, "there is no directory '%s'", folder);
    return tree_copy(folder, tree, skip, error);
}

bool project_build(struct arena *arena, const struct recipe *recipe, const char *tree,
                   struct error *error)
{
    const struct target *target = recipe->target;
    struct text_list environment = project_environment(arena, recipe);
    int64_t begin_ns = clock_boot_ns();
    bool set_up = run_shell(arena, recipe, tree, "setup", target->setup, environment, error);
    if (recipe->workshop->setup_s && target->setup)
        *recipe->workshop->setup_s = (double)(clock_boot_ns() - begin_ns) * 1e-9;
    return set_up && run_shell(arena, recipe, tree, "build", target->build, environment, error);
}
