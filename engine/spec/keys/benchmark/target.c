// A benchmark under a variant: its keys, merged and read.
#include "spec/keys/benchmark/internal.h"

#include "model/submodules.h"
#include "run/execution.h"
#include "run/foreign.h"
#include "spec/keys/benchmark/machine.h"
#include "spec/keys/benchmark/randomize.h"
#include "spec/keys/benchmark/samples.h"
#include "spec/keys/benchmark/summary.h"

static const char *const submodules[] = {
    [SUBMODULES_ALL] = "all", [SUBMODULES_PRESENT] = "present", [SUBMODULES_NONE] = "none", NULL};
static const char *const switches[] = {"false", "true", NULL};
static const char *const linkers[] = {"bfd", "lld", "gold", "mold", NULL};

static void read_exit_codes(struct reading *reading, const struct keyword *keyword,
                            const struct node *node, void *at)
{
    struct target *target = at;
    struct node alone;
    int *codes = arena_new_array(reading->arena, int, node_count(node) + 1);
    target->exit_code_count = 0;
    target->exit_codes = codes;
    for (const struct node *item = node_items(node, &alone); item; item = item->next) {
        size_t code = SIZE_MAX;
        if (item->kind == NODE_SCALAR)
            read_count(reading, keyword, item, &code);
        else
            mistake(&reading->mistakes, item->place, "an item of '%s' must be one value",
                    keyword->name);
        if (code == SIZE_MAX)
            continue;
        if (target->exit_code_count &&
            exit_code_succeeds(codes, target->exit_code_count, (int)code))
            mistake(&reading->mistakes, item->place, "duplicate exit code %zu", code);
        codes[target->exit_code_count++] = (int)code;
    }
}

#define AT(member) .offset = offsetof(struct draft, member)

