// From the cells of a sweep over one factor to what each value would have concluded.
#include "analysis/bias/bias.h"

#include "base/text.h"
#include "store/facts.h"

const char *const bias_kinds[] = {[BIAS_SIZE] = "size",
                                  [BIAS_DRAWS] = "draws",
                                  [BIAS_CPU] = "cpu",
                                  [BIAS_PARAMETER] = "parameter",
                                  [BIAS_KINDS] = NULL};

struct loading {
    struct arena *arena;
    const struct estimates *estimates;
    struct bias *bias;
    const char *own; // value, or NULL
    bool beside;     // the own value does not count
};

static bool is_alongside(const struct loading *loading, size_t a, size_t b)
{
    const struct catalogue *catalogue = loading->estimates->catalogue;
    const struct stored_cell *one = &catalogue->cells[a], *other = &catalogue->cells[b];
    bool same = text_equal(one->benchmark, other->benchmark);
    for (size_t axis = 0; same && axis < catalogue->axis_count; axis++)
        same = axis == loading->bias->axis || text_equal(one->point[axis], other->point[axis]);
    return same;
}

// Of the metric that the cell's report begins with.
static const struct variant_ratio *ratio_in(const struct loading *loading, size_t cell,
                                            size_t variant)
{
    const struct cell_findings *own = &loading->estimates->cells[cell];
    for (size_t i = 0; i < own->variant_ratio_count; i++) {
        const struct variant_ratio *ratio = &own->variant_ratios[i];
        if (ratio->new->variant == variant && ratio->new->metric == own->estimates[0].metric)
            return ratio;
    }
    return NULL;
}

static void add_value(const struct loading *loading, struct bias_sweep *sweep, size_t cell,
                      size_t variant)
{
    const struct catalogue *catalogue = loading->estimates->catalogue;
    const char *value = catalogue->cells[cell].point[loading->bias->axis];
    const struct variant_ratio *ratio = ratio_in(loading, cell, variant);
    bool own = loading->own && text_equal(value, loading->own);
    struct bias_value *at = &sweep->values[sweep->count++];
    *at = (struct bias_value){.cell = cell,
                              .value = value,
                              .test = ratio ? &ratio->test : NULL,
                              .beside = own && loading->beside};
    sweep->example = sweep->example ? sweep->example : ratio;
    sweep->own = own ? at : sweep->own;
}

static void add_sweep(struct loading *loading, size_t first, size_t variant)
{
    const struct catalogue *catalogue = loading->estimates->catalogue;
    struct bias_sweep *sweep = &loading->bias->sweeps[loading->bias->sweep_count++];
    size_t values = 0;
    for (size_t cell = first; cell < catalogue->cell_count; cell++)
        values += is_alongside(loading, first, cell);
    *sweep = (struct bias_sweep){
        .cell = first, .values = arena_new_array(loading->arena, struct bias_value, values)};
    for (size_t cell = first; cell < catalogue->cell_count; cell++)
        if (is_alongside(loading, first, cell))
            add_value(loading, sweep, cell, variant);
    sweep->conclusion = bias_conclude(sweep->values, sweep->count, loading->estimates->confidence);
}

static bool is_first(const struct loading *loading, size_t cell)
{
    for (size_t i = 0; i < loading->bias->sweep_count; i++)
        if (is_alongside(loading, loading->bias->sweeps[i].cell, cell))
            return false;
    return true;
}

static enum bias_kind kind_of(const char *word)
{
    enum bias_kind kind = 0;
    while (kind + 1 < BIAS_KINDS && !text_equal(bias_kinds[kind], word))
        kind++;
    return kind;
}

bool bias_load(struct arena *arena, struct store *store, const struct estimates *estimates,
               const struct bias **bias, struct error *error)
{
    const struct catalogue *catalogue = estimates->catalogue;
    const char *factor = store_get(store, arena, FACT_BIAS_FACTOR);
    struct bias *own = arena_new(arena, struct bias);
    *bias = NULL;
    while (factor && own->axis < catalogue->axis_count &&
           !text_equal(catalogue->axes[own->axis], factor))
        own->axis++;
    if (!factor || own->axis == catalogue->axis_count)
        return store_is_read(store, error);
    struct loading loading = {.arena = arena,
                              .estimates = estimates,
                              .bias = own,
                              .own = store_get(store, arena, FACT_BIAS_OWN),
                              .beside = store_get(store, arena, FACT_BIAS_BESIDE) != NULL};
    own->factor = factor;
    own->kind = kind_of(store_get(store, arena, FACT_BIAS_KIND));
    own->sweeps =
        arena_new_array(arena, struct bias_sweep, catalogue->cell_count * catalogue->variant_count);
    for (size_t cell = 0; cell < catalogue->cell_count; cell++)
        if (is_first(&loading, cell))
            for (size_t variant = 1; variant < catalogue->variant_count; variant++)
                add_sweep(&loading, cell, variant);
    *bias = own;
    return store_is_read(store, error);
}
