// Changes the run path of a linked file.
#include "build/elf/runpath.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "build/elf/dynamic.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

// Where a file has its run path.
struct place {
    size_t table, size, entry; // the dynamic section, and the entry in it: offsets, bytes
    size_t entry_size;
    size_t text, room; // the path, and its length
    bool found;
};

static void find_in(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, struct place *place)
{
    GElf_Shdr strings;
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count && !place->found; i++) {
        GElf_Dyn entry;
        const char *text;
        if (!gelf_getdyn(data, (int)i, &entry) ||
            (entry.d_tag != DT_RUNPATH && entry.d_tag != DT_RPATH) ||
            !gelf_getshdr(elf_getscn(elf, header->sh_link), &strings) ||
            !(text = elf_strptr(elf, header->sh_link, entry.d_un.d_val)))
            continue;
        *place = (struct place){.table = header->sh_offset,
                                .size = header->sh_size,
                                .entry = i * header->sh_entsize,
                                .entry_size = header->sh_entsize,
                                .text = strings.sh_offset + entry.d_un.d_val,
                                .room = strlen(text),
                                .found = true};
    }
}

static struct place find(int fd)
{
    struct place place = {.found = false};
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC)
            find_in(elf, section, &header, &place);
    }
    elf_end(elf);
    return place;
}

// The entries behind it move up, and the last becomes DT_NULL.
static bool drop_entry(int fd, const struct place *place)
{
    struct arena scratch = {0};
    char *table = arena_new_array(&scratch, char, place->size);
    size_t rest = place->size - place->entry - place->entry_size;
    bool good = pread(fd, table, place->size, (off_t)place->table) == (ssize_t)place->size;
    memmove(table + place->entry, table + place->entry + place->entry_size, rest);
    memset(table + place->size - place->entry_size, 0, place->entry_size);
    good = good && pwrite(fd, table, place->size, (off_t)place->table) == (ssize_t)place->size;
    arena_release(&scratch);
    return good;
}

// What stands behind the new end stays: the linker may have put a symbol's name there.
bool runpath_set(const char *path, const char *runpath, struct error *error)
{
    FD_CLEANUP int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return failed_errno(error, "cannot change '%s'", path);
    struct place place = find(fd);
    if (!place.found && !runpath)
        return true;
    size_t size = runpath ? strlen(runpath) + 1 : 0;
    if (!place.found || size > place.room + 1)
        return failed(error, EXIT_FAILED,
                      "the build gives it the run path '%s' after the link: give it to the link "
                      "(-Wl,-rpath)",
                      runpath);
    bool written = runpath ? pwrite(fd, runpath, size, (off_t)place.text) == (ssize_t)size
                           : drop_entry(fd, &place);
    return written || failed_errno(error, "cannot change '%s'", path);
}

// "$ORIGIN/../lib" for the folder "lib" of the tree and a file in "bin".
static void add_relative(struct text *text, const char *within, const char *place)
{
    text_add(text, "$ORIGIN");
    for (const char *slash = place; (slash = strchr(slash, '/')); slash++)
        text_add(text, "/..");
    text_printf(text, "%s%s", *within ? "/" : "", within);
}

bool runpath_follow(const char *path, const char *place, const char *tree, struct error *error)
{
    struct arena scratch = {0};
    struct dynamic dynamic;
    TEXT_CLEANUP struct text followed = {0};
    const char *inside = path_within(place, tree);
    bool changed = false;
    text_add(&followed, "");
    char *rest = dynamic_read(&scratch, path, &dynamic) && dynamic.runpath && inside
                     ? arena_strdup(&scratch, dynamic.runpath)
                     : NULL;
    for (char *part; (part = strsep(&rest, ":"));) {
        const char *within = path_within(part, tree);
        if (within)
            add_relative(&followed, within, inside);
        else
            text_add(&followed, part);
        text_add(&followed, rest ? ":" : "");
        changed = changed || within;
    }
    bool good = !changed || runpath_set(path, followed.bytes, error);
    arena_release(&scratch);
    return good;
}
