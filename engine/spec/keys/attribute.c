// `attribute`: variants that redraw one factor each, made from one variant of the file.
#include "spec/keys/internal.h"

#include "model/attribution.h"
#include "randomizers/cpu.h"
#include "spec/target.h"
#include "spec/yaml/readers.h"

#include <string.h>

enum { BLOCKS = 50, EXECUTIONS = 2, BLOCKS_LEAST = 5 };

static const struct keyword factor_entry = {
    "FACTOR", SCALAR, TYPE_TEXT, .example = "aslr.stack",
    .help = "A randomizer, or a part of it that is drawn on its own: 'aslr.stack'."};

struct attribute_keys {
    const char *variant;
    const struct node *factors;
    size_t blocks;
};

#define AT(member) .offset = offsetof(struct attribute_keys, member)

const struct keyword attribute_keys[] = {
    {"variant", SCALAR, TYPE_TEXT, AT(variant), read_plain, .fallback = "the first",
     .example = "O3", .help = "The variant whose builds are studied."},
    {"factors", SCALAR | LIST | NONEMPTY, TYPE_TEXT, AT(factors), read_node, .entry = &factor_entry,
     .fallback = "all that can be drawn", .example = "[link_order, aslr.stack]",
     .help = "What is redrawn on its own: randomizers, or parts of them. What else 'randomize' "
             "names has one draw in a block."},
    {"blocks", SCALAR, TYPE_COUNT, AT(blocks), .low = BLOCKS_LEAST, .high = 1e6, .fallback = "50",
     .example = "100",
     .help = "Blocks of the real experiment, unless 'repeat.real' fixes them. Each has a build "
             "for every factor and three more."},
    {0},
};

static void read_factor(struct reading *reading, const struct node *node,
                        struct attribution_design *design)
{
    const char *const *names = factor_names(reading->arena);
    struct factor *factor = &design->factors[design->factor_count];
    if (!factor_find(node->text, factor)) {
        mistake(&reading->mistakes, node->place, "unknown factor '%s'%s", node->text,
                did_you_mean(&reading->mistakes, node->text, names));
        return;
    }
    for (size_t i = 0; i < design->factor_count; i++)
        if (factors_overlap(&design->factors[i], factor)) {
            mistake(&reading->mistakes, node->place, "'%s' overlaps with '%s'", node->text,
                    factor_name(reading->arena, &design->factors[i]));
            return;
        }
    design->factor_count++;
}

static void read_factors(struct reading *reading, const struct node *list,
                         struct attribution_design *design)
{
    struct node alone;
    for (const struct node *item = list ? node_items(list, &alone) : NULL; item;
         item = item->next) {
        if (design->factor_count < FACTORS_MAX)
            read_factor(reading, item, design);
        else
            mistake(&reading->mistakes, item->place, "more than %d factors", FACTORS_MAX);
    }
}

static struct node *map_with_alone(struct arena *arena, const struct node *map,
                                   const struct node *child)
{
    struct node *alone = arena_new(arena, struct node);
    *alone = *map;
    alone->first = arena_new(arena, struct node);
    *alone->first = *child;
    alone->first->next = NULL;
    return alone;
}

static const char *const *keys_of(struct arena *arena, const struct node *map)
{
    const char **keys = arena_new_array(arena, const char *, node_count(map) + 1);
    size_t count = 0;
    for (const struct node *child = map->first; child; child = child->next)
        keys[count++] = child->key;
    return keys;
}

const struct node *attribute_read(struct reading *reading, const struct node *map,
                                  const struct node *variants)
{
    struct attribution_design *design = &reading->spec->attribution;
    struct attribute_keys keys = {.blocks = BLOCKS};
    if (!map || map->kind != NODE_MAP)
        return variants;
    grammar_apply(reading, map, attribute_keys, &keys);
    design->factors = arena_new_array(reading->arena, struct factor, FACTORS_MAX);
    design->blocks = keys.blocks;
    read_factors(reading, keys.factors, design);
    if (!variants || !variants->first) {
        design->variant = "default";
        if (keys.variant)
            mistake(&reading->mistakes, node_child(map, "variant")->place,
                    "the experiment has no variants");
        return variants;
    }
    const struct node *variant =
        keys.variant ? node_child(variants, keys.variant) : variants->first;
    if (!variant) {
        mistake(&reading->mistakes, node_child(map, "variant")->place, "unknown variant '%s'%s",
                keys.variant,
                did_you_mean(&reading->mistakes, keys.variant, keys_of(reading->arena, variants)));
        variant = variants->first;
    }
    design->variant = arena_strdup(reading->arena, variant->key);
    return map_with_alone(reading->arena, variants, variant);
}

// ---- Once the targets of the one variant are read

static bool draws(const struct spec *spec, const struct factor *wanted)
{
    for (size_t i = 0; i < spec->cell_count; i++) {
        const struct target *target = &spec->cells[i].targets[0];
        for (size_t u = 0; u < target->use_count; u++) {
            struct factor own[FACTORS_MAX];
            size_t count = use_factors(&target->uses[u], target_is_laid_out(target), own);
            for (size_t k = 0; k < count; k++)
                if (factors_overlap(&own[k], wanted))
                    return true;
        }
    }
    return false;
}

