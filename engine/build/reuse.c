// Reuses the build of a revision that an earlier campaign kept, and keeps this one for the next.
#include "build/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/input_place.h"
#include "build/kept/key.h"
#include "spec/target.h"

#include <sys/stat.h>

enum { SHORT_COMMIT = 8 };

static void note(struct program *program, const char *what, const struct error *error)
{
    program->kept_note = arena_printf(program->arena, "%s: %s", what, error->text);
}

// A project's own build of a revision.
static bool is_for_keeping(const struct program *program)
{
    const struct target *target = &program->target;
    return program->workshop.builds.folder && target->kind == TARGET_PROJECT && target->commit &&
           target_is_built(target);
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

static bool leaves(const char *path, struct error *error)
{
    return failed(error, EXIT_FAILED, "it writes '%s', outside of its folder", path);
}

bool file_is_of_build(const struct program *program, const char *path)
{
    struct stat file, shim;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
           stat(program_place(program->arena, program, SHIM_FOLDER), &shim) == 0 &&
           (file.st_ctim.tv_sec > shim.st_ctim.tv_sec ||
            (file.st_ctim.tv_sec == shim.st_ctim.tv_sec &&
             file.st_ctim.tv_nsec >= shim.st_ctim.tv_nsec));
}

// Nobody keeps programs and libraries that it links elsewhere, nor files of the command that it
// installs.
static bool is_inside(const struct program *program, struct error *error)
{
    const struct text_list *command = &program->target.command;
    for (size_t i = 0; i < program->links.count; i++)
        if (!path_within(program->links.items[i].output, program->workshop.folder))
            return leaves(program->links.items[i].output, error);
    for (size_t i = 0; i < program->library_links.count; i++) {
        const char *output = program->library_links.items[i].output;
        if (!path_within(output, program->workshop.folder) && file_exists(output))
            return leaves(output, error);
    }
    for (size_t i = 0; i < command->count; i++)
        if (command->items[i][0] == '/' && file_is_of_build(program, command->items[i]))
            return leaves(command->items[i], error);
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
    const char *title = arena_printf(program->arena, "%s%s%s, %.*s", path_base(target->repository),
                                     folder && *folder ? "/" : "", folder ? folder : "",
                                     SHORT_COMMIT, target->commit);
    const char *records = program_place(program->arena, program, "records");
    if (!is_inside(program, &error) ||
        !inputs_prune(&program->links, &program->library_links, records, program->workshop.folder,
                      &error) ||
        !kept_store(program->kept, program->workshop.folder, title, program->key,
                    program->workshop.builds.bytes_most, &error))
        note(program, "not kept for the next campaign", &error);
}
