// Computing quantities at one point from its variants' means, with and without each block.
#include "analysis/derive/internal.h"

#include "analysis/estimate/top_units.h"
#include "base/text.h"
#include "model/level.h"
#include "model/phase.h"
#include "spec/expression/derivation.h"
#include "spec/expression/derivation_units.h"
#include "spec/expression/formula.h"
#include "spec/expression/formula_value.h"
#include "spec/expression/units.h"
#include "spec/values.h"

#include <math.h>

static const double ROUNDING = 1e-13;

// One variant in one metric.
struct side {
    const struct estimate *estimate; // NULL: none
    struct top_units units;
    double squares, freedom; // of samples within executions; 0 where iterations are no level
    size_t *unit_of;         // by block: its unit, counted from 1; 0: none
};

struct deriving_cell {
    struct arena *arena;
    const struct estimates *estimates;
    const struct derived *derived;
    const struct derived_sides *names;
    size_t index;
    struct side *sides;
    size_t side_count;
    const char **blocks; // of all sides
    size_t block_count;
    double *axes, *means, *variations; // the operands of formulas
    double *values;                    // of the formulas
};

// ---- Sides

static const struct estimate *find_estimate(const struct deriving_cell *cell, size_t variant,
                                            const char *metric)
{
    const struct catalogue *catalogue = cell->estimates->catalogue;
    const struct cell_findings *own = &cell->estimates->cells[cell->index];
    if (!metric && own->estimate_count)
        metric = catalogue->metrics[own->estimates[0].metric].name;
    for (size_t i = 0; own->phase == PHASE_REAL && i < own->estimate_count; i++)
        if (own->estimates[i].variant == variant &&
            text_equal(catalogue->metrics[own->estimates[i].metric].name, metric))
            return &own->estimates[i];
    return NULL;
}

static bool is_used(const struct deriving_cell *cell, size_t side)
{
    for (size_t i = 0; i < cell->derived->derivation_count; i++)
        if (cell->names->uses[i * cell->side_count + side])
            return true;
    return false;
}

static bool load_side(struct deriving_cell *cell, struct store *store, size_t index,
                      struct error *error)
{
    struct side *side = &cell->sides[index];
    size_t variants = cell->names->variant_count;
    side->estimate = find_estimate(cell, index % variants, cell->names->metrics[index / variants]);
    if (!side->estimate)
        return true;
    if (!top_units_load(cell->arena, store, cell->estimates->catalogue, side->estimate,
                        &side->units, error))
        return false;
    bool samples =
        side->estimate->components.levels > 1 && side->estimate->level[0] == LEVEL_ITERATION;
    for (size_t i = 0; samples && i < side->units.count; i++) {
        side->squares += side->units.items[i].squares[0];
        side->freedom += (double)side->units.items[i].freedom[0];
    }
    return true;
}

// All blocks, and which unit of each side they are.
static void find_blocks(struct deriving_cell *cell)
{
    size_t most = 0, count = 0;
    for (size_t i = 0; i < cell->side_count; i++)
        most += cell->sides[i].units.count;
    const char **names = cell->blocks = arena_new_array(cell->arena, const char *, most);
    for (size_t i = 0; i < cell->side_count; i++)
        for (size_t u = 0; u < cell->sides[i].units.count; u++)
            names[count++] = cell->sides[i].units.names[u];
    cell->block_count = names_once(names, count);
    for (size_t i = 0; i < cell->side_count; i++) {
        struct side *side = &cell->sides[i];
        side->unit_of = arena_new_array(cell->arena, size_t, cell->block_count);
        for (size_t u = 0; u < side->units.count; u++)
            side->unit_of[name_place(names, cell->block_count, side->units.names[u])] = u + 1;
    }
}

// ---- Values

static bool is_exact(const struct side *side)
{
    return side->estimate && side->estimate->components.exact;
}

// A mean that consists of rounding errors alone counts as 0, so that dividing by it is undefined.
static double mean_without(double mean, const struct share_unit *unit, double rest)
{
    double without = rest > 0 ? mean + (mean - unit->mean) / rest : NAN;
    return fabs(without) < ROUNDING * fabs(mean) ? 0 : without;
}

// The mean and the coefficient of variation of a side without one of its units (NULL: with all).
static void set_side(struct deriving_cell *cell, size_t index, const struct share_unit *unit)
{
    const struct side *side = &cell->sides[index];
    double mean = side->estimate ? side->estimate->components.mean : NAN;
    double squares = side->squares, freedom = side->freedom;
    if (unit && !is_exact(side)) {
        mean = mean_without(mean, unit, (double)side->units.count - 1);
        squares -= unit->squares[0];
        freedom -= (double)unit->freedom[0];
    }
    cell->means[index] = mean;
    cell->variations[index] =
        freedom > 0 && mean != 0 ? sqrt(fmax(squares, 0) / freedom) / fabs(mean) : NAN;
}

static void set_sides(struct deriving_cell *cell, size_t block)
{
    for (size_t i = 0; i < cell->side_count; i++) {
        const struct side *side = &cell->sides[i];
        size_t unit = block < cell->block_count ? side->unit_of[block] : 0;
        set_side(cell, i, unit ? &side->units.items[unit - 1] : NULL);
    }
}

