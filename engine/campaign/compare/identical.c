// Leaving cells of identical code out of a comparison.
#include "campaign/compare/identical.h"

#include "analysis/compare/identical.h"
#include "analysis/estimate/estimates.h"
#include "spec/target.h"
#include "store/events.h"
#include "store/facts.h"

// Identical on purpose: the rebuilt baseline, and a variant as built beside one with layouts.
static bool is_rebuilt(const struct spec *spec, size_t cell, size_t variant)
{
    size_t laid_out;
    return text_ends(spec->variants[variant], rebuilt_mark) ||
           target_layout_variant(&spec->cells[cell], variant, &laid_out);
}

static bool record_one(const struct executor *executor, enum identical_code what,
                       struct store *store, size_t cell, size_t variant, struct error *error)
{
    const struct spec *spec = executor->spec;
    struct arena *arena = executor->arena;
    if (what == IDENTICAL_LEFT_OUT)
        return store_set(store, arena_printf(arena, FACT_IDENTICAL, cell, variant), "yes", error);
    const char *text =
        arena_printf(arena, "A/A run: benchmark '%s': '%s' and '%s' are identical code",
                     spec->cells[cell].benchmark, spec->variants[0], spec->variants[variant]);
    return store_event_once(store, "identical", text, error);
}

bool identical_record(const struct executor *executor, enum identical_code what,
                      struct store *store, struct error *error)
{
    size_t variants = executor->spec->variant_count;
    size_t count = executor->identical ? executor->spec->cell_count * variants : 0;
    const struct text_list *texts = &executor->gaps.identical;
    for (size_t i = 0; what == IDENTICAL_MEASURED && i < texts->count; i++)
        if (!store_event(store, "identical", texts->items[i], error))
            return false;
    for (size_t i = 0; what != IDENTICAL_MEASURED && i < count; i++)
        if (executor->identical[i] && !is_rebuilt(executor->spec, i / variants, i % variants) &&
            !record_one(executor, what, store, i / variants, i % variants, error))
            return false;
    return true;
}

bool identical_restart(const struct executor *executor, struct store *store, const bool *restarted,
                       struct error *error)
{
    size_t variants = executor->spec->variant_count, count = executor->spec->cell_count * variants;
    for (size_t i = 0; executor->identical && i < count; i++)
        if (restarted[i / variants] && executor->identical[i] &&
            !is_rebuilt(executor->spec, i / variants, i % variants) &&
            !record_one(executor, IDENTICAL_LEFT_OUT, store, i / variants, i % variants, error))
            return false;
    return true;
}

bool identical_cells(struct arena *arena, struct store *store, const struct spec *spec,
                     bool *left_out, bool *all, struct error *error)
{
    bool *identical;
    size_t variants = spec->variant_count;
    if (!identical_load(arena, store, spec->cell_count, variants, &identical, error))
        return false;
    *all = true;
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        size_t sides = 0, alike = 0;
        for (size_t i = 1; i < variants; i++) {
            bool is_side = !is_rebuilt(spec, cell, i);
            sides += is_side;
            alike += is_side && identical[cell * variants + i];
        }
        left_out[cell] = sides && alike == sides;
        *all = *all && left_out[cell];
    }
    return true;
}
