// `randomize`: which randomizers a target uses, checked by the registry's own tables.
#include "spec/keys/benchmark/randomize.h"

#include "base/text.h"
#include "randomizers/options.h"
#include "spec/keys/benchmark/internal.h"
#include "spec/keys/benchmark/target.h"
#include "spec/spec.h"
#include "spec/target.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"
#include "spec/yaml/resolve.h"

#include <ctype.h>
#include <string.h>

// ---- `randomize.place`: functions whose address modulo a power of two is set, or avoided

enum {
    MODULUS_MOST = 4096,
    AVOIDED_LEAST = 32, // below it every address that is drawn is the same
};

// An entry of the map, for the table of `randomize`.
static const struct keyword place_entry = {
    "FUNCTION",
    SCALAR,
    TYPE_TEXT,
    .pattern = "(not )?[0-9]+ modulo [0-9]+",
    .example = "48 modulo 64",
    .help = "Where the function must begin, or must not ('not 48 modulo 64'), whatever is drawn: "
            "bytes beyond a multiple of a power of two up to 4096."};

static bool read_number(const char *word, uint64_t most, uint32_t *number)
{
    size_t count = 0;
    bool good = value_count(word, &count) && count <= most;
    *number = (uint32_t)count;
    return good;
}

// "48 modulo 64" or "not 48 modulo 64".
static bool read_address(struct arena *arena, const char *text, struct function_address *address)
{
    char *words = arena_strdup(arena, text), *modulo = strstr(words, " modulo ");
    address->avoided = text_starts(words, "not ");
    if (!modulo)
        return false;
    *modulo = '\0';
    return read_number(modulo + strlen(" modulo "), MODULUS_MOST, &address->modulus) &&
           address->modulus >= (address->avoided ? AVOIDED_LEAST : 2) &&
           !(address->modulus & (address->modulus - 1)) &&
           read_number(words + (address->avoided ? strlen("not ") : 0), address->modulus - 1,
                       &address->offset);
}

// Fills target->function_addresses; `map`: of `place`, or NULL.
static void function_addresses_read(struct reading *reading, const struct node *map,
                                    struct target *target)
{
    size_t room = 0;
    for (const struct node *child = map ? map->first : NULL; child; child = child->next)
        room++;
    target->function_addresses = arena_new_array(reading->arena, struct function_address, room);
    target->function_address_count = 0;
    for (const struct node *child = map ? map->first : NULL; child; child = child->next) {
        struct function_address *address =
            &target->function_addresses[target->function_address_count++];
        const char *text = child->kind == NODE_SCALAR ? resolve(reading, child, false) : NULL;
        address->function = child->key;
        if (text && !read_address(reading->arena, text, address))
            mistake(&reading->mistakes, child->place,
                    "'%s' must be as in '48 modulo 64' or 'not 48 modulo 64', below a power of two "
                    "up to %d (with 'not' from %d), not '%s'",
                    child->key, MODULUS_MOST, AVOIDED_LEAST, text);
    }
}

// ---- The randomizers of a file that names none

// Whatever can be drawn without changing the program.
static const struct {
    const char *name;
    bool built, command;
} defaults[] = {
    {"link_order", true, false},
    {"function_alignment", true, false},
    {"environment_size", true, true},
    {"heap", false, true},
    {"aslr", false, true},
    {"hash_seed", false, true},
};

enum { COUNT = sizeof defaults / sizeof *defaults };

static size_t find(const struct randomizer *kind)
{
    size_t i = 0;
    while (i < COUNT && !text_equal(defaults[i].name, kind->name))
        i++;
    return i;
}

// "true", "true, of what is built", "true, of a ready command"; NULL: only those who name it.
static const char *default_randomizer_wording(const struct randomizer *kind)
{
    size_t i = find(kind);
    if (i == COUNT)
        return NULL;
    return !defaults[i].command ? "true, of what is built"
           : defaults[i].built  ? "true"
                                : "true, of a ready command";
}

// Then an execution is the top level, as the file has it.
static bool counts_executions_alone(const struct spec *spec)
{
    const size_t *real = spec->repeat.real, *pilot = spec->repeat.pilot;
    return (real[1] || pilot[1]) && !real[2] && !pilot[2] && !spec->attribution.variant;
}

static void set_level(struct randomizer_use *use, enum draw_level level)
{
    for (size_t i = 0; i < use->kind->option_count; i++)
        if (text_equal(use->kind->options[i].name, "level"))
            use->values[i].numbers[0] = level;
}

