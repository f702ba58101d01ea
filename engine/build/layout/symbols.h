// The symbols of a linked program, and the hash that identifies its layout.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct symbol {
    const char *name;
    const char *file; // source file of a local symbol, "" for a global one
    uint64_t address, size;
    bool function; // else data
};

// Functions and data that the program defines, sorted by name, file, address.
struct symbols {
    struct symbol *items;
    size_t count;
    void *image; // the mapped file, which holds the names
    size_t image_size;
};

// The caller releases them with symbols_release().
NODISCARD bool symbols_read(const char *path, struct symbols *symbols, struct error *error);

// A copy in `arena` that needs no release.
struct symbols symbols_copy(struct arena *arena, const struct symbols *symbols);

void symbols_release(struct symbols *symbols);
#define SYMBOLS_CLEANUP __attribute__((cleanup(symbols_release)))

// The only symbol of this name and file, or NULL if there is none or more than one.
const struct symbol *symbols_find(const struct symbols *symbols, const char *name,
                                  const char *file);

// The functions, or the data, in the order of their addresses; the array is in `arena`.
const struct symbol **symbols_by_address(struct arena *arena, const struct symbols *symbols,
                                         bool functions, size_t *count);

// SHA-256 over all (symbol, address, size).
void symbols_identify(const struct symbols *symbols, char hex[static 65]);

// SHA-256 of the file that was read.
void symbols_hash_file(const struct symbols *symbols, char hex[static 65]);

// The number of functions whose address differs between `before` and `now`.
size_t symbols_moved(const struct symbols *before, const struct symbols *now);
