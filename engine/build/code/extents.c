// How far items reach whose symbols have no size, as assembly and some compilers leave them, and
// the code that no symbol covers.
#include "build/code/internal.h"

#include <stdlib.h>
#include <string.h>

// Loaded bytes of a section, from one address to another.
struct span {
    uint64_t from, to;
    const uint8_t *bytes;
};

static struct span span_of(const struct code_section *section, uint64_t from, uint64_t to)
{
    return (struct span){from, to, section->bytes + (from - section->address)};
}

// Where the last relocated field before the end of a span ends: it is no filling.
static uint64_t fields_end(const struct machine_code *code, const struct span *span)
{
    size_t next = code_references_from(code, span->to);
    const struct code_reference *last = next ? &code->references[next - 1] : NULL;
    if (!last || last->at < span->from)
        return span->from;
    uint64_t end = last->at + relocation_width(code, last->type);
    return end < span->to ? end : span->to;
}

static uint64_t zeros_size(const uint8_t *bytes, uint64_t size)
{
    uint64_t zeros = 0;
    while (zeros < size && !bytes[size - 1 - zeros])
        zeros++;
    return zeros;
}

// The bytes at its end that only fill up.
static uint64_t filling_of(const struct machine_code *code, const struct span *span, bool is_code)
{
    uint64_t from = fields_end(code, span);
    const uint8_t *bytes = span->bytes + (from - span->from);
    return (is_code ? filling_size(code, bytes, span->to - from)
                    : zeros_size(bytes, span->to - from));
}

// ---- Symbols without a size

// Lets an item reach to the next; false if nothing but filling lies there, which then belongs to
// the item before.
static bool reach(const struct machine_code *code, struct code_item *item,
                  const struct code_item *next)
{
    const struct code_section *section = code_section_at(code, item->address);
    uint64_t end = section->address + section->size;
    if (next && next->address < end)
        end = next->address;
    struct span span = span_of(section, item->address, end);
    item->padding = filling_of(code, &span, item->function);
    item->size = end - item->address - item->padding;
    return item->size > 0;
}

static void reach_all(struct machine_code *code)
{
    struct code_item *next = NULL;
    size_t kept = 0;
    for (size_t i = code->item_count; i-- > 0;)
        if (!code->items[i].open || reach(code, &code->items[i], next))
            next = &code->items[i];
    for (size_t i = 0; i < code->item_count; i++)
        if (!code->items[i].open || code->items[i].size)
            code->items[kept++] = code->items[i];
    code->item_count = kept;
}

bool paddings_alike(const struct machine_code *old, const struct machine_code *new,
                    const struct code_item *one, const struct code_item *other)
{
    const struct machine_code *codes[] = {old, new};
    const struct code_item *items[] = {one, other};
    for (size_t i = 0; one->padding != other->padding && i < 2; i++) {
        const struct code_item *item = items[i];
        const struct code_section *section = code_section_at(codes[i], item->address);
        struct span span = span_of(section, item->address, item->address + item->size);
        uint64_t end = span.to + item->padding, alignment = end & (~end + 1);
        bool is_padding =
            one->function ? code_leaves(codes[i], span.bytes, item->size)
                          : item->padding < alignment || end == section->address + section->size;
        if (!is_padding)
            return false;
    }
    return true;
}

// ---- Code without a symbol

// Code from one address to another, without what fills it up on both ends.
static void add_nameless(struct arena *arena, struct machine_code *code,
                         const struct code_section *section, uint64_t from, uint64_t to)
{
    if (from >= to)
        return;
    struct span span = span_of(section, from, to);
    size_t first = code_references_from(code, from);
    uint64_t field = first < code->reference_count && code->references[first].at < to
                         ? code->references[first].at
                         : to;
    span = span_of(section, from + filler_size(code, span.bytes, field - from), to);
    uint64_t padding = filling_of(code, &span, true);
    if (span.to - span.from <= padding)
        return;
    const char *name = arena_printf(arena, "code without a symbol in '%s'", section->name);
    code->items[code->item_count++] = (struct code_item){.name = name,
                                                         .stable = name,
                                                         .file = "",
                                                         .address = span.from,
                                                         .size = span.to - span.from - padding,
                                                         .padding = padding,
                                                         .function = true,
                                                         .open = true,
                                                         .nameless = true,
                                                         .peer = NO_PEER};
}

// Adds what no item of a section covers, of those from `at` on. Returns the first item behind it.
static size_t cover(struct arena *arena, struct machine_code *code,
                    const struct code_section *section, size_t at, size_t count)
{
    uint64_t reached = section->address, end = section->address + section->size;
    for (; at < count && code->items[at].address < end; at++) {
        const struct code_item item = code->items[at];
        if (item.address < section->address)
            continue;
        add_nameless(arena, code, section, reached, item.address);
        uint64_t behind = item.address + item.size + item.padding;
        reached = behind > reached ? behind : reached;
    }
    add_nameless(arena, code, section, reached, end);
    return at;
}

static int by_address(const void *a, const void *b)
{
    const struct code_item *one = a, *other = b;
    return (one->address > other->address) - (one->address < other->address);
}

void extents_find(struct arena *arena, struct machine_code *code)
{
    reach_all(code);
    size_t count = code->item_count, at = 0;
    struct code_item *items =
        arena_new_array(arena, struct code_item, 2 * count + code->section_count);
    if (count)
        memcpy(items, code->items, count * sizeof *items);
    code->items = items;
    for (size_t i = 0; i < code->section_count; i++) {
        const struct code_section *section = &code->sections[i];
        if (section->executable && section->bytes && !section->made)
            at = cover(arena, code, section, at, count);
    }
    if (code->item_count)
        qsort(code->items, code->item_count, sizeof *code->items, by_address);
}