// Does the target use it? A ready command draws for every build; for every execution if the file
// gives a number of executions and none of builds.
static bool default_randomizer(const struct spec *spec, const struct target *target,
                               struct randomizer_use *use)
{
    size_t i = find(use->kind);
    if (i < COUNT && !target_is_built(target) && counts_executions_alone(spec))
        set_level(use, DRAW_EXECUTION);
    return i < COUNT && (target_is_built(target) ? defaults[i].built : defaults[i].command);
}

// ---- Names

enum { RANDOMIZERS_MAX = 16 };

static const char *const switches[] = {"true", "false", "yes", "no", "on", "off", NULL};

static bool is_among(const char *name, const char *const *names)
{
    while (*names && !text_equal(*names, name))
        names++;
    return *names != NULL;
}

enum { SEED, ALLOW_MISSING, COUPLE, PLACE, AS_BUILT, DRAW };
static const struct keyword own_keys[] = {
    [SEED] = {"seed", SCALAR | EXPERIMENT_ONLY, TYPE_COUNT, .high = 0x1.fffffffffffffp63,
              .pattern = "0x[0-9A-Fa-f]{1,16}", .fallback = "drawn, printed and stored",
              .example = "42",
              .help = "Where every draw comes from: a number of 64 bits, decimal or 0x…. The same "
                      "seed gives "
                      "the same layouts and orders."},
    [ALLOW_MISSING] =
        {"allow_missing", SCALAR | LIST | EXPERIMENT_ONLY, TYPE_CHOICE, .example = "[aslr]",
         .help =
             "Named randomizers that may be left out, with a note, where the toolchain or machine "
             "cannot do them; else the exit code is 3."},
    [COUPLE] =
        {"couple", SCALAR | LIST, TYPE_CHOICE, .fallback = "true", .example = "false",
         .help =
             "Whether the variants of a block have the same draws, symbol by symbol; or a list of "
             "the randomizers whose draws are the same."},
    [PLACE] =
        {"place", MAP, TYPE_KEYS, .entry = &place_entry, .example = "{parse: 48 modulo 64}",
         .help = "Functions that begin at a given address modulo a power of two, or never there."},
    [AS_BUILT] = {"as_built", SCALAR, TYPE_CHOICE, .choices = switches, .fallback = "false",
                  .example = "true",
                  .help =
                      "Whether no code is moved: every build is the project's own link. Size of "
                      "the environment and addresses of stack and mappings are drawn as for "
                      "the others."},
    [DRAW] = {"draw", SCALAR | EXPERIMENT_ONLY, TYPE_COUNT, .high = 1e9,
              .fallback = "each build its own", .example = "7",
              .help = "All builds take what this block draws: a sweep over ${draw} compares single "
                      "layouts. 0: nothing is drawn, and a program is as its own link makes it."},
    {0},
};

static bool is_own_key(const char *key)
{
    return keyword_find(own_keys, key) != NULL;
}

static const char *const *names_of_all(struct arena *arena)
{
    const char **names = arena_new_array(arena, const char *, RANDOMIZERS_MAX + 1);
    for (size_t i = 0; randomizers[i] && i < RANDOMIZERS_MAX; i++)
        names[i] = randomizers[i]->name;
    return names;
}

static const char *const *names_and_switches(struct arena *arena)
{
    struct text_list names = {0};
    for (size_t i = 0; randomizers[i]; i++)
        text_list_add(&names, arena, randomizers[i]->name);
    for (size_t i = 0; switches[i]; i++)
        text_list_add(&names, arena, switches[i]);
    return (const char *const *)names.items;
}

// ---- The rows of the registry

// A choice in front, as in "link: each function on its own", stays as it is.
static const char *sentence(struct arena *arena, const char *words)
{
    size_t first = strcspn(words, " ");
    bool choice = first && words[first - 1] == ':';
    return arena_printf(arena, "%c%s.", choice ? *words : toupper((unsigned char)*words),
                        words + 1);
}

static struct keyword option_row(struct arena *arena, const struct randomizer_option *option)
{
    bool many = option->type == OPTION_SIZES;
    const char *value = option->fallback
                            ? option->fallback
                            : arena_printf(arena, "%llu", (unsigned long long)option->high);
    return (struct keyword){
        .name = option->name,
        .shapes = many ? SCALAR | LIST : SCALAR,
        .type = option->type == OPTION_CHOICE   ? TYPE_CHOICE
                : option->type == OPTION_NUMBER ? TYPE_COUNT
                                                : TYPE_SIZE,
        .low = (double)option->low,
        .high = (double)option->high,
        .choices = option->choices,
        .fallback = option->fallback,
        .example = many ? arena_printf(arena, "[%s]", value) : value,
        .help = sentence(arena, option->help),
    };
}

