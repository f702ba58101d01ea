// A child's environment, padded to exactly the drawn number of bytes.
#include "run/environment.h"

#include "base/text.h"
#include "kernels/eswexp.h"
#include "run/launcher/launcher.h"

#include <string.h>

static const char PADDING[] = "ESWEXP_PADDING=";

enum {
    PADDING_LEAST = sizeof PADDING,
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

static struct text_list gather(struct arena *arena, char *const *own, bool samples)
{
    struct text_list list = {.items = arena_new_array(arena, char *, 1)};
    for (const char *const *constant = constants; *constant; constant++)
        if (!has_name(own, *constant))
            text_list_add(&list, arena, *constant);
    if (samples)
        text_list_add(&list, arena, arena_printf(arena, "%s=%d", ESW_VARIABLE, CHILD_SAMPLES));
    for (; *own; own++)
        text_list_add(&list, arena, *own);
    return list;
}

size_t environment_least(char *const *own)
{
    struct arena scratch = {0};
    struct text_list list = gather(&scratch, own, true);
    size_t least = total(list.items) + PADDING_LEAST;
    arena_release(&scratch);
    return least;
}

bool environment_make(struct arena *arena, char *const *own, bool samples, uint64_t bytes,
                      char ***environment, struct error *error)
{
    struct text_list list = gather(arena, own, samples);
    size_t used = total(list.items), least = used + PADDING_LEAST;
    if (bytes == 0)
        bytes = (least + ROUND_TO - 1) / ROUND_TO * ROUND_TO;
    if (bytes < least || bytes - used > STRING_MOST)
        return failed(error, EXIT_FAILED,
                      "cannot make an environment of %llu bytes, as drawn: set the range of "
                      "'environment_size' within %zu to %zu",
                      (unsigned long long)bytes, least, used + STRING_MOST);
    char *padding = arena_alloc(arena, bytes - used);
    memset(padding, 'x', bytes - used - 1);
    memcpy(padding, PADDING, sizeof PADDING - 1);
    text_list_add(&list, arena, padding);
    *environment = list.items;
    return true;
}
