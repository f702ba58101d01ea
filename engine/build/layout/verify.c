// Checks a layout by the symbols of the linked program, because linkers silently ignore
// instructions that they do not support. docs/layouts.md, "Verification".
#include "build/layout/verify.h"

#include "model/layout.h"
#include "spec/language.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int by_address(const void *a, const void *b)
{
    const struct symbol *one = *(const struct symbol *const *)a,
                        *two = *(const struct symbol *const *)b;
    return (one->address > two->address) - (one->address < two->address);
}

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

struct anchor *anchors_find(struct arena *arena, const struct placed_sections *placed,
                            const struct symbols *symbols)
{
    struct arena scratch = {0};
    struct anchor *anchors = arena_new_array(arena, struct anchor, placed->count);
    const struct symbol **sorted = arena_new_array(&scratch, const struct symbol *, symbols->count);
    size_t count = 0;
    for (size_t i = 0; i < symbols->count; i++)
        if (symbols->items[i].function)
            sorted[count++] = &symbols->items[i];
    qsort(sorted, count, sizeof(const struct symbol *), by_address);
    for (size_t i = 0; i < placed->count; i++) {
        uint64_t start = placed->addresses[i], end = start + placed->items[i].size;
        for (size_t s = first_at(sorted, count, start); s < count && sorted[s]->address < end;
             s++) {
            if (anchors[i].name || !symbols_find(symbols, sorted[s]->name, sorted[s]->file))
                continue;
            anchors[i] = (struct anchor){.name = arena_strdup(arena, sorted[s]->name),
                                         .file = arena_strdup(arena, sorted[s]->file),
                                         .offset = sorted[s]->address - start};
        }
    }
    arena_release(&scratch);
    return anchors;
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

static bool check_alignment(const struct layout *layout, const struct section *section,
                            uint64_t address, struct error *error)
{
    if (section->alignment && address % section->alignment)
        return misplaced(section, address, "is not aligned as drawn", error);
    // assembler code sets its own alignment
    if (layout->compile_alignment && address % layout->compile_alignment &&
        !is_assembled(section->file))
        return misplaced(section, address, "is not aligned as compiled", error);
    return true;
}

bool layout_verify(const struct layout *layout, enum linker_kind kind, const struct anchor *anchors,
                   const struct symbols *symbols, struct error *error)
{
    bool ordered = layout->reordered || layout->padded;
    // mold shuffles by a seed and shuffles pads like other objects, so its order is unknown
    if (kind == LINKER_MOLD && !layout->compile_alignment)
        return true;
    uint64_t end = 0; // of the section before
    for (size_t i = 0; i < layout->section_count; i++) {
        const struct section *section = &layout->sections[i];
        const struct anchor *anchor = &anchors[section->ordinal];
        const struct symbol *symbol =
            anchor->name ? symbols_find(symbols, anchor->name, anchor->file) : NULL;
        if (!symbol)
            continue;
        uint64_t address = symbol->address - anchor->offset;
        if (!check_alignment(layout, section, address, error))
            return false;
        if (ordered && address < end)
            return misplaced(section, address, "is not where its order puts it", error);
        if (ordered && end && address < end + section->pad)
            return misplaced(section, address, "has less padding than drawn", error);
        end = address + section->size;
    }
    return true;
}
