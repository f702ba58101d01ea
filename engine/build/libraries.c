// Chooses the shared libraries of a project that every layout relinks: those that its programs load
// or open.
#include "build/libraries.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/elf/dynamic.h"
#include "build/elf/loaded.h"
#include "build/internal.h"

#include <stdlib.h>
#include <string.h>

// ---- What is loaded

static bool is_called(struct arena *scratch, const char *path, const char *name)
{
    struct dynamic dynamic;
    return text_equal(path_base(path), name) ||
           (dynamic_read(scratch, path, &dynamic) && text_equal(dynamic.soname, name));
}

// By its soname or that of its file: what a script finds by its own LD_LIBRARY_PATH.
static void add_by_name(const struct program *program, const char *name, struct text_list *loaded)
{
    struct arena scratch = {0};
    for (size_t i = program->library_links.count; i-- > 0;) {
        const char *output = program->library_links.items[i].output;
        if (!is_called(&scratch, output, name))
            continue;
        text_list_add_once(loaded, program->arena, output);
        break;
    }
    arena_release(&scratch);
}

bool libraries_needed(const struct program *program, struct text_list *loaded)
{
    struct text_list missing = {0};
    bool known = true;
    for (size_t i = 0; i < program->linked_count; i++) {
        const struct loading loading = {.program = program->linked[i].capture.output,
                                        .folder = program->folder,
                                        .library_path = program_library_path(program),
                                        .timeout_s = program->workshop.timeout_s,
                                        .stop = program->workshop.stop};
        known = (program->linked[i].is_library ||
                 loaded_libraries(program->arena, &loading, loaded, &missing)) &&
                known;
    }
    for (size_t i = 0; i < missing.count; i++)
        add_by_name(program, missing.items[i], loaded);
    return known && !missing.count;
}

static bool reaches(struct arena *scratch, const char *path)
{
    struct dynamic dynamic;
    return !dynamic_read(scratch, path, &dynamic) || dynamic.reaches;
}

bool libraries_reach(const struct program *program, const struct text_list *loaded)
{
    struct arena scratch = {0};
    bool reach = false;
    for (size_t i = 0; !reach && i < program->linked_count; i++)
        reach = reaches(&scratch, program->linked[i].capture.output);
    for (size_t i = 0; !reach && i < loaded->count; i++)
        reach = reaches(&scratch, loaded->items[i]);
    arena_release(&scratch);
    return reach;
}

// ---- Which of it is relinked

// Links it without a layout; what cannot be linked again is taken back.
static bool add(struct program *program, const struct recorded_link *link, const char *path,
                struct error *error)
{
    size_t index = program->linked_count;
    struct error why;
    if (program_has_linked(program, path) ||
        (program_add_linked(program, link, path, &why) &&
         linked_prepare(program, &program->linked[index], &why)))
        return true;
    program->linked_count = index;
    *error = why;
    return false;
}

// What keeps one layout, and why.
struct fixed {
    struct text_list unrecorded, outside;
};

static void note_fixed(struct program *program, const struct text_list *names, const char *why)
{
    bool many = names->count > 1;
    if (names->count)
        program_note(program,
                     arena_printf(program->arena,
                                  "%s %s of the project itself: %s one layout in all "
                                  "builds, which may bias comparisons (%s; or link %s "
                                  "statically: Meson --default-library=static, CMake "
                                  "-DBUILD_SHARED_LIBS=OFF, configure --disable-shared)",
                                  text_quoted(program->arena, names),
                                  many ? "are shared libraries" : "is a shared library",
                                  many ? "they have" : "it has", why, many ? "them" : "it"));
}

static bool choose(struct program *program, const char *path, struct fixed *fixed,
                   struct error *error)
{
    const struct recorded_links *links = &program->library_links;
    const struct recorded_link *link = links_find(program->arena, links, path);
    const struct recorded_link *copied = link ? NULL : link_copied_by_command(program, links, path);
    path = copied ? copied->output : path;
    bool inside = path_within(path, program->workshop.folder) != NULL;
    struct text_list one = {0};
    if (copied)
        link = copied;
    else if (!link && file_exists(path))
        link = links_find_copied(links, path, !inside);
    if (!inside && !link && !file_is_of_build(program, path))
        return true; // of the system
    if (inside && link && add(program, link, path, error)) {
        if (copied)
            linked_renew(program, path);
        return true;
    }
    if (inside && link && error->code == EXIT_INTERRUPTED)
        return false;
    text_list_add_once(&program->beside, program->arena, path);
    text_list_add(&one, program->arena, program_name_of(program, path));
    if (inside && link)
        note_fixed(program, &one, error->text);
    else
        text_list_add_once(inside ? &fixed->unrecorded : &fixed->outside, program->arena,
                           one.items[0]);
    return true;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool libraries_choose(struct program *program, const struct text_list *loaded, struct error *error)
{
    struct fixed fixed = {0};
    struct text_list paths = {0};
    for (size_t i = 0; i < loaded->count; i++)
        if (!program_has_linked(program, loaded->items[i]))
            text_list_add_once(&paths, program->arena, loaded->items[i]);
    if (paths.count)
        qsort((void *)paths.items, paths.count, sizeof *paths.items, by_path);
    for (size_t i = 0; i < paths.count; i++)
        if (!choose(program, paths.items[i], &fixed, error))
            return false;
    note_fixed(program, &fixed.unrecorded, "no link through gcc or clang was recorded");
    note_fixed(program, &fixed.outside,
               "loaded from outside of the build's folder: install below it, as with a prefix of "
               "\"$PWD/…\"");
    program_digest_first(program);
    return true;
}

const char *program_replaces(const struct program *program, const struct program *other)
{
    for (size_t i = 0; i < other->beside.count; i++) {
        const char *path = other->beside.items[i];
        if (!path_within(path, other->workshop.folder) &&
            !path_within(path, program->workshop.folder) && file_is_of_build(program, path))
            return path;
    }
    return NULL;
}

// ---- Before links

static const char *own_copy(struct arena *arena, const struct program *program, size_t index)
{
    return program_output(arena, program_place(arena, program, "own"), index);
}

bool library_keep(const struct program *program, const struct linked *linked, struct error *error)
{
    const char *path = linked->capture.output;
    return !file_exists(path) ||
           file_copy(path, own_copy(program->arena, program, (size_t)(linked - program->linked)),
                     error);
}

static bool restore(struct arena *scratch, const struct program *program, size_t index,
                    struct error *error)
{
    const char *path = program->linked[index].capture.output;
    const char *own = own_copy(scratch, program, index);
    return file_exists(own) ? file_copy(own, path, error) : tree_remove(path, error);
}

bool libraries_restore(const struct program *program, struct error *error)
{
    struct arena scratch = {0};
    bool good = true;
    for (size_t i = 0; good && i < program->linked_count; i++)
        good = !program->linked[i].is_library || restore(&scratch, program, i, error);
    arena_release(&scratch);
    return good;
}
