// Compares symbols, the arrays of constructors and destructors, and imports, by libelf.
#include "build/lto/same_program.h"

#include "base/files/files.h"
#include "build/layout/symbols.h"
#include "build/lto/imports.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

// ---- Symbols

static int by_name(const void *a, const void *b)
{
    const struct symbol *one = a, *two = b;
    int order = strcmp(one->name, two->name);
    return order ? order : (one->size > two->size) - (one->size < two->size);
}

static int by_address(const void *a, const void *b)
{
    const struct symbol *one = a, *two = b;
    int order = (one->address > two->address) - (one->address < two->address);
    return order ? order : strcmp(one->name, two->name);
}

static void compare_symbols(struct arena *arena, struct symbols *one, struct symbols *two,
                            const char **difference, struct text_list *lacking)
{
    bool only_lacking = true;
    qsort(one->items, one->count, sizeof *one->items, by_name);
    qsort(two->items, two->count, sizeof *two->items, by_name);
    for (size_t i = 0, j = 0; i < one->count || j < two->count;) {
        int order = i == one->count   ? 1
                    : j == two->count ? -1
                                      : by_name(&one->items[i], &two->items[j]);
        const struct symbol *symbol = order <= 0 ? &one->items[i] : &two->items[j];
        if (order)
            *difference = arena_printf(arena, "'%s'", symbol->name);
        if (order < 0 && !*symbol->file)
            text_list_add(lacking, arena, symbol->name);
        only_lacking = only_lacking && order <= 0;
        i += order <= 0;
        j += order >= 0;
    }
    lacking->count = only_lacking ? lacking->count : 0;
}

// ---- Constructors and destructors

struct functions_array {
    uint64_t begin, *items;
    size_t count;
};

static void read_array(Elf_Scn *section, const GElf_Shdr *header, struct arena *arena,
                       struct functions_array *array)
{
    const Elf_Data *data = elf_getdata(section, NULL);
    array->count = data && data->d_buf ? data->d_size / sizeof *array->items : 0;
    array->begin = header->sh_addr;
    array->items = arena_new_array(arena, uint64_t, array->count + 1);
    if (array->count)
        memcpy(array->items, data->d_buf, array->count * sizeof *array->items);
}

// The addresses of a position-independent program are in its relocations.
static void relocate(Elf_Scn *section, struct functions_array *array)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Rela relocation;
    for (int i = 0; data && gelf_getrela(data, i, &relocation); i++) {
        uint64_t at = relocation.r_offset - array->begin;
        if (relocation.r_offset >= array->begin && at / sizeof *array->items < array->count)
            array->items[at / sizeof *array->items] = (uint64_t)relocation.r_addend;
    }
}

static struct functions_array find_array(struct arena *arena, Elf *elf, unsigned type)
{
    struct functions_array array = {0};
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, &header) && header.sh_type == type && !array.count)
            read_array(section, &header, arena, &array);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_RELA)
            relocate(section, &array);
    return array;
}

static const char *name_at(const struct symbols *symbols, uint64_t address)
{
    size_t low = 0, high = symbols->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbols->items[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < symbols->count && symbols->items[low].address == address;
    return found ? symbols->items[low].name : "";
}

// Relocations that lld packs, by --pack-dyn-relocs=android.
enum { ANDROID_REL = 0x60000001, ANDROID_RELA = 0x60000002 };

// relocate() reads SHT_RELA; where SHT_RELR relocates, the arrays hold the addresses.
static bool has_known_relocations(Elf *elf)
{
    GElf_Shdr header;
    bool known = gelf_getclass(elf) == ELFCLASS64;
    for (Elf_Scn *section = NULL; known && (section = elf_nextscn(elf, section));)
        known = !gelf_getshdr(section, &header) || !(header.sh_flags & SHF_ALLOC) ||
                (header.sh_type != SHT_REL && header.sh_type != ANDROID_REL &&
                 header.sh_type != ANDROID_RELA);
    return known;
}

// The functions of both arrays in their order, a line each; NULL: they cannot be read.
static const char *called(struct arena *arena, const char *path, const struct symbols *symbols)
{
    static const unsigned types[] = {SHT_PREINIT_ARRAY, SHT_INIT_ARRAY, SHT_FINI_ARRAY};
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "");
    for (size_t t = 0; elf && t < sizeof types / sizeof types[0]; t++) {
        struct functions_array array = find_array(arena, elf, types[t]);
        for (size_t i = 0; i < array.count; i++)
            text_printf(&text, "%zu %s\n", t, name_at(symbols, array.items[i]));
    }
    bool readable = elf && has_known_relocations(elf);
    elf_end(elf);
    return readable ? arena_strdup(arena, text.bytes) : NULL;
}

bool programs_compare(struct arena *arena, const char *program, const char *other,
                      const char **difference, struct text_list *lacking, struct error *error)
{
    SYMBOLS_CLEANUP struct symbols one = {0};
    SYMBOLS_CLEANUP struct symbols two = {0};
    struct arena scratch = {0};
    *difference = NULL;
    *lacking = (struct text_list){0};
    if (!symbols_read(program, &one, error) || !symbols_read(other, &two, error))
        return false;
    compare_symbols(arena, &one, &two, difference, lacking);
    qsort(one.items, one.count, sizeof *one.items, by_address);
    qsort(two.items, two.count, sizeof *two.items, by_address);
    const char *first = called(&scratch, program, &one), *second = called(&scratch, other, &two);
    if (!*difference && (!first || !second))
        *difference = "relocations of a kind that eswexp cannot compare";
    else if (!*difference && !text_equal(first, second))
        *difference = "the order of constructors";
    if (!*difference && !text_equal(imports_of(&scratch, program), imports_of(&scratch, other)))
        *difference = "the shared libraries, or their symbols";
    arena_release(&scratch);
    return true;
}
