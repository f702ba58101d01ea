// Compares two functions or two objects: bytes, and what their relocated fields refer to.
#include "build/code/internal.h"

#include "base/text.h"

#include <string.h>

enum { FIELD = 4, DEPTH_MOST = 3, COPIES_MOST = 3 };

// Two programs, and what a comparison has followed on its way: references to data, and copies.
struct pair {
    const struct machine_code *old, *new;
    int depth;
    const struct code_item *copies[COPIES_MOST][2]; // that are being compared
    int copy_count;
};

// A stretch of loaded bytes in one program.
struct stretch {
    uint64_t address;
    const uint8_t *bytes; // NULL: zeros
    uint64_t size;        // up to where it ends at the latest
    uint64_t readable;    // up to the end of its section
};

static enum likeness_of_code compare_bytes(const struct pair *pair, const struct stretch *one,
                                           const struct stretch *other, bool is_data);
static enum likeness_of_code compare_functions(const struct pair *pair, const struct code_item *one,
                                               const struct code_item *other);

static struct stretch stretch_of(const struct machine_code *code, uint64_t address, uint64_t size)
{
    const struct code_section *section = code_section_at(code, address);
    if (!section)
        return (struct stretch){.address = address};
    uint64_t offset = address - section->address, readable = section->size - offset;
    return (struct stretch){.address = address,
                            .bytes = section->bytes ? section->bytes + offset : NULL,
                            .size = size < readable ? size : readable,
                            .readable = readable};
}

// ---- What references lead to

static bool are_peers(const struct pair *pair, const struct code_item *one,
                      const struct code_item *other)
{
    return one->peer != NO_PEER && &pair->new->items[one->peer] == other;
}

static bool has_references(const struct machine_code *code, const struct stretch *stretch)
{
    size_t first = code_references_from(code, stretch->address);
    return first < code->reference_count &&
           code->references[first].at - stretch->address < stretch->size;
}

static bool is_zero(const struct stretch *stretch)
{
    for (uint64_t i = 0; stretch->bytes && i < stretch->size; i++)
        if (stretch->bytes[i])
            return false;
    return true;
}

// Of two stretches of the same size.
static enum likeness_of_code compare_data(const struct pair *pair, const struct stretch *one,
                                          const struct stretch *other)
{
    struct pair deeper = *pair;
    deeper.depth++;
    if (!one->bytes || !other->bytes) // a file may hold zeros, too
        return is_zero(one) && is_zero(other) && !has_references(pair->old, one) &&
                       !has_references(pair->new, other)
                   ? CODE_SAME
                   : CODE_DATA_DIFFERS;
    if (pair->depth >= DEPTH_MOST &&
        (has_references(pair->old, one) || has_references(pair->new, other)))
        return CODE_UNFOLLOWED;
    enum likeness_of_code likeness = compare_bytes(&deeper, one, other, true);
    return likeness > CODE_UNFOLLOWED ? CODE_DATA_DIFFERS : likeness;
}

// Compilers give each unit its own copy of a function. The peer of a copy may be that of another
// unit.
static enum likeness_of_code compare_copies(const struct pair *pair, const struct code_item *one,
                                            const struct code_item *other)
{
    if (!one->function || !other->function || !text_equal(one->stable, other->stable))
        return CODE_DIFFERS;
    for (int i = 0; i < pair->copy_count; i++)
        if (pair->copies[i][0] == one && pair->copies[i][1] == other)
            return CODE_SAME; // it calls itself
    if (pair->copy_count >= COPIES_MOST)
        return CODE_DIFFERS;
    struct pair deeper = *pair;
    deeper.copies[deeper.copy_count][0] = one;
    deeper.copies[deeper.copy_count++][1] = other;
    return compare_functions(&deeper, one, other);
}

static enum likeness_of_code compare_items(const struct pair *pair, const struct code_item *one,
                                           const struct code_item *other)
{
    const struct code_section *section = code_section_at(pair->old, one->address);
    bool by_name = !one->made_up || !other->made_up;
    if (one->function || other->function || !section || (section->writable && by_name))
        return are_peers(pair, one, other) ? CODE_SAME : compare_copies(pair, one, other);
    if (one->peer != NO_PEER && !are_peers(pair, one, other))
        return CODE_DIFFERS;
    if (one->peer != NO_PEER && pair->depth >= DEPTH_MOST)
        return CODE_SAME; // it is compared by itself
    struct stretch a = stretch_of(pair->old, one->address, one->size),
                   b = stretch_of(pair->new, other->address, other->size);
    return a.size == b.size ? compare_data(pair, &a, &b) : CODE_DATA_DIFFERS;
}

