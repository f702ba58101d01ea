// `pictures`: which pictures are made for this experiment.
#include "spec/keys/internal.h"

#include "spec/expression/derivation.h"
#include "spec/pictures.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"

#include <string.h>

enum { DRAWINGS_MOST = 50, NAME_MOST = 60 };

static const char *const kinds[] = {"curve", "violin", NULL};
static const char *const logs[] = {"x", "y", "xy", "none", NULL};

// One entry as written.
struct entry_of_pictures {
    struct drawing drawing;
    const struct node *x, *y, *by, *panels;
};

static void read_label(struct reading *reading, const struct keyword *keyword,
                       const struct node *node, void *at)
{
    const char *problem = label_problem(node->text);
    if (problem)
        mistake(&reading->mistakes, node->place, "'%s' cannot be the %s: %s", node->text,
                keyword->name, problem);
    *(const char **)at = node->text;
}

#define AT(member) .offset = offsetof(struct entry_of_pictures, member)

static const struct keyword picture_keys[] = {
    {"x", SCALAR | REQUIRED, TYPE_TEXT, AT(x), read_node, .example = "n",
     .help = "The horizontal axis: an axis of the sweep, variant, benchmark, or build."},
    {"y", SCALAR | LIST | NONEMPTY, TYPE_TEXT, AT(y), read_node, .fallback = "the first metric",
     .example = "wall_time", .help = "Metrics or derived quantities, of one unit."},
    {"kind", SCALAR, TYPE_CHOICE, AT(drawing.kind), read_word, .choices = kinds,
     .fallback = "curve, or violin over build", .example = "violin",
     .help = "curve: means with intervals; violin: the density of the samples."},
    {"by", SCALAR, TYPE_TEXT, AT(by), read_node, .fallback = "variant", .example = "variant",
     .help = "What has a line and colour for each value: an axis, variant or benchmark."},
    {"panels", SCALAR, TYPE_TEXT, AT(panels), read_node, .fallback = "what else varies",
     .example = "benchmark",
     .help = "What has a panel for each value: an axis, variant or benchmark."},
    {"unit", SCALAR, TYPE_NAME, AT(drawing.unit), read_label, .example = "B",
     .help = "The unit of x: bytes get binary prefixes, times theirs."},
    {"log", SCALAR, TYPE_CHOICE, AT(drawing.log), read_word, .choices = logs,
     .fallback = "as the values want it", .example = "x", .help = "Logarithmic axes."},
    {"title", SCALAR, TYPE_TEXT, AT(drawing.title), read_plain, .fallback = "the question",
     .example = "Time by size", .help = "The title."},
    {0},
};

const struct keyword picture_entry = {
    "PICTURE",
    MAP | NONEMPTY,
    .keys = picture_keys,
    .example = "{x: n, log: xy}",
    .help = "One picture; it becomes plots/picture-PICTURE.svg, and a picture of report.html.",
};

// The name becomes part of file names.
static void check_name(struct reading *reading, const struct node *node)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    if (!*node->key || node->key[strspn(node->key, safe)])
        mistake(&reading->mistakes, node->key_place,
                "'%s' cannot be the name of the picture: it takes letters, digits and '_'",
                node->key);
    else if (strlen(node->key) > NAME_MOST)
        mistake(&reading->mistakes, node->key_place,
                "'%s' cannot be the name of the picture: it must not be longer than %d bytes",
                node->key, NAME_MOST);
}

static const struct axis *axis_named(const struct spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->axis_count; i++)
        if (text_equal(spec->axes[i].name, name))
            return &spec->axes[i];
    return NULL;
}

// The value of `x`, `by` or `panels`: an axis, or one of `others`; NULL and a mistake otherwise.
static const char *read_side(struct reading *reading, const struct node *node,
                             const char *const *others)
{
    const char *known[AXES_MAX + 4] = {0};
    size_t count = 0;
    for (size_t i = 0; i < reading->spec->axis_count; i++)
        known[count++] = reading->spec->axes[i].name;
    while (*others)
        known[count++] = *others++;
    TEXT_CLEANUP struct text all = {0};
    for (size_t i = 0; i < count; i++) {
        if (text_equal(known[i], node->text))
            return node->text;
        text_printf(&all, "%s%s", i ? ", " : "", known[i]);
    }
    mistake(&reading->mistakes, node->place, "'%s' must be one of %s, not '%s'%s", node->key,
            all.bytes, node->text, did_you_mean(&reading->mistakes, node->text, known));
    return NULL;
}

