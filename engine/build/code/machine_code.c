// Reads functions, objects and relocations of a linked program, by libelf.
#include "build/code/internal.h"

#include "base/text.h"
#include "build/layout/stable_name.h"

#include <errno.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A symbol table. Relocations refer to that of all symbols.
struct symbol_table {
    Elf_Data *data;
    size_t count, names; // names: section of their strings
};

struct reader {
    struct arena *arena;
    struct machine_code *code;
    Elf *elf;
    struct symbol_table symbols, exported;
    size_t section_names;
    uint64_t thread; // address of the data that each thread has of its own; 0: none
};

// ---- Sections

// What only linkers, loaders and unwinding read, or linkers write as they like.
static bool is_made(const char *name)
{
    static const char *const prefixes[] = {
        ".plt",  ".iplt", ".got",    ".dynamic", ".dynsym",   ".dynstr",           ".gnu.",
        ".hash", ".rel",  ".interp", ".note",    ".eh_frame", ".gcc_except_table", ".copyrel"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (text_starts(name, prefixes[i]))
            return true;
    return false;
}

// The linker gives sections that a program may read by "__start_NAME" such names.
static bool is_whole(const GElf_Shdr *header, const char *name)
{
    return header->sh_type == SHT_INIT_ARRAY || header->sh_type == SHT_FINI_ARRAY ||
           header->sh_type == SHT_PREINIT_ARRAY || text_equal(name, ".ctors") ||
           text_equal(name, ".dtors") ||
           (*name &&
            strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
                strlen(name));
}

static struct symbol_table symbols_of(Elf_Scn *section, const GElf_Shdr *header)
{
    return (struct symbol_table){elf_getdata(section, NULL),
                                 header->sh_entsize ? header->sh_size / header->sh_entsize : 0,
                                 header->sh_link};
}

static bool add_section(struct reader *reader, Elf_Scn *section)
{
    GElf_Shdr header;
    struct machine_code *code = reader->code;
    if (!gelf_getshdr(section, &header))
        return false;
    if (header.sh_type == SHT_SYMTAB)
        reader->symbols = symbols_of(section, &header);
    if (header.sh_type == SHT_DYNSYM)
        reader->exported = symbols_of(section, &header);
    bool of_threads = header.sh_flags & SHF_TLS;
    if (of_threads && (!reader->thread || header.sh_addr < reader->thread))
        reader->thread = header.sh_addr;
    const char *name = elf_strptr(reader->elf, reader->section_names, header.sh_name);
    // zeros of threads have no addresses of their own
    if (!(header.sh_flags & SHF_ALLOC) || !name || (of_threads && header.sh_type == SHT_NOBITS))
        return name != NULL;
    const Elf_Data *data = header.sh_type == SHT_NOBITS ? NULL : elf_rawdata(section, NULL);
    bool executable = header.sh_flags & SHF_EXECINSTR;
    code->sections[code->section_count++] =
        (struct code_section){.name = name,
                              .address = header.sh_addr,
                              .size = header.sh_size,
                              .bytes = data && data->d_size == header.sh_size ? data->d_buf : NULL,
                              .executable = executable,
                              .writable = header.sh_flags & SHF_WRITE,
                              .made = is_made(name),
                              .whole = !executable && data && is_whole(&header, name)};
    return true;
}

static int by_section(const void *a, const void *b)
{
    const struct code_section *one = a, *other = b;
    return (one->address > other->address) - (one->address < other->address);
}

static bool read_sections(struct reader *reader)
{
    size_t count;
    GElf_Ehdr header;
    struct machine_code *code = reader->code;
    if (elf_getshdrnum(reader->elf, &count) != 0 ||
        elf_getshdrstrndx(reader->elf, &reader->section_names) != 0 ||
        !gelf_getehdr(reader->elf, &header))
        return false;
    code->machine = header.e_machine;
    code->entry = header.e_entry;
    code->sections = arena_new_array(reader->arena, struct code_section, count);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(reader->elf, section));)
        if (!add_section(reader, section))
            return false;
    qsort(code->sections, code->section_count, sizeof *code->sections, by_section);
    return reader->symbols.data != NULL;
}

const struct code_section *code_section_at(const struct machine_code *code, uint64_t address)
{
    for (size_t i = 0; i < code->section_count; i++) {
        const struct code_section *section = &code->sections[i];
        if (address >= section->address && address - section->address < section->size)
            return section;
    }
    return NULL;
}

