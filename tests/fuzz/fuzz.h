// What the fuzz targets share: parsers by the first byte, the input as a file, a scratch folder.
#pragma once

#include "base/arena.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Short traces of allocations, and little memory kept after free(), are much faster.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "malloc_context_size=3:quarantine_size_mb=8";
}

// ---- Several parsers in one target

typedef void fuzzed_parser(struct arena *arena, const uint8_t *data, size_t size);

// The first byte chooses: '0' the first parser.
static inline int fuzz_one_of(fuzzed_parser *const *parsers, size_t count, const uint8_t *data,
                              size_t size)
{
    struct arena arena = {0};
    if (size)
        parsers[(uint8_t)(*data - '0') % count](&arena, data + 1, size - 1);
    arena_release(&arena);
    return 0;
}

// ---- The input as a parser wants it

// Ends with NUL. Under the sanitizers an arena keeps the exact bounds (base/arena.c).
static inline char *fuzzed_text(struct arena *arena, const uint8_t *data, size_t size)
{
    return arena_strndup(arena, (const char *)data, size);
}

// The path of a file of these bytes; the next call overwrites it.
static inline const char *fuzzed_file(const uint8_t *data, size_t size)
{
    static int file = -1;
    static char path[32];
    if (file < 0) {
        file = memfd_create("fuzzed", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    return path;
}

// ---- A folder

static char fuzzed_folder_path[] = "/dev/shm/eswexp-fuzz-XXXXXX";

static inline void fuzzed_folder_remove(void)
{
    struct error error;
    (void)!tree_remove(fuzzed_folder_path, &error);
}

// Of this process, in memory; removed at its end.
static inline const char *fuzzed_folder(void)
{
    static bool made;
    if (!made && (!mkdtemp(fuzzed_folder_path) || atexit(fuzzed_folder_remove) != 0))
        abort();
    made = true;
    return fuzzed_folder_path;
}

// The path of the file `name`, of these bytes, in that folder.
static inline const char *fuzzed_place(struct arena *arena, const char *name, const uint8_t *data,
                                       size_t size)
{
    struct error error;
    const char *path = path_join(arena, fuzzed_folder(), name);
    FILE_CLEANUP FILE *file =
        folder_make(path_folder(arena, path), &error) ? fopen(path, "we") : NULL;
    if (!file || fwrite(data, 1, size, file) != size)
        abort();
    return path;
}
