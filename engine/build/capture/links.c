// Finds the link that made a program or a shared library.
#include "build/capture/links.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/capture/go_link.h"
#include "build/capture/go_program.h"
#include "build/capture/link_arguments.h"
#include "build/elf/image.h"
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
    link.output = link.record.made.path;
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

// Is it the program that libtool's wrapper script `wanted` runs?
static bool is_behind_wrapper(struct arena *arena, const char *output, const char *wanted)
{
    const char *name = path_base(output);
    name += text_starts(name, "lt-") ? strlen("lt-") : 0;
    return text_equal(path_folder(arena, output),
                      arena_printf(arena, "%s/.libs", path_folder(arena, wanted))) &&
           (text_equal(path_base(output), path_base(wanted)) ||
            text_equal(name, path_base(wanted)));
}

// The link that made just these bytes, where the build has put another program in the place of
// `exact`.
static const struct recorded_link *by_bytes(const struct recorded_links *links, const char *path,
                                            const struct recorded_link *exact)
{
    char hex[65];
    if (!sha256_file(path, hex) || text_equal(hex, exact->record.made.sha256))
        return exact;
    for (size_t i = links->count; i > 0; i--)
        if (text_equal(hex, links->items[i - 1].record.made.sha256))
            return &links->items[i - 1];
    return exact;
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
    return exact ? by_bytes(links, path, exact) : behind;
}

const char *link_place(struct arena *arena, const struct recorded_link *link, const char *path)
{
    return link && is_behind_wrapper(arena, link->output, path) ? link->output : path;
}

const struct recorded_link *links_last(const struct recorded_links *links, const char *path)
{
    const struct recorded_link *last = &links->items[links->count - 1];
    for (size_t i = 0; i < links->count; i++)
        if (text_equal(path_base(links->items[i].output), path_base(path)))
            last = &links->items[i];
    return last;
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

// ---- Copies

// What a file has in common with the one that a link made, the strongest last.
enum match {
    MATCH_NONE,
    MATCH_NAME,   // the name, and the size of code where the link's output is still there: a copy
                  // may be stripped, and the build may change how it finds its libraries
    MATCH_INODE,  // it was moved, and may be stripped
    MATCH_LOADED, // what is loaded, as before and after it is stripped
    MATCH_BYTES
};

// The file for which a link is sought.
struct wanted {
    const char *path, *inode;
    char sha256[65];
    struct size size;
};

static struct wanted wanted_of(struct arena *scratch, const char *path)
{
    struct wanted wanted = {.path = path, .inode = inode_of(scratch, path), .size = size_of(path)};
    if (!sha256_file(path, wanted.sha256))
        *wanted.sha256 = '\0';
    return wanted;
}

static bool has_bytes(const struct wanted *wanted, const struct recorded_link *link)
{
    char now[65];
    if (!*wanted->sha256)
        return false;
    return text_equal(wanted->sha256, link->record.made.sha256) ||
           has_go_id(wanted->path, link->go_id) ||
           (size_of(link->output).file_bytes == wanted->size.file_bytes &&
            sha256_file(link->output, now) && text_equal(wanted->sha256, now));
}

static enum match match(const struct wanted *wanted, const struct recorded_link *link)
{
    bool same_name = text_equal(path_base(wanted->path), path_base(link->output));
    if (has_bytes(wanted, link))
        return MATCH_BYTES;
    if (!wanted->size.text_bytes)
        return MATCH_NONE;
    bool there = file_exists(link->output);
    bool alike = !there || size_of(link->output).text_bytes == wanted->size.text_bytes;
    if (there && alike && loads_alike(wanted->path, link->output))
        return MATCH_LOADED;
    if (*wanted->inode && text_equal(wanted->inode, link->record.made.inode))
        return MATCH_INODE;
    return same_name && alike ? MATCH_NAME : MATCH_NONE;
}

const struct recorded_link *links_find_copied(const struct recorded_links *links, const char *path,
                                              bool unchanged)
{
    struct arena scratch = {0};
    struct wanted wanted = wanted_of(&scratch, path);
    const struct recorded_link *best = NULL;
    enum match strongest = unchanged ? MATCH_LOADED : MATCH_NONE;
    bool several = false; // files of the same name, of which none is known to be this one
    for (size_t i = links->count; i > 0; i--) {
        const struct recorded_link *link = &links->items[i - 1];
        enum match found = match(&wanted, link);
        if (found > strongest) {
            best = link;
            strongest = found;
            several = false;
        } else if (best && found == strongest && found == MATCH_NAME) {
            several = several || !text_equal(link->output, best->output);
        }
    }
    arena_release(&scratch);
    return several ? NULL : best;
}

const struct recorded_link *links_find_named(struct arena *arena,
                                             const struct recorded_links *links, const char *path,
                                             const char *folder, const char **place)
{
    const struct recorded_link *link = links_find(arena, links, path);
    *place = link_place(arena, link, path);
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
                         "its path, and with COMPILER_PATH and ESWEXP_... in their environment, "
                         "which a sandbox may have emptied; or "
                         "by 'go build', without a GOFLAGS or -toolexec of its own; if it links "
                         "nothing, set 'randomize: {as_built: true}'");
}

static bool is_equal(const char *path, const char *output)
{
    char one[65], other[65];
    struct stat status, wanted;
    return stat(path, &status) == 0 && stat(output, &wanted) == 0 &&
           status.st_size == wanted.st_size && sha256_file(path, one) &&
           sha256_file(output, other) && text_equal(one, other);
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
