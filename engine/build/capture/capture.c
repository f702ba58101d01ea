// Finds the link that made a program and removes arguments that must not be repeated.
#include "build/capture/capture.h"

#include "base/files/files.h"
#include "base/files/paths.h"
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

static bool read_link(struct arena *arena, const char *path, struct recorded_links *programs,
                      struct recorded_links *libraries, struct error *error)
{
    struct recorded_link link;
    if (!record_read(arena, path, &link.record, error))
        return false;
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
        const char *path = path_join(arena, records, entries[i]->d_name);
        good = good && read_link(arena, path, programs, libraries, error);
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
        if ((unchanged ? is_equal : is_copy)(path, links->items[i - 1].output))
            return &links->items[i - 1];
    return NULL;
}

// Removes arguments that name the output, write other files, or strip the symbols that identify a
// layout. Symbol tables are not loaded, so an unstripped program has the same addresses.
static void clean(struct arena *arena, struct capture *capture)
{
    static const char *const valued[] = {"output", "o", "Map", "dependency-file", NULL};
    static const char *const plain[] = {"s", "strip-all", "x", "discard-all",
                                        "M", "print-map", NULL};
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
        if (!drop)
            text_list_add(&kept, arena, word);
    }
    capture->record.arguments = kept;
}

bool capture_link(struct arena *arena, const struct recorded_link *link, const char *output,
                  struct capture *capture, struct error *error)
{
    const char *version;
    *capture = (struct capture){.record = link->record, .output = output};
    clean(arena, capture);
    capture->own_script = link_own_script(&capture->record.arguments);
    capture->static_pie = link_has(&capture->record.arguments, "no-dynamic-linker");
    return linker_identify(arena, capture->record.linker, &capture->linker, &version, error);
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

// A program whose code is generated at the link must not get other code, and sections of other
// sizes, when it is fixed in place of position-independent.
static void keep_code_model(struct arena *arena, const struct capture *capture,
                            struct text_list *arguments)
{
    const struct text_list *recorded = &capture->record.arguments;
    bool is_pie = link_has(recorded, "pie") || link_has(recorded, "pic-executable");
    for (size_t i = 0; i < recorded->count; i++)
        is_pie = is_pie && !strstr(recorded->items[i], "relocation-model="); // given once only
    const char *const *word = capture->linker->independent;
    for (; is_pie && word && *word; word++)
        text_list_add(arguments, arena, *word);
}

struct text_list capture_arguments(struct arena *arena, const struct capture *capture,
                                   const char *output, bool fixed, const struct text_list *objects,
                                   const struct text_list *options)
{
    const struct text_list *recorded = &capture->record.arguments;
    struct text_list arguments = {0};
    text_list_add(&arguments, arena, capture->record.linker);
    text_list_add(&arguments, arena, "-o");
    text_list_add(&arguments, arena, output);
    add_words(arena, &arguments, objects);
    for (size_t i = 0; i < recorded->count; i++) {
        struct text_list one = {.items = &recorded->items[i], .count = 1};
        if (!fixed || !(link_has(&one, "pie") || link_has(&one, "pic-executable")))
            text_list_add(&arguments, arena, own_resolution(arena, recorded->items[i], output));
    }
    if (fixed)
        keep_code_model(arena, capture, &arguments);
    add_words(arena, &arguments, options);
    return arguments;
}
