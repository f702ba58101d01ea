// Chooses for each input of a recorded link between the original and what was kept.
#include "build/capture/input_place.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/capture/inputs.h"
#include "build/capture/thin_archive.h"
#include "build/toolchain/sha256.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- One input

// The SHA-256 is the folder in "inputs/SHA256/NAME".
static bool has_content(const char *path, const char *kept)
{
    enum { DIGITS = 64 };
    char hex[65];
    const char *slash = strchr(kept, '/');
    return slash && strlen(slash) > DIGITS && sha256_file(path, hex) &&
           strncmp(slash + 1, hex, DIGITS) == 0;
}

static bool is_unchanged(const char *path, const struct link_input *input)
{
    struct stat status;
    if (stat(path, &status) != 0 || (uint64_t)status.st_size != input->bytes)
        return false;
    int64_t modified_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    return modified_ns == input->modified_ns || has_content(path, input->kept);
}

// The path from which a later link reads the input; NULL: it is lost.
static const char *place_of(struct arena *arena, const struct link_input *input,
                            const char *records, struct error *error)
{
    const char *kept = *input->kept ? path_join(arena, records, input->kept) : NULL;
    if (is_unchanged(input->path, input))
        return input->path;
    if (kept && is_unchanged(kept, input))
        return kept;
    const char *what = file_exists(input->path) ? "has changed" : "is gone";
    failed(error, EXIT_FAILED, "'%s', which the link of the program read, %s since, and %s",
           input->path, what,
           !kept               ? "was beyond the limit of what is kept (set ESWEXP_INPUTS_SIZE)"
           : file_exists(kept) ? "the build overwrote what was kept of it, too"
                               : "is not kept");
    return NULL;
}

// The inputs of a link, most of which are asked for in their own order.
struct lookup {
    const struct link_inputs *inputs;
    size_t next;
};

static const struct link_input *input_of(struct lookup *lookup, const char *path)
{
    const struct link_inputs *inputs = lookup->inputs;
    for (size_t i = 0; i < inputs->count; i++) {
        size_t at = (lookup->next + i) % inputs->count;
        if (text_equal(inputs->items[at].path, path)) {
            lookup->next = at + 1;
            return &inputs->items[at];
        }
    }
    return NULL;
}

// Of a file that is not noted, such as one of the system: itself.
static const char *place_at(struct arena *arena, struct lookup *lookup, const char *path,
                            const char *records, struct error *error)
{
    const struct link_input *input = input_of(lookup, path);
    return input ? place_of(arena, input, records, error) : path;
}

// ---- Thin archives

static bool mirror_file(struct arena *arena, const char *folder, const char *path,
                        const char *place, struct error *error)
{
    char *link = arena_printf(arena, "%s%s", folder, path_normal(arena, path));
    unlink(link);
    return folder_make(path_folder(arena, link), error) &&
           (symlink(place, link) == 0 || failed_errno(error, "cannot make '%s'", link));
}

// A thin archive names its members by paths from its own folder, so they are laid out around it as
// they were at the link.
static const char *mirror(struct arena *arena, struct lookup *lookup, const char *path,
                          const char *place, const struct text_list *members, const char *records,
                          struct error *error)
{
    const char *folder = arena_printf(arena, "%s/mirror", records);
    bool good = mirror_file(arena, folder, path, place, error);
    for (size_t i = 0; good && i < members->count; i++) {
        const char *member = members->items[i];
        const char *at = place_at(arena, lookup, member, records, error);
        good = at && mirror_file(arena, folder, member, at, error);
    }
    return good ? arena_printf(arena, "%s%s", folder, path_normal(arena, path)) : NULL;
}

// The place of an archive with all that it names.
static const char *place_whole(struct arena *arena, struct lookup *lookup, const char *path,
                               const char *records, struct error *error)
{
    const char *place = place_at(arena, lookup, path, records, error);
    struct text_list members = {0};
    if (place)
        members = thin_members(arena, place, path_folder(arena, path));
    bool moved = place && !text_equal(place, path);
    for (size_t i = 0; place && i < members.count; i++) {
        const char *at = place_at(arena, lookup, members.items[i], records, error);
        if (!at)
            return NULL;
        moved = moved || !text_equal(at, members.items[i]);
    }
    return moved && members.count ? mirror(arena, lookup, path, place, &members, records, error)
                                  : place;
}

// ---- A link

static bool was_there(void *context, const char *path)
{
    return input_of(context, path) || (input_is_of_system(path) && file_exists(path));
}

bool inputs_place(struct arena *arena, struct link_record *record, const char *records,
                  struct error *error)
{
    const struct text_list given = record->arguments;
    struct text_list folders = {0}, placed = {0};
    struct lookup lookup = {&record->inputs, 0};
    struct input_words words = inputs_find(arena, &given, record->folder, was_there, &lookup);
    for (size_t i = 0, next = 0; i < given.count; i++) {
        const struct input_word *word =
            next < words.count && words.items[next].index == i ? &words.items[next++] : NULL;
        const char *place =
            word ? place_whole(arena, &lookup, word->path, records, error) : given.items[i];
        if (!place)
            return false;
        bool stays = !word || text_equal(place, word->path);
        if (!stays && word->is_library) // -l searches the folders of all -L, in their order
            text_list_add_once(&folders, arena,
                               arena_printf(arena, "-L%s", path_folder(arena, place)));
        else if (!stays)
            place = arena_printf(arena, "%.*s%s", (int)word->prefix, given.items[i], place);
        text_list_add(&placed, arena, stays || word->is_library ? given.items[i] : place);
    }
    for (size_t i = 0; i < placed.count; i++)
        text_list_add(&folders, arena, placed.items[i]);
    record->arguments = folders;
    if (!folder_exists(record->folder)) // of a sandbox: nothing relative to it is left
        record->folder = records;
    return true;
}

// ---- A build

static bool is_in(struct arena *arena, const struct link_input *input, const char *folder)
{
    return path_within(path_absolute(arena, input->path), folder) &&
           is_unchanged(input->path, input);
}

// The folders below INPUTS_FOLDER that a later link needs.
static void add_needed(struct arena *arena, const struct recorded_links *links, const char *folder,
                       struct text_list *needed)
{
    for (size_t i = 0; i < links->count; i++) {
        const struct link_inputs *inputs = &links->items[i].record.inputs;
        for (size_t k = 0; k < inputs->count; k++)
            if (*inputs->items[k].kept && !is_in(arena, &inputs->items[k], folder))
                text_list_add_once(needed, arena, path_folder(arena, inputs->items[k].kept));
    }
}

bool inputs_prune(const struct recorded_links *programs, const struct recorded_links *libraries,
                  const char *records, const char *folder, struct error *error)
{
    struct arena scratch = {0};
    struct text_list names = {0}, needed = {0};
    add_needed(&scratch, programs, folder, &needed);
    add_needed(&scratch, libraries, folder, &needed);
    const char *inputs = path_join(&scratch, records, INPUTS_FOLDER);
    bool good = !folder_exists(inputs) || tree_list(&scratch, inputs, &names, error);
    for (size_t i = 0; good && i < names.count; i++) {
        bool inner = strchr(names.items[i], '/') != NULL;
        if (!inner && !text_list_has(&needed, path_join(&scratch, INPUTS_FOLDER, names.items[i])))
            good = tree_remove(path_join(&scratch, inputs, names.items[i]), error);
    }
    arena_release(&scratch);
    return good;
}
