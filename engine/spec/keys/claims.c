// `claims`, checked against the rest of the file.
#include "spec/keys/internal.h"

#include "model/better.h"
#include "model/level.h"
#include "spec/expression/claim.h"
#include "spec/expression/claim_scope.h"
#include "spec/target.h"
#include "spec/values.h"

enum { CLAIMS_MOST = 1000 };

static const struct keyword scope_entry = {
    "SCOPE",
    SCALAR,
    TYPE_TEXT,
    .example = "'speedup(O3, O2) > 1.05'",
    .help = "The claim, for this scope only. YAML takes the scope for a key where the claim is "
            "written without quotes.",
};

const struct keyword claim_entry = {
    "CLAIM",
    SCALAR | MAP,
    TYPE_TEXT,
    .entry = &scope_entry,
    .example = "\"any sort[n=1000]: mean(O3) < 3 ms\"",
    .help = "[all|any] [BENCHMARK][[AXIS=VALUE, …]]: FUNCTION(…) [in METRIC] RELATION NUMBER "
            "[UNIT]; the scope up to ':' may be missing. Names with spaces or signs stand in "
            "quotes.",
};

// One entry of the list.
struct entry_of_claims {
    struct reading *reading;
    const struct node *node;
    struct claim claim;
};

// The place of a character; the scope may be the key of a map.
static struct place place_of(const struct node *node, size_t characters)
{
    size_t key = 0;
    for (const char *c = node->key ? node->key : ""; *c; c++)
        key += ((unsigned char)*c & 0xC0) != 0x80;
    if (!node->key || characters >= key + 2)
        return node_text_place(node, characters - (node->key ? key + 2 : 0));
    struct place place = node->key_place;
    if (node->key_column)
        place.column = node->key_column + characters;
    return place;
}

static struct place place_in(const struct entry_of_claims *entry, const struct word *word)
{
    return place_of(entry->node, word->at);
}

static void check_name(const struct entry_of_claims *entry, const struct word *word,
                       const char *what, const char *const *known)
{
    struct mistakes *mistakes = &entry->reading->mistakes;
    for (size_t i = 0; word->text && known[i]; i++)
        if (text_equal(word->text, known[i]))
            return;
    if (word->text)
        mistake(mistakes, place_in(entry, word), "there is no %s '%s'%s", what, word->text,
                did_you_mean(mistakes, word->text, known));
}

static const struct axis *find_axis(const struct spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->axis_count; i++)
        if (text_equal(spec->axes[i].name, name))
            return &spec->axes[i];
    return NULL;
}

static void check_point(const struct entry_of_claims *entry)
{
    const struct spec *spec = entry->reading->spec;
    const char **known = arena_new_array(entry->reading->arena, const char *, spec->axis_count + 1);
    for (size_t i = 0; i < spec->axis_count; i++)
        known[i] = spec->axes[i].name;
    for (size_t i = 0; i < entry->claim.point_count; i++) {
        const struct claim_coordinate *coordinate = &entry->claim.point[i];
        const struct axis *axis = find_axis(spec, coordinate->axis.text);
        check_name(entry, &coordinate->axis, "axis", known);
        size_t v = 0;
        while (axis && v < axis->values.count &&
               !claim_means(coordinate->value.text, axis->values.items[v]))
            v++;
        if (axis && axis->values.count && v == axis->values.count)
            mistake(&entry->reading->mistakes, place_in(entry, &coordinate->value),
                    "the axis '%s' has no value '%s'", axis->name, coordinate->value.text);
    }
}

static void check_variants(const struct entry_of_claims *entry)
{
    const struct spec *spec = entry->reading->spec;
    const struct claim *claim = &entry->claim;
    const char **known =
        arena_new_array(entry->reading->arena, const char *, spec->variant_count + 1);
    for (size_t i = 0; i < spec->variant_count; i++)
        known[i] = spec->variants[i];
    check_name(entry, &claim->new, "variant", known);
    check_name(entry, &claim->old, "variant", known);
    if (claim->old.text && text_equal(claim->old.text, claim->new.text))
        mistake(&entry->reading->mistakes, place_in(entry, &claim->old),
                "'%s' is compared with itself", claim->old.text);
}

static void check_metric(const struct entry_of_claims *entry)
{
    const struct spec *spec = entry->reading->spec;
    const char **known =
        arena_new_array(entry->reading->arena, const char *, spec->meter_count + 1);
    for (size_t i = 0; i < spec->meter_count; i++)
        known[i] = spec->meters[i]->name;
    check_name(entry, &entry->claim.metric, "measured metric", known);
}

static void check_names(const struct entry_of_claims *entry, const struct node *benchmarks)
{
    static const char *const levels[] = {"iteration", "execution", "build", "machine", NULL};
    size_t count = node_count(benchmarks);
    const char **known = arena_new_array(entry->reading->arena, const char *, count + 1);
    for (const struct node *child = benchmarks->first; child; child = child->next)
        known[--count] = child->key;
    check_name(entry, &entry->claim.benchmark, "benchmark", known);
    check_point(entry);
    check_variants(entry);
    check_name(entry, &entry->claim.level, "level", levels);
    check_metric(entry);
}

// ---- What the cells have

// The meter that the claim is about; check_metric() has found it.
static const struct meter *meter_of(const struct spec *spec, const struct claim *claim)
{
    size_t i = 0;
    while (claim->metric.text && !text_equal(spec->meters[i]->name, claim->metric.text))
        i++;
    return spec->meters[i];
}

