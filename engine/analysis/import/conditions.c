// Where files of harnesses differ in what they say that they were measured with.
#include "analysis/import/conditions.h"

#include "analysis/import/level_columns.h"
#include "store/events.h"

// `names`: those of the output, which are collected when the first one is asked for.
static bool has_benchmark(const struct harness_output *output, struct row_set *names,
                          const char *benchmark)
{
    if (!names->count)
        for (size_t i = 0; i < output->count; i++)
            row_set_add(names, row_hash(0, output->results[i].benchmark));
    return row_set_has(names, row_hash(0, benchmark));
}

// The same condition of another file; NULL: there is none.
static const struct harness_condition *same_of(const struct condition_files *files,
                                               const struct harness_output *output,
                                               const struct harness_condition *condition)
{
    if (!condition->benchmark || !files->one_command)
        return harness_find_condition(output, condition->benchmark, condition->name);
    for (size_t i = 0; i < output->condition_count; i++)
        if (output->conditions[i].benchmark &&
            text_equal(output->conditions[i].name, condition->name))
            return &output->conditions[i];
    return NULL;
}

enum difference { OF_MACHINES, OF_OTHERS, ONLY_ONE };

enum { NAMED = 5 };

// "batch none and '4'", of the first benchmark that has it, and perhaps of others.
struct named {
    const char *words, *benchmark;
    bool others;
};

// What two files do not have alike, by enum difference.
struct differences {
    const struct condition_files *files;
    const struct harness_output *outputs[2];
    struct named named[3][NAMED];
    size_t counts[3]; // with those that are not named
};

static const char *shown(struct arena *arena, const struct harness_condition *condition)
{
    return condition ? arena_printf(arena, "'%.100s'", condition->value) : "none";
}

static void add_difference(struct differences *all, enum difference kind,
                           const struct harness_condition *const sides[2])
{
    struct arena *arena = all->files->arena;
    const struct harness_condition *one = sides[0] ? sides[0] : sides[1];
    const char *words =
        arena_printf(arena, "%s %s", one->name, shown(arena, kind == ONLY_ONE ? one : sides[0]));
    if (kind != ONLY_ONE)
        words = arena_printf(arena, "%s and %s", words, shown(arena, sides[1]));
    for (size_t i = 0; i < all->counts[kind] && i < NAMED; i++)
        if (text_equal(all->named[kind][i].words, words)) {
            all->named[kind][i].others = true;
            return;
        }
    if (all->counts[kind]++ < NAMED)
        all->named[kind][all->counts[kind] - 1] =
            (struct named){words, all->files->one_command ? NULL : one->benchmark, false};
}

// "cpu 'Fast' and 'Slow', batch none and '4' of 'sort' and others".
static const char *listed(const struct differences *all, enum difference kind)
{
    TEXT_CLEANUP struct text list = {0};
    for (size_t i = 0; i < all->counts[kind] && i < NAMED; i++) {
        const struct named *named = &all->named[kind][i];
        text_printf(&list, "%s%s", i ? ", " : "", named->words);
        if (named->benchmark)
            text_printf(&list, " of '%s'%s", named->benchmark, named->others ? " and others" : "");
    }
    text_add(&list, all->counts[kind] > NAMED ? " and more" : "");
    return arena_strdup(all->files->arena, list.bytes);
}

// Of the conditions of one side; those that both have are taken from side 0.
static void find_differences(struct differences *all, size_t side)
{
    const struct harness_output *mine = all->outputs[side], *others = all->outputs[!side];
    struct row_set names = {0};
    for (size_t i = 0; i < mine->condition_count; i++) {
        const struct harness_condition *one = &mine->conditions[i],
                                       *other = same_of(all->files, others, one);
        if (other ? side || text_equal(one->value, other->value)
                  : one->benchmark && !all->files->one_command &&
                        !has_benchmark(others, &names, one->benchmark))
            continue;
        add_difference(
            all,
            !other && !one->benchmark ? ONLY_ONE
            : one->machine            ? OF_MACHINES
                                      : OF_OTHERS,
            (const struct harness_condition *[]){side ? other : one, side ? one : other});
    }
    row_set_release(&names);
}

// Each kind of difference is told once for two variants.
static bool note_pair(const struct condition_files *files, const struct harness_file *before,
                      const struct harness_file *file, struct text_list *told, struct store *store,
                      struct error *error)
{
    struct arena *arena = files->arena;
    bool same = text_equal(before->variant, file->variant), done = true;
    struct differences all = {files, {&before->output, &file->output}, {{{0}}}, {0}};
    find_differences(&all, 0);
    find_differences(&all, 1);
    for (size_t i = 0; done && i < sizeof all.counts / sizeof *all.counts; i++) {
        const char *pair =
            !all.counts[i] ? NULL
            : same         ? arena_printf(arena, "files of '%s'", file->variant)
                           : arena_printf(arena, "'%s' and '%s'", before->variant, file->variant);
        if (!pair || !text_list_add_once(told, arena, arena_printf(arena, "%zu %s", i, pair)))
            continue;
        const char *words = listed(&all, (enum difference)i),
                   *sentence =
                       i == OF_MACHINES
                           ? arena_printf(arena,
                                          "%s are of different machines (%s): their %s these, too",
                                          pair, words, same ? "mean is over" : "ratio is between")
                       : i == OF_OTHERS
                           ? arena_printf(arena, "%s differ in %s", pair, words)
                           : arena_printf(arena,
                                          "%s: only one says %s, so the other may differ in it",
                                          pair, words);
        done = store_event(store, EVENT_CONDITIONS, sentence, error);
    }
    return done;
}

// Each file against those of its variant and of the baseline.
bool conditions_note(const struct condition_files *files, struct store *store, struct error *error)
{
    struct text_list told = {0};
    const struct harness_file *items = files->items;
    bool done = true;
    for (size_t f = 0; f < files->count; f++)
        for (size_t g = 0; done && g < f; g++)
            if (items[g].reader == items[f].reader &&
                (text_equal(items[g].variant, items[f].variant) ||
                 text_equal(items[g].variant, items[0].variant)))
                done = note_pair(files, &items[g], &items[f], &told, store, error);
    return done;
}

static bool check_pair(const struct condition_files *files, const struct harness_file *before,
                       const struct harness_file *file, struct error *error)
{
    struct row_set names = {0};
    bool same = true;
    for (size_t i = 0; same && i < file->output.condition_count; i++) {
        const struct harness_condition *one = &file->output.conditions[i],
                                       *other = same_of(files, &before->output, one);
        if (!one->defines || (other && text_equal(other->value, one->value)) ||
            !has_benchmark(&before->output, &names, one->benchmark))
            continue;
        same =
            failed(error, EXIT_USAGE,
                   "'%.100s' has %s %s in '%s' and %s in '%s', so these are no executions of one "
                   "variant, '%s': give each a name of its own, NAME=FILE",
                   one->benchmark, one->name, shown(files->arena, one), file->path,
                   shown(files->arena, other), before->path, file->variant);
    }
    row_set_release(&names);
    return same;
}

bool conditions_check(const struct condition_files *files, struct error *error)
{
    for (size_t f = 0; f < files->count; f++)
        for (size_t g = 0; g < f; g++)
            if (text_equal(files->items[f].variant, files->items[g].variant) &&
                (!check_pair(files, &files->items[f], &files->items[g], error) ||
                 !check_pair(files, &files->items[g], &files->items[f], error)))
                return false;
    return true;
}