const struct keyword benchmark_keys[] = {
    {"sources", SCALAR | LIST | NONEMPTY, TYPE_TEXT, AT(target.sources), read_sources,
     .example = "[sort.c, main.cpp]",
     .help =
         "Files of C, C++ or assembler, relative to this file, that eswexp compiles and links."},
    {"cflags", SCALAR | LIST, TYPE_WORDS, AT(target.cflags), .example = "-O3 -march=native",
     .help = "Options of the compiler. For a 'directory' they are CFLAGS and CXXFLAGS of 'setup' "
             "and 'build', with -ffunction-sections added."},
    {"ldflags", SCALAR | LIST, TYPE_WORDS, AT(target.ldflags), .example = "[-static]",
     .help = "Options of the link; LDFLAGS for a 'directory'."},
    {"libs", SCALAR | LIST, TYPE_WORDS, AT(target.libs), .example = "-lm -lpthread",
     .help = "Libraries to link with."},
    {"compiler", SCALAR, TYPE_TEXT, AT(target.compiler), read_compiler,
     .fallback = "cc, or c++ where a source is C++", .example = "gcc",
     .help = "The compiler: a program on PATH, or a path relative to this file."},
    {"linker", SCALAR, TYPE_CHOICE, AT(target.linker), read_word, .choices = linkers,
     .fallback = "the compiler's", .example = "lld", .help = "The linker."},
    {"directory", SCALAR, TYPE_TEXT, AT(target.directory), read_directory,
     .fallback = "with 'revision', the repository of this file; without 'build', its folder",
     .example = "project",
     .help = "The folder of a project, relative to this file. A copy of it without campaigns, or "
             "a revision, is built, and 'command' runs in it."},
    {"revision", SCALAR, TYPE_TEXT, AT(target.revision), .example = "main",
     .help = "A branch, tag or commit of the repository that has 'sources' or 'directory', or "
             "WORKTREE: the files as they are. It is resolved when the file is read, and built "
             "and executed in a checkout in the cache. If it does not build, the other variants "
             "are measured and the exit code is 3."},
    {"files", SCALAR | LIST, TYPE_WORDS, AT(target.files), .example = "[bench, data/words.txt]",
     .fallback = "words of 'command' that are files of the revision",
     .help = "Files and folders of the benchmark, relative to 'directory': its scripts and inputs, "
             "which 'files_from' takes from one revision."},
    {"compares_files", SCALAR | LIST, TYPE_WORDS, AT(target.compares_files),
     .example = "[data/table.bin]", .fallback = "none",
     .help = "Files and folders that the command reads, relative to 'directory', and that are part "
             "of what 'compare' compares. If another file that the command names differs between "
             "the sides, the verdict is inconclusive."},
    {"files_from", SCALAR, TYPE_TEXT, AT(target.files_from), .example = "main",
     .fallback = "'revision'",
     .help = "The revision from which a checkout of 'revision' takes 'files'."},
    {"submodules", SCALAR, TYPE_CHOICE, AT(target.submodules), read_index, .choices = submodules,
     .fallback = "all", .example = "present",
     .help = "Which submodules a checkout of 'revision' has. all: a missing one is an error. "
             "present: those that are here. none: their folders are empty."},
    {"setup", SCALAR, TYPE_TEXT, AT(target.setup), .example = "./configure --static",
     .help = "A shell line that runs once in each copy of 'directory', before 'build'."},
    {"build", SCALAR, TYPE_TEXT, AT(target.build), .example = "make -j2 example",
     .help =
         "A shell line that builds the program in the copy of 'directory'. Every layout redoes "
         "the last link of each program that 'command' runs. Without it nothing is built, as of "
         "scripts."},
    {"program", SCALAR | LIST | NONEMPTY, TYPE_WORDS, AT(target.programs),
     .fallback = "those that 'command' runs", .example = "src/server",
     .help = "Programs of the build that every layout links anew, relative to 'directory'."},
    {"command", SCALAR | LIST | NONEMPTY, TYPE_WORDS, AT(command), read_templates,
     .example = "./example --fast",
     .help =
         "The program and its arguments, run without a shell. With 'directory' or 'revision' it "
         "is relative to 'directory', else to this file, or on PATH. ${AXIS}, ${benchmark}, "
         "${variant}, ${seed}, ${block} and ${execution} stand for their values; '$${' is a plain "
         "'${'."},
    {"args", SCALAR | LIST, TYPE_WORDS, AT(args), read_templates, .example = "[--n, '${n}']",
     .help = "Arguments of the program, after those of 'command'. The same names in ${…} stand for "
             "their values."},
    {"samples", SCALAR | MAP, TYPE_CHOICE, AT(target.sampling), read_samples,
     .choices = sample_sources, .keys = pattern_keys,
     .fallback = "eswexp with 'sources', else process", .example = "process",
     .help =
         "Where values come from. eswexp: a program with eswexp.h measures its iterations. "
         "process: one time for each execution. Any other word: the output of that harness, its "
         "standard output unless eswexp can name its file. Or a map: a pattern finds the "
         "values in the output."},
    {"each", SCALAR | BENCHMARK_ONLY, TYPE_CHOICE, AT(target.each), read_index, .choices = switches,
     .fallback = "false", .example = "true",
     .help =
         "With 'samples' of a harness: every benchmark that an execution reports is a benchmark "
         "of the experiment, named BENCHMARK/NAME. One execution is a sample of all of them, "
         "so repetitions suffice for the one that needs most. 'measure' has wall_time and "
         "cpu_time."},
    {"samples_file", SCALAR, TYPE_TEXT, AT(target.sampling.file), .example = "results.json",
     .help = "The file that the harness of 'samples' writes, relative to the folder in which the "
             "command runs. Without it, the harness's standard output is read, or the file that "
             "eswexp names in an option of the harness."},
    {"exit_codes", SCALAR | LIST | NONEMPTY, TYPE_COUNT, AT(target), read_exit_codes, .high = 255,
     .fallback = "0", .example = "[0, 1]",
     .help = "Exit codes of executions that succeed: more than 0, or others, for a command that "
             "ends with them on purpose, as grep does with 1 where nothing matches. Signals are "
             "failures."},
    {"summary", SCALAR | BENCHMARK_ONLY | OVERLAID, TYPE_TEXT, .pattern = SUMMARY_PATTERN,
     .fallback = "that of the experiment", .example = "median",
     .help = "The statistic of this benchmark, in place of the experiment's."},
    {"machine", MAP | OVERLAID, TYPE_KEYS, .keys = machine_keys, .without = EXPERIMENT_ONLY,
     .example = "{cpus: any}",
     .help = "Keys of the experiment's 'machine' that this benchmark or variant replaces: cpus, "
             "memory, priority, and variables of env."},
    {"randomize", MAP | OVERLAID, TYPE_KEYS, .find_keys = randomize_keys,
     .without = EXPERIMENT_ONLY, .example = "{environment_size: {bytes: 4096}}",
     .help = "Randomizers that this benchmark or variant sets in place of the experiment's."},
    {0},
};

void target_check(struct reading *reading, const struct node *map)
{
    if (map->kind != NODE_MAP && !node_is_empty(map))
        mistake(&reading->mistakes, map->place, "'%s' must be a map of keys", map->key);
    else
        grammar_check(reading, map, benchmark_keys);
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
    for (const struct keyword *keyword = benchmark_keys; keyword->name; keyword++) {
        const struct node *own = node_child(benchmark, keyword->name);
        const struct node *over = node_child(variant, keyword->name);
        if ((keyword->shapes & OVERLAID) || (!own && !over))
            continue;
        *tail = arena_new(arena, struct node);
        **tail = over ? *over : *own;
        (*tail)->next = NULL;
        map->templated |= (*tail)->templated;
        tail = &(*tail)->next;
    }
    return map;
}

