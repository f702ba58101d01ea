// Finds the link that made a program and removes arguments that must not be repeated.
#include "build/capture/capture.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/capture/go_link.h"
#include "build/capture/go_program.h"
#include "build/capture/input_place.h"
#include "build/capture/link_arguments.h"
#include "build/elf/image.h"
#include "build/toolchain/linker.h"
#include "build/toolchain/sha256.h"
#include "build/toolchain/size.h"
#include "build/toolchain/toolchain.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_record(const struct dirent *entry)
{
    return text_ends(entry->d_name, ".link");
}

static bool read_link(struct arena *arena, const char *records, const char *name,
                      struct recorded_links *programs, struct recorded_links *libraries,
                      struct error *error)
{
    struct recorded_link link = {.records = arena_strdup(arena, records)};
    if (!record_read(arena, path_join(arena, records, name), &link.record, error))
        return false;
    if (is_go_linker(link.record.linker))
        link.go_id = go_link_id(arena, &link.record.arguments);
    link.output = path_absolute(arena, path_join(arena, link.record.folder, link.record.output));
    bool is_library = link_kind(&link.record.arguments, link.record.folder) == LINK_LIBRARY;
    struct recorded_links *links = is_library ? libraries : programs;
    links->items[links->count++] = link;
    return true;
}

