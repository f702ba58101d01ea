// An experiment file, from its text to benchmarks × parameter points × variants.
#include "spec/parts.h"
#include "spec/values.h"

#include "base/files/files.h"
#include "base/stream.h"
#include "base/files/paths.h"

struct file {
    const char *experiment, *question;
    struct statistic summary;
    const struct node *benchmarks, *variants, *sweep, *exclude, *repeat, *randomize, *measure,
        *machine, *claims, *derive, *pictures, *quick;
};

#define AT(member) .offset = offsetof(struct file, member)

static const struct keyword file_keys[] = {
    {"experiment", SCALAR | REQUIRED, read_name, AT(experiment)},
    {"question", SCALAR, read_plain, AT(question)},
    {"benchmarks", MAP | REQUIRED, read_node, AT(benchmarks)},
    {"variants", MAP, read_node, AT(variants)},
    {"sweep", MAP, read_node, AT(sweep)},
    {"exclude", LIST, read_node, AT(exclude)},
    {"repeat", MAP, read_node, AT(repeat)},
    {"randomize", MAP, read_node, AT(randomize)},
    {"measure", SCALAR | LIST, read_node, AT(measure)},
    {"machine", MAP, read_node, AT(machine)},
    {"summary", SCALAR, read_summary, AT(summary)},
    {"claims", SCALAR | LIST, read_node, AT(claims)},
    {"derive", MAP, read_node, AT(derive)},
    {"pictures", MAP, read_node, AT(pictures)},
    {"quick", MAP, read_node, AT(quick)},
    {0},
};

static size_t count_children(const struct node *map)
{
    size_t count = 0;
    for (const struct node *child = map ? map->first : NULL; child; child = child->next)
        count++;
    return count;
}

// Benchmarks or variants: names and keys; what goes together shows when they are merged.
static void check_named(struct reading *reading, const struct node *map, const char *what,
                        bool builds)
{
    if (map && !map->first)
        mistake(&reading->mistakes, map->place, "'%s' is empty", map->key);
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
    size_t count = count_children(variants);
    spec->variants = arena_new_array(reading->arena, char *, count + 1);
    for (const struct node *child = variants ? variants->first : NULL; child; child = child->next)
        spec->variants[spec->variant_count++] = arena_strdup(reading->arena, child->key);
    if (!count)
        spec->variants[spec->variant_count++] = arena_strdup(reading->arena, "default");
}

// The number of parameter points; 1 without values where an axis is a mistake.
static size_t count_points(const struct spec *spec)
{
    size_t points = 1;
    for (size_t i = 0; i < spec->axis_count; i++) {
        if (!spec->axes[i].values.count)
            return 1;
        if (__builtin_mul_overflow(points, spec->axes[i].values.count, &points))
            return SIZE_MAX;
    }
    return points;
}

// The values of the n-th point, the last axis fastest; NULL where an axis is a mistake.
static char **point_values(struct reading *reading, size_t n)
{
    const struct spec *spec = reading->spec;
    char **values = arena_new_array(reading->arena, char *, spec->axis_count + 1);
    for (size_t i = spec->axis_count; i-- > 0;) {
        const struct text_list *axis = &spec->axes[i].values;
        if (!axis->count)
            return NULL;
        values[i] = axis->items[n % axis->count];
        n /= axis->count;
    }
    return values;
}

// By variant.
static const struct definition *find_definitions(struct reading *reading, const struct file *file,
                                                 const struct node *benchmark)
{
    struct arena *arena = reading->arena;
    const struct spec *spec = reading->spec;
    struct definition *definitions = arena_new_array(arena, struct definition, spec->variant_count);
    const struct node *variant = file->variants ? file->variants->first : NULL;
    for (size_t v = 0; v < spec->variant_count; v++, variant = variant ? variant->next : NULL)
        definitions[v] = (struct definition){
            .benchmark = benchmark->key,
            .variant = spec->variants[v],
            .keys = target_merge(arena, benchmark, variant),
            .machine = overlaid(arena, "machine", file->machine, benchmark, variant),
            .randomize = overlaid(arena, "randomize", file->randomize, benchmark, variant),
            .defaults = randomizers_are_defaults(file->randomize),
        };
    return definitions;
}

static void expand_benchmark(struct reading *reading, const struct file *file,
                             const struct node *benchmark, size_t points, const bool *excluded)
{
    struct spec *spec = reading->spec;
    size_t variants = spec->variant_count;
    struct draft *first = arena_new_array(reading->arena, struct draft, variants);
    const struct definition *definitions = find_definitions(reading, file, benchmark);
    struct statistic summary = spec->summary;
    const struct node *own = node_child(benchmark, "summary");
    if (own && own->kind == NODE_SCALAR)
        read_summary(reading, NULL, own, &summary);
    bool again = false;
    for (size_t n = 0; n < points && !mistakes_full(&reading->mistakes); n++) {
        if (excluded && excluded[n])
            continue;
        struct cell *cell = &spec->cells[spec->cell_count++];
        cell->benchmark = benchmark->key;
        cell->summary = summary;
        cell->point = point_values(reading, n);
        cell->targets = arena_new_array(reading->arena, struct target, variants);
        for (size_t v = 0; v < variants; v++) {
            const struct definition *definition = &definitions[v];
            struct draft draft = first[v];
            reading->scope =
                (struct scope){definition->benchmark, definition->variant, cell->point, false};
            target_read(reading, definition, &draft, again);
            cell->targets[v] = draft.target;
            if (!again)
                first[v] = draft;
        }
        if (reading->one_point)
            return;
        again = true;
    }
}

