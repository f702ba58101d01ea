// Finds differing inputs that no command names: a program opens them, or a script that it runs.
#include "executor/local/opened_inputs.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/choice.h"
#include "build/code/tree_difference.h"
#include "build/elf/image.h"
#include "build/input_files.h"
#include "executor/local/internal.h"
#include "executor/local/prepare/command_program.h"
#include "git/revision_files.h"
#include "run/opened_files.h"

#include <string.h>

struct opened {
    struct opened_watch *watch; // of its program's tree
    struct opened_files files;
    bool watched, done; // a watch was begun; an execution has ended
};

struct opened_inputs {
    struct local_executor *executor;
    struct opened *items; // by prepared variant
    // Of the two programs that are compared now: paths that are the same, or do not matter.
    const struct program *old, *new;
    struct text_list same;
};

// ---- Watching

struct opened_inputs *opened_inputs_begin(struct local_executor *executor)
{
    struct opened_inputs *inputs = arena_new(executor->base.arena, struct opened_inputs);
    *inputs = (struct opened_inputs){
        .executor = executor,
        .items = arena_new_array(executor->base.arena, struct opened, executor->prepared.count)};
    return inputs;
}

static size_t first_of_cell(const struct opened_inputs *inputs, size_t index)
{
    return index - index % inputs->executor->base.spec->variant_count;
}

static bool has_other_tree(const struct opened_inputs *inputs, size_t index)
{
    const struct prepared_variant *items = inputs->executor->prepared.items;
    size_t first = first_of_cell(inputs, index);
    for (size_t i = 1; items[index].program && i < inputs->executor->base.spec->variant_count; i++)
        if ((index == first || index == first + i) && items[first + i].program &&
            items[first + i].program != items[first].program)
            return true;
    return false;
}

// The watch of the same program, or a new one.
static void watch_tree(struct opened_inputs *inputs, size_t index)
{
    const struct prepared_variant *items = inputs->executor->prepared.items;
    struct opened *opened = &inputs->items[index];
    for (size_t i = 0; i < inputs->executor->prepared.count && !opened->watched; i++)
        if (inputs->items[i].watched && items[i].program == items[index].program)
            *opened = (struct opened){.watch = inputs->items[i].watch, .watched = true};
    if (opened->watched)
        return;
    opened->watched = true;
    opened->watch =
        opened_watch_begin(inputs->executor->base.arena, program_tree(items[index].program));
}

void opened_inputs_before(struct opened_inputs *inputs, size_t index)
{
    if (!has_other_tree(inputs, index))
        return;
    watch_tree(inputs, index);
    (void)opened_watch_take(inputs->items[index].watch); // by earlier executions
}

void opened_inputs_after(struct opened_inputs *inputs, size_t index)
{
    struct opened *opened = &inputs->items[index];
    if (!opened->watched)
        return;
    opened->files = opened_watch_take(opened->watch);
    opened->done = true;
}

void opened_inputs_end(struct opened_inputs *inputs)
{
    for (size_t i = 0; i < inputs->executor->prepared.count; i++) {
        struct opened_watch *watch = inputs->items[i].watch;
        opened_watch_end(watch);
        for (size_t k = i; k < inputs->executor->prepared.count; k++)
            if (inputs->items[k].watch == watch)
                inputs->items[k].watch = NULL;
    }
}

// ---- The files of two sides

struct side {
    const struct prepared_variant *prepared;
    const struct opened *opened;
    const char *tree;
};

struct holding {
    struct arena *arena;
    const struct spec *spec;
    struct side sides[2];     // the cell's first variant, another one
    const char *program;      // that the other's command begins with, or NULL
    struct text_list data;    // that differ, relative to the user's folder
    struct text_list unclear; // code or data
    struct text_list made;    // of these, by the build
    const char *code;         // the first that is code; NULL: none
};

static const char *path_in(const struct holding *holding, size_t side, const char *path)
{
    return path_join(holding->arena, holding->sides[side].tree, path);
}

static bool is_equal(const struct holding *holding, const char *one, const char *other)
{
    IMAGE_CLEANUP struct image a = {0}, b = {0};
    bool in_a = image_map(path_in(holding, 0, one), holding->sides[0].tree, &a);
    bool in_b = image_map(path_in(holding, 1, other), holding->sides[1].tree, &b);
    return in_a == in_b && (!in_a || images_equal(&a, &b));
}

// The bytes that the file had before the build. *found: false if the build has made it.
static bool read_source(const struct holding *holding, size_t side, const char *path,
                        struct text *bytes, bool *found, struct error *error)
{
    struct arena *arena = holding->arena;
    const struct target *target = holding->sides[side].prepared->target;
    const char *place = input_place(arena, target, path);
    struct revision revision;
    *found = !target->commit && file_exists(place);
    if (!target->commit)
        return !*found || file_read(place, SIZE_MAX, bytes, error);
    REPOSITORY_CLEANUP struct repository *repository = repository_open(target->repository, error);
    return repository && revision_resolve(repository, arena, target->commit, &revision, error) &&
           revision_read(repository, &revision, path, bytes, found, error);
}

