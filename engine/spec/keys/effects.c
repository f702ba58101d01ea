// What a file declares without effect: axes that nothing uses, values that others replace
// everywhere, and variants that are the same.
#include "spec/keys/internal.h"

#include "spec/keys/benchmark/target.h"
#include "spec/target.h"

#include <string.h>

// Variants beyond these are not compared with each other: all pairs would take long.
enum { COMPARED_MOST = 1000, NAMES_SHOWN = 3 };

// A value as written, by its path: "args", "machine.env.N". A later layer replaces that of an
// earlier one.
struct declared {
    const char *path;
    const struct node *node;
    struct declared *next;
};

// What the experiment, a benchmark or a variant declares.
struct layer {
    const char *owner; // "benchmark 's'"
    const struct node *map;
    struct declared *first;
};

struct effects {
    struct reading *reading;
    struct layer experiment, *benchmarks, *variants;
    size_t benchmark_count, variant_count; // 0 variants: the file names none
    bool replaced;                         // its variants: by those of a command
    const uint32_t *axes_used;
};

// ---- The layers

static bool is_merged(const char *path)
{
    return text_equal(path, "machine") || text_equal(path, "machine.env") ||
           text_equal(path, "randomize");
}

static void collect(struct arena *arena, struct layer *layer, const char *before,
                    const struct node *map)
{
    for (const struct node *child = map ? map->first : NULL; child; child = child->next) {
        const char *path = arena_printf(arena, "%s%s", before, child->key);
        if (child->kind == NODE_MAP && is_merged(path)) {
            collect(arena, layer, arena_printf(arena, "%s.", path), child);
            continue;
        }
        struct declared *declared = arena_new(arena, struct declared);
        *declared = (struct declared){path, child, layer->first};
        layer->first = declared;
    }
}

static struct layer *layers_of(struct arena *arena, const char *kind, const struct node *map)
{
    struct layer *layers = arena_new_array(arena, struct layer, node_count(map)), *layer = layers;
    for (const struct node *child = map ? map->first : NULL; child; child = child->next, layer++) {
        layer->owner = arena_printf(arena, "%s '%s'", kind, child->key);
        layer->map = child;
        collect(arena, layer, "", child);
    }
    return layers;
}

static const struct node *find(const struct layer *layer, const char *path)
{
    const struct declared *declared = layer->first;
    while (declared && !text_equal(declared->path, path))
        declared = declared->next;
    return declared ? declared->node : NULL;
}

// ---- Axes

// A value that names an axis, and the one that replaces it.
struct replacement {
    const struct declared *declared;
    const struct layer *of, *by;
    const struct node *node;
};

static bool names(const struct node *node, const char *reference)
{
    bool named = strstr(node->text, reference) != NULL;
    for (const struct node *child = node->first; child && !named; child = child->next)
        named = names(child, reference);
    return named;
}

// Finds a value of `lower` that names the axis and that one of the other layers replaces.
static bool find_replaced(const struct layer *lower, const struct layer *const *upper,
                          const char *reference, struct replacement *found)
{
    for (const struct declared *item = lower->first; item; item = item->next)
        for (size_t i = 0; upper[i] && names(item->node, reference); i++) {
            *found = (struct replacement){item, lower, upper[i], find(upper[i], item->path)};
            if (found->node)
                return true;
        }
    return false;
}

// Why a variant of a benchmark does not use the axis. False: neither names it.
static bool find_reason(const struct effects *effects, size_t benchmark, size_t variant,
                        const char *axis, struct replacement *found)
{
    const struct layer *own = &effects->benchmarks[benchmark],
                       *over = effects->variant_count ? &effects->variants[variant] : NULL;
    const char *reference = arena_printf(effects->reading->arena, "${%s}", axis);
    return find_replaced(own, (const struct layer *[]){over, NULL}, reference, found) ||
           find_replaced(&effects->experiment, (const struct layer *[]){own, over, NULL}, reference,
                         found);
}

static const char *reason_wording(struct arena *arena, const struct replacement *found)
{
    return arena_printf(arena, "'%s' of %s replaces '%s' of %s", found->declared->path,
                        found->by->owner, found->declared->path, found->of->owner);
}

// A command line is replaced as a whole, so it may lose the axis unseen. A single value is replaced
// on purpose, and another program has arguments of its own.
static bool is_lost_unseen(const struct replacement *found)
{
    const char *path = found->declared->path;
    const struct keyword *keyword = keyword_find(benchmark_keys, path);
    bool another =
        find(found->by, "sources") || (find(found->by, "command") && !text_equal(path, "command"));
    return keyword && !another &&
           (keyword->type == TYPE_WORDS || text_equal(path, "setup") || text_equal(path, "build"));
}

