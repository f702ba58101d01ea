// `derive`: quantities computed from the variants' means, checked against the rest of the file.
#include "spec/keys/internal.h"

#include "spec/expression/derivation.h"
#include "spec/expression/formula_value.h"
#include "spec/expression/units.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"

#include <string.h>

// The quantity that is being read.
struct deriving {
    struct reading *reading;
    const struct node *node; // of the quantity
    const struct node *text; // of its formula
    const struct node *map;  // of all: for names that come later
    struct formula_names names;
    const char **derived; // the names of those before
};

static struct mistakes *mistakes_of(const struct deriving *deriving)
{
    return &deriving->reading->mistakes;
}

static struct place place_at(const struct deriving *deriving, size_t characters)
{
    return node_text_place(deriving->text, characters);
}

// ---- Names

static const char *const *axes_of(struct reading *reading)
{
    const struct spec *spec = reading->spec;
    const char **names = arena_new_array(reading->arena, const char *, spec->axis_count + 1);
    for (size_t i = 0; i < spec->axis_count; i++)
        names[i] = spec->axes[i].name;
    return names;
}

static const char *const *variants_of(struct reading *reading)
{
    const struct spec *spec = reading->spec;
    const char **names = arena_new_array(reading->arena, const char *, spec->variant_count + 1);
    for (size_t i = 0; i < spec->variant_count; i++)
        names[i] = spec->variants[i];
    return names;
}

static bool is_measured(const struct spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->meter_count; i++)
        if (text_equal(spec->meters[i]->name, name))
            return true;
    return false;
}

static void check_own_name(const struct deriving *deriving)
{
    const char *name = deriving->node->key, *problem = name_problem(name);
    for (size_t i = 0; !problem && deriving->names.variants[i]; i++)
        if (text_equal(deriving->names.variants[i], name))
            problem = "a variant has that name already";
    if (!problem && is_measured(deriving->reading->spec, name))
        problem = "a metric has that name already";
    if (problem)
        mistake(mistakes_of(deriving), deriving->node->key_place,
                "'%s' cannot be the name of a derived quantity: %s", name, problem);
}

// All names that a formula may use, for "did you mean".
static const char *const *names_together(const struct deriving *deriving)
{
    const char **names =
        arena_new_array(deriving->reading->arena, const char *,
                        deriving->reading->spec->variant_count + DERIVATIONS_MOST + 1);
    size_t count = 0;
    for (size_t i = 0; deriving->names.variants[i]; i++)
        names[count++] = deriving->names.variants[i];
    for (size_t i = 0; deriving->names.derived[i]; i++)
        names[count++] = deriving->names.derived[i];
    return names;
}

static bool is_axis(const struct deriving *deriving, const char *name)
{
    for (size_t i = 0; deriving->names.axes[i]; i++)
        if (text_equal(deriving->names.axes[i], name))
            return true;
    return false;
}

static void note_unknown(void *context, const struct formula_node *node)
{
    const struct deriving *deriving = context;
    struct mistakes *mistakes = mistakes_of(deriving);
    const char *name = node->name.text;
    struct place place = place_at(deriving, node->name.at);
    if (node->operation == FORMULA_AXIS)
        mistake(mistakes, place, "there is no axis '%s'%s", name,
                did_you_mean(mistakes, name, deriving->names.axes));
    else if (node->operation == FORMULA_CV)
        mistake(mistakes, place, "there is no variant '%s'%s", name,
                did_you_mean(mistakes, name, deriving->names.variants));
    else if (node_child(deriving->map, name))
        mistake(mistakes, place, "'%s' is not derived before this formula", name);
    else if (is_axis(deriving, name))
        mistake(mistakes, place, "'%s' is an axis: its value is written ${%s}", name, name);
    else if (is_measured(deriving->reading->spec, name) || meter_find(name))
        mistake(mistakes, place, "'%s' is a metric: it stands at the end, as in 'VARIANT in %s'",
                name, name);
    else
        mistake(mistakes, place, "there is no variant or derived quantity '%s'%s", name,
                did_you_mean(mistakes, name, names_together(deriving)));
}