static bool is_written(const struct holding *holding, const char *path)
{
    return text_list_has(&holding->sides[0].opened->files.written, path) ||
           text_list_has(&holding->sides[1].opened->files.written, path);
}

// Did an execution make it, on either side?
static bool is_result(const struct holding *holding, const char *path)
{
    for (size_t i = 0; i < 2; i++)
        if (program_changed_since(holding->sides[i].prepared->program, path_in(holding, i, path)))
            return true;
    return is_written(holding, path);
}

// ---- Judging a file

// A file of the sources that the build only copied: of the same name and bytes on both sides.
static bool find_copied(const struct holding *holding, const char *path, const char **source,
                        struct error *error)
{
    struct text_list entries = {0};
    *source = NULL;
    if (!tree_list(holding->arena, holding->sides[1].tree, &entries, error))
        return false;
    for (size_t i = 0; i < entries.count && !*source; i++) {
        TEXT_CLEANUP struct text bytes = {0};
        const char *other = entries.items[i];
        bool found = false, alike = true;
        for (size_t side = 0; side < 2 && alike; side++) {
            IMAGE_CLEANUP struct image one = {0}, copy = {0};
            alike = !text_equal(path, other) && text_equal(path_base(path), path_base(other)) &&
                    image_map(path_in(holding, side, other), "", &one) &&
                    image_map(path_in(holding, side, path), "", &copy) && images_equal(&one, &copy);
        }
        if (alike && !read_source(holding, 1, other, &bytes, &found, error))
            return false;
        *source = found ? other : NULL;
    }
    return true;
}

static void add(struct holding *holding, const char *path, bool is_made)
{
    struct arena *arena = holding->arena;
    const struct target *target = holding->sides[1].prepared->target;
    const char *place = input_place(arena, target, path);
    if (input_is_listed(arena, target, &target->compares_files, place))
        return;
    enum input_kind kind = input_kind_of(arena, target, holding->program, place);
    bool is_script = file_is_script(path_in(holding, 1, path));
    if (is_made)
        text_list_add_once(&holding->made, arena, path);
    if (is_made || is_script || kind == INPUT_UNCLEAR)
        text_list_add_once(&holding->unclear, arena, path);
    else if (kind == INPUT_DATA)
        text_list_add_once(&holding->data, arena, path);
    else if (!holding->code)
        holding->code = path;
}

// What the build made of sources is code that is measured, or data of it; a copy is an input.
static bool judge_made(struct holding *holding, const char *path, struct error *error)
{
    const char *source;
    if (is_result(holding, path) || *path == '.' || strstr(path, "/.") ||
        tree_file_is_of_build(path))
        return true;
    if (!find_copied(holding, path, &source, error))
        return false;
    add(holding, source ? source : path, !source);
    return true;
}

static bool judge(struct holding *holding, const char *path, struct error *error)
{
    TEXT_CLEANUP struct text one = {0}, other = {0};
    bool in_old, in_new;
    if (path_within(path, ".git") || file_is_linked(path_in(holding, 0, path)) ||
        file_is_linked(path_in(holding, 1, path)) || is_equal(holding, path, path))
        return true;
    if (!read_source(holding, 0, path, &one, &in_old, error) ||
        !read_source(holding, 1, path, &other, &in_new, error))
        return false;
    if (!in_old && !in_new)
        return judge_made(holding, path, error);
    bool same = one.length == other.length &&
                (!one.length || memcmp(one.bytes, other.bytes, one.length) == 0);
    if (in_old != in_new || !same || !is_written(holding, path))
        add(holding, path, false);
    return true;
}

// ---- Sentences

// "[data/a, data/b]", relative to the benchmark's 'directory'.
static const char *as_list(const struct holding *holding)
{
    struct arena *arena = holding->arena;
    const struct target *target = holding->sides[1].prepared->target;
    const char *list = "";
    for (size_t i = 0; i < holding->data.count; i++) {
        const char *place = input_place(arena, target, holding->data.items[i]);
        const char *within = path_within(place, target->directory);
        list = arena_printf(arena, "%s%s%s", list, i ? ", " : "", within ? within : place);
    }
    return arena_printf(arena, "[%s]", list);
}

// As the user has named it; `compare` names its sides and resolves them.
static const char *revision_of(const struct target *target)
{
    return text_equal(target->revision, target->commit) ? target->variant : target->revision;
}