const struct code_section *code_section_named(const struct machine_code *code, const char *name)
{
    for (size_t i = 0; i < code->section_count; i++)
        if (text_equal(code->sections[i].name, name))
            return &code->sections[i];
    return NULL;
}

// ---- Functions and objects

static int by_address(const void *a, const void *b)
{
    const struct code_item *one = a, *other = b;
    int order = (one->address > other->address) - (one->address < other->address);
    order = order ? order : one->open - other->open;
    order = order ? order : other->function - one->function;
    order = order ? order : (*one->file != 0) - (*other->file != 0); // global names first
    return order ? order : strcmp(one->name, other->name);
}

// Keeps one item of an address, and none without a size within another.
static void keep_first(struct machine_code *code)
{
    size_t kept = 0;
    uint64_t end = 0;
    for (size_t i = 0; i < code->item_count; i++) {
        const struct code_item item = code->items[i], *last = kept ? &code->items[kept - 1] : NULL;
        if ((last && last->address == item.address) || (item.open && item.address < end))
            continue;
        code->items[kept++] = item;
        end = item.address + item.size > end ? item.address + item.size : end;
    }
    code->item_count = kept;
}

static bool is_function(const GElf_Sym *symbol)
{
    return GELF_ST_TYPE(symbol->st_info) == STT_FUNC ||
           GELF_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC;
}

// "$x" and "$d" say of AArch64 where code and data begin.
static bool is_mark(const char *name)
{
    return name[0] == '$' && name[1] && (!name[2] || name[2] == '.');
}

// Linkers name the ends of sections so.
static bool is_bound(const char *name)
{
    return text_starts(name, "__start_") || text_starts(name, "__stop_");
}

// Assembly names places without a type or a size. A name of the assembler's own, such as
// ".L.str.1", is a number. Of what lies in no file, or what the linker made, only symbols with a
// size are items.
static bool is_item(const struct reader *reader, const GElf_Sym *symbol, const char *name)
{
    int type = GELF_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx == SHN_ABS || !*name ||
        text_starts(name, ".L") || is_mark(name))
        return false;
    if (type == STT_TLS)
        return symbol->st_size > 0;
    if (!is_function(symbol) && type != STT_OBJECT && type != STT_NOTYPE)
        return false;
    const struct code_section *section = code_section_at(reader->code, symbol->st_value);
    return symbol->st_size > 0 ||
           (section && section->bytes && !section->made && !section->whole && !is_bound(name));
}

// "anon.HASH.7", with the hash of a module (LLVM's NameAnonGlobals).
static bool is_made_up(const char *name)
{
    enum { DIGITS = 32 };
    static const char anonymous[] = "anon.";
    size_t start = sizeof anonymous - 1;
    return text_starts(name, anonymous) && strspn(name + start, "0123456789abcdef") == DIGITS &&
           name[start + DIGITS] == '.';
}

// gcc numbers static variables of functions, as in "count.1".
static const char *item_name(struct arena *arena, const char *name, bool function)
{
    const char *dot = strrchr(name, '.');
    bool numbered =
        !function && dot && dot > name && dot[1] && !dot[1 + strspn(dot + 1, "0123456789")];
    return stable_name(arena, numbered ? arena_strndup(arena, name, (size_t)(dot - name)) : name);
}

static struct code_item item_of(const struct reader *reader, const GElf_Sym *symbol,
                                const char *name, const char *file)
{
    bool of_thread = GELF_ST_TYPE(symbol->st_info) == STT_TLS;
    uint64_t address = symbol->st_value + (of_thread ? reader->thread : 0);
    const struct code_section *section = code_section_at(reader->code, address);
    bool untyped = GELF_ST_TYPE(symbol->st_info) == STT_NOTYPE;
    bool function = is_function(symbol) || (untyped && section && section->executable);
    return (struct code_item){.name = name,
                              .stable = item_name(reader->arena, name, function),
                              .file = GELF_ST_BIND(symbol->st_info) == STB_LOCAL ? file : "",
                              .address = address,
                              .size = symbol->st_size,
                              .open = !symbol->st_size,
                              .function = function,
                              .made_up = is_made_up(name),
                              .peer = NO_PEER};
}