// Of two places without a name.
static enum likeness_of_code compare_nameless(const struct pair *pair, uint64_t one, uint64_t other)
{
    const struct code_section *a = code_section_at(pair->old, one),
                              *b = code_section_at(pair->new, other);
    if (!a || !b)
        return !a && !b ? CODE_SAME : CODE_DIFFERS;
    if (a->executable || b->executable || a->writable != b->writable)
        return CODE_DIFFERS;
    struct stretch old = stretch_of(pair->old, one, code_data_end(pair->old, one) - one),
                   new = stretch_of(pair->new, other, code_data_end(pair->new, other) - other);
    uint64_t size = old.size < new.size ? old.size : new.size;
    old.size = new.size = size; // the longer one has padding, or what nothing refers to
    return compare_data(pair, &old, &new);
}

static enum likeness_of_code compare_places(const struct pair *pair, uint64_t one, uint64_t other)
{
    const struct code_item *a = code_item_at(pair->old, one), *b = code_item_at(pair->new, other);
    if (a && b && one - a->address == other - b->address)
        return compare_items(pair, a, b);
    bool by_name = (a && !a->made_up) || (b && !b->made_up);
    return by_name ? CODE_DIFFERS : compare_nameless(pair, one, other);
}

// `field`: in the old code, with so many bytes in front. All sizes of a number behind it must lead
// to the same: another one may hide that the data differ.
static enum likeness_of_code compare_from_end(const struct pair *pair, const uint8_t *field,
                                              uint64_t before, uint64_t one, uint64_t other)
{
    uint64_t behind[NUMBERS_MOST];
    enum likeness_of_code worst = CODE_SAME;
    size_t count = numbers_behind(pair->old, field, before, behind);
    for (size_t i = 0; i < count; i++) {
        enum likeness_of_code likeness = compare_places(pair, one + behind[i], other + behind[i]);
        worst = likeness > worst ? likeness : worst;
    }
    return worst;
}

// ---- Fields

// Where a relative field leads: in data, as a table of jumps has it, from the table's beginning.
static uint64_t target_of(const struct machine_code *code, const struct code_reference *reference,
                          const struct stretch *stretch, bool is_data)
{
    int32_t distance;
    if (!relocation_is_relative(code, reference->type) || !stretch->bytes)
        return reference->target;
    memcpy(&distance, stretch->bytes + (reference->at - stretch->address), sizeof distance);
    return (is_data ? stretch->address : reference->at + FIELD) + (uint64_t)(int64_t)distance;
}

static enum likeness_of_code compare_nameless_references(const struct pair *pair,
                                                         const struct code_reference *one,
                                                         const struct stretch *from,
                                                         const struct code_reference *other,
                                                         const struct stretch *to, bool is_data)
{
    uint64_t a = target_of(pair->old, one, from, is_data),
             b = target_of(pair->new, other, to, is_data);
    uint64_t before = one->at - from->address;
    return relocation_is_relative(pair->old, one->type) && !is_data
               ? compare_from_end(pair, from->bytes + before, before, a, b)
               : compare_places(pair, a, b);
}

// Versions are bound to a library: "malloc@GLIBC_2.2.5" may come to be "malloc" of another one.
static enum likeness_of_code compare_symbols(const char *one, const char *other)
{
    size_t length = one ? strcspn(one, "@") : 0;
    if (!one || !other || strcspn(other, "@") != length || strncmp(one, other, length) != 0)
        return CODE_DIFFERS;
    return text_equal(one, other) ? CODE_SAME : CODE_REBOUND;
}

static enum likeness_of_code compare_references(const struct pair *pair,
                                                const struct code_reference *one,
                                                const struct stretch *from,
                                                const struct code_reference *other,
                                                const struct stretch *to, bool is_data)
{
    if (!relocations_alike(pair->old, one->type, other->type))
        return CODE_DIFFERS;
    if (one->item != NO_PEER && other->item != NO_PEER)
        return one->addend == other->addend ? compare_items(pair, &pair->old->items[one->item],
                                                            &pair->new->items[other->item])
                                            : CODE_DIFFERS;
    if (one->symbol || other->symbol)
        return one->addend == other->addend ? compare_symbols(one->symbol, other->symbol)
                                            : CODE_DIFFERS;
    return compare_nameless_references(pair, one, from, other, to, is_data);
}

// The bits beside those that the link sets.
static bool same_rest(const struct pair *pair, uint32_t type, const uint8_t *one,
                      const uint8_t *other)
{
    uint32_t a, b;
    if (relocation_width(pair->old, type) != FIELD)
        return true;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return relocated_alike(pair->old, type, a, b);
}