// The first of `keys` that the map has, or NULL.
static const struct node *any_of(const struct node *map, const char *const *keys)
{
    const struct node *found = NULL;
    for (; *keys && !found; keys++)
        found = node_child(map, *keys);
    return found;
}

static void require_key(struct reading *reading, const struct node *map, const struct node *cause,
                        const char *key, const char *what)
{
    if (!node_child(map, key))
        mistake(&reading->mistakes, cause->key_place, "'%s' needs '%s', %s", cause->key, key, what);
}

static void check_project(struct reading *reading, const struct node *keys,
                          const struct node *cause)
{
    static const char *const building[] = {"compiler", "cflags",  "ldflags", "libs",
                                           "linker",   "program", NULL};
    const struct node *builds = any_of(keys, building);
    if (!node_child(keys, "revision"))
        require_key(reading, keys, cause, "directory", "the folder that is copied and built");
    if (builds)
        require_key(reading, keys, builds, "build", "the command that builds in 'directory'");
    require_key(reading, keys, cause, "command", "the program that is run once it is built");
}

static void check_command(struct reading *reading, const struct definition *definition,
                          const struct target *target)
{
    static const char *const compiling[] = {"compiler", "cflags", "ldflags",
                                            "libs",     "linker", NULL};
    const struct node *flags = any_of(definition->keys, compiling);
    if (flags && target->kind == TARGET_COMMAND)
        mistake(&reading->mistakes, flags->key_place,
                "'%s' has no effect on benchmark '%s', which is not built", flags->key,
                definition->benchmark);
}

static void check_kind(struct reading *reading, const struct definition *definition,
                       struct target *target)
{
    static const char *const project[] = {"directory", "build", "setup", "program", NULL};
    static const char *const others[] = {"directory", "build", "setup", "program", "command", NULL};
    const struct node *keys = definition->keys, *sources = node_child(keys, "sources");
    const struct node *cause = any_of(keys, project), *other = any_of(keys, others);
    if (!cause && node_child(keys, "command"))
        cause = node_child(keys, "revision");
    target->kind = sources ? TARGET_SOURCES : cause ? TARGET_PROJECT : TARGET_COMMAND;
    if (sources && other)
        mistake(&reading->mistakes, other->key_place,
                "'%s' does not go with 'sources': a benchmark has 'sources' and 'args', or "
                "'directory', 'build' and 'command', or 'command' alone",
                other->key);
    else if (cause && !sources)
        check_project(reading, keys, cause);
    else if (!sources && !other)
        mistake(&reading->mistakes, keys->key_place,
                "benchmark '%s' needs 'sources' (to build it) or 'command' (to run it)",
                definition->benchmark);
    else
        check_command(reading, definition, target);
    const struct node *from = node_child(keys, "files_from");
    if (from)
        require_key(reading, keys, from, "revision", "whose checkout takes the files");
    if (!node_child(keys, "samples"))
        target->sampling = (struct sampling){.kind = sources ? SAMPLING_ESWEXP : SAMPLING_PROCESS,
                                             .unit = "s",
                                             .scale = 1,
                                             .better = BETTER_LESS};
}

// argv: the program (nothing for TARGET_SOURCES, which is known when it is built), then arguments.
static void set_command(struct reading *reading, const struct definition *definition,
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
        if (!expansion_fits(reading, node->place, word))
            return;
        text_list_add(&target->command, reading->arena,
                      i || target->kind == TARGET_PROJECT ? word
                                                          : find_program(reading, node, word));
    }
    if (node && draft->command.items && !draft->command.count)
        mistake(&reading->mistakes, node->place, "'command' is empty");
    for (size_t i = 0; i < draft->args.count; i++)
        if (expansion_fits(reading, definition->keys->place, draft->args.items[i]))
            text_list_add(&target->command, reading->arena, draft->args.items[i]);
    if (target->sampling.file && !target->sampling.harness)
        mistake(
            &reading->mistakes, definition->keys->key_place,
            "'samples_file' of benchmark '%s' needs 'samples' to name the harness that writes it",
            definition->benchmark);
    const char *own = foreign_own_word(&target->sampling, &target->command);
    if (own)
        mistake(&reading->mistakes, definition->keys->key_place,
                "remove '%s' from benchmark '%s': eswexp passes it to read the samples", own,
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
                                  .files.items = none,
                                  .compares_files.items = none,
                                  .libs.items = none,
                                  .programs.items = none,
                                  .environment.items = none};
        check_kind(reading, definition, target);
    }
    if (!again || definition->keys->templated) {
        grammar_read(reading, definition->keys, benchmark_keys, draft, again);
        set_command(reading, definition, draft);
        target_revise(reading, definition->keys, target);
    }
    machine_read(reading, definition->machine, target, again);
    if (!again || is_templated(definition->machine) || is_templated(definition->randomize)) {
        randomize_read(reading, definition, target);
        environment_check(reading, definition->randomize, target);
    }
}