// The values of all quantities in order, from the sides.
static void evaluate(struct deriving_cell *cell)
{
    for (size_t i = 0; i < cell->derived->derivation_count; i++) {
        size_t first = cell->names->metric_of[i] * cell->names->variant_count;
        struct formula_values values = {cell->means + first, cell->variations + first, cell->values,
                                        cell->axes};
        cell->values[i] = formula_value(cell->derived->derivations[i].formula.root, &values);
    }
}

// Without a block; block_count: with all blocks.
static void set_values(struct deriving_cell *cell, size_t block)
{
    set_sides(cell, block);
    evaluate(cell);
}

static bool has_block(const struct deriving_cell *cell, size_t derivation, size_t block)
{
    const bool *uses = cell->names->uses + derivation * cell->side_count;
    for (size_t i = 0; i < cell->side_count; i++)
        if (uses[i] && cell->sides[i].unit_of[block])
            return true;
    return false;
}

// The side with the fewest units gives the degrees of freedom; infinite if all are exact.
static double fewest_units(const struct deriving_cell *cell, size_t derivation)
{
    const bool *uses = cell->names->uses + derivation * cell->side_count;
    double fewest = INFINITY;
    for (size_t i = 0; i < cell->side_count; i++)
        if (uses[i] && !is_exact(&cell->sides[i]))
            fewest = fmin(fewest, (double)cell->sides[i].units.count);
    return fewest;
}

static void set_number(struct deriving_cell *cell, size_t derivation, double value,
                       const double *without, struct derived_point *point)
{
    double fewest = fewest_units(cell, derivation);
    point->number = jackknife(value, without, point->block_count);
    if (point->number.df > 0)
        point->dependence = dependence_of(without, point->block_count);
    point->number.df = fmin(point->number.df, fewest - 1);
    if (isinf(fewest) && point->block_count)
        point->number = (struct value_with_error){.value = value, .df = INFINITY};
}

// Copies into the arena of the results.
static void keep_without(struct arena *arena, struct derived_point *point,
                         const char *const *blocks, const double *without)
{
    point->blocks = arena_new_array(arena, const char *, point->block_count);
    point->without = arena_new_array(arena, double, point->block_count);
    for (size_t i = 0; i < point->block_count; i++) {
        point->blocks[i] = arena_strdup(arena, blocks[i]);
        point->without[i] = without[i];
    }
}

static void set_numbers(struct arena *arena, struct deriving_cell *cell,
                        struct derived_point *points)
{
    size_t count = cell->derived->derivation_count, blocks = cell->block_count;
    double *without = arena_new_array(cell->arena, double, count *blocks);
    const char **names = arena_new_array(cell->arena, const char *, count *blocks);
    for (size_t block = 0; block < blocks; block++) {
        set_values(cell, block);
        for (size_t i = 0; i < count; i++) {
            if (!has_block(cell, i, block))
                continue;
            size_t at = i * blocks + points[i].block_count++;
            without[at] = cell->values[i];
            names[at] = cell->blocks[block];
        }
    }
    for (size_t i = 0; i < count; i++) {
        const double *own = without + i * blocks;
        set_values(cell, blocks);
        set_number(cell, i, cell->values[i], own, &points[i]);
        if (cell->derived->derivations[i].formula.kind == FORMULA_LINE)
            keep_without(arena, &points[i], names + i * blocks, own);
    }
}

// ---- Missing numbers and intervals, and units

// The undefined part of a formula whose means are all known.
static const char *why_undefined(const struct deriving_cell *cell, size_t derivation,
                                 const struct formula_node *node,
                                 const struct derived_point *points)
{
    size_t first = cell->names->metric_of[derivation] * cell->names->variant_count;
    if (node->derived)
        return points[node->index].missing;
    if (node->operation == FORMULA_CV && isnan(cell->variations[first + node->index]))
        return arena_printf(cell->arena, "%s has one sample in an execution, or a mean of 0",
                            node->name.text);
    const char *why = node->left ? why_undefined(cell, derivation, node->left, points) : NULL;
    return why || !node->right ? why : why_undefined(cell, derivation, node->right, points);
}

static const char *why_missing(const struct deriving_cell *cell, size_t derivation,
                               const struct derived_point *points)
{
    const bool *uses = cell->names->uses + derivation * cell->side_count;
    for (size_t i = 0; i < cell->side_count; i++)
        if (uses[i] && !cell->sides[i].estimate)
            return why_not_measured(cell->arena, cell->estimates, cell->index,
                                    i % cell->names->variant_count);
    const char *why = why_undefined(cell, derivation,
                                    cell->derived->derivations[derivation].formula.root, points);
    return why ? why : "it is undefined: it divides by 0";
}

static const char *why_unbounded(const struct deriving_cell *cell, size_t derivation,
                                 const struct derived_point *point)
{
    if (point->number.df > 0 || point->block_count == 0)
        return NULL;
    return fewest_units(cell, derivation) < 2
               ? "no interval, since one of its means rests on one block"
               : "no interval, since it is undefined without one of its blocks";
}

