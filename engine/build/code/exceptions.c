// Reads what becomes of exceptions in functions: the frames of .eh_frame (Linux Standard Base,
// "Exception Frames"), and the tables of calls and types that they name (Itanium C++ ABI).
#include "build/code/internal.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OMITTED = 0xff, FORM = 0x0f, RELATIVE = 0x10, BASE = 0x70, INDIRECT = 0x80 };

// Reads a section from an address on; not good: it ended, or has a form that is not known.
struct cursor {
    const struct code_section *section;
    uint64_t at;
    bool good;
};

static struct cursor cursor_at(const struct machine_code *code, uint64_t address)
{
    const struct code_section *section = code_section_at(code, address);
    return (struct cursor){section, address, section && section->bytes};
}

// ---- Numbers

static uint64_t read_fixed(struct cursor *cursor, size_t size)
{
    uint64_t number = 0, from = cursor->good ? cursor->at - cursor->section->address : 0;
    cursor->good =
        cursor->good && from <= cursor->section->size && size <= cursor->section->size - from;
    if (cursor->good)
        memcpy(&number, cursor->section->bytes + from, size);
    cursor->at += size;
    return number;
}

// LEB128; `negative`: numbers may be below zero.
static uint64_t read_variable(struct cursor *cursor, bool negative)
{
    enum { MORE = 0x80, SIGN = 0x40, STEP = 7, BITS = 64 };
    uint64_t number = 0, byte = MORE;
    for (unsigned shift = 0; cursor->good && (byte & MORE); shift += STEP) {
        byte = read_fixed(cursor, 1);
        cursor->good = cursor->good && shift < BITS;
        if (cursor->good)
            number |= (byte & ~(uint64_t)MORE) << shift;
        if (negative && (byte & (MORE | SIGN)) == SIGN && shift + STEP < BITS)
            number |= ~UINT64_C(0) << (shift + STEP);
    }
    return number;
}

static size_t size_of_form(int encoding)
{
    static const size_t sizes[FORM + 1] = {
        [0x0] = 8, [0x2] = 2, [0x3] = 4, [0x4] = 8, [0x9] = 0, [0xa] = 2, [0xb] = 4, [0xc] = 8};
    return sizes[encoding & FORM];
}

// A number, or an address that may be indirect (DW_EH_PE_…).
static uint64_t read_encoded(struct cursor *cursor, int encoding)
{
    enum { VARIABLE = 1, SIGNED = 8 };
    uint64_t at = cursor->at, number, size = size_of_form(encoding);
    int base = encoding & BASE;
    if ((encoding & FORM) == VARIABLE) {
        number = read_variable(cursor, false);
    } else {
        cursor->good = cursor->good && size;
        number = read_fixed(cursor, size);
        if ((encoding & SIGNED) && size == 4)
            number = (uint64_t)(int64_t)(int32_t)number;
        else if ((encoding & SIGNED) && size == 2)
            number = (uint64_t)(int64_t)(int16_t)number;
    }
    cursor->good = cursor->good && (!base || base == RELATIVE);
    return number && base ? at + number : number;
}

static struct thrown read_thrown(struct cursor *cursor, int encoding)
{
    return (struct thrown){read_encoded(cursor, encoding), encoding & INDIRECT};
}

// ---- Frames

// What frames have in common (CIE).
struct common {
    bool sized; // the augmentation
    int of_function, of_table;
    struct thrown personality;
};

static bool read_common(const struct machine_code *code, uint64_t address, struct common *common)
{
    enum { OLD = 1 };
    struct cursor cursor = cursor_at(code, address);
    *common = (struct common){.of_table = OMITTED};
    read_fixed(&cursor, 8);
    uint64_t version = read_fixed(&cursor, 1);
    char words[8] = "";
    size_t length = 0;
    do {
        words[length] = (char)read_fixed(&cursor, 1);
    } while (words[length] && ++length < sizeof words - 1);
    cursor.good = cursor.good && !words[length] && (!length || *words == 'z');
    read_variable(&cursor, false);
    read_variable(&cursor, true);
    if (version == OLD)
        read_fixed(&cursor, 1);
    else
        read_variable(&cursor, false);
    for (const char *word = words; *word && cursor.good; word++)
        if (*word == 'z')
            common->sized = read_variable(&cursor, false) != UINT64_MAX;
        else if (*word == 'R')
            common->of_function = (int)read_fixed(&cursor, 1);
        else if (*word == 'L')
            common->of_table = (int)read_fixed(&cursor, 1);
        else if (*word == 'P')
            common->personality = read_thrown(&cursor, (int)read_fixed(&cursor, 1));
        else
            cursor.good = *word == 'S' || *word == 'B' || *word == 'G';
    return cursor.good;
}

// Adds the frame behind its length, if it has a table.
static bool read_frame(struct machine_code *code, uint64_t address)
{
    struct common common;
    struct cursor cursor = cursor_at(code, address);
    uint64_t back = read_fixed(&cursor, 4);
    if (!cursor.good || !back) // a common part
        return cursor.good;
    if (!read_common(code, address - back, &common))
        return false;
    struct frame frame = {.personality = common.personality};
    frame.function = read_encoded(&cursor, common.of_function);
    read_encoded(&cursor, common.of_function & FORM);
    if (common.sized)
        read_variable(&cursor, false);
    if (common.of_table != OMITTED)
        frame.table = read_encoded(&cursor, common.of_table & ~INDIRECT);
    if (frame.table)
        code->frames[code->frame_count++] = frame;
    return cursor.good;
}

