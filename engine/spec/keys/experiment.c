// An experiment file: its top-level keys, from the text to the spec.
#include "spec/keys/experiment.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/stream.h"
#include "spec/keys/benchmark/machine.h"
#include "spec/keys/benchmark/overlay.h"
#include "spec/keys/benchmark/randomize.h"
#include "spec/keys/benchmark/summary.h"
#include "spec/keys/benchmark/target.h"
#include "spec/keys/internal.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"

#define AT(member) .offset = offsetof(struct experiment_file, member)

static const struct keyword benchmark_entry = {
    "BENCHMARK",
    MAP,
    .keys = benchmark_keys,
    .example = "{sources: [sort.c]}",
    .help = "One program under test: 'sources' that eswexp compiles, or 'directory', 'build' and "
            "'command' of a project, or a 'command' that is ready to run.",
};

static const struct keyword variant_entry = {
    "VARIANT",
    MAP,
    .keys = benchmark_keys,
    .without = BENCHMARK_ONLY,
    .example = "{cflags: -O3}",
    .help = "Keys of a benchmark that this variant replaces or adds; {} changes nothing.",
};

static const struct keyword quick_entry = {
    "KEY",
    SCALAR | LIST | MAP,
    TYPE_TEXT,
    .example = "5",
    .help = "The value of the key with this dotted path, as with --set.",
};

const struct keyword experiment_keys[] = {
    {"experiment", SCALAR | REQUIRED, TYPE_NAME, AT(experiment), .example = "vecadd",
     .help = "The name of the experiment; its results are in the folder results/NAME."},
    {"question", SCALAR, TYPE_TEXT, AT(question), read_plain,
     .example = "Does -O3 beat -O2 on vector addition?",
     .help = "What the experiment answers, in a sentence; it heads the report."},
    {"benchmarks", MAP | REQUIRED | NONEMPTY, TYPE_KEYS, AT(benchmarks), read_node,
     .entry = &benchmark_entry, .example = "{sort: {sources: [sort.c]}}",
     .help = "The programs under test, each under a name of its own."},
    {"variants", MAP | NONEMPTY, TYPE_KEYS, AT(variants), read_node, .entry = &variant_entry,
     .fallback = "one, called default", .example = "{O2: {cflags: -O2}, O3: {cflags: -O3}}",
     .help =
         "Ways to build or run each benchmark. The first is the baseline, with which the others "
         "are compared."},
    {"sweep", MAP, TYPE_KEYS, AT(sweep), read_node, .entry = &axis_entry,
     .example = "{n: [1000, 1000000], size: {from: 1Ki, to: 64Mi, times: 2}}",
     .help = "Parameters to vary. Every combination of their values is a point, at which the "
             "variants are compared. ${AXIS} stands for the value in 'args', 'command', 'cflags', "
             "'randomize', 'machine' and other keys of a benchmark. All points share the layouts "
             "of a block, so they differ in nothing but the point."},
    {"exclude", LIST, TYPE_KEYS, AT(exclude), read_node, .entry = &rule_entry,
     .example = "[{n: 1000, size: [1Ki, 64Mi]}]",
     .help = "Points of the sweep to leave out. A point is left out if it has the values of every "
             "axis that an entry names."},
    {"repeat", MAP, TYPE_KEYS, AT(repeat), read_node, .keys = repeat_keys,
     .example = "{precision: 2%, confidence: 99%}",
     .help = "How precise the means must be, and how often each level is repeated."},
    {"randomize", MAP, TYPE_KEYS, AT(randomize), read_node, .find_keys = randomize_keys,
     .fallback = "link_order, function_alignment and environment_size of what is built; "
                 "environment_size, heap, aslr and hash_seed of a ready command",
     .example = "{link_order: true, aslr: seeded}",
     .help =
         "What is drawn anew, so that a result does not depend on one lucky memory layout. Once "
         "a randomizer is named, those that are not named are off."},
    {"measure", SCALAR | LIST | NONEMPTY, TYPE_NAME, AT(measure), read_node, .entry = &metric_entry,
     .fallback = "wall_time", .example = "[wall_time, peak_memory]",
     .help = "The metrics. Claims and comparisons are about the first. What this machine cannot "
             "measure is left out, with a warning; 'eswexp list meters' says why. Each metric is "
             "to have the precision, but for rare events (context switches, major faults, "
             "migrations) behind another metric."},
    {"machine", MAP, TYPE_KEYS, AT(machine), read_node, .keys = machine_keys,
     .example = "{cpus: auto, memory: local}",
     .help = "Where and under which limits every execution runs."},
    {"summary", SCALAR, TYPE_TEXT, AT(summary), read_summary, .pattern = SUMMARY_PATTERN,
     .fallback = "mean", .example = "percentile 95", .help = SUMMARY_HELP},
    {"attribute", MAP, TYPE_KEYS, AT(attribute), read_node, .keys = attribute_keys,
     .example = "{factors: [link_order, aslr.stack]}",
     .help = "Estimates how much of the variance between builds comes from each factor of the "
             "layout, as 'eswexp attribute' does. Variants that redraw one factor each take the "
             "place of the file's; its claims, derived quantities and pictures are left out. {}: "
             "all factors."},
    {"claims", SCALAR | LIST, TYPE_TEXT, AT(claims), read_node, .entry = &claim_entry,
     .example = "['speedup(O3, O2) > 1.05', 'equivalent(O3, O2, 1%)']",
     .help =
         "What you expect of the result. A claim is supported if the whole interval lies on its "
         "side, refuted if the whole interval lies on the other, else inconclusive. A refuted "
         "claim is exit code 1. 'eswexp list claims' shows the functions."},
    {"derive", MAP, TYPE_KEYS, AT(derive), read_node, .entry = &derivation_entry,
     .example = "{difference: O3 - O2}",
     .help = "Quantities computed from the means of variants at every point, with intervals. The "
             "report shows them first."},
    {"pictures", MAP, TYPE_KEYS, AT(pictures), read_node, .entry = &picture_entry,
     .example = "{scaling: {x: n, log: xy}}",
     .help = "Pictures that 'eswexp plot' makes for this experiment."},
    {"quick", MAP, TYPE_KEYS, AT(quick), read_node, .entry = &quick_entry,
     .example = "{repeat.real.executions: 5}",
     .help = "What --quick sets in this file, by dotted keys as in --set."},
    {0},
};