// Is it known which direction of the unit is better? Any benchmark with a pattern may say it.
static bool is_better_known(const struct spec *spec, const struct meter *meter, const char *unit)
{
    double seconds;
    bool known =
        value_time_unit(unit, &seconds) || (meter->better && text_equal(meter->unit, unit));
    for (size_t i = 0; !known && !meter->custom && i < spec->cell_count; i++) {
        const struct sampling *sampling = &spec->cells[i].targets[0].sampling;
        known = sampling->better && text_equal(sampling->unit, unit);
    }
    return known;
}

static void check_unit(const struct entry_of_claims *entry, const struct target *target)
{
    const struct claim *claim = &entry->claim;
    const struct meter *meter = meter_of(entry->reading->spec, claim);
    const char *unit = meter_unit(meter, &target->sampling);
    struct mistakes *mistakes = &entry->reading->mistakes;
    double number;
    if (claim->function == CLAIM_SPEEDUP && !is_better_known(entry->reading->spec, meter, unit))
        mistake(mistakes, place_of(entry->node, claim->new.at),
                "%s of '%s' is no time, but a number in '%s': use ratio(NEW, OLD), or set 'better' "
                "in '%s'",
                meter->name, target->benchmark, unit, meter->custom ? "measure" : "samples");
    if (claim->function == CLAIM_MEAN && !claim_scale(claim, unit, &number))
        mistake(mistakes, place_in(entry, &claim->bound_at),
                *claim->unit ? "%s of '%s' is in '%s', not in '%s'"
                             : "%s of '%s' is in '%s': give the number a unit%s",
                meter->name, target->benchmark, unit, claim->unit);
}

static void check_level(const struct entry_of_claims *entry, const struct target *target)
{
    const struct word *level = &entry->claim.level;
    bool builds = level->text && text_equal(level->text, "build");
    bool iterations = level->text && text_equal(level->text, "iteration");
    if ((builds && !target_has_builds(target)) || (iterations && !target_has_iterations(target)))
        mistake(&entry->reading->mistakes, place_in(entry, level),
                "benchmark '%s' has no level '%s': name a benchmark that has it, as in "
                "'BENCHMARK: share(%s) < 50%%'",
                target->benchmark, level->text, level->text);
}

static void check_cells(const struct entry_of_claims *entry)
{
    const struct spec *spec = entry->reading->spec;
    const char **axes = arena_new_array(entry->reading->arena, const char *, spec->axis_count + 1);
    size_t covered = 0;
    for (size_t i = 0; i < spec->axis_count; i++)
        axes[i] = spec->axes[i].name;
    for (size_t i = 0; i < spec->cell_count && !mistakes_full(&entry->reading->mistakes); i++) {
        const struct cell *cell = &spec->cells[i];
        if (!claim_covers(&entry->claim, cell->benchmark, axes, (const char *const *)cell->point,
                          spec->axis_count))
            continue;
        covered++;
        check_unit(entry, &cell->targets[0]);
        check_level(entry, &cell->targets[0]);
    }
    if (!covered && !entry->reading->one_point)
        mistake(&entry->reading->mistakes, place_of(entry->node, 0),
                "this claim covers no cell: 'exclude' excludes all of its points");
}

// ---- The list

// The whole text; a scope that YAML took for a key stands in front again.
static const char *text_of(struct reading *reading, const struct node *item,
                           const struct node **node)
{
    *node = item->kind == NODE_MAP ? item->first : item;
    if (*node && (*node)->kind == NODE_SCALAR && !(item->kind == NODE_MAP && (*node)->next) &&
        *(*node)->text)
        return item->kind == NODE_MAP
                   ? arena_printf(reading->arena, "%s: %s", (*node)->key, (*node)->text)
                   : item->text;
    mistake(&reading->mistakes, item->place,
            "a claim is a text such as 'speedup(NEW, OLD) > 1.05', or a scope and a text such as "
            "'all: mean(NEW) < 3 ms'");
    return NULL;
}

static void read_claim(struct reading *reading, const struct node *item,
                       const struct node *benchmarks, bool whole)
{
    struct entry_of_claims entry = {reading, NULL, {0}};
    struct word_mistake wrong;
    const char *text = text_of(reading, item, &entry.node);
    if (!text)
        return;
    struct node alone = *entry.node;
    alone.key = item->kind == NODE_MAP ? alone.key : NULL;
    entry.node = &alone;
    if (!claim_parse(reading->arena, text, &entry.claim, &wrong)) {
        mistake(&reading->mistakes, place_of(entry.node, wrong.at), "%s", wrong.words);
        return;
    }
    size_t before = reading->mistakes.count;
    check_names(&entry, benchmarks);
    if (whole && reading->mistakes.count == before)
        check_cells(&entry);
    text_list_add(&reading->spec->claims, reading->arena, text);
}

void claims_read(struct reading *reading, const struct node *list, const struct node *benchmarks)
{
    bool whole = !reading->mistakes.count;
    struct node alone;
    size_t count = 0;
    for (const struct node *item = list ? node_items(list, &alone) : NULL;
         item && !mistakes_full(&reading->mistakes); item = item->next)
        if (++count <= CLAIMS_MOST)
            read_claim(reading, item, benchmarks, whole);
    if (count > CLAIMS_MOST)
        mistake(&reading->mistakes, list->key_place, "'claims' has more than %d entries",
                CLAIMS_MOST);
}