static int by_function(const void *a, const void *b)
{
    const struct frame *one = a, *other = b;
    return (one->function > other->function) - (one->function < other->function);
}

bool frames_read(struct arena *arena, struct machine_code *code)
{
    enum { SMALLEST = 16, LONG = 0xffffffff };
    const struct code_section *section = code_section_named(code, ".eh_frame");
    code->frame_count = 0;
    if (!section || !code_section_named(code, ".gcc_except_table"))
        return true;
    code->frames = arena_new_array(arena, struct frame, section->size / SMALLEST + 1);
    struct cursor cursor = cursor_at(code, section->address);
    while (cursor.good && cursor.at - section->address + 4 <= section->size) {
        uint64_t size = read_fixed(&cursor, 4), begin = cursor.at; // 0: an end within
        cursor.good = cursor.good && (!size || (size >= SMALLEST - 4 && size < LONG)) &&
                      (!size || read_frame(code, begin));
        cursor.at = begin + size;
    }
    if (code->frame_count)
        qsort(code->frames, code->frame_count, sizeof *code->frames, by_function);
    return cursor.good;
}

const struct frame *frames_from(const struct machine_code *code, uint64_t address)
{
    size_t low = 0, high = code->frame_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code->frames[middle].function < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < code->frame_count ? &code->frames[low] : NULL;
}

// ---- Tables

struct reading {
    struct arena *arena;
    const struct machine_code *code;
    struct exception_table *table;
    struct text words;
    size_t capacity;
    uint64_t actions, types; // addresses: where they begin, and where they end
    int of_type;
};

static void add_type(struct reading *reading, struct thrown type)
{
    struct exception_table *table = reading->table;
    if (table->type_count == reading->capacity) {
        reading->capacity = 2 * reading->capacity + 4;
        struct thrown *larger = arena_new_array(reading->arena, struct thrown, reading->capacity);
        if (table->type_count)
            memcpy(larger, table->types, table->type_count * sizeof *larger);
        table->types = larger;
    }
    table->types[table->type_count++] = type;
}

// They are numbered from the end.
static bool read_type(struct reading *reading, uint64_t number)
{
    struct cursor cursor =
        cursor_at(reading->code, reading->types - number * size_of_form(reading->of_type));
    cursor.good = cursor.good && reading->of_type != OMITTED;
    add_type(reading, read_thrown(&cursor, reading->of_type));
    return cursor.good;
}

// The only types that a function says it throws: numbers behind the types.
static bool read_promised(struct reading *reading, uint64_t offset)
{
    struct cursor cursor = cursor_at(reading->code, reading->types + offset);
    for (uint64_t number; cursor.good && (number = read_variable(&cursor, false));)
        cursor.good = cursor.good && read_type(reading, number);
    return cursor.good;
}

static bool read_actions(struct reading *reading, uint64_t first)
{
    enum { MOST = 10000 };
    struct cursor cursor = cursor_at(reading->code, reading->actions + first - 1);
    size_t count = 0;
    for (bool more = true; more && cursor.good; count++) {
        int64_t filter = (int64_t)read_variable(&cursor, true);
        uint64_t from = cursor.at, distance = read_variable(&cursor, true);
        text_printf(&reading->words, " %" PRId64, filter);
        cursor.good = cursor.good && count < MOST &&
                      (filter > 0   ? read_type(reading, (uint64_t)filter)
                       : filter < 0 ? read_promised(reading, 0 - (uint64_t)filter - 1)
                                    : true);
        cursor.at = from + distance;
        more = distance != 0;
    }
    return cursor.good;
}

static bool read_calls(struct reading *reading, struct cursor cursor, int encoding)
{
    while (cursor.good && cursor.at < reading->actions) {
        uint64_t start = read_encoded(&cursor, encoding), size = read_encoded(&cursor, encoding),
                 landing = read_encoded(&cursor, encoding), action = read_variable(&cursor, false);
        text_printf(&reading->words, "\n%" PRIu64 " %" PRIu64 " %" PRIu64, start, size, landing);
        cursor.good = cursor.good && (!action || read_actions(reading, action));
    }
    return cursor.good && cursor.at == reading->actions;
}

bool exception_table_read(struct arena *arena, const struct machine_code *code,
                          const struct frame *frame, struct exception_table *table)
{
    *table = (struct exception_table){.calls = ""};
    struct reading reading = {arena, code, table, .capacity = 0};
    struct cursor cursor = cursor_at(code, frame->table);
    add_type(&reading, frame->personality);
    int of_landing = (int)read_fixed(&cursor, 1);
    if (of_landing != OMITTED && read_encoded(&cursor, of_landing) != frame->function)
        return false;
    reading.of_type = (int)read_fixed(&cursor, 1);
    uint64_t distance = reading.of_type == OMITTED ? 0 : read_variable(&cursor, false);
    reading.types = cursor.at + distance;
    int of_calls = (int)read_fixed(&cursor, 1);
    uint64_t size = read_variable(&cursor, false);
    reading.actions = cursor.at + size;
    bool read = cursor.good && read_calls(&reading, cursor, of_calls);
    table->calls = reading.words.bytes ? arena_strdup(arena, reading.words.bytes) : "";
    text_release(&reading.words);
    return read;
}
