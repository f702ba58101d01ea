// Reads DT_NEEDED and undefined symbols, by libelf.
#include "build/lto/imports.h"

#include "base/files/files.h"
#include "base/text.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

static size_t count_of(const Elf_Data *data, const GElf_Shdr *header)
{
    return data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
}

static void add_libraries(Elf *elf, Elf_Data *data, const GElf_Shdr *header, struct text *text)
{
    size_t count = count_of(data, header);
    GElf_Dyn entry;
    for (size_t i = 0; i < count && gelf_getdyn(data, (int)i, &entry); i++) {
        const char *name =
            entry.d_tag == DT_NEEDED ? elf_strptr(elf, header->sh_link, entry.d_un.d_val) : NULL;
        if (name)
            text_printf(text, "%s\n", name);
    }
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
    struct arena *arena;
    struct text_list defined, undefined; // for others, by others
};

static void add_names(Elf *elf, Elf_Data *data, const GElf_Shdr *header, struct names *names)
{
    size_t count = count_of(data, header);
    GElf_Sym symbol;
    for (size_t i = 1; i < count && gelf_getsym(data, (int)i, &symbol); i++) {
        const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
        if (name && symbol.st_shndx == SHN_UNDEF)
            text_list_add(&names->undefined, names->arena, name);
        else if (name && GELF_ST_BIND(symbol.st_info) != STB_LOCAL)
            text_list_add(&names->defined, names->arena, name);
    }
}

static void sort(struct text_list *names)
{
    if (names->count)
        qsort((void *)names->items, names->count, sizeof *names->items, by_bytes);
}

static void add_symbols(Elf *elf, Elf_Data *data, const GElf_Shdr *header, struct text *text)
{
    struct arena scratch = {0};
    struct names names = {.arena = &scratch};
    add_names(elf, data, header, &names);
    sort(&names.undefined);
    for (size_t i = 0; i < names.undefined.count; i++)
        text_printf(text, "%s\n", names.undefined.items[i]);
    arena_release(&scratch);
}

static void add_of(Elf *elf, GElf_Word type, struct text *text,
                   void (*add)(Elf *elf, Elf_Data *data, const GElf_Shdr *header,
                               struct text *text))
{
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, &header) && header.sh_type == type)
            add(elf, elf_getdata(section, NULL), &header, text);
}

const char *imports_of(struct arena *arena, const char *path)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    TEXT_CLEANUP struct text text = {0};
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    text_add(&text, "");
    add_of(elf, SHT_DYNAMIC, &text, add_libraries);
    add_of(elf, SHT_DYNSYM, &text, add_symbols);
    elf_end(elf);
    return arena_strdup(arena, text.bytes);
}

static void add_names_of(const char *path, struct names *names)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    GElf_Shdr header;
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
            add_names(elf, elf_getdata(section, NULL), &header, names);
    elf_end(elf);
}

struct text_list undefined_of(struct arena *arena, const struct text_list *objects)
{
    struct arena scratch = {0};
    struct names names = {.arena = &scratch};
    struct text_list left = {0};
    for (size_t i = 0; i < objects->count; i++)
        add_names_of(objects->items[i], &names);
    sort(&names.defined);
    sort(&names.undefined);
    char *const *items = names.undefined.items;
    for (size_t i = 0; i < names.undefined.count; i++)
        if ((i == 0 || !text_equal(items[i], items[i - 1])) &&
            !(names.defined.count &&
              bsearch((const void *)&items[i], (const void *)names.defined.items,
                      names.defined.count, sizeof *items, by_bytes)))
            text_list_add(&left, arena, items[i]);
    arena_release(&scratch);
    return left;
}