static bool read_items(struct reader *reader)
{
    struct machine_code *code = reader->code;
    const char *file = "";
    code->items = arena_new_array(reader->arena, struct code_item, reader->symbols.count);
    for (size_t i = 0; i < reader->symbols.count; i++) {
        GElf_Sym symbol;
        const char *name;
        if (!gelf_getsym(reader->symbols.data, (int)i, &symbol) ||
            !(name = elf_strptr(reader->elf, reader->symbols.names, symbol.st_name)))
            return false;
        if (GELF_ST_TYPE(symbol.st_info) == STT_FILE)
            file = strstr(name, "-cgu.") ? "" : name; // rustc divides a crate anew
        struct code_item item = item_of(reader, &symbol, name, file);
        // zeros of threads lie in no section
        if (is_item(reader, &symbol, name) && code_section_at(code, item.address))
            code->items[code->item_count++] = item;
    }
    if (code->item_count)
        qsort(code->items, code->item_count, sizeof *code->items, by_address);
    keep_first(code);
    return true;
}

// The number of items that begin at the address or before.
static size_t items_up_to(const struct machine_code *code, uint64_t address)
{
    size_t low = 0, high = code->item_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code->items[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct code_item *code_item_at(const struct machine_code *code, uint64_t address)
{
    size_t count = items_up_to(code, address);
    const struct code_item *item = count ? &code->items[count - 1] : NULL;
    return item && address - item->address < item->size ? item : NULL;
}

// ---- References

// The name of a place that is no content of its section: where one begins or ends, or an empty one,
// whose address is that of something else; NULL: it is none.
static const char *bound_of(const struct reader *reader, const GElf_Sym *symbol, const char *name)
{
    GElf_Shdr header;
    if (symbol->st_size || GELF_ST_TYPE(symbol->st_info) == STT_TLS ||
        !gelf_getshdr(elf_getscn(reader->elf, symbol->st_shndx), &header))
        return NULL;
    bool outside = symbol->st_value - header.sh_addr >= header.sh_size;
    if (outside && GELF_ST_TYPE(symbol->st_info) == STT_SECTION)
        return elf_strptr(reader->elf, reader->section_names, header.sh_name);
    return (outside && !text_starts(name, ".L")) || is_bound(name) ? name : NULL;
}

static struct code_reference reference_of(const struct reader *reader, const GElf_Rela *rela)
{
    struct code_reference reference = {.at = rela->r_offset,
                                       .type = (uint32_t)GELF_R_TYPE(rela->r_info),
                                       .item = NO_PEER,
                                       .addend = rela->r_addend};
    GElf_Sym symbol = {.st_name = 0};
    if (!gelf_getsym(reader->symbols.data, (int)GELF_R_SYM(rela->r_info), &symbol))
        return reference;
    const char *name = elf_strptr(reader->elf, reader->symbols.names, symbol.st_name);
    const struct code_item *item = code_item_at(reader->code, symbol.st_value);
    int type = GELF_ST_TYPE(symbol.st_info);
    bool global = GELF_ST_BIND(symbol.st_info) != STB_LOCAL;
    bool named = name && *name && !is_made_up(name) && type != STT_SECTION;
    const char *bound = name ? bound_of(reader, &symbol, name) : NULL;
    if (bound)
        reference.symbol = bound;
    else if (named && type != STT_TLS && is_item(reader, &symbol, name) && item &&
             item->address == symbol.st_value)
        reference.item = item - reader->code->items;
    else if (named && symbol.st_shndx == SHN_ABS)
        reference.symbol = arena_printf(reader->arena, "%s=%" PRIx64, name, symbol.st_value);
    else if (named && (global || type == STT_TLS))
        reference.symbol = stable_name(reader->arena, name);
    else
        reference.target = symbol.st_value + (uint64_t)rela->r_addend;
    return reference;
}

// Relocations of debug information hold offsets in their section, not addresses.
static bool has_references(const struct reader *reader, const GElf_Shdr *header)
{
    GElf_Shdr relocated;
    return header->sh_type == SHT_RELA && !(header->sh_flags & SHF_ALLOC) &&
           gelf_getshdr(elf_getscn(reader->elf, header->sh_info), &relocated) &&
           (relocated.sh_flags & SHF_ALLOC);
}

static bool add_references(struct reader *reader, Elf_Scn *section, size_t *capacity)
{
    GElf_Shdr header;
    GElf_Rela rela;
    struct machine_code *code = reader->code;
    if (!gelf_getshdr(section, &header))
        return false;
    if (!has_references(reader, &header))
        return true;
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header.sh_entsize ? header.sh_size / header.sh_entsize : 0;
    if (code->reference_count + count > *capacity) {
        *capacity = 2 * (code->reference_count + count);
        struct code_reference *larger =
            arena_new_array(reader->arena, struct code_reference, *capacity);
        if (code->reference_count)
            memcpy(larger, code->references, code->reference_count * sizeof *larger);
        code->references = larger;
    }
    for (size_t i = 0; i < count; i++)
        if (gelf_getrela(data, (int)i, &rela) && code_section_at(code, rela.r_offset))
            code->references[code->reference_count++] = reference_of(reader, &rela);
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct code_reference *one = a, *other = b;
    return (one->at > other->at) - (one->at < other->at);
}

// What they lead to depends on the items.
static bool read_references(struct reader *reader)
{
    size_t capacity = 0;
    struct machine_code *code = reader->code;
    code->reference_count = 0;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(reader->elf, section));)
        if (!add_references(reader, section, &capacity))
            return false;
    if (code->reference_count)
        qsort(code->references, code->reference_count, sizeof *code->references, by_place);
    return true;
}