static bool node_may_be_negative(const struct deriving_cell *cell, size_t derivation,
                                 const struct formula_node *node,
                                 const struct derived_point *points)
{
    const struct side *sides =
        cell->sides + cell->names->metric_of[derivation] * cell->names->variant_count;
    switch (node->operation) {
    case FORMULA_NUMBER:
        return node->number < 0;
    case FORMULA_AXIS:
        return cell->axes[node->index] < 0;
    case FORMULA_NAME:
        return node->derived ? points[node->index].may_be_negative
                             : sides[node->index].estimate->may_be_negative;
    case FORMULA_CV:
        return false;
    case FORMULA_SUBTRACT:
        return true;
    case FORMULA_ADD:
    case FORMULA_MULTIPLY:
    case FORMULA_DIVIDE:
        break;
    }
    return node_may_be_negative(cell, derivation, node->left, points) ||
           node_may_be_negative(cell, derivation, node->right, points);
}

static struct units units_of_side(struct arena *arena, const struct deriving_cell *cell,
                                  size_t side)
{
    const struct estimate *estimate = cell->sides[side].estimate;
    return estimate ? units_of(arena, cell->estimates->catalogue->metrics[estimate->metric].unit)
                    : (struct units){0};
}

static void set_units(struct arena *arena, const struct deriving_cell *cell,
                      struct derived_point *points)
{
    size_t variants = cell->names->variant_count, count = cell->derived->derivation_count;
    struct units *sides = arena_new_array(cell->arena, struct units, variants);
    struct units *derived = arena_new_array(cell->arena, struct units, count);
    for (size_t i = 0; i < count; i++) {
        const struct derivation *derivation = &cell->derived->derivations[i];
        for (size_t v = 0; v < variants; v++)
            sides[v] = units_of_side(arena, cell, cell->names->metric_of[i] * variants + v);
        struct formula_units units = {arena, sides, derived, NULL, {0}, {0}};
        struct units own = formula_units_of(&units, derivation->formula.root);
        if (derivation->formula.kind != FORMULA_STEPS) // whose unit is that of the axis
            own = derivation_units(arena, derivation, &own);
        points[i].units = derived[i] = own;
    }
}

// ---- Plain quotients

static void set_ratio(struct arena *arena, const struct deriving_cell *cell, size_t derivation,
                      struct derived_point *point)
{
    const struct formula *formula = &cell->derived->derivations[derivation].formula;
    if (!is_quotient(formula) || point->missing)
        return;
    const struct side *sides =
        cell->sides + cell->names->metric_of[derivation] * cell->names->variant_count;
    derive_quotient(arena, sides[formula->root->right->index].estimate,
                    sides[formula->root->left->index].estimate, cell->estimates->confidence, point);
}

// ---- A cell

static void make_room(struct deriving_cell *cell)
{
    struct arena *arena = cell->arena;
    const struct catalogue *catalogue = cell->estimates->catalogue;
    size_t count = cell->names->metric_count * cell->names->variant_count;
    cell->side_count = count;
    cell->sides = arena_new_array(arena, struct side, count);
    cell->axes = arena_new_array(arena, double, catalogue->axis_count);
    cell->means = arena_new_array(arena, double, count);
    cell->variations = arena_new_array(arena, double, count);
    cell->values = arena_new_array(arena, double, cell->derived->derivation_count);
    for (size_t i = 0; i < catalogue->axis_count; i++)
        if (!value_amount(catalogue->cells[cell->index].point[i], &cell->axes[i]))
            cell->axes[i] = NAN;
}

static void set_reasons(struct arena *arena, const struct deriving_cell *cell,
                        struct derived_point *points)
{
    for (size_t i = 0; i < cell->derived->derivation_count; i++)
        if (isfinite(points[i].number.value)) {
            points[i].unbounded = why_unbounded(cell, i, &points[i]);
            points[i].may_be_negative =
                node_may_be_negative(cell, i, cell->derived->derivations[i].formula.root, points);
        } else {
            points[i].missing = arena_strdup(arena, why_missing(cell, i, points));
        }
}

bool derive_cell(struct arena *arena, struct store *store, const struct estimates *estimates,
                 const struct derived *derived, const struct derived_sides *sides, size_t index,
                 struct derived_point *points, struct error *error)
{
    struct arena scratch = {0};
    struct deriving_cell cell = {.arena = &scratch,
                                 .estimates = estimates,
                                 .derived = derived,
                                 .names = sides,
                                 .index = index};
    bool done = true;
    make_room(&cell);
    for (size_t i = 0; done && i < cell.side_count; i++)
        done = !is_used(&cell, i) || load_side(&cell, store, i, error);
    if (done) {
        find_blocks(&cell);
        set_numbers(arena, &cell, points);
        set_units(arena, &cell, points);
        set_reasons(arena, &cell, points);
        for (size_t i = 0; i < derived->derivation_count; i++)
            set_ratio(arena, &cell, i, &points[i]);
    }
    arena_release(&scratch);
    return done;
}