// Where the assembler resolved one branch or both: no relocation, but a distance.
static enum likeness_of_code compare_branches(const struct pair *pair, const struct stretch *one,
                                              const struct stretch *other, size_t offset,
                                              size_t *width)
{
    struct branch a, b;
    if (offset + FIELD > one->size ||
        !branch_read(pair->old, one->bytes, offset, one->address + offset, &a) ||
        !branch_read(pair->new, other->bytes, offset, other->address + offset, &b) ||
        !branches_alike(pair->old, one->bytes + offset, other->bytes + offset))
        return CODE_DIFFERS;
    *width = a.width;
    return compare_places(pair, a.target, b.target);
}

// The first byte that differs may be any of a distance; `from`: the bytes before are compared
// already.
static enum likeness_of_code compare_branches_near(const struct pair *pair,
                                                   const struct stretch *one,
                                                   const struct stretch *other, size_t from,
                                                   size_t *offset)
{
    size_t width = 0, low = *offset >= FIELD - 1 ? *offset - (FIELD - 1) : 0;
    for (size_t at = *offset + 1; at-- > (low > from ? low : from);) {
        enum likeness_of_code likeness = compare_branches(pair, one, other, at, &width);
        if (likeness != CODE_DIFFERS) {
            *offset = at + width;
            return likeness;
        }
    }
    return CODE_DIFFERS;
}

// ---- Bytes

// The references of both sides from the beginning of a stretch on.
struct cursor {
    size_t one, other;
};

static const struct code_reference *reference_at(const struct machine_code *code, size_t *cursor,
                                                 uint64_t address)
{
    while (*cursor < code->reference_count && code->references[*cursor].at < address)
        ++*cursor;
    bool there = *cursor < code->reference_count && code->references[*cursor].at == address &&
                 relocation_width(code, code->references[*cursor].type);
    return there ? &code->references[*cursor] : NULL;
}

// Compares what lies at an offset, and moves behind it.
static enum likeness_of_code compare_next(const struct pair *pair, const struct stretch *one,
                                          const struct stretch *other, struct cursor *cursor,
                                          bool is_data, size_t *field_end, size_t *offset)
{
    const struct code_reference *a = reference_at(pair->old, &cursor->one, one->address + *offset),
                                *b = reference_at(pair->new, &cursor->other,
                                                  other->address + *offset);
    size_t width = 1;
    if (a && b) {
        width = relocation_width(pair->old, a->type);
        if (width > one->readable - *offset || width > other->readable - *offset)
            return CODE_DIFFERS;
        enum likeness_of_code likeness = compare_references(pair, a, one, b, other, is_data);
        if (likeness == CODE_DIFFERS ||
            !same_rest(pair, a->type, one->bytes + *offset, other->bytes + *offset))
            return CODE_DIFFERS;
        *field_end = *offset += width;
        return likeness;
    }
    if (a || b) {
        enum likeness_of_code likeness =
            is_data ? CODE_DIFFERS : compare_branches(pair, one, other, *offset, &width);
        *field_end = *offset += width;
        return likeness;
    }
    if (one->bytes[*offset] == other->bytes[*offset]) {
        ++*offset;
        return CODE_SAME;
    }
    enum likeness_of_code likeness =
        is_data ? CODE_DIFFERS : compare_branches_near(pair, one, other, *field_end, offset);
    *field_end = *offset;
    return likeness;
}

// Of two stretches of the same size that have bytes.
static enum likeness_of_code compare_bytes(const struct pair *pair, const struct stretch *one,
                                           const struct stretch *other, bool is_data)
{
    enum likeness_of_code likeness = CODE_SAME;
    struct cursor cursor = {code_references_from(pair->old, one->address),
                            code_references_from(pair->new, other->address)};
    size_t field_end = 0;
    for (size_t offset = 0; offset < one->size && likeness != CODE_DIFFERS;) {
        enum likeness_of_code next =
            compare_next(pair, one, other, &cursor, is_data, &field_end, &offset);
        likeness = next > likeness ? next : likeness;
    }
    return likeness;
}

uint64_t code_digest(const struct machine_code *code, const struct code_item *item)
{
    const struct stretch stretch = stretch_of(code, item->address, item->size);
    uint64_t digest = 0xcbf29ce484222325u; // FNV-1a
    size_t cursor = code_references_from(code, item->address);
    for (uint64_t offset = 0; stretch.bytes && offset < stretch.size;) {
        const struct code_reference *reference =
            reference_at(code, &cursor, item->address + offset);
        if (!reference)
            digest = (digest ^ stretch.bytes[offset]) * 0x100000001b3u;
        offset += reference ? relocation_width(code, reference->type) : 1;
    }
    return digest;
}

// ---- Exceptions

