// Leaving out the variants that nobody asks for.
#include "executor/local/prepare/only.h"

#include "spec/target.h"

static bool is_wanted(const struct prepared_variants *variants, const bool *only, size_t index)
{
    for (size_t i = 0; i < variants->count; i++)
        if (only[i] && (i == index || targets_build_alike(variants->items[i].target,
                                                          variants->items[index].target)))
            return true;
    return false;
}

void variants_leave_others(struct prepared_variants *variants, const bool *only)
{
    for (size_t i = 0; i < variants->count; i++)
        if (!is_wanted(variants, only, i))
            variants->items[i].given_up = "it is not asked for";
}
