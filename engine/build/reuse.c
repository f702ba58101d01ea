// Reuses the build of a revision that an earlier campaign kept, and keeps this one for the next.
#include "build/internal.h"

#include "base/files/paths.h"
#include "build/kept/key.h"

#include <string.h>

enum { SHORT_COMMIT = 8 };

static void note(struct program *program, const char *what, const struct error *error)
{
    program->kept_note = arena_printf(program->arena, "%s: %s", what, error->text);
}

// A project's own build of a revision. A command with an absolute path runs what the build leaves
// outside of its folder, which nobody keeps.
static bool is_for_keeping(const struct program *program)
{
    const struct target *target = &program->target;
    return program->workshop.builds.folder && target->kind == TARGET_PROJECT && target->commit &&
           (!target->command.count || target->command.items[0][0] != '/');
}

// Notes the place of the build; false: it is not for keeping.
static bool find_place(struct program *program)
{
    TEXT_CLEANUP struct text key = {0};
    struct error error;
    const struct kept_inputs inputs = {.target = &program->target,
                                       .toolchain = &program->toolchain,
                                       .folder = program->workshop.folder,
                                       .sources =
                                           program_place(program->arena, program, "checkout"),
                                       .shim = program->workshop.linker_shim};
    if (!is_for_keeping(program))
        return false;
    if (!kept_key(&inputs, &key, &error)) {
        note(program, "not kept for the next campaign", &error);
        return false;
    }
    program->key = arena_strdup(program->arena, key.bytes);
    program->kept = kept_folder(program->arena, &program->workshop.builds, program->key);
    return true;
}

bool build_reuse(struct program *program)
{
    struct error error;
    if (!find_place(program))
        return false;
    if (program->workshop.builds.replace)
        kept_discard(program->kept);
    else if (kept_restore(program->kept, program->workshop.folder, &program->kept_since, &error))
        return true;
    else if (*error.text)
        note(program, "the kept build was not used", &error);
    return false;
}

static bool is_inside(const struct program *program, struct error *error)
{
    for (size_t i = 0; i < program->links.count; i++)
        if (!path_within(program->links.items[i].output, program->workshop.folder))
            return failed(error, EXIT_FAILED, "it links '%s', outside of its folder",
                          program->links.items[i].output);
    return true;
}

void build_keep(struct program *program)
{
    struct error error;
    const struct target *target = &program->target;
    if (!program->kept || program->kept_since)
        return;
    const char *folder =
        path_within(target->directory, program_place(program->arena, program, "checkout"));
    const char *project = strrchr(target->repository, '/');
    const char *title = arena_printf(
        program->arena, "%s%s%s, %.*s", project ? project + 1 : target->repository,
        folder && *folder ? "/" : "", folder ? folder : "", SHORT_COMMIT, target->commit);
    if (!is_inside(program, &error) ||
        !kept_store(program->kept, program->workshop.folder, title, program->key,
                    program->workshop.builds.bytes_most, &error))
        note(program, "not kept for the next campaign", &error);
}
