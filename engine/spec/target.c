// A benchmark under a variant: its keys, how they merge, and what becomes of them.
#include "spec/parts.h"
#include "run/foreign.h"

static const char *const linkers[] = {"bfd", "lld", "gold", "mold", NULL};

#define AT(member) .offset = offsetof(struct draft, member)

static const struct keyword target_keys[] = {
    {"revision", SCALAR, read_text, AT(target.revision)},
    {"sources", SCALAR | LIST, read_sources, AT(target.sources)},
    {"compiler", SCALAR, read_compiler, AT(target.compiler)},
    {"cflags", SCALAR | LIST, read_words, AT(target.cflags)},
    {"ldflags", SCALAR | LIST, read_words, AT(target.ldflags)},
    {"libs", SCALAR | LIST, read_words, AT(target.libs)},
    {"linker", SCALAR, read_choice, AT(target.linker), .choices = linkers},
    {"directory", SCALAR, read_directory, AT(target.directory)},
    {"setup", SCALAR, read_text, AT(target.setup)},
    {"build", SCALAR, read_text, AT(target.build)},
    {"command", SCALAR | LIST, read_templates, AT(command)},
    {"args", SCALAR | LIST, read_templates, AT(args)},
    {"samples", SCALAR | MAP, read_samples, AT(target.sampling)},
    {"machine", .shapes = MAP},    // overlaid()
    {"randomize", .shapes = MAP},  // likewise
    {"summary", .shapes = SCALAR}, // of the benchmark: read_summary()
    {0},
};

void target_check(struct reading *reading, const struct node *map)
{
    if (map->kind != NODE_MAP && !node_is_empty(map))
        mistake(&reading->mistakes, map->place, "'%s' must be a map of keys", map->key);
    else
        grammar_check(reading, map, target_keys);
}

struct node *target_merge(struct arena *arena, const struct node *benchmark,
                          const struct node *variant)
{
    struct node *map = arena_new(arena, struct node), **tail = &map->first;
    *map = (struct node){.kind = NODE_MAP,
                         .place = benchmark->place,
                         .key = benchmark->key,
                         .key_place = benchmark->key_place,
                         .text = ""};
    for (const struct keyword *keyword = target_keys; keyword->name; keyword++) {
        const struct node *own = node_child(benchmark, keyword->name);
        const struct node *over = node_child(variant, keyword->name);
        if (!keyword->read || (!own && !over))
            continue;
        *tail = arena_new(arena, struct node);
        **tail = over ? *over : *own;
        (*tail)->next = NULL;
        map->templated |= (*tail)->templated;
        tail = &(*tail)->next;
    }
    return map;
}

// What of `keys` stands in the map, or NULL.
static const struct node *any_of(const struct node *map, const char *const *keys)
{
    const struct node *found = NULL;
    for (; *keys && !found; keys++)
        found = node_child(map, *keys);
    return found;
}

static void need(struct reading *reading, const struct node *map, const struct node *because,
                 const char *key, const char *what)
{
    if (!node_child(map, key))
        mistake(&reading->mistakes, because->key_place, "'%s' needs '%s', %s", because->key, key,
                what);
}

static void judge_project(struct reading *reading, const struct node *keys,
                          const struct node *because)
{
    if (!node_child(keys, "revision"))
        need(reading, keys, because, "directory", "the folder that is copied and built");
    need(reading, keys, because, "build", "the command that builds in 'directory'");
    need(reading, keys, because, "command", "the program that is run once it is built");
}

static void judge_command(struct reading *reading, const struct definition *definition,
                          const struct target *target)
{
    static const char *const compiling[] = {"compiler", "cflags", "ldflags",
                                            "libs",     "linker", NULL};
    const struct node *flags = any_of(definition->keys, compiling);
    const struct node *revision = node_child(definition->keys, "revision");
    if (revision && target->kind == TARGET_COMMAND)
        mistake(&reading->mistakes, revision->key_place,
                "'revision' needs 'sources' or 'directory' (to build it): benchmark '%s' has a "
                "command alone",
                definition->benchmark);
    if (flags && target->kind == TARGET_COMMAND)
        mistake(&reading->mistakes, flags->key_place,
                "'%s' does nothing for benchmark '%s', of which nothing is built", flags->key,
                definition->benchmark);
}