static bool uses(const struct effects *effects, size_t benchmark, size_t variant, size_t axis)
{
    size_t variants = effects->reading->spec->variant_count;
    return effects->axes_used[benchmark * variants + variant] >> axis & 1;
}

static size_t count_users(const struct effects *effects, size_t benchmark, size_t axis)
{
    size_t count = 0;
    for (size_t v = 0; v < effects->reading->spec->variant_count; v++)
        count += uses(effects, benchmark, v, axis);
    return count;
}

static void note_unused(const struct effects *effects, const struct node *axis)
{
    struct reading *reading = effects->reading;
    struct replacement found;
    for (size_t b = 0; b < effects->benchmark_count; b++)
        for (size_t v = 0; v < reading->spec->variant_count; v++)
            if (find_reason(effects, b, v, axis->key, &found)) {
                mistake(&reading->mistakes, axis->key_place,
                        "no variant uses the axis '%s', because %s: repeat '${%s}' there",
                        axis->key, reason_wording(reading->arena, &found), axis->key);
                return;
            }
    mistake(&reading->mistakes, axis->key_place,
            "no benchmark uses the axis '%s'%s, so all its points are the same: write '${%s}' "
            "where its value belongs, such as in 'args', or leave the axis out",
            axis->key, effects->replaced ? ", and the file's variants are replaced here" : "",
            axis->key);
}

// Notes variants whose command line lost the axis; collects the names of the others.
static size_t note_lost(const struct effects *effects, size_t benchmark, size_t index,
                        struct text *others)
{
    struct reading *reading = effects->reading;
    const struct spec *spec = reading->spec;
    const char *axis = spec->axes[index].name;
    size_t count = 0;
    for (size_t v = 0; v < spec->variant_count && !mistakes_full(&reading->mistakes); v++) {
        struct replacement found;
        if (uses(effects, benchmark, v, index))
            continue;
        if (find_reason(effects, benchmark, v, axis, &found) && is_lost_unseen(&found))
            mistake(&reading->mistakes, found.node->key_place,
                    "%s does not use the axis '%s', because %s: repeat '${%s}' here, or move it "
                    "from there into the variants that use it",
                    found.by->owner, axis, reason_wording(reading->arena, &found), axis);
        else if (count++ < NAMES_SHOWN)
            text_printf(others, "%s'%s'", count > 1 ? ", " : "", spec->variants[v]);
    }
    return count;
}

static void check_axis_of(const struct effects *effects, size_t benchmark, size_t index)
{
    struct reading *reading = effects->reading;
    const struct layer *layer = &effects->benchmarks[benchmark];
    const char *axis = reading->spec->axes[index].name;
    TEXT_CLEANUP struct text others = {0};
    size_t count = note_lost(effects, benchmark, index, &others);
    if (count == reading->spec->variant_count)
        mistake(&reading->cautions, layer->map->key_place,
                "%s does not use the axis '%s': it is measured again, unchanged, at every value",
                layer->owner, axis);
    else if (count)
        mistake(&reading->cautions, layer->map->key_place,
                "%s%s of %s %s not use the axis '%s': the same is measured again at every value",
                others.bytes, count > NAMES_SHOWN ? " and others" : "", layer->owner,
                count > 1 ? "do" : "does", axis);
}

static void check_axes(const struct effects *effects, const struct node *sweep)
{
    size_t index = 0;
    const struct node *axis = sweep ? sweep->first : NULL;
    for (; axis && index < effects->reading->spec->axis_count; axis = axis->next, index++) {
        size_t users = 0;
        if (!effects->reading->spec->axes[index].values.count)
            continue; // a mistake of its own
        for (size_t b = 0; b < effects->benchmark_count; b++)
            users += count_users(effects, b, index);
        if (!users)
            note_unused(effects, axis);
        for (size_t b = 0; users && b < effects->benchmark_count; b++)
            if (count_users(effects, b, index) < effects->reading->spec->variant_count)
                check_axis_of(effects, b, index);
    }
}

// ---- Values that are replaced everywhere

static bool all_have(const struct layer *layers, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++)
        if (!find(&layers[i], path))
            return false;
    return count > 0;
}

// `eswexp compare` puts the sides in the place of the variants, so what these replace has an effect
// there; what benchmarks replace has none anywhere.
static void check_replaced(const struct effects *effects)
{
    struct reading *reading = effects->reading;
    for (const struct declared *item = effects->experiment.first; item; item = item->next)
        if (all_have(effects->benchmarks, effects->benchmark_count, item->path))
            mistake(&reading->mistakes, item->node->key_place,
                    "'%s' has no effect: every benchmark replaces it", item->path);
        else if (all_have(effects->variants, effects->variant_count, item->path))
            mistake(&reading->cautions, item->node->key_place,
                    "'%s' has no effect: every variant replaces it", item->path);
    for (size_t b = 0; b < effects->benchmark_count; b++)
        for (const struct declared *item = effects->benchmarks[b].first; item; item = item->next)
            if (all_have(effects->variants, effects->variant_count, item->path))
                mistake(&reading->cautions, item->node->key_place,
                        "'%s' of %s has no effect: every variant replaces it", item->path,
                        effects->benchmarks[b].owner);
}