static void take_parts(struct spec *spec, const struct randomizer *kind)
{
    struct attribution_design *design = &spec->attribution;
    for (size_t part = 0; part == 0 || (kind->parts && kind->parts[part]); part++) {
        struct factor factor = {kind, kind->parts ? kind->parts[part] : NULL};
        if (design->factor_count < FACTORS_MAX && draws(spec, &factor))
            design->factors[design->factor_count++] = factor;
    }
}

// The factors that some target draws, in the order of the registry.
static void take_drawn(struct spec *spec)
{
    for (const struct randomizer *const *kind = randomizers; *kind; kind++)
        take_parts(spec, *kind);
    take_parts(spec, &cpu_randomizer);
}

// The CPU becomes a use like those of `randomize`.
static void add_cpu(struct arena *arena, struct target *target)
{
    struct randomizer_use *uses =
        arena_new_array(arena, struct randomizer_use, target->use_count + 1);
    for (size_t i = 0; i < target->use_count; i++)
        uses[i] = target->uses[i];
    uses[target->use_count] =
        (struct randomizer_use){.kind = &cpu_randomizer, .allow_missing = true, .coupled = true};
    target->use_count += target->draws_cpu;
    target->uses = uses;
}

static void check_drawn(struct reading *reading, const struct node *map)
{
    const struct spec *spec = reading->spec;
    const struct node *list = node_child(map, "factors");
    for (size_t i = 0; i < spec->attribution.factor_count; i++)
        if (!draws(spec, &spec->attribution.factors[i]))
            mistake(&reading->mistakes, list->place,
                    "'%s' is not drawn: it is switched off or fixed, or no program that eswexp "
                    "links takes it",
                    factor_name(reading->arena, &spec->attribution.factors[i]));
}

static unsigned part_bit(const struct randomizer *kind, const char *part)
{
    unsigned bit = 1;
    for (size_t i = 0; kind->parts && !text_equal(kind->parts[i], part); i++)
        bit <<= 1;
    return bit;
}

// The target's own uses, of which those of the factors first to end take the second draw.
static struct target redrawn(struct arena *arena, const struct target *target, const char *name,
                             const struct factor *first, const struct factor *end)
{
    struct target variant = *target;
    variant.variant = name;
    variant.uses = arena_new_array(arena, struct randomizer_use, target->use_count);
    for (size_t i = 0; i < target->use_count; i++) {
        struct randomizer_use *use = &variant.uses[i];
        *use = target->uses[i];
        use->coupled = true;
        for (const struct factor *factor = first; factor < end; factor++)
            if (factor->kind == use->kind)
                use->redrawn |=
                    factor->part || !use->kind->parts ? part_bit(use->kind, factor->part) : ~0U;
    }
    return variant;
}

static void name_variants(struct arena *arena, struct spec *spec)
{
    const struct attribution_design *design = &spec->attribution;
    spec->variant_count = ATTRIBUTED_FACTORS + design->factor_count;
    spec->variants = arena_new_array(arena, char *, spec->variant_count);
    static const char *const whole[] = {
        [ATTRIBUTED_ALL] = "all", [ATTRIBUTED_AGAIN] = "again", [ATTRIBUTED_OTHER] = "other"};
    for (size_t i = 0; i < ATTRIBUTED_FACTORS; i++)
        spec->variants[i] = arena_strdup(arena, whole[i]);
    for (size_t i = 0; i < design->factor_count; i++)
        spec->variants[ATTRIBUTED_FACTORS + i] =
            arena_strdup(arena, factor_name(arena, &design->factors[i]));
}

static void expand(struct arena *arena, const struct spec *spec, struct cell *cell)
{
    const struct factor *first = spec->attribution.factors;
    const struct factor *end = first + spec->attribution.factor_count;
    const struct target *target = &cell->targets[0];
    struct target *targets = arena_new_array(arena, struct target, spec->variant_count);
    for (size_t v = 0; v < spec->variant_count; v++) {
        const struct factor *own = first + v - ATTRIBUTED_FACTORS;
        targets[v] = v < ATTRIBUTED_OTHER ? redrawn(arena, target, spec->variants[v], first, first)
                     : v == ATTRIBUTED_OTHER
                         ? redrawn(arena, target, spec->variants[v], first, end)
                         : redrawn(arena, target, spec->variants[v], own, own + 1);
    }
    cell->targets = targets;
}

// What the file fixes stays. The blocks are its top level.
static void fix_counts(struct spec *spec)
{
    size_t *real = spec->repeat.real, builds = 0;
    for (size_t i = 0; i < spec->cell_count; i++)
        builds += target_has_builds(&spec->cells[i].targets[0]);
    size_t *top = builds ? &real[2] : &real[1];
    *top = *top ? *top : spec->attribution.blocks;
    real[1] = real[1] ? real[1] : EXECUTIONS;
}

void attribute_expand(struct reading *reading, const struct node *map)
{
    struct spec *spec = reading->spec;
    if (!spec->attribution.variant || reading->mistakes.count)
        return;
    for (size_t i = 0; i < spec->cell_count; i++)
        add_cpu(reading->arena, &spec->cells[i].targets[0]);
    if (spec->attribution.factor_count)
        check_drawn(reading, map);
    else
        take_drawn(spec);
    if (!spec->attribution.factor_count)
        mistake(&reading->mistakes, map->key_place,
                "nothing is randomized: there is no factor to attribute variance to");
    name_variants(reading->arena, spec);
    for (size_t i = 0; i < spec->cell_count; i++)
        expand(reading->arena, spec, &spec->cells[i]);
    fix_counts(spec);
}