// `NAME: true`, `NAME: VALUE`, which sets the option `shorthand`, or a map of options.
static struct keyword randomizer_row(struct arena *arena, const struct randomizer *kind)
{
    bool has_options = kind->option_count > 0;
    struct keyword row = {.shapes = SCALAR, .type = TYPE_CHOICE};
    if (has_options)
        row = option_row(arena, &kind->options[kind->shorthand]);
    struct keyword *options = arena_new_array(arena, struct keyword, kind->option_count + 1);
    struct text_list choices = {0};
    for (size_t i = 0; i < kind->option_count; i++)
        options[i] = option_row(arena, &kind->options[i]);
    for (size_t i = 0; row.choices && row.choices[i]; i++)
        text_list_add(&choices, arena, row.choices[i]);
    for (size_t i = 0; switches[i]; i++)
        text_list_add(&choices, arena, switches[i]);
    row.name = kind->name;
    row.shapes |= has_options ? MAP : 0;
    row.choices = (const char *const *)choices.items;
    row.keys = has_options ? options : NULL;
    row.fallback = default_randomizer_wording(kind);
    row.example = "true";
    row.help = sentence(arena, kind->summary);
    if (has_options)
        row.help = arena_printf(arena, "%s A value alone sets '%s'.", row.help,
                                kind->options[kind->shorthand].name);
    return row;
}

const struct keyword *randomize_keys(struct arena *arena)
{
    struct keyword *rows = arena_new_array(arena, struct keyword,
                                           RANDOMIZERS_MAX + sizeof own_keys / sizeof *own_keys);
    size_t count = 0;
    for (size_t i = 0; own_keys[i].name; i++)
        rows[count++] = own_keys[i];
    rows[ALLOW_MISSING].choices = names_of_all(arena);
    rows[COUPLE].choices = names_and_switches(arena);
    for (size_t i = 0; randomizers[i] && i < RANDOMIZERS_MAX; i++)
        rows[count++] = randomizer_row(arena, randomizers[i]);
    return rows;
}

// ---- The check