// Checks names and keys of benchmarks or variants; combinations are checked once they are merged.
static void check_named(struct reading *reading, const struct node *map, const char *what,
                        bool builds)
{
    for (const struct node *child = map ? map->first : NULL; child; child = child->next) {
        const char *problem = name_problem(child->key);
        if (problem)
            mistake(&reading->mistakes, child->key_place, "'%s' cannot be the name of the %s: %s",
                    child->key, what, problem);
        target_check(reading, child);
        overlay_check(reading, child, builds);
    }
}

static void name_variants(struct reading *reading, const struct node *variants)
{
    struct spec *spec = reading->spec;
    size_t count = node_count(variants);
    spec->variants = arena_new_array(reading->arena, char *, count + 1);
    for (const struct node *child = variants ? variants->first : NULL; child; child = child->next)
        spec->variants[spec->variant_count++] = arena_strdup(reading->arena, child->key);
    if (!count)
        spec->variants[spec->variant_count++] = arena_strdup(reading->arena, "default");
}

// Is there anything to build? Asked before the targets are read.
static bool builds_anything(const struct experiment_file *file)
{
    bool builds = false;
    const struct node *const maps[] = {file->benchmarks, file->variants};
    for (size_t i = 0; i < 2; i++)
        for (const struct node *child = maps[i] ? maps[i]->first : NULL; child; child = child->next)
            builds |= node_child(child, "sources") || node_child(child, "directory") ||
                      node_child(child, "revision");
    return builds;
}

