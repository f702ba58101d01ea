// `randomize`: which randomizers a target uses, checked by the registry's own tables.
#include "spec/parts.h"
#include "spec/values.h"
#include "model/toolchain_facts.h"
#include "randomizers/options.h"

#include <string.h>

enum { RANDOMIZERS_MAX = 16 };

// Of a program that is built and about which the file says nothing; where they cannot be they are
// left out.
static const char *const defaults[] = {"link_order", "function_alignment", "environment_size"};

static const char *const own_keys[] = {"seed", "allow_missing"};

static bool is_own_key(const char *key)
{
    return text_equal(key, own_keys[0]) || text_equal(key, own_keys[1]);
}

// The names of all randomizers, then `more`, NULL-terminated.
static const char *const *known_names(struct arena *arena, const char *const *more, size_t count)
{
    const char **names = arena_new_array(arena, const char *, RANDOMIZERS_MAX + count + 1);
    size_t known = 0;
    for (; randomizers[known] && known < RANDOMIZERS_MAX; known++)
        names[known] = randomizers[known]->name;
    for (size_t i = 0; i < count; i++)
        names[known + i] = more[i];
    return names;
}

// Can it do anything for a program that is not built here? Its probe knows.
static bool fits_command(const struct randomizer_use *use, struct error *error)
{
    const struct toolchain_facts facts = {.linker = LINKER_BFD, .personality = true};
    return use->kind->probe(use, &facts, error);
}

static void check_seed(struct reading *reading, const struct node *node)
{
    uint64_t seed = 0;
    if (node->kind != NODE_SCALAR || !value_seed(node->text, &seed))
        mistake(&reading->mistakes, node->place,
                "'seed' must be a number of 64 bits, decimal or 0x…, not '%s'", node->text);
    else if (!reading->spec->seed_given)
        reading->spec->seed = seed;
    reading->spec->seed_given = true;
}

static void check_allowed(struct reading *reading, const struct node *node)
{
    struct node alone;
    for (const struct node *item = node_items(node, &alone); item; item = item->next)
        if (!randomizer_find(item->text))
            mistake(
                &reading->mistakes, item->place, "unknown randomizer '%s'%s", item->text,
                did_you_mean(&reading->mistakes, item->text, known_names(reading->arena, NULL, 0)));
}

void randomizers_check(struct reading *reading, const struct node *map, bool builds)
{
    for (const struct node *child = map ? map->first : NULL; child; child = child->next) {
        const struct randomizer *kind = randomizer_find(child->key);
        struct error error;
        if (is_own_key(child->key))
            continue;
        if (!kind) {
            unknown_key(reading, child, known_names(reading->arena, own_keys, 2));
        } else if (!builds) {
            struct randomizer_use use = randomizer_use_default(kind);
            if (!fits_command(&use, &error))
                mistake(&reading->mistakes, child->key_place, "%s", error.text);
        }
    }
}

void randomize_check(struct reading *reading, const struct node *map, bool builds)
{
    const struct node *seed = node_child(map, "seed");
    const struct node *allowed = node_child(map, "allow_missing");
    if (seed)
        check_seed(reading, seed);
    if (allowed)
        check_allowed(reading, allowed);
    randomizers_check(reading, map, builds);
}

// The words of an option: one value or a list; false if one is not known or not one value.
static bool option_wording(struct reading *reading, const struct node *node,
                           struct text_list *words)
{
    const struct keyword keyword = {.name = node->key};
    if (node->kind == NODE_LIST) {
        read_words(reading, &keyword, node, words);
        return words->items != NULL;
    }
    const char *word = node->kind == NODE_SCALAR ? resolve(reading, node, false) : NULL;
    if (word)
        text_list_add(words, reading->arena, word);
    if (node->kind == NODE_MAP)
        mistake(&reading->mistakes, node->place, "'%s' must be a value or a list", node->key);
    return word != NULL;
}

static void set_option(struct reading *reading, struct randomizer_use *use, size_t index,
                       const struct node *node)
{
    struct text_list words = {0};
    struct error error;
    if (option_wording(reading, node, &words) &&
        !randomizer_set(use, index, (const char *const *)words.items, words.count, &error))
        mistake(&reading->mistakes, node->place, "%s", error.text);
}

static void set_named_option(struct reading *reading, struct randomizer_use *use,
                             const struct node *child)
{
    const char *known[OPTIONS_MAX + 1] = {0};
    for (size_t i = 0; i < use->kind->option_count; i++) {
        known[i] = use->kind->options[i].name;
        if (text_equal(known[i], child->key)) {
            set_option(reading, use, i, child);
            return;
        }
    }
    unknown_key(reading, child, known);
}

// Reads `name: word`, `name: [list]` or `name: {option: value}`; returns whether it is on.
static bool read_use(struct reading *reading, const struct node *node, struct randomizer_use *use)
{
    bool off = false;
    struct error error;
    size_t before = reading->mistakes.count;
    if (node->kind == NODE_MAP) {
        for (const struct node *child = node->first; child; child = child->next)
            set_named_option(reading, use, child);
    } else if (node->kind == NODE_LIST) {
        set_option(reading, use, use->kind->shorthand, node);
    } else {
        const char *word = resolve(reading, node, false);
        if (word && !node_is_empty(node) && !randomizer_set_short(use, word, &off, &error))
            mistake(&reading->mistakes, node->place, "%s", error.text);
    }
    if (reading->mistakes.count == before && !randomizer_check(use, &error))
        mistake(&reading->mistakes, node->place, "%s", error.text);
    return !off;
}

static bool allows_missing(const struct node *map, const char *name)
{
    const struct node *list = node_child(map, "allow_missing");
    struct node alone;
    bool allowed = false;
    for (const struct node *item = list ? node_items(list, &alone) : NULL; item; item = item->next)
        allowed |= text_equal(item->text, name);
    return allowed;
}

static void add_use(struct target *target, struct randomizer_use use)
{
    struct error error;
    if (target->kind == TARGET_COMMAND && !fits_command(&use, &error))
        return;
    target->uses[target->use_count++] = use;
}

static bool is_default(const struct target *target, const struct randomizer *kind)
{
    bool is = false;
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        is |= text_equal(defaults[i], kind->name);
    return is && target->kind != TARGET_COMMAND;
}

bool randomizers_are_defaults(const struct node *map)
{
    bool named = false;
    for (const struct node *child = map ? map->first : NULL; child; child = child->next)
        named |= !is_own_key(child->key);
    return !named;
}

void randomize_read(struct reading *reading, const struct definition *definition,
                    struct target *target)
{
    struct randomizer_use uses[RANDOMIZERS_MAX];
    target->uses = uses;
    target->use_count = 0;
    for (size_t i = 0; randomizers[i] && i < RANDOMIZERS_MAX; i++) {
        const struct randomizer *kind = randomizers[i];
        const struct node *node = node_child(definition->randomize, kind->name);
        struct randomizer_use use = randomizer_use_default(kind);
        use.allow_missing = !node || allows_missing(definition->randomize, kind->name);
        if (node ? read_use(reading, node, &use) : definition->defaults && is_default(target, kind))
            add_use(target, use);
    }
    target->uses = arena_new_array(reading->arena, struct randomizer_use, target->use_count);
    memcpy(target->uses, uses, target->use_count * sizeof *uses);
}
