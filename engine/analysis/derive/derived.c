// Reading the derivations of a store, and computing their results.
#include "analysis/derive/internal.h"

#include "analysis/estimate/dependence_wording.h"
#include "base/text.h"
#include "spec/expression/derivation.h"
#include "spec/expression/formula.h"
#include "spec/expression/formula_value.h"
#include "spec/expression/units.h"
#include "spec/values.h"
#include "store/facts.h"
#include "store/results/catalogue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct deriving {
    struct arena *arena;
    const struct estimates *estimates;
    struct derived *derived;
    struct derived_machine machine;
    struct derived_point *points; // by cell, then by derivation
    size_t room;
};

// ---- From the store

static const char *derive_fact(struct arena *arena, struct store *store, size_t number,
                               const char *what)
{
    return store_get(store, arena, arena_printf(arena, FACT_DERIVATION, number + 1, what));
}

static void note_unknown(void *context, const struct formula_node *node)
{
    (void)node;
    *(bool *)context = true;
}

// False if the derivation does not fit the store. The campaign checked it at its begin.
static bool read_derivation(struct arena *arena, struct store *store,
                            const struct formula_names *names, size_t number,
                            struct derivation *derivation)
{
    struct word_mistake mistake;
    bool unknown = false;
    *derivation =
        (struct derivation){.name = derive_fact(arena, store, number, FACT_DERIVATION_NAME),
                            .text = derive_fact(arena, store, number, FACT_DERIVATION_FORMULA),
                            .unit = derive_fact(arena, store, number, FACT_DERIVATION_UNIT)};
    const char *against = derive_fact(arena, store, number, FACT_DERIVATION_AGAINST);
    for (int i = 0; derive_against_words[i]; i++)
        if (text_equal(derive_against_words[i], against))
            derivation->against = (enum derive_against)i;
    if (!derivation->name || !derivation->text ||
        !formula_parse(arena, derivation->text, &derivation->formula, &mistake))
        return false;
    formula_resolve(derivation->formula.root, names, note_unknown, &unknown);
    return !unknown;
}