// Does the randomizer apply to a program that is not built here?
static bool fits_command(const struct randomizer_use *use, struct error *error)
{
    const struct toolchain_facts facts = {.personality = true};
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

// A list of randomizers, or a switch if it may be one.
static void check_names(struct reading *reading, const struct node *node, bool may_switch)
{
    struct node alone;
    bool switched = may_switch && node->kind == NODE_SCALAR && is_among(node->text, switches);
    for (const struct node *item = node_items(node, &alone); item && !switched; item = item->next)
        if (!randomizer_find(item->text))
            mistake(&reading->mistakes, item->place, "unknown randomizer '%s'%s", item->text,
                    did_you_mean(&reading->mistakes, item->text, names_of_all(reading->arena)));
}

static bool is_switched_off(const struct node *node, struct randomizer_use use)
{
    bool off = false;
    struct error ignored;
    return node->kind == NODE_SCALAR && randomizer_set_short(&use, node->text, &off, &ignored) &&
           off;
}

void randomizers_check(struct reading *reading, const struct node *map, bool builds)
{
    const struct node *coupled = node_child(map, "couple"), *as_built = node_child(map, "as_built");
    if (map)
        grammar_check(reading, map, randomize_keys(reading->arena));
    if (coupled)
        check_names(reading, coupled, true);
    if (as_built && !(as_built->kind == NODE_SCALAR && is_among(as_built->text, switches)))
        mistake(&reading->mistakes, as_built->place, "'as_built' must be true or false%s%s%s",
                as_built->kind == NODE_SCALAR ? ", not '" : "",
                as_built->kind == NODE_SCALAR ? as_built->text : "",
                as_built->kind == NODE_SCALAR ? "'" : "");
    for (const struct node *child = map ? map->first : NULL; child && !builds;
         child = child->next) {
        const struct randomizer *kind = randomizer_find(child->key);
        struct error error;
        if (!kind)
            continue;
        struct randomizer_use use = randomizer_use_default(kind);
        if (!is_switched_off(child, use) && !fits_command(&use, &error))
            mistake(&reading->mistakes, child->key_place, "%s", error.text);
    }
}

void randomize_check(struct reading *reading, const struct node *map, bool builds)
{
    const struct node *seed = node_child(map, "seed");
    const struct node *allowed = node_child(map, "allow_missing");
    if (seed)
        check_seed(reading, seed);
    if (allowed)
        check_names(reading, allowed, false);
    randomizers_check(reading, map, builds);
}

// Adds the words of an option, one value or a list; false if a value is not known yet or wrong.
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
        if (use->kind->option_count)
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

static bool names(const struct node *map, const char *key, const char *name)
{
    const struct node *list = node_child(map, key);
    struct node alone;
    bool named = false;
    for (const struct node *item = list ? node_items(list, &alone) : NULL; item; item = item->next)
        named |= text_equal(item->text, name);
    return named;
}

static bool is_switched_on(const struct node *node)
{
    return node && node->kind == NODE_SCALAR &&
           (text_equal(node->text, "true") || text_equal(node->text, "yes") ||
            text_equal(node->text, "on"));
}

static bool is_coupled(const struct node *map, const char *name)
{
    const struct node *node = node_child(map, "couple");
    return !node || is_switched_on(node) || names(map, "couple", name);
}

static bool add_use(struct target *target, struct randomizer_use use)
{
    struct error error;
    bool fits = target_is_laid_out(target) || fits_command(&use, &error);
    if (fits)
        target->uses[target->use_count++] = use;
    return fits;
}

// Does the design need this randomizer, though `randomize` does not name it?
static bool is_attributed(const struct attribution_design *design, const struct target *target,
                          const struct randomizer *kind)
{
    bool wanted = design->variant && !design->factor_count &&
                  (!kind->interpreters || !target_is_built(target));
    for (size_t i = 0; i < design->factor_count; i++)
        wanted |= design->factors[i].kind == kind;
    return wanted;
}

bool randomizers_are_defaults(const struct node *map)
{
    bool named = false;
    for (const struct node *child = map ? map->first : NULL; child; child = child->next)
        named |= !is_own_key(child->key);
    return !named;
}

// The block whose draws all builds take; false: each has its own.
static bool read_draw(struct reading *reading, const struct node *map, size_t *draw)
{
    const struct node *node = node_child(map, "draw");
    const char *word = node && node->kind == NODE_SCALAR ? resolve(reading, node, false) : NULL;
    if ((node && node->kind != NODE_SCALAR) || (word && !value_count(word, draw)))
        mistake(&reading->mistakes, node->place, "'draw' must be the number of a block, or 0");
    return node != NULL;
}

// `as_built`: only what is fixed stays.
static bool add_drawn(struct target *target, struct randomizer_use use, bool as_built, size_t draw)
{
    bool fixed = randomizer_is_fixed(&use);
    use.draw = fixed ? 0 : draw;
    return (fixed || !as_built) && add_use(target, use);
}

void randomize_read(struct reading *reading, const struct definition *definition,
                    struct target *target)
{
    size_t draw = 0;
    bool one_draw = read_draw(reading, definition->randomize, &draw);
    struct randomizer_use uses[RANDOMIZERS_MAX];
    target->uses = uses;
    target->use_count = 0;
    target->as_built = is_switched_on(node_child(definition->randomize, "as_built"));
    for (size_t i = 0; randomizers[i] && i < RANDOMIZERS_MAX; i++) {
        const struct randomizer *kind = randomizers[i];
        const struct node *node = node_child(definition->randomize, kind->name);
        struct randomizer_use use = randomizer_use_default(kind);
        use.allow_missing = !node || names(definition->randomize, "allow_missing", kind->name);
        use.coupled = is_coupled(definition->randomize, kind->name);
        uint32_t named = reading->axes_named;
        bool by_default =
            (definition->defaults && default_randomizer(reading->spec, target, &use)) ||
            is_attributed(definition->attribution, target, kind);
        if ((node ? read_use(reading, node, &use) : by_default) &&
            !(environment_leaves(target, &use) &&
              add_drawn(target, use, one_draw && draw == 0, draw)))
            reading->axes_named = named; // what is not drawn uses no axis
    }
    function_addresses_read(reading, node_child(definition->randomize, "place"), target);
    target->uses = arena_new_array(reading->arena, struct randomizer_use, target->use_count);
    memcpy(target->uses, uses, target->use_count * sizeof *uses);
}
