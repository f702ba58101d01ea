// Takes the first link of a program as a build.
#include "build/as_built.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/trees.h"
#include "build/internal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool place(const char *first, const char *output, struct error *error)
{
    if (unlink(output) != 0 && errno != ENOENT)
        return failed_errno(error, "cannot replace '%s'", output);
    return link(first, output) == 0 || file_copy(first, output, error);
}

static bool identify(const char *path, struct digest *layout_id, struct digest *binary,
                     struct error *error)
{
    SYMBOLS_CLEANUP struct symbols symbols = {0};
    if (!symbols_read(path, &symbols, error))
        return false;
    symbols_identify(&symbols, layout_id->hex);
    symbols_hash_file(&symbols, binary->hex);
    return true;
}

static const char *first_of(struct arena *arena, const struct program *program, size_t index)
{
    return program_output(arena, program_place(arena, program, "first"), index);
}

bool program_take_as_built(const struct program *program, const char *output,
                           struct build_result *result, struct error *error)
{
    struct arena scratch = {0};
    size_t count = program->linked_count;
    struct digest *layout_ids = arena_new_array(&scratch, struct digest, count);
    struct digest *binaries = arena_new_array(&scratch, struct digest, count);
    int64_t start_ns = clock_boot_ns();
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        const char *first = first_of(&scratch, program, i);
        good = identify(first, &layout_ids[i], &binaries[i], error) &&
               place(first, program_output(&scratch, output, i), error);
    }
    digests_combine(layout_ids, count, result->layout_id);
    digests_combine(binaries, count, result->binary_sha256);
    result->functions_moved = 0;
    result->seconds = (double)(clock_boot_ns() - start_ns) / 1e9;
    arena_release(&scratch);
    return good;
}

static bool is_changed(struct arena *scratch, const struct program *program, size_t index)
{
    IMAGE_CLEANUP struct image own = {0}, first = {0};
    struct image_digest digest, linked;
    return image_map(program->linked[index].capture.output, program->workshop.folder, &own) &&
           image_map(first_of(scratch, program, index), program->workshop.folder, &first) &&
           image_digest(&own, &digest) && image_digest(&first, &linked) &&
           !text_equal(digest.loaded, linked.loaded);
}

const char *program_changed_since_link(const struct program *program, struct arena *arena)
{
    struct arena scratch = {0};
    const char *words = NULL;
    for (size_t i = 0; !words && i < program->linked_count; i++)
        if (is_changed(&scratch, program, i))
            words =
                arena_printf(arena,
                             "'%s' is not what its link makes: the build changes it afterwards, "
                             "or the link is not repeatable; 'as built' is the repeated link",
                             program->linked[i].name);
    arena_release(&scratch);
    return words;
}
