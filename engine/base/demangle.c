// Names of functions as their source has them.
#include "base/demangle.h"

#ifdef ESWEXP_HAS_LIBIBERTY
#include <demangle.h>
#include <stdlib.h>

const char *demangled(struct arena *arena, const char *symbol)
{
    char *name = cplus_demangle(symbol, DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO);
    const char *copy = name ? arena_strdup(arena, name) : NULL;
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
