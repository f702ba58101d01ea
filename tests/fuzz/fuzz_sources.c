// Fuzzes what repositories and bundles say of themselves: revisions of a bundle, its manifest,
// pointers to large files, names of submodules.
#include "bundle/manifest.h"
#include "fuzz.h"
#include "git/large_files.h"
#include "git/packed.h"
#include "git/submodules.h"

static void read_revisions(struct arena *arena, const uint8_t *data, size_t size)
{
    struct packed_revision revision;
    struct error error;
    fuzzed_place(arena, PACKED_FILE, data, size);
    if (packed_find(arena, fuzzed_folder(), "v1", &revision, &error) &&
        (!revision.folder || !revision.commit))
        abort();
}

static void read_manifest(struct arena *arena, const uint8_t *data, size_t size)
{
    struct manifest manifest;
    struct text_list differences = {0};
    struct error error;
    const char *bundle =
        path_folder(arena, fuzzed_place(arena, "bundle/" MANIFEST_FILE, data, size));
    if (manifest_read(arena, bundle, &manifest, &differences, &error) &&
        (strchr(manifest.experiment, '/') || *manifest.spec == '/'))
        abort();
}

static void read_pointer(struct arena *arena, const uint8_t *data, size_t size)
{
    char name[LARGE_FILE_NAME + 1];
    off_t bytes;
    (void)arena;
    if (large_file_pointer((const char *)data, size, name, &bytes) &&
        strspn(name, "0123456789abcdef") != LARGE_FILE_NAME)
        abort();
}

static void read_submodules(struct arena *arena, const uint8_t *data, size_t size)
{
    static const git_oid commit;
    const struct place outer = {.name = "", .own = "/dev/null", .common = "/dev/null"};
    struct place inner;
    struct error error;
    (void)!submodule_find(arena, &outer, fuzzed_place(arena, ".gitmodules", data, size), "sub",
                          &commit, &inner, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzzed_parser *const parsers[] = {read_revisions, read_manifest, read_pointer,
                                             read_submodules};
    static bool begun;
    if (!begun)
        git_begin();
    begun = true;
    return fuzz_one_of(parsers, sizeof parsers / sizeof *parsers, data, size);
}
