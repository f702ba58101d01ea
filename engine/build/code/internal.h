// Shared by the files that compare functions: a linked program with its relocations.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "build/elf/image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NO_PEER = -1 };

// A function or a data object. Of several symbols of one address the first by name.
struct code_item {
    const char *name, *stable; // as in the symbol table; what is stable of it
    const char *file;          // of a local symbol and no unit of rustc, else ""
    uint64_t address, size;
    uint64_t padding;       // bytes behind one whose symbol has no size, up to what follows
    bool function, made_up; // by compilers: another build has other names
    bool open;              // its symbol has no size
    bool nameless;          // code that no symbol covers
    bool exported;          // to shared libraries
    uint64_t digest;        // code_digest()
    ptrdiff_t peer;         // its index in the other program, or NO_PEER
};

// A loaded section.
struct code_section {
    const char *name;
    uint64_t address, size;
    const uint8_t *bytes; // NULL: zeros that the file does not hold
    bool executable, writable;
    bool made;  // by the linker: tables of symbols, stubs of calls, unwinding
    bool whole; // an array that is run or read from end to end: constructors, sets of a linker
};

// A relocated field.
struct code_reference {
    uint64_t at; // address of the field
    uint32_t type;
    ptrdiff_t item;     // of a named function or object of the program, or NO_PEER
    const char *symbol; // else of another name; NULL: a place without a name
    int64_t addend;
    uint64_t target; // of a place without a name: symbol plus addend
};

// What a table of exceptions refers to: its address, or that of a pointer to it; 0: none.
struct thrown {
    uint64_t address;
    bool is_pointer;
};

// How exceptions leave the code from an address on.
struct frame {
    uint64_t function, table; // addresses
    struct thrown personality;
};

// A program that was linked with --emit-relocs. Everything but the mapped file is in the arena.
struct machine_code {
    struct image image;
    uint16_t machine; // EM_…
    uint64_t entry;   // address of what is executed first; 0: none
    struct code_section *sections;
    size_t section_count;
    struct code_item *items; // by address, without empty ones
    size_t item_count;
    struct code_reference *references; // by address
    size_t reference_count;
    uint64_t *anchors; // by address: where data without a name begins
    size_t anchor_count;
    struct frame *frames; // by address: those with a table
    size_t frame_count;
    bool frames_known;
};

// `folder`: the path to blank (image_map()). The caller releases the code with image_unmap().
NODISCARD bool machine_code_read(struct arena *arena, const char *path, const char *folder,
                                 struct machine_code *code, struct error *error);

const struct code_section *code_section_at(const struct machine_code *code, uint64_t address);

const struct code_section *code_section_named(const struct machine_code *code, const char *name);

// The function or object that has this address, or NULL.
const struct code_item *code_item_at(const struct machine_code *code, uint64_t address);

// The index of the first reference from this address on.
size_t code_references_from(const struct machine_code *code, uint64_t address);

// Where the nameless data at this address ends at the latest.
uint64_t code_data_end(const struct machine_code *code, uint64_t address);

// ---- Extents

// Gives items without a size theirs, up to what follows or the end of the section, and adds the
// code that no symbol covers. All items are sorted by address before and after.
void extents_find(struct arena *arena, struct machine_code *code);

// Are two paddings the same to an execution: of one length, or between what the link aligned?
bool paddings_alike(const struct machine_code *old, const struct machine_code *new,
                    const struct code_item *one, const struct code_item *other);

// ---- Exceptions

// Reads the frames; false if a form of them is not known.
bool frames_read(struct arena *arena, struct machine_code *code);

// The first frame from this address on, or NULL.
const struct frame *frames_from(const struct machine_code *code, uint64_t address);

// What a frame's table says: calls, where their handlers are and the numbers of types, as text; the
// personality, and the types (0: any) in the order of the calls.
struct exception_table {
    const char *calls;
    struct thrown *types;
    size_t type_count;
};

// False if a form of it is not known.
bool exception_table_read(struct arena *arena, const struct machine_code *code,
                          const struct frame *frame, struct exception_table *table);

// ---- Instructions

// The bytes at the beginning of a stretch of code, and at its end, that only fill gaps; 0: none.
uint64_t filler_size(const struct machine_code *code, const uint8_t *bytes, uint64_t size);
uint64_t filling_size(const struct machine_code *code, const uint8_t *bytes, uint64_t size);

// Does code that ends so never run into what follows it?
bool code_leaves(const struct machine_code *code, const uint8_t *bytes, uint64_t size);

// The width of a relocated field in bytes; 0: none.
size_t relocation_width(const struct machine_code *code, uint32_t type);

// Whether two words with such a relocation are the same but for what the link sets.
bool relocated_alike(const struct machine_code *code, uint32_t type, uint32_t one, uint32_t other);

// Whether it holds a distance of 32 bits from its own end, as calls have, and two that mean the
// same.
bool relocation_is_relative(const struct machine_code *code, uint32_t type);
bool relocations_alike(const struct machine_code *code, uint32_t one, uint32_t other);

// The sizes that a number behind such a field may have, in the same instruction: 0, 1, 2 or 4. It
// moves the end from which the distance counts. `before`: bytes of code in front of the field.
enum { NUMBERS_MOST = 4 };
size_t numbers_behind(const struct machine_code *code, const uint8_t *field, uint64_t before,
                      uint64_t sizes[NUMBERS_MOST]);

// A field in which the assembler resolved the target of a branch.
struct branch {
    size_t width;
    uint64_t target;
};

// Of the field at this offset of a function's bytes; false if it is none. `address`: of the field.
bool branch_read(const struct machine_code *code, const uint8_t *bytes, size_t offset,
                 uint64_t address, struct branch *branch);

// Whether two fields of branches are the same but for their targets.
bool branches_alike(const struct machine_code *code, const uint8_t *one, const uint8_t *other);

// ---- Comparison

// CODE_REBOUND: the same but for the versions of what it imports. CODE_UNFOLLOWED: the same as far
// as its references were followed.
enum likeness_of_code { CODE_SAME, CODE_REBOUND, CODE_UNFOLLOWED, CODE_DATA_DIFFERS, CODE_DIFFERS };

// Compares two functions or two objects: references lead to the same if they lead to peers, or to
// identical copies.
enum likeness_of_code items_compare(const struct machine_code *old, const struct machine_code *new,
                                    const struct code_item *one, const struct code_item *other);

// Compares what lies at two addresses.
enum likeness_of_code places_compare(const struct machine_code *old, const struct machine_code *new,
                                     uint64_t one, uint64_t other);

// Compares two sections that are read whole.
enum likeness_of_code sections_compare(const struct machine_code *old,
                                       const struct machine_code *new,
                                       const struct code_section *one,
                                       const struct code_section *other);

// A hash of an item's bytes that the link does not set.
uint64_t code_digest(const struct machine_code *code, const struct code_item *item);

// Finds the peers of all items, by names and content.
void peers_find(struct machine_code *old, struct machine_code *new);
