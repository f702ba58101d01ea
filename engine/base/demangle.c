// Names of functions as their source has them.
#include "base/demangle.h"

#ifdef ESWEXP_HAS_LIBIBERTY
#include <demangle.h>
#include <stdlib.h>
#include <string.h>

enum { SYMBOL_MOST = 4096, NAME_MOST = 512 };

const char *demangled(struct arena *arena, const char *symbol)
{
    if (strnlen(symbol, SYMBOL_MOST + 1) > SYMBOL_MOST)
        return NULL;
    char *name = cplus_demangle(symbol, DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO);
    const char *copy = name ? arena_printf(arena, "%.*s", NAME_MOST, name) : NULL;
    free(name);
    return copy;
}
#else
const char *demangled(struct arena *arena, const char *symbol)
{
    (void)arena;
    (void)symbol;
    return NULL;
}
#endif