static const struct derivation *derivation_named(const struct spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->derivation_count; i++)
        if (text_equal(spec->derivations[i].name, name))
            return &spec->derivations[i];
    return NULL;
}

static void check_derived(struct reading *reading, const struct node *item,
                          const struct drawing *drawing)
{
    const struct derivation *derivation = derivation_named(reading->spec, item->text);
    if (derivation && derivation->formula.kind != FORMULA_POINTS)
        mistake(&reading->mistakes, item->place,
                "'%s' has no value at each point: a picture with 'x: %s' and its operands as 'y' "
                "marks it",
                item->text, derivation->formula.axis.text);
    else if (derivation && text_equal(drawing->kind, "violin"))
        mistake(&reading->mistakes, item->place,
                "'%s' is derived and has no samples: 'kind: violin' takes metrics", item->text);
}

static void read_y(struct reading *reading, const struct node *item, struct drawing *drawing)
{
    const struct spec *spec = reading->spec;
    size_t count = 0;
    const char **known = arena_new_array(reading->arena, const char *,
                                         spec->meter_count + spec->derivation_count + 1);
    for (size_t i = 0; i < spec->meter_count; i++)
        known[count++] = spec->meters[i]->name;
    for (size_t i = 0; i < spec->derivation_count; i++)
        known[count++] = spec->derivations[i].name;
    if (item->kind != NODE_SCALAR) {
        mistake(&reading->mistakes, item->place, "each of 'y' must be one name");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (text_equal(known[i], item->text)) {
            text_list_add_once(&drawing->y, reading->arena, known[i]);
            check_derived(reading, item, drawing);
            return;
        }
    }
    mistake(&reading->mistakes, item->place,
            "'y' must be a metric in 'measure' or a derived quantity, not '%s'%s", item->text,
            did_you_mean(&reading->mistakes, item->text, known));
}

static void read_values(struct reading *reading, const struct node *list, struct drawing *drawing)
{
    struct node alone;
    const struct node *first = list ? node_items(list, &alone) : NULL;
    for (const struct node *item = first; item; item = item->next)
        read_y(reading, item, drawing);
    if (!list && reading->spec->meter_count)
        text_list_add(&drawing->y, reading->arena, reading->spec->meters[0]->name);
}

static void check_twice(struct reading *reading, const struct node *one, const struct node *other)
{
    if (one && other && text_equal(one->text, other->text))
        mistake(&reading->mistakes, other->place, "'%s' is '%s' already", one->key, other->text);
}

static bool is_of_numbers(const struct axis *axis)
{
    double number = 0;
    for (size_t i = 0; axis && i < axis->values.count; i++)
        if (!value_amount(axis->values.items[i], &number))
            return false;
    return axis != NULL;
}

// Notes keys that contradict each other.
static void check_together(struct reading *reading, const struct node *node,
                           const struct drawing *drawing)
{
    if (text_equal(drawing->x, "build") && !text_equal(drawing->kind, "violin"))
        mistake(&reading->mistakes, node_child(node, "kind")->place,
                "'x: build' takes 'kind: violin': a build is one point of no curve");
    if (strchr(drawing->log, 'x') && !is_of_numbers(axis_named(reading->spec, drawing->x)))
        mistake(&reading->mistakes, node_child(node, "log")->place,
                "'%s' is not of numbers, so it has no logarithms", drawing->x);
}

static bool is_all_derived(const struct spec *spec, const struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->y.count; i++)
        if (!derivation_named(spec, drawing->y.items[i]))
            return false;
    return true;
}

static const char *usual_by(const struct spec *spec, const struct drawing *drawing)
{
    bool has_variant = text_equal(drawing->x, "variant") || text_equal(drawing->panels, "variant");
    return has_variant || is_all_derived(spec, drawing) ? "" : "variant";
}