static void judge(struct reading *reading, const struct definition *definition,
                  struct target *target)
{
    static const char *const project[] = {"directory", "build", "setup", NULL};
    static const char *const others[] = {"directory", "build", "setup", "command", NULL};
    const struct node *keys = definition->keys, *sources = node_child(keys, "sources");
    const struct node *because = any_of(keys, project), *other = any_of(keys, others);
    target->kind = sources ? TARGET_SOURCES : because ? TARGET_PROJECT : TARGET_COMMAND;
    if (sources && other)
        mistake(&reading->mistakes, other->key_place,
                "'%s' does not go with 'sources': a benchmark has 'sources' and 'args', or "
                "'directory', 'build' and 'command', or 'command' alone",
                other->key);
    else if (because && !sources)
        judge_project(reading, keys, because);
    else if (!sources && !other)
        mistake(&reading->mistakes, keys->key_place,
                "benchmark '%s' needs 'sources' (to build it) or 'command' (to run it)",
                definition->benchmark);
    else
        judge_command(reading, definition, target);
    if (!node_child(keys, "samples"))
        target->sampling = (struct sampling){sources ? SAMPLING_ESWEXP : SAMPLING_PROCESS, NULL,
                                             "s", 1, BETTER_LESS};
}

// argv: the program (nothing for TARGET_SOURCES, which is known when it is built), then arguments.
static void assemble(struct reading *reading, const struct definition *definition,
                     struct draft *draft)
{
    struct target *target = &draft->target;
    const struct node *node = node_child(definition->keys, "command");
    target->command = (struct text_list){.items = arena_new(reading->arena, char *)};
    if (target->kind == TARGET_SOURCES) {
        target->directory = reading->spec->folder;
        text_list_add(&target->command, reading->arena, "");
    }
    for (size_t i = 0; i < draft->command.count && target->kind != TARGET_SOURCES; i++) {
        const char *word = draft->command.items[i];
        text_list_add(&target->command, reading->arena,
                      i || target->kind == TARGET_PROJECT ? word
                                                          : find_program(reading, node, word));
    }
    if (node && draft->command.items && !draft->command.count)
        mistake(&reading->mistakes, node->place, "'command' is empty");
    for (size_t i = 0; i < draft->args.count; i++)
        text_list_add(&target->command, reading->arena, draft->args.items[i]);
    const char *own = foreign_own_word(target->sampling.kind, &target->command);
    if (own)
        mistake(&reading->mistakes, definition->keys->key_place,
                "leave '%s' out of benchmark '%s': eswexp gives it, to read the samples", own,
                definition->benchmark);
}

static bool is_templated(const struct node *node)
{
    return node && node->templated;
}

void target_read(struct reading *reading, const struct definition *definition, struct draft *draft,
                 bool again)
{
    struct target *target = &draft->target;
    reading->scope.revised = node_child(definition->keys, "revision") != NULL;
    if (!again) {
        char **none = arena_new(reading->arena, char *);
        *target = (struct target){.benchmark = definition->benchmark,
                                  .variant = definition->variant,
                                  .sources.items = none,
                                  .cflags.items = none,
                                  .ldflags.items = none,
                                  .libs.items = none,
                                  .environment.items = none};
        judge(reading, definition, target);
    }
    if (!again || definition->keys->templated) {
        grammar_read(reading, definition->keys, target_keys, draft, again);
        assemble(reading, definition, draft);
        target_revise(reading, definition->keys, target);
    }
    machine_read(reading, definition->machine, target, again);
    if (!again || is_templated(definition->machine) || is_templated(definition->randomize)) {
        randomize_read(reading, definition, target);
        environment_check(reading, definition->randomize, target);
    }
}