static const char *const *listed(struct arena *arena, const char **names, size_t count)
{
    const char **list = arena_new_array(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        list[i] = names[i];
    return list;
}

static struct derived *read_derivations(struct arena *arena, struct store *store,
                                        const struct catalogue *catalogue)
{
    struct derived *derived = arena_new(arena, struct derived);
    const char **before = arena_new_array(arena, const char *, DERIVATIONS_MOST + 1);
    struct formula_names names = {listed(arena, catalogue->variants, catalogue->variant_count),
                                  before, listed(arena, catalogue->axes, catalogue->axis_count)};
    derived->derivations = arena_new_array(arena, struct derivation, DERIVATIONS_MOST);
    derived->axes = arena_new_array(arena, size_t, DERIVATIONS_MOST);
    for (size_t i = 0; i < DERIVATIONS_MOST && derive_fact(arena, store, i, FACT_DERIVATION_NAME);
         i++) {
        struct derivation *derivation = &derived->derivations[derived->derivation_count];
        if (!read_derivation(arena, store, &names, i, derivation))
            continue;
        size_t axis = 0;
        while (axis < catalogue->axis_count &&
               !text_equal(catalogue->axes[axis], derivation->formula.axis.text))
            axis++;
        derived->axes[derived->derivation_count] = axis;
        before[derived->derivation_count++] = derivation->name;
    }
    return derived;
}

// ---- At a point

static struct derived_result *add_result(struct deriving *deriving, size_t derivation, size_t cell)
{
    struct derived *derived = deriving->derived;
    if (derived->result_count == deriving->room) {
        struct derived_result *more =
            arena_new_array(deriving->arena, struct derived_result, 2 * deriving->room + 16);
        if (deriving->room)
            memcpy(more, derived->results, deriving->room * sizeof *more);
        derived->results = more;
        deriving->room = 2 * deriving->room + 16;
    }
    const char *metric = derived->derivations[derivation].formula.metric.text;
    const struct cell_findings *own = &deriving->estimates->cells[cell];
    if (!metric)
        metric = own->estimate_count
                     ? deriving->estimates->catalogue->metrics[own->estimates[0].metric].name
                     : "";
    struct derived_result *result = &derived->results[derived->result_count++];
    *result = (struct derived_result){.derivation = derivation, .cell = cell, .metric = metric};
    return result;
}

static struct derived_term *one_term(struct arena *arena, struct derived_result *result)
{
    result->terms = arena_new(arena, struct derived_term);
    result->term_count = 1;
    return result->terms;
}

static void set_limits(const struct derived_point *point, double confidence,
                       struct derived_term *term)
{
    term->effective = point->dependence.effective;
    if (!point->ratio) {
        term->bounded = point->number.df > 0;
        term->df = point->number.df;
        standard_error_limits(&point->number, confidence, &term->low, &term->high);
        term->at_most = term->bounded && term->low < 0 && !point->may_be_negative;
        return;
    }
    term->ratio = point->ratio;
    term->value = point->ratio->value;
    term->bounded = ratio_has_low(point->ratio) || ratio_has_high(point->ratio);
    term->at_most = point->ratio->bound == RATIO_NO_LOWER;
    term->low = point->ratio->low;
    term->high = point->ratio->high;
}

static void add_points(struct deriving *deriving, size_t derivation)
{
    const struct derived *derived = deriving->derived;
    for (size_t cell = 0; cell < deriving->estimates->catalogue->cell_count; cell++) {
        const struct derived_point *point =
            &deriving->points[cell * derived->derivation_count + derivation];
        struct derived_result *result = add_result(deriving, derivation, cell);
        result->words = point->missing ? point->missing : point->unbounded;
        if (point->missing)
            continue;
        struct derived_term *term = one_term(deriving->arena, result);
        *term = (struct derived_term){.name = "",
                                      .unit = derived->derivations[derivation].unit,
                                      .value = point->number.value};
        if (!term->unit)
            term->unit = units_wording(deriving->arena, &point->units);
        set_limits(point, deriving->estimates->confidence, term);
        if (!result->words && point->dependence.found)
            result->words = dependence_wording(deriving->arena, &point->dependence, "block");
    }
}

// ---- Over an axis

// Sorts cells so that cells that differ in one axis only are neighbours, in the order of its
// values.
struct order {
    const struct catalogue *catalogue;
    size_t axis;
    double *places;
};

static int compare_points(const struct order *order, size_t a, size_t b)
{
    const struct stored_cell *left = &order->catalogue->cells[a];
    const struct stored_cell *right = &order->catalogue->cells[b];
    int difference = strcmp(left->benchmark, right->benchmark);
    for (size_t i = 0; !difference && i < order->catalogue->axis_count; i++)
        if (i != order->axis)
            difference = strcmp(left->point[i], right->point[i]);
    return difference;
}

static int by_place(const void *a, const void *b, void *context)
{
    const struct order *order = context;
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    int difference = compare_points(order, left, right);
    if (difference)
        return difference;
    return order->places[left] < order->places[right]   ? -1
           : order->places[left] > order->places[right] ? 1
                                                        : (left > right) - (left < right);
}

static struct derived_curve new_curve(const struct deriving *deriving, size_t derivation,
                                      const struct order *order, size_t count)
{
    struct arena *arena = deriving->arena;
    return (struct derived_curve){
        .derivation = &deriving->derived->derivations[derivation],
        .axis = order->catalogue->axes[order->axis],
        .values = arena_new_array(arena, const char *, count),
        .places = arena_new_array(arena, double, count),
        .numbers = arena_new_array(arena, struct value_with_error, count),
        .points = arena_new_array(arena, const struct derived_point *, count),
        .unit = "",
    };
}

static void add_to_curve(const struct deriving *deriving, struct derived_curve *curve,
                         const struct order *order, size_t cell, const struct derived_point *point)
{
    if (point->missing || !isfinite(order->places[cell])) {
        curve->why = curve->missing++ ? curve->why : point->missing;
        return;
    }
    curve->unit = units_wording(deriving->arena, &point->units);
    curve->values[curve->count] = order->catalogue->cells[cell].point[order->axis];
    curve->places[curve->count] = order->places[cell];
    curve->points[curve->count] = point;
    curve->numbers[curve->count++] = point->number;
}

static void add_curve(struct deriving *deriving, size_t derivation, const struct order *order,
                      const size_t *cells, size_t count)
{
    size_t derivations = deriving->derived->derivation_count, first = cells[0];
    struct derived_curve curve = new_curve(deriving, derivation, order, count);
    for (size_t i = 0; i < count; i++) {
        first = cells[i] < first ? cells[i] : first;
        add_to_curve(deriving, &curve, order, cells[i],
                     &deriving->points[cells[i] * derivations + derivation]);
    }
    struct derived_result *result = add_result(deriving, derivation, first);
    if (curve.derivation->formula.kind == FORMULA_LINE)
        derive_line(deriving->arena, &curve, deriving->estimates->confidence, result);
    else
        derive_steps(deriving->arena, &curve, &deriving->machine, result);
}

static int by_cell(const void *a, const void *b)
{
    const struct derived_result *left = a, *right = b;
    return (left->cell > right->cell) - (left->cell < right->cell);
}

static void add_curves(struct deriving *deriving, size_t derivation)
{
    const struct catalogue *catalogue = deriving->estimates->catalogue;
    const struct derivation *own = &deriving->derived->derivations[derivation];
    size_t count = catalogue->cell_count, before = deriving->derived->result_count;
    size_t *cells = arena_new_array(deriving->arena, size_t, count);
    struct order order = {.catalogue = catalogue,
                          .axis = deriving->derived->axes[derivation],
                          .places = arena_new_array(deriving->arena, double, count)};
    if (order.axis == catalogue->axis_count || !count)
        return;
    for (size_t i = 0; i < count; i++) {
        cells[i] = i;
        if (!value_amount(catalogue->cells[i].point[order.axis], &order.places[i]))
            order.places[i] = NAN;
        if (own->formula.reciprocal)
            order.places[i] = 1 / order.places[i];
    }
    qsort_r(cells, count, sizeof *cells, by_place, &order);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && !compare_points(&order, cells[i], cells[end]);)
            end++;
        add_curve(deriving, derivation, &order, cells + i, end - i);
    }
    qsort(deriving->derived->results + before, deriving->derived->result_count - before,
          sizeof *deriving->derived->results, by_cell);
}

