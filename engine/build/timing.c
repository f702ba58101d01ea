// Times builds and links by repeating them.
#include "build/timing.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/internal.h"
#include "build/project.h"

static double seconds_since(int64_t start_ns)
{
    return (double)(clock_boot_ns() - start_ns) / 1e9;
}

static bool time_sources(struct arena *arena, const struct recipe *recipe, const char *folder,
                         double *seconds, struct error *error)
{
    const char *objects = path_join(arena, folder, "objects");
    const char *output = path_join(arena, folder, recipe->target->benchmark);
    int64_t start_ns = clock_boot_ns();
    bool made = sources_compile(arena, recipe, objects, 0, error) &&
                sources_link(arena, recipe, objects, output, error);
    *seconds = seconds_since(start_ns);
    return made;
}

static bool time_project(struct arena *arena, const struct recipe *recipe, const char *tree,
                         double *seconds, struct error *error)
{
    int64_t start_ns = clock_boot_ns();
    bool made = project_build(arena, recipe, tree, error);
    *seconds = seconds_since(start_ns);
    return made;
}

// Without the shim, as in the user's own build.
static struct recipe recipe_of(const struct program *program, struct arena *arena)
{
    static const char *const no_caches[] = {"CCACHE_DISABLE=1", "SCCACHE_RECACHE=1"};
    struct recipe recipe = {.target = &program->target,
                            .workshop = &program->workshop,
                            .toolchain = &program->toolchain};
    build_settings_add(arena, &recipe.settings);
    for (size_t i = 0; i < sizeof no_caches / sizeof *no_caches; i++)
        text_list_add(&recipe.settings, arena, no_caches[i]);
    return recipe;
}

static bool time_build(const struct program *program, struct arena *arena, const char *folder,
                       double *seconds, struct error *error)
{
    struct recipe recipe = recipe_of(program, arena);
    struct target target = *program->asked;
    if (target.kind == TARGET_SOURCES)
        return folder_make(folder, error) && time_sources(arena, &recipe, folder, seconds, error);
    recipe.target = &target;
    if (!target.commit)
        return project_copy(target.directory, folder, error) &&
               time_project(arena, &recipe, folder, seconds, error);
    return target_checkout(arena, &target, folder, error) &&
           time_project(arena, &recipe, target.directory, seconds, error);
}

bool program_time_build(const struct program *program, double *seconds, struct error *error)
{
    struct arena scratch = {0};
    struct error ignored;
    const char *folder = program_place(&scratch, program, "timed");
    bool good = tree_remove(folder, error) && time_build(program, &scratch, folder, seconds, error);
    (void)!tree_remove(folder, &ignored); // the work folder is removed at the end
    arena_release(&scratch);
    return good || failed_within(error, "build_time");
}

bool program_time_link(const struct program *program, double *seconds, struct error *error)
{
    struct arena scratch = {0};
    struct text_list none = {0};
    const char *output = program_place(&scratch, program, "timed");
    int64_t start_ns = clock_boot_ns();
    bool good = true;
    for (size_t i = 0; good && i < program->linked_count; i++) {
        struct relink relink = relink_of(program, &program->linked[i]);
        relink.capture = &program->linked[i].recorded; // with the code generation of LTO
        good = link_plain(&relink, output, &none, error);
    }
    *seconds = seconds_since(start_ns);
    unlink(output);
    arena_release(&scratch);
    return good || failed_within(error, "link_time");
}