static const char *data_wording(const struct holding *holding)
{
    struct arena *arena = holding->arena;
    const struct target *old = holding->sides[0].prepared->target,
                        *new = holding->sides[1].prepared->target;
    const char *remedy =
        old->commit && new->commit
            ? arena_printf(arena,
                           "'files: %s' with --bench-from %s or 'files_from: %s' takes %s from "
                           "one revision",
                           as_list(holding), revision_of(new), revision_of(new),
                           holding->data.count > 1 ? "them" : "it")
            : "give both the same";
    return inputs_wording(arena, &holding->data, old->variant, new->variant, remedy);
}

// A line each.
static const char *unclear_wording(const struct holding *holding)
{
    enum { LINES_MOST = 3 };
    struct arena *arena = holding->arena;
    const char *lines = "";
    for (size_t i = 0; i < holding->unclear.count && i < LINES_MOST; i++) {
        const char *path = holding->unclear.items[i],
                   *old = holding->sides[0].prepared->target->variant,
                   *new = holding->sides[1].prepared->target->variant;
        const char *line = text_list_has(&holding->made, path)
                               ? input_made_wording(arena, path, old, new)
                               : input_code_wording(arena, path, old, new);
        lines = arena_printf(arena, "%s%s%s", lines, i ? "\n" : "", line);
    }
    return holding->unclear.count > LINES_MOST
               ? arena_printf(arena, "%s\n%zu more files that the command opens differ, too", lines,
                              holding->unclear.count - LINES_MOST)
               : lines;
}

static void conclude(const struct holding *holding, struct tried *tried)
{
    tried->code = holding->code;
    if (holding->data.count)
        tried->inputs = data_wording(holding);
    if (holding->unclear.count)
        tried->files = unclear_wording(holding);
    if (!holding->sides[0].opened->files.is_known || !holding->sides[1].opened->files.is_known)
        tried->inputs_unseen = "which files it opens was not looked at: the kernel watches no more "
                               "folders (sysctl fs.inotify.max_user_watches)";
}

// ---- Comparing

// That of the benchmark's first point where the trial left this one out.
static const struct opened *opened_of(const struct opened_inputs *inputs, size_t index)
{
    const struct spec *spec = inputs->executor->base.spec;
    size_t cell = index / spec->variant_count, variant = index % spec->variant_count;
    if (inputs->items[index].done)
        return &inputs->items[index];
    while (cell > 0 && text_equal(spec->cells[cell - 1].benchmark, spec->cells[cell].benchmark))
        cell--;
    return &inputs->items[cell * spec->variant_count + variant];
}

static bool judge_all(struct opened_inputs *inputs, struct holding *holding, struct error *error)
{
    for (size_t side = 0; side < 2; side++) {
        const struct text_list *paths = &holding->sides[side].opened->files.paths;
        for (size_t i = 0; i < paths->count; i++) {
            size_t found = holding->data.count + holding->unclear.count;
            if (text_list_has(&inputs->same, paths->items[i]))
                continue;
            if (!judge(holding, paths->items[i], error))
                return false;
            if (found == holding->data.count + holding->unclear.count)
                text_list_add_once(&inputs->same, holding->arena, paths->items[i]);
        }
    }
    return true;
}

// The cells of a variant follow each other, and most have the same two programs.
static void remember(struct opened_inputs *inputs, const struct program *old,
                     const struct program *new)
{
    if (inputs->old != old || inputs->new != new)
        inputs->same = (struct text_list){0};
    inputs->old = old;
    inputs->new = new;
}

static bool compare(struct opened_inputs *inputs, size_t index, struct tried *tried,
                    struct error *error)
{
    struct local_executor *executor = inputs->executor;
    const struct prepared_variant *items = executor->prepared.items;
    size_t places[] = {first_of_cell(inputs, index), index};
    struct holding holding = {.arena = executor->base.arena, .spec = executor->base.spec};
    for (size_t i = 0; i < 2; i++)
        holding.sides[i] = (struct side){&items[places[i]], opened_of(inputs, places[i]),
                                         program_tree(items[places[i]].program)};
    if (!holding.sides[0].opened->done || !holding.sides[1].opened->done)
        return true;
    if (!command_program_find(holding.arena, items[index].target,
                              program_folder(items[index].program), &holding.program, error))
        return false;
    remember(inputs, items[places[0]].program, items[index].program);
    if (!judge_all(inputs, &holding, error))
        return false;
    conclude(&holding, tried);
    return true;
}

bool opened_inputs_compare(struct opened_inputs *inputs, struct trial *trial, struct error *error)
{
    size_t variants = inputs->executor->base.spec->variant_count;
    for (size_t variant = 1; variant < variants; variant++)
        for (size_t i = variant; i < inputs->executor->prepared.count; i += variants)
            if (has_other_tree(inputs, i) && !compare(inputs, i, &trial->items[i], error))
                return false;
    return true;
}