bool links_read(struct arena *arena, const char *records, struct recorded_links *programs,
                struct recorded_links *libraries, struct error *error)
{
    struct dirent **entries;
    int found = scandir(records, &entries, is_record, alphasort);
    if (found < 0)
        return failed_errno(error, "cannot read '%s'", records);
    programs->items = arena_new_array(arena, struct recorded_link, (size_t)found);
    libraries->items = arena_new_array(arena, struct recorded_link, (size_t)found);
    bool good = true;
    programs->count = libraries->count = 0;
    for (int i = 0; i < found; i++) {
        good = good && read_link(arena, records, entries[i]->d_name, programs, libraries, error);
        free(entries[i]);
    }
    free(entries);
    return good;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Is it the program that libtool's wrapper script `wanted` runs?
static bool is_behind_wrapper(struct arena *arena, const char *output, const char *wanted)
{
    const char *name = base_name(output);
    name += text_starts(name, "lt-") ? strlen("lt-") : 0;
    return text_equal(path_folder(arena, output),
                      arena_printf(arena, "%s/.libs", path_folder(arena, wanted))) &&
           (text_equal(base_name(output), base_name(wanted)) ||
            text_equal(name, base_name(wanted)));
}

// The last link that satisfies most.
const struct recorded_link *links_find(struct arena *arena, const struct recorded_links *links,
                                       const char *path)
{
    const struct recorded_link *exact = NULL, *behind = NULL;
    for (size_t i = 0; i < links->count; i++) {
        const struct recorded_link *link = &links->items[i];
        if (text_equal(link->output, path))
            exact = link;
        else if (is_behind_wrapper(arena, link->output, path))
            behind = link;
    }
    return exact ? exact : behind;
}

const struct recorded_link *links_last(const struct recorded_links *links, const char *path)
{
    const struct recorded_link *last = &links->items[links->count - 1];
    for (size_t i = 0; i < links->count; i++)
        if (text_equal(base_name(links->items[i].output), base_name(path)))
            last = &links->items[i];
    return last;
}

static bool is_equal(const char *path, const char *output)
{
    char one[65], other[65];
    struct stat status, wanted;
    return stat(path, &status) == 0 && stat(output, &wanted) == 0 &&
           status.st_size == wanted.st_size && sha256_file(path, one) &&
           sha256_file(output, other) && text_equal(one, other);
}

static bool has_go_id(const char *path, const char *id)
{
    struct arena scratch = {0};
    const char *own = id ? go_program_id(&scratch, path) : NULL;
    bool same = own && text_equal(own, id);
    arena_release(&scratch);
    return same;
}

// Do both load the same, as a program does before and after it is stripped?
static bool loads_alike(const char *path, const char *output)
{
    IMAGE_CLEANUP struct image one = {0}, other = {0};
    struct image_digest own, wanted;
    return image_map(path, "", &one) && image_map(output, "", &other) && image_digest(&one, &own) &&
           image_digest(&other, &wanted) && text_equal(own.loaded, wanted.loaded);
}

// A copy may be stripped, and have another name; if it has the same, the build may have changed how
// it finds its libraries. An output that was moved is gone.
static bool is_copy(const char *path, const char *output)
{
    struct size size = size_of(path);
    bool same_name = text_equal(base_name(path), base_name(output));
    if (!size.text_bytes || !file_exists(output))
        return size.text_bytes && same_name;
    return size.text_bytes == size_of(output).text_bytes &&
           (same_name || loads_alike(path, output));
}

const struct recorded_link *links_find_copied(const struct recorded_links *links, const char *path,
                                              bool unchanged)
{
    for (size_t i = links->count; i > 0; i--)
        if (has_go_id(path, links->items[i - 1].go_id) ||
            (unchanged ? is_equal : is_copy)(path, links->items[i - 1].output))
            return &links->items[i - 1];
    return NULL;
}

const struct recorded_link *links_find_named(struct arena *arena,
                                             const struct recorded_links *links, const char *path,
                                             const char *folder, const char **place)
{
    const struct recorded_link *link = links_find(arena, links, path);
    *place = link ? link->output : path;
    return link || !path_within(path, folder) ? link : links_find_copied(links, path, true);
}

bool links_missing(struct arena *arena, const char *folder, struct error *error)
{
    bool rust = file_exists(path_join(arena, folder, "Cargo.toml"));
    return failed(error, EXIT_FAILED, "no link of a program was recorded: %s",
                  rust ? "call cargo by its name, not by a path, and let .cargo/config.toml, "
                         "CARGO_TARGET_..._LINKER and -C linker name a compiler such as cc, not a "
                         "linker"
                       : "the build must link it through gcc or clang, without an absolute "
                         "--ld-path, a folder of linkers (-B), 'mold -run' or a linker called by "
                         "its path, and with COMPILER_PATH and "
                         "ESWEXP_... in their environment, which a sandbox may have emptied; or "
                         "by 'go build', without a GOFLAGS or -toolexec of its own");
}

// The programs below `folder`, but not those that the records keep.
static bool list_programs(struct arena *arena, const char *folder, const char *records,
                          struct text_list *programs, struct error *error)
{
    struct text_list names = {0};
    if (!tree_list(arena, folder, &names, error))
        return false;
    for (size_t i = 0; i < names.count; i++) {
        const char *path = path_join(arena, folder, names.items[i]);
        if (file_can_run(path) && !path_within(path, records))
            text_list_add(programs, arena, path);
    }
    return true;
}

static const char *find_output(const struct text_list *programs, const struct recorded_link *link)
{
    for (char **path = programs->items; path && *path; path++)
        if (link->go_id ? has_go_id(*path, link->go_id) : is_equal(*path, link->output))
            return *path;
    return NULL;
}

bool links_locate(struct arena *arena, struct recorded_links *links, const char *folder,
                  const char *records, struct error *error)
{
    struct arena scratch = {0};
    struct text_list programs = {0};
    bool good = true, listed = false;
    for (size_t i = 0; good && i < links->count; i++) {
        struct recorded_link *link = &links->items[i];
        if (!is_go_linker(link->record.linker))
            continue;
        good = listed || list_programs(&scratch, folder, records, &programs, error);
        listed = true;
        const char *found = good ? find_output(&programs, link) : NULL;
        if (found)
            link->output = arena_strdup(arena, found);
    }
    arena_release(&scratch);
    return good;
}

// Removes arguments that name the output, write other files, or strip the symbols that identify a
// layout. Symbol tables are not loaded, so an unstripped program has the same addresses.
static void clean(struct arena *arena, struct capture *capture)
{
    static const char *const valued[] = {"output", "o", "Map", "dependency-file", NULL};
    static const char *const plain[] = {"s", "strip-all", "x", "discard-all",
                                        "M", "print-map", NULL};
    static const char *const none[] = {NULL};
    const char *const *strips = capture->linker->strips ? capture->linker->strips : none;
    const struct text_list given = capture->record.arguments;
    struct text_list kept = {.items = arena_new_array(arena, char *, 1)};
    for (size_t i = 0; i < given.count; i++) {
        const char *word = given.items[i];
        bool drop = text_starts(word, "-o") && !text_starts(word, "-omagic");
        for (const char *const *name = valued; *name; name++)
            drop = link_value(&given, &i, *name) || drop;
        struct text_list one = {.items = &given.items[i], .count = 1};
        for (const char *const *name = plain; *name; name++)
            drop = drop || link_has(&one, *name);
        for (const char *const *name = strips; *name; name++)
            drop = drop || link_has(&one, *name);
        if (!drop)
            text_list_add(&kept, arena, word);
    }
    capture->record.arguments = kept;
}

static void read_go(struct arena *arena, struct capture *capture)
{
    capture->record.arguments = go_repeatable(arena, &capture->record.arguments);
    if (go_is_independent(&capture->record.arguments))
        capture->base_refusal = "the image base of a position-independent program of Go cannot be "
                                "set: build it without -buildmode=pie";
}

static void read_elf(struct arena *arena, struct capture *capture)
{
    clean(arena, capture);
    capture->own_script = link_own_script(&capture->record.arguments);
    if (link_has(&capture->record.arguments, "no-dynamic-linker"))
        capture->base_refusal = "the image base of a static position-independent program cannot "
                                "be set: link it with -static -no-pie";
}

bool capture_link(struct arena *arena, const struct recorded_link *link, const char *output,
                  struct capture *capture, struct error *error)
{
    *capture = (struct capture){.record = link->record, .output = output};
    if (!inputs_place(arena, &capture->record, link->records, error) ||
        !linker_identify(arena, capture->record.linker, &capture->linker, &capture->linker_version,
                         error))
        return false;
    (is_go_linker(capture->record.linker) ? read_go : read_elf)(arena, capture);
    return true;
}

// An LTO plugin writes its resolutions to a file; each link needs its own.
static const char *own_resolution(struct arena *arena, const char *word, const char *output)
{
    static const char option[] = "-plugin-opt=-fresolution=";
    return text_starts(word, option) ? arena_printf(arena, "%s%s.res", option, output) : word;
}

static void add_words(struct arena *arena, struct text_list *arguments,
                      const struct text_list *words)
{
    for (size_t i = 0; i < words->count; i++)
        text_list_add(arguments, arena, words->items[i]);
}

struct text_list capture_arguments(struct arena *arena, const struct capture *capture,
                                   const char *output, bool fixed, const struct text_list *objects,
                                   const struct text_list *options)
{
    const struct text_list *recorded = &capture->record.arguments;
    struct text_list arguments = {0};
    if (is_go_linker(capture->record.linker))
        return go_link_arguments(arena, capture->record.linker, output, options, recorded);
    text_list_add(&arguments, arena, capture->record.linker);
    text_list_add(&arguments, arena, "-o");
    text_list_add(&arguments, arena, output);
    add_words(arena, &arguments, objects);
    for (size_t i = 0; i < recorded->count; i++) {
        struct text_list one = {.items = &recorded->items[i], .count = 1};
        if (!fixed || !(link_has(&one, "pie") || link_has(&one, "pic-executable")))
            text_list_add(&arguments, arena, own_resolution(arena, recorded->items[i], output));
    }
    add_words(arena, &arguments, options);
    return arguments;
}
