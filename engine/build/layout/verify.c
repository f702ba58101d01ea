// Checks a layout by the symbols of the linked program, because linkers silently ignore
// instructions that they do not support. docs/layouts.md, "Verification".
#include "build/layout/verify.h"

#include "model/layout.h"
#include "spec/language.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static size_t first_at(const struct symbol *const *sorted, size_t count, uint64_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle]->address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint64_t largest_power_in(uint64_t address)
{
    return address & -address;
}

static struct anchor *find_anchors(struct arena *arena, const struct placed_sections *placed,
                                   const struct symbols *symbols, bool functions)
{
    struct arena scratch = {0};
    struct anchor *anchors = arena_new_array(arena, struct anchor, placed->count);
    size_t count;
    const struct symbol **sorted = symbols_by_address(&scratch, symbols, functions, &count);
    for (size_t i = 0; i < placed->count; i++) {
        uint64_t start = placed->addresses[i], end = start + placed->items[i].size;
        for (size_t s = first_at(sorted, count, start); s < count && sorted[s]->address < end;
             s++) {
            if (anchors[i].name || !symbols_find(symbols, sorted[s]->name, sorted[s]->file))
                continue;
            anchors[i] = (struct anchor){.name = arena_strdup(arena, sorted[s]->name),
                                         .file = arena_strdup(arena, sorted[s]->file),
                                         .offset = sorted[s]->address - start,
                                         .alignment = largest_power_in(start)};
        }
    }
    arena_release(&scratch);
    return anchors;
}

struct anchors anchors_find(struct arena *arena, const struct placed_sections *code,
                            const struct placed_sections *data, const struct symbols *symbols)
{
    return (struct anchors){.code = find_anchors(arena, code, symbols, true),
                            .data = find_anchors(arena, data, symbols, false)};
}

static bool misplaced(const struct section *section, uint64_t address, const char *why,
                      struct error *error)
{
    return failed(error, EXIT_FAILED,
                  "the linker did not follow the layout: '%s' of '%s' at 0x%" PRIx64 " %s",
                  section->name, section->file, address, why);
}

// Objects are called SOURCE.o.
static bool is_assembled(const char *object)
{
    struct arena scratch = {0};
    const char *suffix = strrchr(object, '.');
    size_t length = suffix ? (size_t)(suffix - object) : 0;
    enum language language = source_language(arena_strndup(&scratch, object, length));
    arena_release(&scratch);
    return language == LANGUAGE_ASSEMBLER;
}

// Is it at its offset, or at the next address behind that has its object's own, larger alignment?
static bool is_at_offset(const struct section *section, const struct anchor *anchor,
                         uint64_t address)
{
    uint64_t beyond = (address - section->offset) & (section->modulus - 1);
    return !beyond || (beyond < largest_power_in(address) && beyond < anchor->alignment);
}

// The sections of code or of data, and what was drawn of all of them.
struct part {
    const struct section *sections;
    size_t count;
    const struct anchor *anchors;
    bool ordered;
    uint32_t alignment; // as compiled; 0: not drawn
};

static bool check_address(const struct part *part, const struct section *section,
                          const struct anchor *anchor, uint64_t address, struct error *error)
{
    if (section->exact && address % section->modulus != section->offset)
        return misplaced(section, address,
                         "is not where 'place' wants it, whose address must be a multiple of the "
                         "function's own alignment (with 'not', of at most 16)",
                         error);
    if (section->modulus && !is_at_offset(section, anchor, address))
        return misplaced(section, address, "is not at its drawn offset", error);
    // assembler code sets its own alignment
    if (part->alignment && address % part->alignment && !is_assembled(section->file))
        return misplaced(section, address, "is not aligned as compiled", error);
    return true;
}

static bool verify_part(const struct part *part, const struct symbols *symbols, struct error *error)
{
    uint64_t end = 0; // of the section before
    enum section_kind kind = SECTION_CODE;
    for (size_t i = 0; i < part->count; i++) {
        const struct section *section = &part->sections[i];
        const struct anchor *anchor = &part->anchors[section->ordinal];
        const struct symbol *symbol =
            anchor->name ? symbols_find(symbols, anchor->name, anchor->file) : NULL;
        if (!symbol)
            continue;
        uint64_t address = symbol->address - anchor->offset;
        if (!check_address(part, section, anchor, address, error))
            return false;
        if (part->ordered && section->kind == kind && address < end)
            return misplaced(section, address, "is not where its order puts it", error);
        end = address + section->size;
        kind = section->kind;
    }
    return true;
}

// Is any function behind one that it preceded in the first link?
static bool verify_shuffle(const struct layout *layout, const struct anchor *anchors,
                           const struct symbols *symbols, struct error *error)
{
    enum { MANY = 16 }; // fewer may keep their order by chance
    uint64_t before = 0;
    for (size_t i = 0; i < layout->section_count; i++) {
        const struct symbol *symbol =
            anchors[i].name ? symbols_find(symbols, anchors[i].name, anchors[i].file) : NULL;
        if (symbol && symbol->address < before)
            return true;
        before = symbol ? symbol->address : before;
    }
    return layout->section_count < MANY ||
           failed(error, EXIT_FAILED,
                  "the linker did not follow the layout: all functions are in the order of the "
                  "first link");
}

// Programs at fixed addresses only.
static bool verify_base(const struct layout *layout, const struct symbols *symbols,
                        struct error *error)
{
    for (size_t i = 0; i < symbols->count; i++)
        if (symbols->items[i].function && symbols->items[i].size &&
            symbols->items[i].address < layout->image_base)
            return failed(error, EXIT_FAILED,
                          "the linker did not follow the layout: '%s' at 0x%" PRIx64
                          " lies before the image base",
                          symbols->items[i].name, symbols->items[i].address);
    return true;
}

bool layout_verify(const struct layout *layout, const struct linker *linker,
                   const struct anchors *anchors, const struct symbols *symbols,
                   struct error *error)
{
    const struct part code = {.sections = layout->sections,
                              .count = layout->section_count,
                              .anchors = anchors->code,
                              .ordered = layout->reordered || layout->padded,
                              .alignment = layout->compile_alignment};
    const struct part data = {.sections = layout->data,
                              .count = layout->data_count,
                              .anchors = anchors->data,
                              .ordered = layout->data_arranged};
    if (!verify_base(layout, symbols, error))
        return false;
    // what is shuffled by a seed, pads like other objects, has no known order
    if (linker->shuffles && !layout->compile_alignment)
        return !layout->reordered || verify_shuffle(layout, anchors->code, symbols, error);
    return verify_part(&code, symbols, error) && verify_part(&data, symbols, error);
}
