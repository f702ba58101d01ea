// Keys that nothing reads beside the others of the file: levels that no benchmark has, draws that
// are not made, and variables of the environment that the program or its build does not see.
#include "spec/keys/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "spec/target.h"

#include <string.h>

// Whose keys they are: an empty owner is that of the experiment.
struct owner {
    const char *benchmark, *variant; // NULL: every one
    const struct node *machine, *randomize;
};

// ---- Levels. One --set or template serves many files, so what only some heed does no harm.

static bool is_of_header(const struct target *target)
{
    return target->sampling.kind == SAMPLING_ESWEXP;
}

static bool leaves_out(const struct target *target)
{
    return is_of_header(target) || target->sampling.kind == SAMPLING_HARNESS;
}

static void note_level(struct reading *reading, const struct node *node, const char *why)
{
    if (node)
        mistake(&reading->cautions, node->key_place, "'%s' has no effect: %s", node->key, why);
}

static void check_counts(struct reading *reading, const struct node *repeat)
{
    const struct spec *spec = reading->spec;
    const struct node *pilot = node_child(repeat, "pilot"), *real = node_child(repeat, "real");
    if (!spec_has_target(spec, target_has_builds))
        note_level(reading, node_child(pilot, "builds"),
                   "nothing is built and no randomizer draws per build");
    if (!spec_has_target(spec, target_has_iterations)) {
        note_level(reading, node_child(pilot, "iterations"),
                   "no benchmark has the level 'iteration'");
    } else if (spec->repeat.iteration) {
        const char *why = "'iteration' takes one iteration of every execution";
        note_level(reading, node_child(pilot, "iterations"), why);
        note_level(reading, node_child(real, "iterations"), why);
    }
}

// 0 says what holds anyway.
static void check_levels(struct reading *reading, const struct node *repeat)
{
    const struct repeat *read = &reading->spec->repeat;
    check_counts(reading, repeat);
    if (read->precision_of == PRECISION_OF_RATIO && reading->spec->variant_count < 2)
        note_level(reading, node_child(repeat, "precision_of"),
                   "there is one variant, so there is no ratio");
    if (!read->warmup_auto && read->warmup && !spec_has_target(reading->spec, leaves_out))
        note_level(reading, node_child(repeat, "warmup"),
                   "only programs with eswexp.h and harnesses have iterations to leave out");
    if (read->minimum_time_s > 0 && !spec_has_target(reading->spec, is_of_header))
        note_level(reading, node_child(repeat, "minimum_time"),
                   "only programs with eswexp.h repeat their body, and no benchmark has 'samples: "
                   "eswexp'");
}

static void check_clock(struct reading *reading, const struct node *measure)
{
    struct node alone;
    const struct node *item = measure ? node_items(measure, &alone) : NULL;
    for (; item && !spec_has_target(reading->spec, is_of_header); item = item->next)
        note_level(reading, node_child(item, "clock"),
                   "only programs with eswexp.h read it, and no benchmark has 'samples: eswexp'");
}

// ---- Draws

static bool is_drawn(const struct spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++) {
            const struct target *target = &spec->cells[i].targets[v];
            for (size_t use = 0; use < target->use_count; use++)
                if (text_equal(target->uses[use].kind->name, name))
                    return true;
        }
    return false;
}

static void check_names(struct reading *reading, const struct node *list)
{
    struct node alone;
    const struct node *item = list ? node_items(list, &alone) : NULL;
    for (; item; item = item->next)
        if (randomizer_find(item->text) && !is_drawn(reading->spec, item->text))
            mistake(&reading->cautions, item->place,
                    "'%s' of '%s' has no effect: nothing draws it; write '%s: true' beside '%s', "
                    "or remove it",
                    item->text, list->key, item->text, list->key);
}

// `eswexp compare` couples its sides; an attribution makes variants of one.
static void check_couple(struct reading *reading, const struct node *couple)
{
    if (couple && reading->spec->variant_count < 2 && !reading->spec->attribution.variant)
        note_level(reading, couple, "there is one variant, so no other shares its draws");
    else
        check_names(reading, couple);
}

// ---- Variables of the environment

static bool is_within(const struct owner *owner, const struct target *target)
{
    return (!owner->benchmark || text_equal(owner->benchmark, target->benchmark)) &&
           (!owner->variant || text_equal(owner->variant, target->variant));
}

static const struct target *find_within(const struct spec *spec, const struct owner *owner,
                                        bool (*holds)(const struct target *target))
{
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++) {
            const struct target *target = &spec->cells[i].targets[v];
            if (is_within(owner, target) && holds(target))
                return target;
        }
    return NULL;
}

