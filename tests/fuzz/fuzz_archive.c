// Fuzzes the unpacking of archives, and the manifest of what came out: nothing leaves its folder.
#include "base/archive/archive.h"
#include "base/archive/archive_reader.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "bundle/manifest.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct error error = {0};
    struct manifest manifest;
    struct text_list differences = {0}, left;
    struct archive_limits limits = {.bytes = 1 << 20, .entries = 100};
    FD_CLEANUP int file = memfd_create("fuzzed", MFD_CLOEXEC);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    const char *path = arena_printf(&arena, "/proc/self/fd/%d", file);
    char yard[] = "/tmp/eswexp-fuzz-XXXXXX";
    if (!mkdtemp(yard))
        abort();
    const char *to = path_join(&arena, yard, "to");
    if (archive_unpack(path, to, &limits, &error))
        (void)!manifest_read(&arena, to, &manifest, &differences, &error);
    else if (error.code != EXIT_USAGE && error.code != EXIT_FAILED)
        abort();
    if (!tree_list(&arena, yard, &left, &error))
        abort();
    for (size_t i = 0; i < left.count; i++)
        if (!path_within(path_join(&arena, yard, left.items[i]), to))
            abort();
    if (!tree_remove(yard, &error))
        abort();
    arena_release(&arena);
    return 0;
}