// Every node of a formula in turn, the left ones first.
static void each_node(const struct deriving *deriving, const struct formula_node *node,
                      void (*visit)(const struct deriving *, const struct formula_node *))
{
    if (node->left)
        each_node(deriving, node->left, visit);
    if (node->right)
        each_node(deriving, node->right, visit);
    visit(deriving, node);
}

static const char *no_number(const struct axis *axis, bool divided)
{
    double number;
    for (size_t i = 0; i < axis->values.count; i++)
        if (!value_amount(axis->values.items[i], &number) || (divided && number == 0))
            return axis->values.items[i];
    return NULL;
}

static void check_node(const struct deriving *deriving, const struct formula_node *node)
{
    const struct spec *spec = deriving->reading->spec;
    const struct formula_node *right = node->right;
    if (right && node->operation == FORMULA_DIVIDE && right->operation == FORMULA_NUMBER &&
        right->number == 0)
        mistake(mistakes_of(deriving), place_at(deriving, right->at), "this divides by 0");
    const char *word =
        node->operation == FORMULA_AXIS ? no_number(&spec->axes[node->index], false) : NULL;
    if (word)
        mistake(mistakes_of(deriving), place_at(deriving, node->at),
                "the axis '%s' has values that are no numbers, such as '%s'", node->name.text,
                word);
    if (node->derived && spec->derivations[node->index].formula.kind != FORMULA_POINTS)
        mistake(mistakes_of(deriving), place_at(deriving, node->at),
                "'%s' runs over an axis: it has no value at each point", node->name.text);
}

static void check_axis(const struct deriving *deriving, const struct formula *formula)
{
    const struct spec *spec = deriving->reading->spec;
    size_t index = 0;
    while (index < spec->axis_count && !text_equal(spec->axes[index].name, formula->axis.text))
        index++;
    struct place place = place_at(deriving, formula->axis.at);
    if (index == spec->axis_count) {
        mistake(mistakes_of(deriving), place, "there is no axis '%s'%s", formula->axis.text,
                did_you_mean(mistakes_of(deriving), formula->axis.text, deriving->names.axes));
        return;
    }
    const struct axis *axis = &spec->axes[index];
    const char *word = no_number(axis, formula->reciprocal);
    if (word)
        mistake(mistakes_of(deriving), place,
                formula->reciprocal ? "1/'%s' is no number where it is '%s'"
                                    : "the axis '%s' has values that are no numbers, such as '%s'",
                axis->name, word);
}

static void check_metric(const struct deriving *deriving, const struct word *metric)
{
    const struct spec *spec = deriving->reading->spec;
    const char **known =
        arena_new_array(deriving->reading->arena, const char *, spec->meter_count + 1);
    for (size_t i = 0; i < spec->meter_count; i++) {
        known[i] = spec->meters[i]->name;
        if (text_equal(known[i], metric->text))
            return;
    }
    if (metric->text)
        mistake(mistakes_of(deriving), place_at(deriving, metric->at),
                "there is no measured metric '%s'%s", metric->text,
                did_you_mean(mistakes_of(deriving), metric->text, known));
}

// ---- One quantity

struct keys {
    const struct node *formula;
    const char *unit;
    int against;
};

static const char *const against_words[] = {"caches", "line", NULL};

static const struct keyword derivation_keys[] = {
    {"formula", SCALAR | REQUIRED, TYPE_TEXT, .offset = offsetof(struct keys, formula),
     .read = read_node, .example = "O3 / O2",
     .help = "Variants' means or earlier quantities, numbers, ${AXIS}, + - * / ( ) and "
             "cv(VARIANT); or line(… over AXIS) or steps(… over AXIS), alone. 'in METRIC' at the "
             "end names the metric."},
    {"unit", SCALAR, TYPE_NAME, .offset = offsetof(struct keys, unit), .read = read_plain,
     .fallback = "follows from the formula", .example = "B/s",
     .help = "The unit, where the formula does not tell it."},
    {"against", SCALAR, TYPE_CHOICE, .offset = offsetof(struct keys, against),
     .choices = against_words, .example = "caches",
     .help = "What steps(…) are shown beside: the sizes of the caches, or of a cache line."},
    {0},
};

