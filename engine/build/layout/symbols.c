// Reads the symbols of a program, by libelf.
#include "build/layout/symbols.h"

#include "base/files/files.h"
#include "build/toolchain/sha256.h"

#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static int compare(const void *a, const void *b)
{
    const struct symbol *one = a, *two = b;
    int order = strcmp(one->name, two->name);
    if (!order)
        order = strcmp(one->file, two->file);
    if (!order)
        order = (one->address > two->address) - (one->address < two->address);
    return order ? order : (one->size > two->size) - (one->size < two->size);
}

// Adds the symbols of one table; a local symbol belongs to the file symbol before it.
static bool add_table(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, struct symbols *symbols)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    struct symbol *items = calloc(count + 1, sizeof *items);
    const char *file = "";
    symbols->items = items;
    for (size_t i = 0; items && i < count; i++) {
        GElf_Sym symbol;
        const char *name;
        if (!gelf_getsym(data, (int)i, &symbol) ||
            !(name = elf_strptr(elf, header->sh_link, symbol.st_name)))
            return false;
        int type = GELF_ST_TYPE(symbol.st_info);
        bool local = GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
        if (type == STT_FILE)
            file = name;
        bool function = type == STT_FUNC || type == STT_GNU_IFUNC;
        if (symbol.st_shndx != SHN_UNDEF && (function || type == STT_OBJECT))
            items[symbols->count++] = (struct symbol){.name = name,
                                                      .file = local ? file : "",
                                                      .address = symbol.st_value,
                                                      .size = symbol.st_size,
                                                      .function = function};
    }
    return items != NULL;
}

static bool read_tables(Elf *elf, struct symbols *symbols)
{
    Elf_Scn *section = NULL;
    while (elf && (section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
            return add_table(elf, section, &header, symbols);
    }
    return false;
}

bool symbols_read(const char *path, struct symbols *symbols, struct error *error)
{
    *symbols = (struct symbols){0};
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        return failed_errno(error, "cannot read '%s'", path);
    void *image = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    if (image == MAP_FAILED)
        return failed_errno(error, "cannot read '%s'", path);
    symbols->image = image;
    symbols->image_size = (size_t)status.st_size;
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory(image, symbols->image_size);
    bool good = read_tables(elf, symbols);
    elf_end(elf);
    if (!good)
        return failed(error, EXIT_FAILED, "'%s' has no symbol table", path);
    qsort(symbols->items, symbols->count, sizeof *symbols->items, compare);
    return true;
}

struct symbols symbols_copy(struct arena *arena, const struct symbols *symbols)
{
    struct symbols copy = {.count = symbols->count};
    copy.items = arena_new_array(arena, struct symbol, symbols->count);
    for (size_t i = 0; i < symbols->count; i++) {
        copy.items[i] = symbols->items[i];
        copy.items[i].name = arena_strdup(arena, symbols->items[i].name);
        copy.items[i].file = arena_strdup(arena, symbols->items[i].file);
    }
    return copy;
}

void symbols_release(struct symbols *symbols)
{
    free(symbols->items);
    if (symbols->image)
        munmap(symbols->image, symbols->image_size);
    *symbols = (struct symbols){0};
}

static int compare_names(const struct symbol *one, const struct symbol *two)
{
    int order = strcmp(one->name, two->name);
    return order ? order : strcmp(one->file, two->file);
}

const struct symbol *symbols_find(const struct symbols *symbols, const char *name, const char *file)
{
    struct symbol wanted = {.name = name, .file = file};
    size_t low = 0, high = symbols->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(&symbols->items[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const struct symbol *found = symbols->items + low, *end = symbols->items + symbols->count;
    bool there = found < end && compare_names(found, &wanted) == 0;
    bool twice = found + 1 < end && compare_names(found + 1, &wanted) == 0;
    return there && !twice ? found : NULL;
}

static int by_address(const void *a, const void *b)
{
    const struct symbol *one = *(const struct symbol *const *)a,
                        *two = *(const struct symbol *const *)b;
    return (one->address > two->address) - (one->address < two->address);
}

const struct symbol **symbols_by_address(struct arena *arena, const struct symbols *symbols,
                                         bool functions, size_t *count)
{
    const struct symbol **sorted = arena_new_array(arena, const struct symbol *, symbols->count);
    *count = 0;
    for (size_t i = 0; i < symbols->count; i++)
        if (symbols->items[i].function == functions)
            sorted[(*count)++] = &symbols->items[i];
    qsort(sorted, *count, sizeof(const struct symbol *), by_address);
    return sorted;
}

void symbols_identify(const struct symbols *symbols, char hex[static 65])
{
    struct sha256 hash;
    sha256_begin(&hash);
    for (size_t i = 0; i < symbols->count; i++) {
        const struct symbol *symbol = &symbols->items[i];
        char numbers[64];
        int length = snprintf(numbers, sizeof numbers, " %" PRIx64 " %" PRIx64 "\n",
                              symbol->address, symbol->size);
        sha256_add(&hash, symbol->name, strlen(symbol->name));
        sha256_add(&hash, numbers, (size_t)length);
    }
    sha256_end(&hash, hex);
}

void symbols_hash_file(const struct symbols *symbols, char hex[static 65])
{
    struct sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, symbols->image, symbols->image_size);
    sha256_end(&hash, hex);
}

size_t symbols_moved(const struct symbols *before, const struct symbols *now)
{
    size_t moved = 0;
    for (size_t i = 0, j = 0; i < before->count && j < now->count;) {
        int order = compare_names(&before->items[i], &now->items[j]);
        moved +=
            !order && now->items[j].function && before->items[i].address != now->items[j].address;
        i += order <= 0;
        j += order >= 0;
    }
    return moved;
}
