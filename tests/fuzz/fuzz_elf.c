// Fuzzes the reading of programs: their symbols, loaded sections and compilers.
#include "build/elf/image.h"
#include "build/layout/symbols.h"
#include "fuzz.h"

static void read_symbols(const char *path)
{
    SYMBOLS_CLEANUP struct symbols symbols;
    struct error error;
    char hex[65];
    if (!symbols_read(path, &symbols, &error))
        return;
    symbols_identify(&symbols, hex);
    symbols_hash_file(&symbols, hex);
    if (symbols_moved(&symbols, &symbols) != 0)
        abort();
    if (symbols.count)
        (void)symbols_find(&symbols, symbols.items[0].name, symbols.items[0].file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    IMAGE_CLEANUP struct image image = {0};
    struct image_digest digest;
    const char *path = fuzzed_file(data, size);
    read_symbols(path);
    if (!image_map(path, "/build", &image))
        abort();
    (void)image_digest(&image, &digest);
    (void)image_compilers(&arena, &image);
    arena_release(&arena);
    return 0;
}