const struct keyword derivation_entry = {
    "NAME",
    SCALAR | MAP,
    TYPE_TEXT,
    .keys = derivation_keys,
    .example = "O3 - O2",
    .help = "One quantity: its formula, or a map.",
};

static bool read_entry(struct deriving *deriving, struct derivation *derivation)
{
    const struct node *node = deriving->node;
    struct keys keys = {.formula = node, .against = -1};
    if (node->kind == NODE_MAP) {
        keys.formula = NULL;
        grammar_apply(deriving->reading, node, derivation_keys, &keys);
    }
    if (!keys.formula || keys.formula->kind != NODE_SCALAR || !*keys.formula->text) {
        if (keys.formula)
            mistake(
                mistakes_of(deriving), node->place,
                "a derived quantity is a formula such as 'A - B', or a map such as {formula: A - "
                "B, unit: s}");
        return false;
    }
    const char *problem = keys.unit ? unit_problem(keys.unit) : NULL;
    if (problem)
        mistake(mistakes_of(deriving), node_child(node, "unit")->place,
                "'%s' cannot be the unit: %s", keys.unit, problem);
    deriving->text = keys.formula;
    derivation->text = keys.formula->text;
    derivation->unit = keys.unit;
    derivation->against = (enum derive_against)(keys.against + 1);
    return true;
}

static void check_against(const struct deriving *deriving, const struct derivation *derivation)
{
    const struct node *against = node_child(deriving->node, "against");
    if (against && derivation->formula.kind != FORMULA_STEPS)
        mistake(mistakes_of(deriving), against->key_place,
                "'against' belongs to steps(… over AXIS)");
}

static void read_formula(struct deriving *deriving, struct derivation *derivation)
{
    struct formula *formula = &derivation->formula;
    struct word_mistake wrong;
    if (!formula_parse(deriving->reading->arena, derivation->text, formula, &wrong)) {
        mistake(mistakes_of(deriving), place_at(deriving, wrong.at), "%s", wrong.words);
        return;
    }
    size_t before = deriving->reading->mistakes.count;
    formula_resolve(formula->root, &deriving->names, note_unknown, deriving);
    check_metric(deriving, &formula->metric);
    check_against(deriving, derivation);
    if (formula->kind != FORMULA_POINTS)
        check_axis(deriving, formula);
    if (deriving->reading->mistakes.count == before)
        each_node(deriving, formula->root, check_node);
}

// A quantity with a mistake still counts as a known name, so later formulas get no mistake by it.
static void read_derivation(struct deriving *deriving)
{
    struct spec *spec = deriving->reading->spec;
    struct derivation *derivation = &spec->derivations[spec->derivation_count];
    *derivation = (struct derivation){.name = deriving->node->key};
    check_own_name(deriving);
    if (read_entry(deriving, derivation))
        read_formula(deriving, derivation);
    deriving->derived[spec->derivation_count++] = derivation->name;
}

void derive_read(struct reading *reading, const struct node *map)
{
    bool whole = !reading->mistakes.count;
    const char **derived = arena_new_array(reading->arena, const char *, DERIVATIONS_MOST + 1);
    struct deriving deriving = {
        .reading = reading,
        .map = map,
        .names = {variants_of(reading), derived, axes_of(reading)},
        .derived = derived,
    };
    size_t count = 0;
    reading->spec->derivations =
        arena_new_array(reading->arena, struct derivation, DERIVATIONS_MOST);
    for (const struct node *node = map ? map->first : NULL;
         node && !mistakes_full(&reading->mistakes); node = node->next) {
        deriving.node = node;
        if (++count <= DERIVATIONS_MOST)
            read_derivation(&deriving);
    }
    if (count > DERIVATIONS_MOST)
        mistake(&reading->mistakes, map->key_place, "'derive' has more than %d entries",
                DERIVATIONS_MOST);
    if (whole && !reading->mistakes.count)
        derive_check_units(reading, map);
}