// Variables that compilers and build tools read, and the key that sets each.
static const struct {
    const char *name, *key;
} building[] = {
    {"CFLAGS", "cflags"}, {"CXXFLAGS", "cflags"},  {"CPPFLAGS", "cflags"}, {"LDFLAGS", "ldflags"},
    {"LIBS", "libs"},     {"CC", "compiler"},      {"CXX", "compiler"},    {"RUSTFLAGS", "build"},
    {"GOFLAGS", "build"}, {"CGO_CFLAGS", "build"}, {"MAKEFLAGS", "build"}, {"FFLAGS", "build"},
    {"FCFLAGS", "build"},
};

static void check_building(struct reading *reading, const struct owner *owner,
                           const struct node *variable)
{
    size_t i = 0, count = sizeof building / sizeof *building;
    while (i < count && !text_equal(building[i].name, variable->key))
        i++;
    const struct target *target =
        i < count ? find_within(reading->spec, owner, target_is_built) : NULL;
    if (!target)
        return;
    bool in_line = text_equal(building[i].key, "build");
    mistake(&reading->cautions, variable->key_place,
            "the build of benchmark '%s' does not see '%s': 'env' is of executions; to build with "
            "it, %s%s%s",
            target->benchmark, variable->key, in_line ? "begin 'build' with '" : "set '",
            in_line ? variable->key : building[i].key, in_line ? "=VALUE'" : "'");
}

// Whether 'command' names its program without a folder.
static bool is_looked_up(const struct experiment_file *file, const struct target *target)
{
    const struct node *own = node_child(file->benchmarks, target->benchmark),
                      *over = node_child(file->variants, target->variant),
                      *command = node_child(over, "command");
    struct node alone;
    command = command ? command : node_child(own, "command");
    const struct node *word = command ? node_items(command, &alone) : NULL;
    return word && target->kind == TARGET_COMMAND &&
           strcspn(word->text, "/") >= strcspn(word->text, " ");
}

// A PATH that has another program of this name.
static void check_path(struct reading *reading, const struct experiment_file *file,
                       const struct target *target, const struct node *variable)
{
    struct arena *arena = reading->arena;
    const char *runs = target->command.count ? target->command.items[0] : "";
    const char *slash = strrchr(runs, '/');
    if (!slash || variable->templated || !is_looked_up(file, target))
        return;
    const char *found = path_find_program(arena, slash + 1, variable->text, NULL);
    if (found && !text_equal(path_absolute(arena, found), path_absolute(arena, runs)))
        mistake(&reading->cautions, variable->key_place,
                "this PATH has '%s', but benchmark '%s' runs '%s', which is first on the PATH of "
                "eswexp: write the path in 'command'",
                found, target->benchmark, runs);
}

static void check_paths(struct reading *reading, const struct experiment_file *file,
                        const struct owner *owner, const struct node *variable)
{
    const struct spec *spec = reading->spec;
    for (size_t i = 0; i < spec->cell_count && text_equal(variable->key, "PATH"); i++)
        for (size_t v = 0; v < spec->variant_count; v++)
            if (is_within(owner, &spec->cells[i].targets[v]))
                check_path(reading, file, &spec->cells[i].targets[v], variable);
}

static bool is_on(const struct node *node)
{
    return node && !text_equal(node->text, "false") && !text_equal(node->text, "no") &&
           !text_equal(node->text, "off");
}

// A seed in the environment is kept, so that nothing is drawn.
static void check_seed(struct reading *reading, const struct owner *owner,
                       const struct node *variable, const struct node *randomize)
{
    const struct node *seed = node_child(randomize, "hash_seed");
    bool sets =
        text_equal(variable->key, "PYTHONHASHSEED") || text_equal(variable->key, "PERL_HASH_SEED");
    if (!sets || !is_on(seed))
        return;
    mistake(variable->key_place.setting ? &reading->cautions : &reading->mistakes, seed->key_place,
            "'hash_seed' has no effect: '%s' in 'env' of %s (line %zu) sets the seed; remove one "
            "of the two",
            variable->key,
            owner->variant     ? arena_printf(reading->arena, "variant '%s'", owner->variant)
            : owner->benchmark ? arena_printf(reading->arena, "benchmark '%s'", owner->benchmark)
                               : "the experiment",
            variable->key_place.line);
}

