// The strings above the stack: as many bytes as the launcher gives.
#include "run/start/same_stack.h"

#include "run/start/environment.h"

#include <string.h>

static size_t bytes_of(char *const *strings)
{
    size_t bytes = 0;
    for (; *strings; strings++)
        bytes += strlen(*strings) + 1;
    return bytes;
}

// Path given to execve(), argv and environment.
static size_t bytes_wanted(const struct launch *launch)
{
    uint64_t offset = launch->program[0] == '/' ? launch->address_layout.stack_offset : 0;
    return offset + strlen(launch->program) + 1 + bytes_of(launch->arguments) +
           bytes_of(launch->environment);
}

// The last variable.
static const char *padding_of(char *const *environment)
{
    const char *padding = "";
    for (; *environment; environment++)
        padding = *environment;
    return padding;
}

// With a padding that is longer by `more` bytes.
static char **padded(struct arena *arena, char *const *environment, long more)
{
    struct text_list list = {0};
    const char *before = padding_of(environment);
    size_t had = strlen(before), length = (size_t)((long)had + more);
    for (; *environment && environment[1]; environment++)
        text_list_add(&list, arena, *environment);
    char *padding = arena_alloc(arena, length + 1);
    memset(padding, 'x', length);
    memcpy(padding, before, had < length ? had : length);
    text_list_add(&list, arena, padding);
    return list.items;
}

struct same_stack same_stack(struct arena *arena, const struct launch *launch, const char *program,
                             char *const *arguments)
{
    size_t here =
        2 * (strlen(program) + 1) + bytes_of(arguments + 1) + bytes_of(launch->environment);
    long missing = (long)bytes_wanted(launch) - (long)here;
    struct same_stack same = {.slashes = missing > 0 ? (size_t)missing / 2 : 0};
    long more = missing - 2 * (long)same.slashes;
    long least = ENVIRONMENT_PADDING_LEAST;
    if (launch->address_layout.moves_heap)
        least += ENVIRONMENT_HEAP_DIGITS;
    long spare = (long)strlen(padding_of(launch->environment)) - least;
    if (more < -spare) {
        same.left = -more;
        more = 0;
    }
    same.environment = padded(arena, launch->environment, more);
    return same;
}
