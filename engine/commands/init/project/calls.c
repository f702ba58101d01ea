// Calls in a build description, "name(argument …)", as CMake and Meson both write them.
#include "commands/init/project/calls.h"

#include "base/text.h"

#include <string.h>

static const char name_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
static const char between[] = " \t\r\n,";

bool call_next(const char **cursor, struct call *call)
{
    for (const char *c = *cursor + strcspn(*cursor, name_letters); *c;
         c += strcspn(c, name_letters)) {
        size_t length = strspn(c, name_letters);
        const char *behind = c + length + strspn(c + length, " \t");
        if (*behind == '(') {
            *call = (struct call){.name = c, .arguments = behind + 1, .name_length = length};
            *cursor = behind + 1;
            return true;
        }
        c += length;
    }
    return false;
}

bool call_is(const struct call *call, const char *name)
{
    return strlen(name) == call->name_length &&
           strncasecmp(call->name, name, call->name_length) == 0;
}

char *call_argument(struct arena *arena, const struct call *call, size_t n, bool *quoted)
{
    for (const char *c = call->arguments;; n--) {
        c += strspn(c, between);
        if (!*c || *c == ')')
            return NULL;
        bool quote = *c == '"' || *c == '\'';
        const char end[] = {*c, '\0'};
        size_t length = quote ? strcspn(c + 1, end) : strcspn(c, " \t\r\n,()");
        if (n == 0) {
            if (quoted)
                *quoted = quote;
            return arena_strndup(arena, c + quote, length);
        }
        c += length + quote;
        if (*c && (quote || *c == '(')) // a parenthesis within: CMake's conditions
            c++;
    }
}

char *call_find(struct arena *arena, const char *text, const char *name, const char *key,
                size_t value)
{
    struct call call;
    while (call_next(&text, &call)) {
        if (!call_is(&call, name))
            continue;
        if (!key || text_equal(call_argument(arena, &call, 0, NULL), key))
            return call_argument(arena, &call, value, NULL);
    }
    return NULL;
}