static void read_root(struct reading *reading, const struct node *root)
{
    struct experiment_file file = {0};
    grammar_apply(reading, root, experiment_keys, &file);
    reading->spec->name = file.experiment;
    reading->spec->question = file.question;
    reading->spec->summary = file.summary;
    bool builds = builds_anything(&file);
    check_named(reading, file.benchmarks, "benchmark", builds);
    check_named(reading, file.variants, "variant", builds);
    summary_statistics_check(reading, file.variants);
    const struct node *attribute = file.attribute;
    file.variants = attribute_read(reading, attribute, file.variants);
    name_variants(reading, file.variants);
    sweep_read(reading, file.sweep);
    repeat_read(reading, file.repeat);
    measure_read(reading, file.measure);
    randomize_check(reading, file.randomize, builds);
    if (!file.benchmarks)
        return;
    size_t before = reading->mistakes.count;
    const uint32_t *axes_used = cells_read(reading, &file);
    bool judged = !reading->elsewhere && !reading->accepted;
    if (reading->mistakes.count == before && judged) {
        effects_check(reading, &file, axes_used);
        unread_check(reading, &file);
    }
    attribute_expand(reading, attribute);
    if (reading->spec->quick)
        levels_lower(reading->spec);
    if (!reading->mistakes.count)
        levels_check(reading, file.repeat, file.variants);
    if (!reading->mistakes.count)
        directions_check(reading, file.benchmarks);
    if (!reading->mistakes.count)
        suites_check(reading, file.benchmarks, file.variants);
    if (!reading->mistakes.count && judged)
        variants_check(reading, &file);
    if (reading->spec->attribution.variant) {
        if (file.derive || file.pictures || file.claims)
            text_list_add(&reading->spec->warnings, reading->arena,
                          "claims, derived quantities and pictures of the file are left out, since "
                          "they name its variants");
        return;
    }
    derive_read(reading, file.derive);
    pictures_read(reading, file.pictures);
    claims_read(reading, file.claims, file.benchmarks);
}

static struct node *nodes_of(struct reading *reading, const char *text, size_t length)
{
    struct node *root = nodes_read(reading->arena, text, length, 0, &reading->mistakes);
    if (!root)
        return NULL;
    if (root->kind != NODE_MAP) {
        mistake(&reading->mistakes, root->place,
                "an experiment is a map of keys, such as 'experiment: NAME'");
        return NULL;
    }
    if (reading->spec->quick)
        settings_apply_map(reading, root, node_child(root, "quick"));
    settings_apply(reading, root);
    nodes_mark(root);
    return root;
}

static struct spec *refused(const struct reading *reading, struct text *report, struct error *error)
{
    size_t count = reading->mistakes.count;
    if (reading->broken.code != EXIT_FINE) {
        *error = reading->broken;
        return NULL;
    }
    mistakes_report(&reading->mistakes, report);
    (void)!failed(error, EXIT_USAGE, "'%s' has %s%zu mistake%s", reading->mistakes.path,
                  reading->mistakes.more ? "more than " : "", count, count == 1 ? "" : "s");
    return NULL;
}

static struct reading *reading_of(struct arena *arena, const char *path, struct spec *spec,
                                  const struct spec_overrides *overrides)
{
    struct reading *reading = arena_new(arena, struct reading);
    *reading = (struct reading){
        .arena = arena,
        .spec = spec,
        .elsewhere = overrides->elsewhere,
        .one_point = overrides->one_point,
        .accepted = overrides->accepted,
        .mistakes = {.arena = arena, .path = path, .settings = &overrides->settings}};
    reading->cautions = reading->mistakes;
    spec->quick = overrides->quick;
    return reading;
}

const struct node *experiment_nodes(struct arena *arena, const char *text,
                                    const struct spec_overrides *overrides)
{
    struct reading *reading = reading_of(arena, "", arena_new(arena, struct spec), overrides);
    const struct node *root = nodes_of(reading, text, strlen(text));
    return reading->mistakes.count ? NULL : root;
}

struct spec *spec_parse(struct arena *arena, const char *path, const char *text, size_t length,
                        const struct spec_overrides *overrides, struct text *report,
                        struct error *error)
{
    static const struct spec_overrides none;
    if (!overrides)
        overrides = &none;
    struct spec *spec = arena_new(arena, struct spec);
    struct reading *reading = reading_of(arena, path, spec, overrides);
    spec->path = arena_strdup(arena, path);
    spec->folder = path_absolute(arena, path_folder(arena, path));
    if (!overrides_seed(overrides, spec, error))
        return NULL;
    struct node *root = nodes_of(reading, text, length);
    if (root)
        read_root(reading, root);
    if (reading->mistakes.count)
        return refused(reading, report, error);
    if (!spec->seed_given)
        spec->seed = seed_fresh();
    spec->text = overrides_note(arena, text, length, overrides, spec->seed);
    mistakes_list(&reading->cautions, &spec->warnings);
    warnings_find(arena, spec);
    return spec;
}

struct spec *spec_load(struct arena *arena, const char *path,
                       const struct spec_overrides *overrides, struct text *report,
                       struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    if (!input_read(path, FILE_BYTES_MAX, &text, error)) {
        error->code = error->of_machine ? EXIT_FAILED : EXIT_USAGE;
        return NULL;
    }
    return spec_parse(arena, path, text.bytes, text.length, overrides, report, error);
}