// ---- Variants that are the same

// In how many cells of a benchmark (NULL: of all) two variants are the same, of how many.
static size_t count_alike(const struct spec *spec, const char *benchmark, size_t a, size_t b,
                          size_t *cells)
{
    size_t alike = 0;
    *cells = 0;
    for (size_t i = 0; i < spec->cell_count; i++) {
        const struct cell *cell = &spec->cells[i];
        if (benchmark && !text_equal(benchmark, cell->benchmark))
            continue;
        alike += targets_measure_alike(&cell->targets[a], &cell->targets[b]);
        ++*cells;
    }
    return alike;
}

static bool name_other_revisions(const struct spec *spec, size_t a, size_t b)
{
    const struct target *targets = spec->cells[0].targets;
    return !text_equal(targets[a].revision, targets[b].revision);
}

// Two empty maps are an A/A comparison, which shows what the method makes of no difference. Names
// of revisions mean the same commit only for now.
static void note_same(const struct effects *effects, size_t a, size_t b)
{
    struct reading *reading = effects->reading;
    const struct layer *one = &effects->variants[a], *other = &effects->variants[b];
    if (name_other_revisions(reading->spec, a, b))
        mistake(&reading->cautions, other->map->key_place,
                "'%s' is the same as '%s': both revisions are one commit", other->map->key,
                one->map->key);
    else if (one->first || other->first)
        mistake(&reading->mistakes, other->map->key_place,
                "'%s' is the same as '%s': what they declare makes no difference; to compare "
                "equals on purpose, move it to the benchmarks and write '%s: {}, %s: {}'",
                other->map->key, one->map->key, one->map->key, other->map->key);
}

static void note_same_in_part(const struct effects *effects, size_t a, size_t b)
{
    struct reading *reading = effects->reading;
    for (size_t i = 0; i < effects->benchmark_count; i++) {
        size_t cells = 0;
        const struct layer *benchmark = &effects->benchmarks[i];
        size_t alike = count_alike(reading->spec, benchmark->map->key, a, b, &cells);
        if (cells && alike == cells)
            mistake(&reading->cautions, effects->variants[b].map->key_place,
                    "'%s' is the same as '%s' for %s", effects->variants[b].map->key,
                    effects->variants[a].map->key, benchmark->owner);
    }
}

static void check_same(const struct effects *effects)
{
    const struct spec *spec = effects->reading->spec;
    for (size_t b = 1; b < effects->variant_count && b < COMPARED_MOST; b++)
        for (size_t a = 0; a < b && !mistakes_full(&effects->reading->mistakes); a++) {
            size_t cells = 0, alike = count_alike(spec, NULL, a, b, &cells);
            if (alike == cells)
                note_same(effects, a, b);
            else if (alike)
                note_same_in_part(effects, a, b);
            if (alike == cells)
                break;
        }
}

static struct effects effects_of(struct reading *reading, const struct experiment_file *file)
{
    struct arena *arena = reading->arena;
    struct effects effects = {.reading = reading,
                              .experiment.owner = "the experiment",
                              .benchmarks = layers_of(arena, "benchmark", file->benchmarks),
                              .variants = layers_of(arena, "variant", file->variants),
                              .benchmark_count = node_count(file->benchmarks),
                              .variant_count = node_count(file->variants),
                              .replaced = file->variants && file->variants->place.setting};
    collect(arena, &effects.experiment, "machine.", file->machine);
    collect(arena, &effects.experiment, "randomize.", file->randomize);
    return effects;
}

// `compare` and `attribute` make variants of their own.
static bool has_own_variants(const struct reading *reading, const struct experiment_file *file)
{
    return !reading->spec->attribution.variant && file->variants && !file->variants->place.setting;
}

void effects_check(struct reading *reading, const struct experiment_file *file,
                   const uint32_t *axes_used)
{
    struct effects effects = effects_of(reading, file);
    effects.axes_used = axes_used;
    check_axes(&effects, file->sweep);
    if (!has_own_variants(reading, file))
        effects.variant_count = 0;
    check_replaced(&effects);
}

void variants_check(struct reading *reading, const struct experiment_file *file)
{
    struct effects effects = effects_of(reading, file);
    if (has_own_variants(reading, file))
        check_same(&effects);
}
