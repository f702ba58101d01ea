// Reads sections of functions and data, and their addresses, from linkers' maps.
#include "build/layout/sections.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/stream.h"
#include "build/capture/inputs.h"
#include "build/layout/stable_name.h"
#include "build/linkers/linker.h"
#include "model/layout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- Which function of one variant is which of another: hashes of stable names

struct named {
    uint64_t hash;
    size_t index;
};

static int by_hash(const void *a, const void *b)
{
    const struct named *one = a, *other = b;
    if (one->hash != other->hash)
        return one->hash < other->hash ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

// Numbers those of the same hash, and mixes the number in.
static void tell_apart(struct named *named, size_t count)
{
    qsort(named, count, sizeof *named, by_hash);
    uint64_t number = 0, before = 0;
    for (size_t i = 0; i < count; i++) {
        number = i && named[i].hash == before ? number + 1 : 0;
        before = named[i].hash;
        named[i].hash = seed_from_number(before, number);
    }
}

static void identify_units(struct arena *scratch, struct placed_sections *placed)
{
    uint32_t count = 0;
    struct named *units = arena_new_array(scratch, struct named, placed->count);
    uint64_t *hashes = arena_new_array(scratch, uint64_t, placed->count);
    for (size_t i = 0; i < placed->count; i++)
        if (placed->items[i].object == count) {
            units[count] =
                (struct named){seed_from(0, stable_object(scratch, placed->items[i].file)), count};
            count++;
        }
    tell_apart(units, count);
    for (uint32_t i = 0; i < count; i++)
        hashes[units[i].index] = units[i].hash;
    for (size_t i = 0; i < placed->count; i++)
        placed->items[i].unit = hashes[placed->items[i].object];
}

// The first of a name has that name alone, wherever its object lies; the others, and the code or
// data of whole objects, have that of their object, too.
static void identify_sections(struct arena *scratch, struct placed_sections *placed)
{
    struct named *named = arena_new_array(scratch, struct named, placed->count);
    for (size_t i = 0; i < placed->count; i++)
        named[i] = (struct named){seed_from(0, stable_name(scratch, placed->items[i].name)), i};
    qsort(named, placed->count, sizeof *named, by_hash);
    uint64_t before = 0;
    for (size_t i = 0; i < placed->count; i++) {
        const struct section *section = &placed->items[named[i].index];
        bool again = i && named[i].hash == before;
        before = named[i].hash;
        if (again || section_is_whole(section->name))
            named[i].hash = seed_from(before, stable_object(scratch, section->file));
    }
    tell_apart(named, placed->count);
    for (size_t i = 0; i < placed->count; i++)
        placed->items[named[i].index].symbol = named[i].hash;
}

// Sets `symbol` and `unit` of each section: hashes of stable names. Those of the same name are told
// apart by the names of their objects, and by the order of the link.
static void sections_identify(struct placed_sections *placed)
{
    struct arena scratch = {0};
    identify_sections(&scratch, placed);
    identify_units(&scratch, placed);
    arena_release(&scratch);
}

// ---- Sections of functions and data, and their addresses

#define GO_FILE "go.go" // the source that Go's linker names for its own symbols

// The name in linker scripts: "lib.a:member.o" for "lib.a(member.o)"; for an LTO object, whose
// temporary name changes with every link, a pattern of its constant part.
static char *script_name(struct arena *arena, const char *file)
{
    const char *lto = strstr(file, ".ltrans");
    if (!lto && text_ends(file, ".lto.o"))
        lto = file + strlen(file) - strlen(".lto.o");
    if (lto)
        return arena_printf(arena, "*%s", lto);
    char *name = arena_strdup(arena, file);
    char *open = strrchr(name, '(');
    if (open && text_ends(name, ")")) {
        *open = ':';
        name[strlen(name) - 1] = '\0';
    }
    return name;
}

static bool is_of_system(struct arena *arena, const char *folder, const char *file)
{
    const char *outer = arena_strndup(arena, file, strcspn(file, "("));
    const char *path = path_absolute(arena, path_join(arena, folder, outer));
    const char *slash = strrchr(path, '/');
    return input_is_of_system(path) || file[0] == '<' ||
           (text_starts(slash + 1, "crt") && text_ends(path, ".o"));
}

// Is it this section, or one named after it?
static bool is_below(const char *name, const char *section)
{
    return text_starts(name, section) && (name[strlen(section)] & ~'.') == 0;
}

// Strings and constants that the linker merges: .rodata.str1.8, .rodata.f.cst16.
static bool is_mergeable(const char *name)
{
    for (const char *part = name; (part = strchr(part + 1, '.'));)
        if ((text_starts(part, ".str") || text_starts(part, ".cst")) &&
            isdigit((unsigned char)part[strlen(".str")]))
            return true;
    return false;
}

static bool find_kind(const char *name, enum section_kind *kind)
{
    static const char *const apart[] = {".text.unlikely", ".text.startup", ".text.exit",
                                        ".text.hot",      ".text.split",   ".data.rel.ro",
                                        ".bss.rel.ro"};
    static const char *const kinds[] = {[SECTION_CODE] = ".text",
                                        [SECTION_CONSTANTS] = ".rodata",
                                        [SECTION_DATA] = ".data",
                                        [SECTION_BSS] = ".bss"};
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
        if (is_below(name, apart[i]))
            return false;
    for (*kind = SECTION_CODE; *kind <= SECTION_BSS; ++*kind)
        if (is_below(name, kinds[*kind]))
            return *kind != SECTION_CONSTANTS || !is_mergeable(name);
    return false;
}

// An input file of the map.
struct object_file {
    const char *given, *name; // as in the map, as in a script
    bool system;
};

struct object_files {
    struct object_file *items;
    size_t count, room;
};

static uint32_t find_object(struct arena *arena, struct object_files *files, const char *folder,
                            const char *given)
{
    for (size_t i = files->count; i-- > 0;)
        if (text_equal(files->items[i].given, given))
            return (uint32_t)i;
    if (files->count == files->room) {
        files->room = files->room * 2 + 16;
        struct object_file *items = arena_new_array(arena, struct object_file, files->room);
        for (size_t i = 0; i < files->count; i++)
            items[i] = files->items[i];
        files->items = items;
    }
    files->items[files->count] = (struct object_file){.given = arena_strdup(arena, given),
                                                      .name = script_name(arena, given),
                                                      .system = is_of_system(arena, folder, given)};
    return (uint32_t)files->count++;
}

bool section_is_whole(const char *name)
{
    static const char *const whole[] = {".text", ".rodata",   ".data",
                                        ".bss",  ".data.rel", ".data.rel.local"};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (text_equal(name, whole[i]))
            return true;
    return false;
}

static void add_section(struct arena *arena, struct placed_sections *placed,
                        const struct section *section, uint64_t address)
{
    if ((placed->count & (placed->count + 1)) == 0) {
        size_t room = placed->count * 2 + 1;
        struct section *items = arena_new_array(arena, struct section, room);
        uint64_t *addresses = arena_new_array(arena, uint64_t, room);
        for (size_t i = 0; i < placed->count; i++)
            items[i] = placed->items[i], addresses[i] = placed->addresses[i];
        placed->items = items;
        placed->addresses = addresses;
    }
    placed->addresses[placed->count] = address;
    placed->items[placed->count] = *section;
    placed->items[placed->count].ordinal = (uint32_t)placed->count;
    placed->count++;
}

static int by_pattern(const void *a, const void *b)
{
    const struct section *one = *(struct section *const *)a, *other = *(struct section *const *)b;
    if (one->object != other->object)
        return one->object < other->object ? -1 : 1;
    int order = strcmp(one->name, other->name);
    return order ? order : (one->ordinal > other->ordinal) - (one->ordinal < other->ordinal);
}

// Sections of one name in one object match one pattern, and move together: the first has the size
// of all.
static void merge_repeated(struct arena *scratch, struct placed_sections *placed)
{
    size_t given = placed->count;
    struct section **sorted = arena_new_array(scratch, struct section *, given);
    for (size_t i = 0; i < given; i++)
        sorted[i] = &placed->items[i];
    qsort(sorted, given, sizeof(struct section *), by_pattern);
    for (size_t i = 1, first = 0; i < given; i++) {
        bool again = sorted[i]->object == sorted[first]->object &&
                     text_equal(sorted[i]->name, sorted[first]->name);
        first = again ? first : i;
        sorted[first]->size += again ? sorted[i]->size : 0;
        sorted[i]->size = again ? 0 : sorted[i]->size;
    }
    placed->count = 0;
    for (size_t i = 0; i < given; i++)
        if (placed->items[i].size) {
            placed->addresses[placed->count] = placed->addresses[i];
            placed->items[placed->count] = placed->items[i];
            placed->items[placed->count].ordinal = (uint32_t)placed->count;
            placed->whole_objects += section_is_whole(placed->items[i].name);
            placed->count++;
        }
}

// Renumbers objects without gaps: some objects have no function section.
static void number_objects(struct arena *scratch, struct placed_sections *placed, size_t files)
{
    uint32_t *numbers = arena_new_array(scratch, uint32_t, files), objects = 0;
    for (size_t i = 0; i < placed->count; i++) {
        uint32_t *number = &numbers[placed->items[i].object];
        *number = *number ? *number : ++objects;
        placed->items[i].object = *number - 1;
    }
}

// Go names functions PACKAGE.FUNCTION; what comes from C keeps its place, or lies elsewhere.
static bool is_of_go(const struct symbol *symbol)
{
    return symbol->size && strchr(symbol->name, '.');
}

void sections_of_symbols(struct arena *arena, const struct symbols *symbols,
                         struct placed_sections *code)
{
    struct arena scratch = {0};
    const struct symbol *begin = symbols_find(symbols, "runtime.text", GO_FILE),
                        *end = symbols_find(symbols, "runtime.etext", GO_FILE);
    size_t count;
    const struct symbol **sorted = symbols_by_address(&scratch, symbols, true, &count);
    *code = (struct placed_sections){.items = arena_new_array(arena, struct section, count),
                                     .addresses = arena_new_array(arena, uint64_t, count)};
    for (size_t i = 0; begin && end && i < count && sorted[i]->address < end->address; i++) {
        if (sorted[i]->address < begin->address || !is_of_go(sorted[i]))
            continue;
        code->addresses[code->count] = sorted[i]->address;
        code->items[code->count] = (struct section){.file = GO_FILE,
                                                    .name = arena_strdup(arena, sorted[i]->name),
                                                    .size = sorted[i]->size,
                                                    .ordinal = (uint32_t)code->count,
                                                    .kind = SECTION_CODE};
        code->count++;
    }
    sections_identify(code);
    arena_release(&scratch);
}

bool sections_read(struct arena *arena, const char *map, const char *folder,
                   const struct linker *linker, struct placed_sections *code,
                   struct placed_sections *data, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    if (!file_read(map, 1 << 30, &text, error))
        return false;
    struct arena scratch = {0};
    struct object_files files = {0};
    char *rest = linker->map_begin ? strstr(text.bytes, linker->map_begin) : text.bytes;
    char *pending = NULL;
    *code = *data = (struct placed_sections){0};
    for (char *line; rest && (line = strsep(&rest, "\n"));) {
        struct map_row row;
        enum section_kind kind;
        if (!linker->read_row(&scratch, line, &pending, &row) || !row.size || !row.address ||
            !find_kind(row.name, &kind))
            continue;
        uint32_t object = find_object(&scratch, &files, folder, row.file);
        struct section section = {.file = arena_strdup(arena, files.items[object].name),
                                  .name = arena_strdup(arena, row.name),
                                  .size = row.size,
                                  .object = object,
                                  .kind = kind};
        if (files.items[object].system)
            continue;
        struct placed_sections *placed = kind == SECTION_CODE ? code : data;
        // ".text" is also the name of sections of start files
        if (linker->selects_by_name && section_is_whole(row.name))
            placed->lacks_whole = true;
        else
            add_section(arena, placed, &section, row.address);
    }
    struct placed_sections *const both[] = {code, data};
    for (size_t i = 0; i < 2; i++) {
        merge_repeated(&scratch, both[i]);
        number_objects(&scratch, both[i], files.count);
        sections_identify(both[i]);
    }
    arena_release(&scratch);
    return true;
}