// A pointer is what the linker or the compiler made to reach a type of another file. The stub of a
// call, which a personality of a library has, has no name.
static enum likeness_of_code compare_thrown(const struct pair *pair, const struct thrown *one,
                                            const struct thrown *other)
{
    enum { POINTER = 8 };
    const struct code_section *a = code_section_at(pair->old, one->address),
                              *b = code_section_at(pair->new, other->address);
    if (one->is_pointer != other->is_pointer || !a != !b)
        return CODE_DIFFERS;
    if (!a || (a->executable && b->executable && a->made && b->made))
        return CODE_SAME;
    if (!one->is_pointer)
        return compare_places(pair, one->address, other->address);
    struct stretch old = stretch_of(pair->old, one->address, POINTER),
                   new = stretch_of(pair->new, other->address, POINTER);
    return old.size == new.size ? compare_data(pair, &old, &new) : CODE_DIFFERS;
}

static enum likeness_of_code compare_tables(const struct pair *pair,
                                            const struct exception_table *one,
                                            const struct exception_table *other)
{
    enum likeness_of_code likeness = CODE_SAME;
    if (!text_equal(one->calls, other->calls) || one->type_count != other->type_count)
        return CODE_DIFFERS;
    for (size_t i = 0; i < one->type_count; i++) {
        enum likeness_of_code next = compare_thrown(pair, &one->types[i], &other->types[i]);
        likeness = next > likeness ? next : likeness;
    }
    return likeness > CODE_UNFOLLOWED ? CODE_DIFFERS : likeness;
}

static enum likeness_of_code compare_frames(const struct pair *pair, const struct frame *one,
                                            const struct frame *other)
{
    struct arena scratch = {0};
    struct exception_table old, new;
    enum likeness_of_code likeness = exception_table_read(&scratch, pair->old, one, &old) &&
                                             exception_table_read(&scratch, pair->new, other, &new)
                                         ? compare_tables(pair, &old, &new)
                                         : CODE_UNFOLLOWED;
    arena_release(&scratch);
    return likeness;
}

static const struct frame *frame_within(const struct machine_code *code,
                                        const struct code_item *item, uint64_t offset)
{
    const struct frame *frame = frames_from(code, item->address + offset);
    return frame && frame->function - item->address < item->size ? frame : NULL;
}

// Whether exceptions of what two functions call end up in the same handlers.
static enum likeness_of_code compare_exceptions(const struct pair *pair,
                                                const struct code_item *one,
                                                const struct code_item *other)
{
    enum likeness_of_code likeness = CODE_SAME;
    if (!pair->old->frames_known || !pair->new->frames_known)
        return CODE_UNFOLLOWED;
    for (uint64_t offset = 0;;) {
        const struct frame *a = frame_within(pair->old, one, offset),
                           *b = frame_within(pair->new, other, offset);
        if (!a && !b)
            return likeness;
        if (!a || !b || a->function - one->address != b->function - other->address)
            return CODE_DIFFERS;
        enum likeness_of_code next = compare_frames(pair, a, b);
        likeness = next > likeness ? next : likeness;
        offset = a->function - one->address + 1;
    }
}

static enum likeness_of_code compare_functions(const struct pair *pair, const struct code_item *one,
                                               const struct code_item *other)
{
    struct stretch a = stretch_of(pair->old, one->address, one->size),
                   b = stretch_of(pair->new, other->address, other->size);
    if (pair->old->machine != pair->new->machine || a.size != b.size || !a.bytes || !b.bytes ||
        !paddings_alike(pair->old, pair->new, one, other))
        return CODE_DIFFERS;
    enum likeness_of_code likeness = compare_bytes(pair, &a, &b, false),
                          leaves = likeness < CODE_DIFFERS ? compare_exceptions(pair, one, other)
                                                           : likeness;
    return leaves > likeness ? leaves : likeness;
}

enum likeness_of_code items_compare(const struct machine_code *old, const struct machine_code *new,
                                    const struct code_item *one, const struct code_item *other)
{
    const struct pair pair = {.old = old, .new = new};
    if (one->function || other->function)
        return compare_functions(&pair, one, other);
    struct stretch a = stretch_of(old, one->address, one->size),
                   b = stretch_of(new, other->address, other->size);
    return a.size == b.size && paddings_alike(old, new, one, other) ? compare_data(&pair, &a, &b)
                                                                    : CODE_DATA_DIFFERS;
}

enum likeness_of_code sections_compare(const struct machine_code *old,
                                       const struct machine_code *new,
                                       const struct code_section *one,
                                       const struct code_section *other)
{
    const struct pair pair = {.old = old, .new = new};
    struct stretch a = stretch_of(old, one->address, one->size),
                   b = stretch_of(new, other->address, other->size);
    return a.size == b.size ? compare_data(&pair, &a, &b) : CODE_DATA_DIFFERS;
}

enum likeness_of_code places_compare(const struct machine_code *old, const struct machine_code *new,
                                     uint64_t one, uint64_t other)
{
    const struct pair pair = {.old = old, .new = new};
    return compare_places(&pair, one, other);
}