static void check_seeds(struct reading *reading, const struct experiment_file *file,
                        const struct owner *owner, const struct node *variable)
{
    const struct node *const below[] = {file->benchmarks, file->variants};
    check_seed(reading, owner, variable, owner->randomize);
    for (size_t i = 0; i < 2 && !owner->benchmark && !owner->variant; i++)
        for (const struct node *child = below[i] ? below[i]->first : NULL; child;
             child = child->next)
            check_seed(reading, owner, variable, node_child(child, "randomize"));
}

static const struct node *environment_of(const struct node *map)
{
    const struct node *machine = node_child(map, "machine");
    return node_child(machine, "env");
}

// A variable of a benchmark that some variants replace. What replaces the experiment's is an
// exception to a rule, and wanted; what all variants replace is noted elsewhere.
static void check_hidden(struct reading *reading, const struct experiment_file *file,
                         const struct owner *owner, const struct node *variable)
{
    const struct node *variant = file->variants ? file->variants->first : NULL, *hiding = NULL;
    size_t count = 0;
    for (; variant && owner->benchmark; variant = variant->next)
        if (node_child(environment_of(variant), variable->key)) {
            hiding = hiding ? hiding : variant;
            count++;
        }
    if (!hiding || count == node_count(file->variants))
        return;
    const struct node *other = node_child(environment_of(hiding), variable->key);
    if (!text_equal(other->text, variable->text))
        mistake(
            &reading->cautions, variable->key_place,
            "'%s' of benchmark '%s' has no effect in variant '%s', which replaces it (line %zu)",
            variable->key, owner->benchmark, hiding->key, other->key_place.line);
}

// Of each benchmark and variant in its first cell: more would repeat the words.
static const struct target *first_of(const struct spec *spec, size_t cell, size_t variant)
{
    const struct target *target = &spec->cells[cell].targets[variant];
    bool again =
        cell > 0 && text_equal(spec->cells[cell - 1].targets[variant].benchmark, target->benchmark);
    return again ? NULL : target;
}

static void check_compared(struct reading *reading, const struct experiment_file *file,
                           const struct target *target)
{
    static const char key[] = "compares_files";
    const struct node *node = node_child(node_child(file->benchmarks, target->benchmark), key);
    const struct text_list *places = &target->compares_files;
    for (size_t i = 0; node && i < places->count; i++) {
        const char *path = path_join(reading->arena, target->directory, places->items[i]);
        if (!file_exists(path) && !folder_exists(path))
            mistake(&reading->cautions, node->key_place, "there is no '%s' of '%s' in '%s'",
                    places->items[i], key, target->directory);
    }
}

static void check_passed_on(struct reading *reading, const struct owner *owner,
                            const struct node *variable)
{
    const struct spec *spec = reading->spec;
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < (owner->variant ? spec->variant_count : 1); v++) {
            const struct target *target = first_of(spec, i, v);
            if (target && is_within(owner, target))
                passed_on_check_variable(reading, target, variable);
        }
}

static void check_targets(struct reading *reading, const struct experiment_file *file)
{
    const struct spec *spec = reading->spec;
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count && !mistakes_full(&reading->mistakes); v++) {
            const struct target *target = first_of(spec, i, v);
            if (target)
                passed_on_check_words(reading, file, target);
            if (target && v == 0 && target->directory && !target->build && !target->setup)
                check_compared(reading, file, target);
        }
}

static void check_owner(struct reading *reading, const struct experiment_file *file,
                        const struct owner *owner)
{
    const struct node *environment = node_child(owner->machine, "env");
    check_couple(reading, node_child(owner->randomize, "couple"));
    for (const struct node *variable = environment ? environment->first : NULL; variable;
         variable = variable->next) {
        check_building(reading, owner, variable);
        check_paths(reading, file, owner, variable);
        check_seeds(reading, file, owner, variable);
        check_hidden(reading, file, owner, variable);
        check_passed_on(reading, owner, variable);
    }
}

void unread_check(struct reading *reading, const struct experiment_file *file)
{
    check_targets(reading, file);
    check_levels(reading, file->repeat);
    check_clock(reading, file->measure);
    check_names(reading, node_child(file->randomize, "allow_missing"));
    check_owner(reading, file,
                &(struct owner){.machine = file->machine, .randomize = file->randomize});
    for (const struct node *child = file->benchmarks->first; child; child = child->next)
        check_owner(reading, file,
                    &(struct owner){.benchmark = child->key,
                                    .machine = node_child(child, "machine"),
                                    .randomize = node_child(child, "randomize")});
    for (const struct node *child = file->variants ? file->variants->first : NULL; child;
         child = child->next)
        check_owner(reading, file,
                    &(struct owner){.variant = child->key,
                                    .machine = node_child(child, "machine"),
                                    .randomize = node_child(child, "randomize")});
}