size_t code_references_from(const struct machine_code *code, uint64_t address)
{
    size_t low = 0, high = code->reference_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code->references[middle].at < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// ---- Data without a name

static int by_number(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

static void add_anchor(struct machine_code *code, uint64_t address)
{
    const struct code_section *section = code_section_at(code, address);
    if (section && !section->executable)
        code->anchors[code->anchor_count++] = address;
}

// A number behind a field that is relative to the instruction's end moves the target back.
static void add_anchors_of(struct machine_code *code, const struct code_reference *reference)
{
    uint64_t behind[NUMBERS_MOST] = {0};
    const struct code_section *section = code_section_at(code, reference->at);
    bool relative = relocation_is_relative(code, reference->type);
    size_t count = 1;
    if (relative && section && section->bytes) {
        uint64_t before = reference->at - section->address;
        count = numbers_behind(code, section->bytes + before, before, behind);
    }
    for (size_t i = 0; i < count; i++)
        add_anchor(code, reference->target + behind[i] + (relative ? 4 : 0));
}

static void find_anchors(struct reader *reader)
{
    struct machine_code *code = reader->code;
    code->anchors = arena_new_array(reader->arena, uint64_t,
                                    code->item_count + NUMBERS_MOST * code->reference_count);
    for (size_t i = 0; i < code->item_count; i++)
        add_anchor(code, code->items[i].address);
    for (size_t i = 0; i < code->reference_count; i++) {
        const struct code_reference *reference = &code->references[i];
        if (reference->item == NO_PEER && !reference->symbol)
            add_anchors_of(code, reference);
    }
    if (code->anchor_count)
        qsort(code->anchors, code->anchor_count, sizeof *code->anchors, by_number);
}

uint64_t code_data_end(const struct machine_code *code, uint64_t address)
{
    const struct code_section *section = code_section_at(code, address);
    uint64_t end = section ? section->address + section->size : address;
    size_t low = 0, high = code->anchor_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code->anchors[middle] <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < code->anchor_count && code->anchors[low] < end ? code->anchors[low] : end;
}

// ---- All together

static void finish_items(const struct reader *reader)
{
    struct machine_code *code = reader->code;
    for (size_t i = 0; i < code->item_count; i++)
        code->items[i].digest = code_digest(code, &code->items[i]);
    for (size_t i = 0; reader->exported.data && i < reader->exported.count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(reader->exported.data, (int)i, &symbol) || !is_function(&symbol))
            continue;
        size_t up_to = items_up_to(code, symbol.st_value);
        if (up_to && code->items[up_to - 1].address == symbol.st_value)
            code->items[up_to - 1].exported = symbol.st_shndx != SHN_UNDEF;
    }
}

bool machine_code_read(struct arena *arena, const char *path, const char *folder,
                       struct machine_code *code, struct error *error)
{
    *code = (struct machine_code){.item_count = 0};
    errno = 0;
    if (!image_map(path, folder, &code->image) || !code->image.size)
        return errno ? failed_errno(error, "cannot read '%s'", path)
                     : failed(error, EXIT_FAILED, "'%s' is empty, or no file", path);
    elf_version(EV_CURRENT);
    struct reader reader = {
        .arena = arena, .code = code, .elf = elf_memory(code->image.bytes, code->image.size)};
    bool read =
        reader.elf && read_sections(&reader) && read_items(&reader) && read_references(&reader);
    if (read)
        extents_find(arena, code);
    read = read && read_references(&reader);
    if (read) {
        finish_items(&reader);
        find_anchors(&reader);
        code->frames_known = frames_read(arena, code);
    } else if (errno == ENOMEM) {
        out_of_memory();
    }
    // names point into the file, which stays mapped
    elf_end(reader.elf);
    if (!read)
        image_unmap(&code->image);
    return read || failed(error, EXIT_FAILED, "'%s' has no symbol table", path);
}
