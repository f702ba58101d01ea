// Lets the real lto-wrapper generate objects once. The plugin takes them as if generated anew, so
// that the linker resolves symbols in the same way, and at last unlinks what it was given: so it is
// given links.
#include "build/stand_in/lto_wrapper.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/stand_in/answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *object_path(struct arena *arena, const char *folder, size_t index)
{
    return arena_printf(arena, "%s/%zu.o", folder, index);
}

// Written last: the number of objects.
static char *count_path(struct arena *arena, const char *folder)
{
    return path_join(arena, folder, "count");
}

static bool keep(struct arena *arena, const char *folder, char *names, struct error *error)
{
    size_t count = 0;
    for (char *name; (name = strsep(&names, "\n"));) {
        if (!*name)
            continue;
        if (!file_copy(name, object_path(arena, folder, count++), error))
            return false;
        unlink(name);
    }
    const char *number = arena_printf(arena, "%zu", count);
    return file_write(count_path(arena, folder), number, strlen(number), error);
}

static int generate(struct arena *arena, const char *folder, char *const *argv, struct error *error)
{
    TEXT_CLEANUP struct text names = {0};
    struct text_list arguments = {0};
    text_list_add(&arguments, arena, getenv(LTO_WRAPPER_VARIABLE));
    while (*++argv)
        text_list_add(&arguments, arena, *argv);
    int status = answer_of(arguments.items, &names);
    text_add(&names, "");
    if (status == 0 && !(folder_make(folder, error) && keep(arena, folder, names.bytes, error)))
        status = EXIT_FAILED;
    return status;
}

// Names that differ between links that run at once, and end as those of gcc do.
static bool name_objects(struct arena *arena, const char *folder, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    if (!file_read(count_path(arena, folder), 32, &text, error))
        return false;
    size_t count = strtoull(text.bytes, NULL, 10);
    int64_t now = clock_boot_ns();
    for (size_t i = 0; i < count; i++) {
        char *name =
            arena_printf(arena, "%s/%d-%" PRId64 ".ltrans%zu.ltrans.o", folder, getpid(), now, i);
        if (symlink(object_path(arena, folder, i), name) != 0)
            return failed_errno(error, "cannot make '%s'", name);
        puts(name);
    }
    return true;
}

int lto_wrapper_stand_in(char *const *argv)
{
    struct arena arena = {0};
    struct error error = {0};
    const char *folder = getenv(LTO_OBJECTS_VARIABLE);
    int status = 0;
    if (!folder || !getenv(LTO_WRAPPER_VARIABLE)) {
        fprintf(stderr,
                "eswexp: " LTO_OBJECTS_VARIABLE " or " LTO_WRAPPER_VARIABLE " is not set\n");
        return EXIT_FAILED;
    }
    if (!file_exists(count_path(&arena, folder)))
        status = generate(&arena, folder, argv, &error);
    if (status == 0 && !name_objects(&arena, folder, &error))
        status = EXIT_FAILED;
    if (*error.text)
        fprintf(stderr, "eswexp: %s\n", error.text);
    arena_release(&arena);
    return status;
}