// ---- Every quantity

static bool load_points(struct deriving *deriving, struct store *store, struct error *error)
{
    const struct derived *derived = deriving->derived;
    const struct catalogue *catalogue = deriving->estimates->catalogue;
    struct derived_sides sides =
        derived_sides_of(deriving->arena, derived, catalogue->variant_count);
    deriving->points = arena_new_array(deriving->arena, struct derived_point,
                                       catalogue->cell_count * derived->derivation_count);
    bool done = true;
    for (size_t cell = 0; done && cell < catalogue->cell_count; cell++)
        done = derive_cell(deriving->arena, store, deriving->estimates, derived, &sides, cell,
                           deriving->points + cell * derived->derivation_count, error);
    return done;
}

bool derived_load(struct arena *arena, struct store *store, const struct estimates *estimates,
                  const struct derived **derived, struct error *error)
{
    struct deriving deriving = {
        .arena = arena,
        .estimates = estimates,
        .derived = read_derivations(arena, store, estimates->catalogue),
        .machine = {store_get(store, arena, FACT_MACHINE_CACHES),
                    store_get(store, arena, FACT_MACHINE_CACHE_LINE),
                    store_get(store, arena, FACT_MACHINE_HYPERVISOR)},
    };
    *derived = NULL;
    if (deriving.derived->derivation_count == 0)
        return true;
    if (!load_points(&deriving, store, error))
        return false;
    for (size_t i = 0; i < deriving.derived->derivation_count; i++) {
        if (deriving.derived->derivations[i].formula.kind == FORMULA_POINTS)
            add_points(&deriving, i);
        else
            add_curves(&deriving, i);
    }
    *derived = deriving.derived;
    return true;
}
