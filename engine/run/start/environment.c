// A child's environment, padded to exactly the drawn number of bytes.
#include "run/start/environment.h"

#include "base/text.h"
#include "kernels/eswexp.h"
#include "run/launcher/launcher.h"
#include "run/start/hash_seed.h"
#include "run/start/preload.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char PADDING[] = PRELOAD_VARIABLE "=";
static const char PRELOAD[] = "LD_PRELOAD";

enum {
    PADDING_LEAST = ENVIRONMENT_PADDING_LEAST + 1,
    STRING_MOST = 128 << 10, // MAX_ARG_STRLEN of Linux
    ROUND_TO = 1024,
};

static const char *const constants[] = {"PATH=" EXECUTION_PATH, "LC_ALL=C", NULL};

static bool same_name(const char *a, const char *b)
{
    size_t length = strcspn(a, "=");
    return length == strcspn(b, "=") && memcmp(a, b, length) == 0;
}

static bool has_name(char *const *own, const char *variable)
{
    while (*own && !same_name(*own, variable))
        own++;
    return *own != NULL;
}

static size_t total(char *const *strings)
{
    size_t bytes = 0;
    for (; *strings; strings++)
        bytes += strlen(*strings) + 1;
    return bytes;
}

// `library` is preloaded before those of the experiment. Without one, a variable without a meaning
// stands in its place, because the number of variables moves the stack.
static void add_preload(struct text_list *list, struct arena *arena, const char *library)
{
    for (size_t i = 0; i < list->count; i++)
        if (same_name(list->items[i], PRELOAD)) {
            const char *theirs = list->items[i] + sizeof PRELOAD;
            if (library)
                list->items[i] =
                    arena_printf(arena, "%s=%s%s%s", PRELOAD, library, *theirs ? ":" : "", theirs);
            return;
        }
    text_list_add(list, arena,
                  library ? arena_printf(arena, "%s=%s", PRELOAD, library) : "ESWEXP_ROOM=");
}

static struct text_list gather(struct arena *arena, char *const *own, bool samples,
                               const struct address_layout *layout, const char *library)
{
    struct text_list list = {.items = arena_new_array(arena, char *, 1)};
    for (const char *const *constant = constants; *constant; constant++)
        if (!has_name(own, *constant))
            text_list_add(&list, arena, *constant);
    if (samples)
        text_list_printf(&list, arena, "%s=%d", ESW_VARIABLE, CHILD_SAMPLES);
    struct text_list seeds = {.items = arena_new(arena, char *)};
    if (layout->seeds_hashes)
        hash_seed_add(&seeds, arena, layout->hash_seed);
    for (size_t i = 0; i < seeds.count; i++)
        if (!has_name(own, seeds.items[i]))
            text_list_add(&list, arena, seeds.items[i]);
    for (; *own; own++)
        text_list_add(&list, arena, *own);
    add_preload(&list, arena, library);
    return list;
}

static size_t least_of(const struct text_list *list, const char *library)
{
    return total(list->items) + PADDING_LEAST + (library ? ENVIRONMENT_HEAP_DIGITS : 0);
}

// The library, or NULL if it is missing, which matters only where it is needed.
static const char *library_of(struct arena *arena)
{
    char *path;
    struct error ignored;
    return preload_path(arena, &path, &ignored) ? path : NULL;
}

// As if the library lay at a path of this length at least, so that the same sizes are drawn
// wherever eswexp is installed.
static const char *widest_library(struct arena *arena)
{
    enum { LENGTH = 160 };
    const char *path = library_of(arena);
    if (path && strlen(path) >= LENGTH)
        return path;
    char *stand_in = arena_alloc(arena, LENGTH + 1);
    memset(stand_in, 'x', LENGTH);
    stand_in[LENGTH] = '\0';
    return stand_in;
}

size_t environment_least(char *const *own, const struct address_layout *layout)
{
    struct arena scratch = {0};
    const char *library = layout->moves_heap ? widest_library(&scratch) : NULL;
    struct text_list list = gather(&scratch, own, true, layout, library);
    size_t least = least_of(&list, library);
    arena_release(&scratch);
    return least;
}

static const char *make_padding(struct arena *arena, const struct address_layout *layout,
                                size_t bytes)
{
    char *padding = arena_alloc(arena, bytes);
    int length = snprintf(padding, bytes, "%s", PADDING);
    if (layout->moves_heap)
        length = snprintf(padding, bytes, "%s%0*" PRIx64 "%0*" PRIx64 "%0*" PRIx32 "%d", PADDING,
                          PRELOAD_BYTES_DIGITS, layout->heap_bytes, PRELOAD_SEED_DIGITS,
                          layout->heap_seed, PRELOAD_BLOCKS_DIGITS, layout->heap_blocks,
                          layout->frees_children);
    memset(padding + length, 'x', bytes - (size_t)length - 1);
    padding[bytes - 1] = '\0';
    return padding;
}

// Has room for the library, moved or not.
static uint64_t rounded_size(struct arena *arena, char *const *own, bool samples,
                             const struct address_layout *layout)
{
    const char *library = library_of(arena);
    struct text_list list = gather(arena, own, samples, layout, library);
    return (least_of(&list, library) + ROUND_TO - 1) / ROUND_TO * ROUND_TO;
}

bool environment_make(struct arena *arena, char *const *own, bool samples,
                      const struct address_layout *layout, char ***environment, struct error *error)
{
    char *library = NULL;
    uint64_t bytes = layout->environment_bytes;
    if (layout->moves_heap && !preload_path(arena, &library, error))
        return false;
    struct text_list list = gather(arena, own, samples, layout, library);
    size_t used = total(list.items), least = least_of(&list, library);
    if (bytes == 0)
        bytes = rounded_size(arena, own, samples, layout);
    if (bytes < least || bytes - used > STRING_MOST)
        return failed(error, EXIT_FAILED,
                      "cannot make an environment of %llu bytes, as drawn: set the range of "
                      "'environment_size' within %zu to %zu",
                      (unsigned long long)bytes, least, used + STRING_MOST);
    text_list_add(&list, arena, make_padding(arena, layout, bytes - used));
    *environment = list.items;
    return true;
}
