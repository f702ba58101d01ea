// `exclude`: points of the sweep that are left out.
#include "spec/keys/internal.h"

#include "spec/values.h"

enum { RULES_MAX = 1000, VALUES_SHOWN = 8 };

// One entry: it excludes the points whose values on all axes it marks.
struct rule {
    const struct node *node;
    bool *marks[AXES_MAX]; // by number of the axis' value; NULL: every value
    bool used;
};

static const struct keyword coordinate_entry = {
    "AXIS",
    SCALAR | LIST | NONEMPTY,
    TYPE_TEXT,
    .example = "1000",
    .help = "A value of this axis, or a list of some.",
};

const struct keyword rule_entry = {
    "RULE",
    MAP | NONEMPTY,
    .entry = &coordinate_entry,
    .example = "{n: 1000}",
    .help = "Axes and values; a point that has them all is left out.",
};

// Marks the value with this text or, without one, the values that are the same number.
static bool mark(const char *word, const struct text_list *values, bool *marks)
{
    double number = 0, other = 0;
    bool found = false;
    for (size_t i = 0; i < values->count; i++)
        if (text_equal(word, values->items[i]))
            return marks[i] = true;
    for (size_t i = 0; value_amount(word, &number) && i < values->count; i++)
        if (value_amount(values->items[i], &other) && other == number)
            marks[i] = found = true;
    return found;
}

static void note_no_value(struct reading *reading, const struct node *item, const struct axis *axis)
{
    TEXT_CLEANUP struct text values = {0};
    for (size_t i = 0; i < axis->values.count && i < VALUES_SHOWN; i++)
        text_printf(&values, "%s%s", i ? ", " : "", axis->values.items[i]);
    mistake(&reading->mistakes, item->place, "the axis '%s' has no value '%s', it has %s%s",
            axis->name, item->text, values.bytes, axis->values.count > VALUES_SHOWN ? " …" : "");
}

static struct axis *find_axis(struct reading *reading, const struct node *child)
{
    struct spec *spec = reading->spec;
    const char *known[AXES_MAX + 1] = {0};
    for (size_t i = 0; i < spec->axis_count; i++) {
        known[i] = spec->axes[i].name;
        if (text_equal(known[i], child->key))
            return &spec->axes[i];
    }
    mistake(&reading->mistakes, child->key_place, "the sweep has no axis '%s'%s", child->key,
            did_you_mean(&reading->mistakes, child->key, known));
    return NULL;
}

static void read_axis(struct reading *reading, const struct node *child, struct rule *rule)
{
    const struct axis *axis = find_axis(reading, child);
    if (!axis || !axis->values.count) // a mistake either way
        return;
    struct node alone;
    const struct node *first = child->kind == NODE_MAP ? NULL : node_items(child, &alone);
    bool *marks = arena_new_array(reading->arena, bool, axis->values.count);
    rule->marks[axis - reading->spec->axes] = marks;
    if (!first)
        mistake(&reading->mistakes, child->place,
                "'%s' must be a value of that axis or a list of some", child->key);
    for (const struct node *item = first; item && !mistakes_full(&reading->mistakes);
         item = item->next) {
        if (item->kind != NODE_SCALAR)
            mistake(&reading->mistakes, item->place, "a value of an axis must be one value");
        else if (!mark(axis_value(reading, item), &axis->values, marks))
            note_no_value(reading, item, axis);
    }
}

static void read_rule(struct reading *reading, const struct node *node, struct rule *rule)
{
    rule->node = node;
    if (node->kind != NODE_MAP || !node->first)
        mistake(&reading->mistakes, node->place,
                "an entry of 'exclude' is a map of axes and values, such as {n: 1000, m: [1, 2]}");
    for (const struct node *child = node->first; child && node->kind == NODE_MAP;
         child = child->next)
        read_axis(reading, child, rule);
}

// The last axis runs fastest.
static bool matches(const struct spec *spec, const struct rule *rule, size_t point)
{
    for (size_t i = spec->axis_count; i-- > 0;) {
        size_t count = spec->axes[i].values.count;
        if (rule->marks[i] && !rule->marks[i][point % count])
            return false;
        point /= count;
    }
    return true;
}

static bool *leave_out(struct reading *reading, const struct node *list, struct rule *rules,
                       size_t count, size_t points)
{
    bool *excluded = arena_new_array(reading->arena, bool, points);
    size_t left = points;
    for (size_t n = 0; n < points; n++) {
        for (size_t i = 0; i < count && !excluded[n]; i++)
            excluded[n] = matches(reading->spec, &rules[i], n) && (rules[i].used = true);
        left -= excluded[n];
    }
    for (size_t i = 0; i < count; i++)
        if (!rules[i].used)
            mistake(&reading->mistakes, rules[i].node->place,
                    "this entry excludes nothing: entries before it exclude the same points");
    if (!left)
        mistake(&reading->mistakes, list->key_place, "'exclude' excludes all points of the sweep");
    return excluded;
}

const bool *exclude_read(struct reading *reading, const struct node *list, size_t points)
{
    const struct spec *spec = reading->spec;
    size_t before = reading->mistakes.count, count = node_count(list);
    if (count && !spec->axis_count)
        mistake(&reading->mistakes, list->key_place, "'exclude' needs 'sweep'");
    else if (count > RULES_MAX)
        mistake(&reading->mistakes, list->key_place, "'exclude' has more than %d entries",
                RULES_MAX);
    if (!count || reading->mistakes.count > before)
        return NULL;
    struct rule *rules = arena_new_array(reading->arena, struct rule, count), *rule = rules;
    for (const struct node *node = list->first; node; node = node->next)
        read_rule(reading, node, rule++);
    bool known = reading->mistakes.count == before;
    for (size_t i = 0; i < spec->axis_count; i++)
        known &= spec->axes[i].values.count > 0;
    const bool *excluded = known ? leave_out(reading, list, rules, count, points) : NULL;
    return reading->mistakes.count == before ? excluded : NULL;
}
