// Finds variants whose builds write the same file outside of their own folders.
#include "executor/local/prepare/outside.h"

#include "build/libraries.h"

bool outside_check(const struct prepared_variants *variants, size_t index, struct error *error)
{
    const struct prepared_variant *own = &variants->items[index];
    for (size_t i = 0; i < index; i++) {
        const struct prepared_variant *other = &variants->items[i];
        const char *path = other->program && other->program != own->program
                               ? program_replaces(own->program, other->program)
                               : NULL;
        if (path)
            return failed(error, EXIT_FAILED,
                          "benchmark '%s': variant '%s' uses '%s', which the build of variant '%s' "
                          "replaced: build and install below the build's folder, as with a prefix "
                          "of \"$PWD/…\"",
                          other->target->benchmark, other->target->variant, path,
                          own->target->variant);
    }
    return true;
}
