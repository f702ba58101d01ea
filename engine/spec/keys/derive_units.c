// `derive`: are the units of formulas consistent?
#include "spec/keys/internal.h"

#include "spec/expression/derivation_units.h"
#include "spec/values.h"

// A plain number may be a quantity with a unit, such as 50000000 bytes: then `unit` is believed.
static bool has_number(const struct formula_node *node)
{
    return node &&
           ((node->operation == FORMULA_NUMBER && node->number != -1 && node->number != 1) ||
            has_number(node->left) || has_number(node->right));
}

// Is the given unit a time other than seconds? Reports choose the prefix themselves, so the values
// would be wrong.
static bool renames_seconds(const struct units *own, const struct units *given)
{
    struct units seconds = *given;
    double factor;
    for (size_t i = 0; i < seconds.count; i++)
        if (value_time_unit(seconds.items[i].symbol, &factor))
            seconds.items[i].symbol = "s";
    return !units_equal(own, given) && units_equal(own, &seconds);
}

static const struct meter *meter_of(const struct spec *spec, const struct formula *formula)
{
    size_t i = 0;
    while (formula->metric.text && !text_equal(spec->meters[i]->name, formula->metric.text))
        i++;
    return spec->meters[i];
}

// A custom metric without a unit in the file may be reported in any.
static struct units variant_units(struct arena *arena, const struct meter *meter,
                                  const struct target *target)
{
    const char *unit = meter_unit(meter, &target->sampling);
    struct units units = units_of(arena, unit);
    units.known = !meter->custom || *unit;
    return units;
}

static const struct node *text_node(const struct node *map, const char *name)
{
    const struct node *node = node_child(map, name);
    return node->kind == NODE_MAP ? node_child(node, "formula") : node;
}

static const char *wording(struct arena *arena, const struct units *units)
{
    const char *words = units_wording(arena, units);
    return *words ? arena_printf(arena, "in '%s'", words) : "a number without a unit";
}

static void note_sum(struct reading *reading, const struct node *node, const char *benchmark,
                     const struct formula_units *found)
{
    bool number = found->wrong->left->operation == FORMULA_NUMBER ||
                  found->wrong->right->operation == FORMULA_NUMBER;
    mistake(&reading->mistakes, node_text_place(node, found->wrong->at),
            "in benchmark '%s', the left side of '%c' is %s, the right side %s%s", benchmark,
            found->wrong->operation == FORMULA_ADD ? '+' : '-',
            wording(reading->arena, &found->left), wording(reading->arena, &found->right),
            number ? "; a time is written with its unit, such as 2us" : "");
}

static void note_unit(struct reading *reading, const struct node *map, const char *benchmark,
                      const struct derivation *derivation, const struct units *own,
                      const struct units *given)
{
    mistake(&reading->mistakes, node_child(node_child(map, derivation->name), "unit")->place,
            "in benchmark '%s', '%s' is %s, not in '%s'%s", benchmark, derivation->name,
            wording(reading->arena, own), derivation->unit,
            renames_seconds(own, given) ? "; ms, us and ns are chosen when it is shown" : "");
}

static void check_cell(struct reading *reading, const struct node *map, const struct cell *cell)
{
    const struct spec *spec = reading->spec;
    struct units *variants = arena_new_array(reading->arena, struct units, spec->variant_count);
    struct units *derived = arena_new_array(reading->arena, struct units, DERIVATIONS_MOST);
    for (size_t i = 0; i < spec->derivation_count; i++) {
        const struct derivation *derivation = &spec->derivations[i];
        const struct formula *formula = &derivation->formula;
        const struct meter *meter = meter_of(spec, formula);
        for (size_t v = 0; v < spec->variant_count; v++)
            variants[v] = variant_units(reading->arena, meter, &cell->targets[v]);
        struct formula_units found = {reading->arena, variants, derived, NULL, {0}, {0}};
        struct units own = formula_units_of(&found, formula->root);
        derived[i] = derivation_units(reading->arena, derivation, &own);
        if (found.wrong)
            note_sum(reading, text_node(map, derivation->name), cell->benchmark, &found);
        else if (derivation->unit && formula->kind != FORMULA_STEPS && own.known &&
                 !units_equal(&own, &derived[i]) &&
                 (!has_number(formula->root) || renames_seconds(&own, &derived[i])))
            note_unit(reading, map, cell->benchmark, derivation, &own, &derived[i]);
    }
}

void derive_check_units(struct reading *reading, const struct node *map)
{
    const struct spec *spec = reading->spec;
    const char *benchmark = NULL;
    for (size_t i = 0; i < spec->cell_count && spec->derivation_count; i++) {
        const struct cell *cell = &spec->cells[i];
        if (text_equal(cell->benchmark, benchmark))
            continue;
        benchmark = cell->benchmark;
        check_cell(reading, map, cell);
    }
}