static void check_variants(struct reading *reading, const struct node *side,
                           const struct drawing *drawing)
{
    if (side && text_equal(side->text, "variant") && drawing->y.count &&
        is_all_derived(reading->spec, drawing))
        mistake(&reading->mistakes, side->place,
                "'%s' combines variants, so '%s' cannot be 'variant'", drawing->y.items[0],
                side->key);
}

// A fitted line belongs to one variant's or quantity's curve, steps to all curves of the metric.
static bool shows(const struct spec *spec, const struct drawing *drawing,
                  const struct derivation *derivation)
{
    const struct formula *formula = &derivation->formula;
    const struct formula_node *root = formula->root;
    const char *name = formula->metric.text ? formula->metric.text : spec->meters[0]->name;
    bool alone = root->operation == FORMULA_NAME;
    if (alone && root->derived)
        name = spec->derivations[root->index].name;
    else if (!alone && formula->kind == FORMULA_LINE)
        return false;
    for (size_t i = 0; i < drawing->y.count; i++)
        if (text_equal(drawing->y.items[i], name))
            return true;
    return false;
}

static void add_marks(struct reading *reading, struct drawing *drawing)
{
    const struct spec *spec = reading->spec;
    for (size_t i = 0; i < spec->derivation_count; i++) {
        const struct derivation *derivation = &spec->derivations[i];
        const struct formula *formula = &derivation->formula;
        if (formula->kind == FORMULA_POINTS || !text_equal(formula->axis.text, drawing->x) ||
            !shows(spec, drawing, derivation))
            continue;
        text_list_add(&drawing->marks, reading->arena, derivation->name);
        text_list_printf(&drawing->over, reading->arena, "%s%s", formula->reciprocal ? "1/" : "",
                         drawing->x);
    }
}

static void read_picture(struct reading *reading, const struct node *node, struct drawing *drawing)
{
    static const char *const sides[] = {"variant", "benchmark", NULL};
    static const char *const x_sides[] = {"variant", "benchmark", "build", NULL};
    struct entry_of_pictures entry = {
        .drawing = {.name = node->key, .unit = "", .panels = "", .log = "", .title = ""}};
    check_name(reading, node);
    if (node->kind != NODE_MAP) {
        mistake(&reading->mistakes, node->place,
                "a picture is a map of keys, such as {x: AXIS, y: METRIC}");
        return;
    }
    grammar_apply(reading, node, picture_keys, &entry);
    *drawing = entry.drawing;
    drawing->x = entry.x ? read_side(reading, entry.x, x_sides) : NULL;
    drawing->by = entry.by ? read_side(reading, entry.by, sides) : NULL;
    drawing->panels = entry.panels ? read_side(reading, entry.panels, sides) : "";
    if (!drawing->kind)
        drawing->kind = drawing->x && text_equal(drawing->x, "build") ? "violin" : "curve";
    read_values(reading, entry.y, drawing);
    check_twice(reading, entry.x, entry.by);
    check_twice(reading, entry.x, entry.panels);
    check_twice(reading, entry.by, entry.panels);
    if (!drawing->x || !drawing->panels)
        return;
    if (!entry.by)
        drawing->by = usual_by(reading->spec, drawing);
    if (!*drawing->title && reading->spec->question)
        drawing->title = reading->spec->question;
    check_together(reading, node, drawing);
    check_variants(reading, entry.x, drawing);
    check_variants(reading, entry.by, drawing);
    check_variants(reading, entry.panels, drawing);
    if (!reading->mistakes.count && text_equal(drawing->kind, "curve"))
        add_marks(reading, drawing);
}

void pictures_read(struct reading *reading, const struct node *map)
{
    struct spec *spec = reading->spec;
    spec->drawings = arena_new_array(reading->arena, struct drawing, DRAWINGS_MOST);
    for (const struct node *node = map ? map->first : NULL; node; node = node->next) {
        if (spec->drawing_count == DRAWINGS_MOST) {
            mistake(&reading->mistakes, node->key_place, "more than %d pictures", DRAWINGS_MOST);
            return;
        }
        read_picture(reading, node, &spec->drawings[spec->drawing_count++]);
    }
}
