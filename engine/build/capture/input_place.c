// Chooses for each input of a recorded link between the original and what was kept.
#include "build/capture/input_place.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/capture/go_link.h"
#include "build/capture/inputs.h"
#include "build/capture/thin_archive.h"
#include "build/toolchain/sha256.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- One input

static bool has_content(const char *path, const struct link_input *input)
{
    char hex[65];
    return sha256_file(path, hex) && text_equal(hex, input->sha256);
}

static int64_t ns_of(const struct timespec *time)
{
    return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

// Tools that write in place may set the time of modification back, but not that of the change.
static bool is_unchanged(const struct link_input *input)
{
    struct stat status;
    if (stat(input->path, &status) != 0 || (uint64_t)status.st_size != input->bytes)
        return false;
    bool same_times =
        ns_of(&status.st_mtim) == input->modified_ns && ns_of(&status.st_ctim) == input->changed_ns;
    return same_times || has_content(input->path, input);
}

// The path from which a later link reads the input; NULL: it is lost. Programs may load a library
// by the path that their link names, so it stays, even stripped.
static const char *place_of(struct arena *arena, const struct link_input *input,
                            const char *records, struct error *error)
{
    const char *kept = *input->kept ? path_join(arena, records, input->kept) : NULL;
    if (input_kind(input->path) == INPUT_SHARED || is_unchanged(input))
        return input->path;
    if (kept && has_content(kept, input))
        return kept;
    const char *what = file_exists(input->path) ? "has changed" : "is gone";
    failed(error, EXIT_FAILED, "'%s', which the link of the program read, %s since, and %s",
           input->path, what,
           !kept               ? "was beyond the limit of what is kept (set ESWEXP_INPUTS_SIZE)"
           : file_exists(kept) ? "the build overwrote what was kept of it, too: "
                                 "let it write a new file instead"
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

// One for each link, because other links may have read other files at the same paths.
static const char *mirror_of(struct arena *arena, const struct link_inputs *inputs,
                             const char *records)
{
    struct sha256 hash;
    char hex[65];
    sha256_begin(&hash);
    for (size_t i = 0; i < inputs->count; i++) {
        const struct link_input *input = &inputs->items[i];
        sha256_add(&hash, input->path, strlen(input->path) + 1);
        sha256_add(&hash, input->sha256, strlen(input->sha256));
    }
    sha256_end(&hash, hex);
    return arena_printf(arena, "%s/mirror/%.16s", records, hex);
}

// A thin archive names its members by paths from its own folder, so they are laid out around it as
// they were at the link.
static const char *mirror(struct arena *arena, struct lookup *lookup, const char *path,
                          const char *place, const struct text_list *members, const char *records,
                          struct error *error)
{
    const char *folder = mirror_of(arena, lookup->inputs, records);
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
    return path_within(path_absolute(arena, input->path), folder) && is_unchanged(input);
}

// The folder of a kept input that a word names by its place, if it does.
static void add_kept(struct arena *arena, const char *word, const char *records,
                     struct text_list *needed)
{
    const char *kept = path_within(word, records);
    if (kept && text_starts(kept, INPUTS_FOLDER "/"))
        text_list_add_once(needed, arena, path_folder(arena, kept));
}

// Links of Go name what is kept by its place: packages, the program, and packages in a list.
static bool add_go_inputs(struct arena *arena, const struct recorded_link *link,
                          struct text_list *needed, struct error *error)
{
    const struct text_list *words = &link->record.arguments;
    add_kept(arena, link->record.output, link->records, needed);
    for (size_t i = 0; i < words->count; i++) {
        TEXT_CLEANUP struct text imports = {0};
        add_kept(arena, words->items[i], link->records, needed);
        if (!text_ends(words->items[i], GO_IMPORTS_ENDING))
            continue;
        if (!file_read(words->items[i], GO_IMPORTS_MOST, &imports, error))
            return false;
        for (char *rest = imports.bytes, *line; (line = strsep(&rest, "\n"));)
            if (strchr(line, '='))
                add_kept(arena, strchr(line, '=') + 1, link->records, needed);
    }
    return true;
}

// The folders below INPUTS_FOLDER that a later link needs.
static bool add_needed(struct arena *arena, const struct recorded_links *links, const char *folder,
                       struct text_list *needed, struct error *error)
{
    for (size_t i = 0; i < links->count; i++) {
        const struct link_inputs *inputs = &links->items[i].record.inputs;
        if (is_go_linker(links->items[i].record.linker) &&
            !add_go_inputs(arena, &links->items[i], needed, error))
            return false;
        for (size_t k = 0; k < inputs->count; k++) {
            const struct link_input *input = &inputs->items[k];
            if (is_in(arena, input, folder))
                continue;
            if (!*input->kept && (!is_unchanged(input) ||
                                  input_is_temporary(arena, input->path, links->items[i].records)))
                return failed(error, EXIT_FAILED,
                              "a later link could not read '%s', which was beyond the limit of "
                              "what is kept (set ESWEXP_INPUTS_SIZE)",
                              input->path);
            if (*input->kept)
                text_list_add_once(needed, arena, path_folder(arena, input->kept));
        }
    }
    return true;
}

bool inputs_prune(const struct recorded_links *programs, const struct recorded_links *libraries,
                  const char *records, const char *folder, struct error *error)
{
    struct arena scratch = {0};
    struct text_list names = {0}, needed = {0};
    const char *inputs = path_join(&scratch, records, INPUTS_FOLDER);
    bool good = add_needed(&scratch, programs, folder, &needed, error) &&
                add_needed(&scratch, libraries, folder, &needed, error) &&
                (!folder_exists(inputs) || tree_list(&scratch, inputs, &names, error));
    for (size_t i = 0; good && i < names.count; i++) {
        bool inner = strchr(names.items[i], '/') != NULL;
        if (!inner && !text_list_has(&needed, path_join(&scratch, INPUTS_FOLDER, names.items[i])))
            good = tree_remove(path_join(&scratch, inputs, names.items[i]), error);
    }
    arena_release(&scratch);
    return good;
}