static void expand(struct reading *reading, const struct file *file)
{
    struct spec *spec = reading->spec;
    size_t benchmarks = count_children(file->benchmarks), points = count_points(spec), cells = 0,
           programs = 0;
    struct place place = file->sweep ? file->sweep->place : file->benchmarks->place;
    if (__builtin_mul_overflow(benchmarks, points, &cells) ||
        __builtin_mul_overflow(cells, spec->variant_count, &programs) || programs > CELLS_MAX) {
        mistake(&reading->mistakes, place,
                "benchmarks, variants and sweep make more than %d combinations", CELLS_MAX);
        return;
    }
    const bool *excluded = exclude_read(reading, file->exclude, points);
    spec->cells =
        arena_new_array(reading->arena, struct cell, reading->one_point ? benchmarks : cells);
    for (const struct node *child = file->benchmarks->first; child; child = child->next)
        expand_benchmark(reading, file, child, points, excluded);
}

// Is there anything to build? Asked before the targets are read.
static bool builds_anything(const struct file *file)
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
    struct file file = {0};
    grammar_apply(reading, root, file_keys, &file);
    reading->spec->name = file.experiment;
    reading->spec->question = file.question;
    reading->spec->summary = file.summary;
    bool builds = builds_anything(&file);
    check_named(reading, file.benchmarks, "benchmark", builds);
    check_named(reading, file.variants, "variant", builds);
    summary_statistics_check(reading, file.variants);
    name_variants(reading, file.variants);
    sweep_read(reading, file.sweep);
    repeat_read(reading, file.repeat);
    measure_read(reading, file.measure);
    randomize_check(reading, file.randomize, builds);
    if (!file.benchmarks)
        return;
    expand(reading, &file);
    if (reading->spec->quick)
        levels_lower(reading->spec);
    if (!reading->mistakes.count)
        levels_check(reading, file.repeat, file.variants);
    if (!reading->mistakes.count)
        directions_check(reading, file.benchmarks);
    derive_read(reading, file.derive);
    pictures_read(reading, file.pictures);
    claims_read(reading, file.claims, file.benchmarks);
}

static void read_text_of(struct reading *reading, const char *text, size_t length)
{
    struct node *root = nodes_read(reading->arena, text, length, 0, &reading->mistakes);
    if (!root)
        return;
    if (root->kind != NODE_MAP) {
        mistake(&reading->mistakes, root->place,
                "an experiment is a map of keys, such as 'experiment: NAME'");
        return;
    }
    if (reading->spec->quick)
        settings_apply_map(reading, root, node_child(root, "quick"));
    settings_apply(reading, root);
    nodes_mark(root);
    read_root(reading, root);
}

static struct spec *refused(const struct reading *reading, struct text *report, struct error *error)
{
    size_t count = reading->mistakes.count;
    mistakes_report(&reading->mistakes, report);
    (void)!failed(error, EXIT_USAGE, "'%s' has %s%zu mistake%s", reading->mistakes.path,
                  reading->mistakes.more ? "more than " : "", count, count == 1 ? "" : "s");
    return NULL;
}

struct spec *spec_parse(struct arena *arena, const char *path, const char *text, size_t length,
                        const struct spec_overrides *overrides, struct text *report,
                        struct error *error)
{
    static const struct spec_overrides none;
    if (!overrides)
        overrides = &none;
    struct spec *spec = arena_new(arena, struct spec);
    struct reading *reading = arena_new(arena, struct reading);
    *reading = (struct reading){
        .arena = arena,
        .spec = spec,
        .elsewhere = overrides->elsewhere,
        .one_point = overrides->one_point,
        .mistakes = {.arena = arena, .path = path, .settings = &overrides->settings}};
    spec->path = arena_strdup(arena, path);
    spec->folder = path_absolute(arena, path_folder(arena, path));
    spec->quick = overrides->quick;
    if (!overrides_seed(overrides, spec, error))
        return NULL;
    read_text_of(reading, text, length);
    if (reading->mistakes.count)
        return refused(reading, report, error);
    if (!spec->seed_given)
        spec->seed = seed_fresh();
    spec->text = overrides_note(arena, text, length, overrides, spec->seed);
    warnings_find(arena, spec);
    return spec;
}

struct spec *spec_load(struct arena *arena, const char *path,
                       const struct spec_overrides *overrides, struct text *report,
                       struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    if (!file_read(path, FILE_BYTES_MAX, &text, error)) {
        error->code = EXIT_USAGE;
        return NULL;
    }
    return spec_parse(arena, path, text.bytes, text.length, overrides, report, error);
}
