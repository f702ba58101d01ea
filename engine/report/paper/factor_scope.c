// The benchmarks and variants for which a factor of the layout was drawn, or held fixed.
#include "report/paper/factor_scope.h"

#include "store/facts.h"

#include <string.h>

enum { VARIANTS_MOST = 12 };

// Whether "link_order, aslr" names the factor.
static bool names(const char *list, const char *factor)
{
    size_t length = strlen(factor);
    for (const char *at = list; *at; at += strspn(at, ", ")) {
        size_t own = strcspn(at, ",");
        if (own == length && strncmp(at, factor, own) == 0)
            return true;
        at += own;
    }
    return false;
}

const char *factor_scope(struct arena *arena, const struct stored_fact *prepared_variants,
                         size_t count, const char *factor)
{
    const char *words = "";
    size_t drawn = 0;
    for (size_t i = 0; i < count; i++)
        if (names(prepared_variants[i].value, factor) && ++drawn <= VARIANTS_MOST)
            words =
                arena_printf(arena, "%s%s%s", words, *words ? ", " : "", prepared_variants[i].key);
    if (drawn == 0)
        return "none";
    if (drawn == count)
        return "all";
    return drawn > VARIANTS_MOST
               ? arena_printf(arena, "%s and %zu more", words, drawn - VARIANTS_MOST)
               : words;
}
