// Compares built programs by what they load, and their trees by what they may read.
#include "build/likeness.h"

#include "base/demangle.h"
#include "build/code/function_difference.h"
#include "build/code/tree_difference.h"
#include "build/internal.h"
#include "build/layout/stable_name.h"

#include <string.h>
#include <unistd.h>

static struct built_tree tree_of(struct arena *arena, const struct program *program)
{
    bool built = program->target.kind == TARGET_PROJECT;
    const char *name = program->target.commit ? "checkout" : built ? "tree" : NULL;
    return (struct built_tree){name ? program_place(arena, program, name) : NULL,
                               program->workshop.folder};
}

static bool digest_one(struct arena *scratch, const struct program *program, size_t index,
                       struct digest *loaded, struct digest *bound)
{
    IMAGE_CLEANUP struct image image = {0};
    const char *first = program_place(scratch, program, "first");
    struct image_digest digest;
    if (!image_map(program_output(scratch, first, index), program->workshop.folder, &image) ||
        !image_digest(&image, &digest))
        return false;
    memcpy(loaded->hex, digest.loaded, sizeof digest.loaded);
    memcpy(bound->hex, digest.bound, sizeof digest.bound);
    return true;
}

// Once for each build.
static bool digest(struct arena *scratch, struct program *program)
{
    size_t count = program->linked_count;
    struct digest *loaded = arena_new_array(scratch, struct digest, count);
    struct digest *bound = arena_new_array(scratch, struct digest, count);
    for (size_t i = 0; i < count && !program->is_digested; i++)
        if (!digest_one(scratch, program, i, &loaded[i], &bound[i]))
            return false;
    if (!program->is_digested) {
        digests_combine(loaded, count, program->digest.loaded);
        digests_combine(bound, count, program->digest.bound);
    }
    return program->is_digested = true;
}

// Adds the words of a script in the tree; nothing of another file.
static void add_script(struct arena *scratch, const char *path, struct text_list *words)
{
    enum { SCRIPT_MOST = 1 << 20 };
    IMAGE_CLEANUP struct image image = {0};
    if (!image_map(path, "", &image) || !image.size || image.size > SCRIPT_MOST ||
        memchr(image.bytes, '\0', image.size))
        return;
    char *rest = arena_strndup(scratch, image.bytes, image.size);
    for (char *word; (word = strsep(&rest, " \t\n\"'`;()<>|&="));)
        if (*word)
            text_list_add(words, scratch, word);
}

// What the commands of both name, and what the scripts among it do.
static struct tree_readers readers_of(struct arena *scratch, const struct program *a,
                                      const struct program *b, const struct built_tree *trees)
{
    const struct program *sides[] = {a, b};
    struct tree_readers readers = {.words = {0}};
    for (size_t i = 0; i < 2; i++) {
        const struct target *target = &sides[i]->target;
        for (size_t word = 0; word < target->command.count; word++) {
            const char *text = target->command.items[word];
            text_list_add(&readers.words, scratch, text);
            add_script(scratch, *text == '/' ? text : path_join(scratch, trees[i].folder, text),
                       &readers.words);
        }
        for (size_t word = 0; word < target->environment.count; word++)
            text_list_add(&readers.words, scratch, target->environment.items[word]);
        for (size_t file = 0; file < sides[i]->linked_count; file++)
            text_list_add(&readers.programs, scratch,
                          program_output(scratch, program_place(scratch, sides[i], "first"), file));
        for (size_t file = 0; file < sides[i]->beside.count; file++)
            text_list_add(&readers.programs, scratch, sides[i]->beside.items[file]);
    }
    return readers;
}

static struct likeness compare_trees(struct arena *arena, struct arena *scratch,
                                     const struct program *a, const struct program *b,
                                     bool but_code)
{
    struct built_tree one = tree_of(scratch, a), other = tree_of(scratch, b);
    if (!one.folder && !other.folder)
        return (struct likeness){.kind = LIKENESS_IDENTICAL};
    // a checkout is a whole repository, a tree only the project's folder
    if (!one.folder || !other.folder || !a->target.commit != !b->target.commit)
        return (struct likeness){.kind = LIKENESS_NONE};
    const struct built_tree trees[] = {one, other};
    struct tree_readers readers = readers_of(scratch, a, b, trees);
    readers.but_code = but_code;
    struct likeness likeness = {.kind = LIKENESS_IDENTICAL};
    likeness.file = tree_difference(arena, &one, &other, &readers, &likeness.passed);
    if (likeness.file)
        likeness.kind = LIKENESS_PROGRAM;
    return likeness;
}

// Nothing tells what lay there in executions of the other side.
static const char *outside(const struct program *program)
{
    for (size_t i = 0; i < program->beside.count; i++)
        if (!path_within(program->beside.items[i], program->workshop.folder))
            return program->beside.items[i];
    return NULL;
}

struct likeness programs_likeness(struct arena *arena, struct program *a, struct program *b)
{
    struct arena scratch = {0};
    const struct image_digest *one = &a->digest, *other = &b->digest;
    struct likeness likeness = {.kind = LIKENESS_NONE};
    if (!outside(a) && !outside(b) && digest(&scratch, a) && digest(&scratch, b)) {
        if (text_equal(one->loaded, other->loaded))
            likeness = compare_trees(arena, &scratch, a, b, false);
        else if (text_equal(one->bound, other->bound))
            likeness.kind = LIKENESS_CODE;
    }
    arena_release(&scratch);
    return likeness;
}

// ---- Functions

static bool link_with_relocations(struct arena *scratch, const struct program *program,
                                  const struct linked *linked, struct linked_code *code,
                                  struct error *error)
{
    struct text_list options = {0};
    struct relink relink = relink_of(program, linked);
    if (linked->capture.linker->cannot.keep_relocations)
        return failed(error, EXIT_FAILED, "%s keeps no relocations", linked->capture.linker->name);
    *code = (struct linked_code){program_place(scratch, program, "relocations"),
                                 program->workshop.folder};
    text_list_add(&options, scratch, "--emit-relocs");
    return link_plain(&relink, code->path, &options, error);
}

static size_t programs_of(const struct program *program)
{
    size_t programs = 0;
    for (size_t i = 0; i < program->linked_count; i++)
        programs += !program->linked[i].is_library;
    return programs;
}

static bool is_only_program(const struct program *program, const struct linked *linked)
{
    return programs_of(program) == 1 && !linked->is_library;
}

// The file of the same name; of libraries without the version. The name of the file of sources is
// that of the benchmark, and a project's only program may have another name.
static const struct linked *counterpart(const struct program *program, const struct program *of,
                                        const struct linked *linked)
{
    struct arena scratch = {0};
    const struct linked *found = NULL;
    for (size_t i = 0; !found && i < program->linked_count; i++) {
        const struct linked *other = &program->linked[i];
        bool same = linked->is_library ? text_equal(stable_file(&scratch, other->name),
                                                    stable_file(&scratch, linked->name))
                                       : text_equal(other->name, linked->name);
        if (other->is_library == linked->is_library &&
            (same || (is_only_program(of, linked) && is_only_program(program, other))))
            found = other;
    }
    arena_release(&scratch);
    return found;
}

// A library that only one side has, or NULL.
static const char *library_of_one_side(struct arena *arena, const struct program *old,
                                       const struct program *new)
{
    const struct program *sides[] = {old, new};
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->linked_count; i++) {
            const struct linked *linked = &sides[side]->linked[i];
            if (linked->is_library && !counterpart(sides[1 - side], sides[side], linked))
                return arena_strdup(arena, linked->name);
        }
    return NULL;
}

static bool compare_functions(struct arena *arena, struct arena *scratch, const struct program *old,
                              const struct program *new, const struct linked *linked,
                              struct function_difference *difference, struct error *error)
{
    struct linked_code one = {.path = ""}, other = {.path = ""};
    const struct linked *now = counterpart(new, old, linked);
    if (!now && linked->is_library) {
        *difference = (struct function_difference){.count = 0};
        return true;
    }
    if (!now)
        return failed(error, EXIT_FAILED, "only one of the sides has the program '%s'",
                      linked->name);
    bool done = link_with_relocations(scratch, old, linked, &one, error) &&
                link_with_relocations(scratch, new, now, &other, error) &&
                function_difference_find(arena, &one, &other, difference, error);
    unlink(one.path);
    unlink(other.path);
    for (size_t i = 0; done && i < difference->count; i++) {
        struct changed_function *function = &difference->items[i];
        if (old->linked_count > 1)
            function->program = arena_strdup(arena, linked->name);
        if (function->change != FUNCTION_MOVED) { // which are many, and never named
            function->title = demangled(arena, function->name);
            if (function->change == FUNCTION_RENAMED)
                function->new_title = demangled(arena, function->new_name);
        }
    }
    return done;
}

// Whether a file below both workshops loads the same; what cannot be read differs.
static bool same_image(struct arena *scratch, const struct program *old, const struct program *new,
                       const char *name)
{
    IMAGE_CLEANUP struct image one = {0}, other = {0};
    struct image_digest before, after;
    return image_map(program_place(scratch, old, name), old->workshop.folder, &one) &&
           image_map(program_place(scratch, new, name), new->workshop.folder, &other) &&
           image_digest(&one, &before) && image_digest(&other, &after) &&
           text_equal(before.loaded, after.loaded);
}

// The first file that runs beside the programs of either side and is another, or may be one
// because it lies outside of the builds; or NULL.
static const char *other_file(struct arena *arena, struct arena *scratch, const struct program *old,
                              const struct program *new)
{
    const struct program *sides[] = {old, new};
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->beside.count; i++) {
            const char *path = sides[side]->beside.items[i],
                       *name = path_within(path, sides[side]->workshop.folder);
            if (!name || !same_image(scratch, old, new, name))
                return arena_strdup(arena, name ? name : path);
        }
    return NULL;
}

// What the trees have besides code that an execution may read, and that differs, as words; or NULL.
static const char *other_content(struct arena *arena, struct arena *scratch,
                                 const struct program *old, const struct program *new)
{
    struct likeness trees = compare_trees(arena, scratch, old, new, true);
    if (trees.kind == LIKENESS_NONE)
        return "the files of a revision and of a folder";
    return !trees.file    ? NULL
           : !*trees.file ? "the built trees, which cannot be read"
                          : arena_printf(arena, "'%s', which differs", trees.file);
}

bool programs_functions(struct arena *arena, const struct program *old, const struct program *new,
                        struct function_difference *difference, struct error *error)
{
    struct arena scratch = {0};
    struct function_difference *each =
        arena_new_array(&scratch, struct function_difference, old->linked_count);
    size_t old_programs = programs_of(old), new_programs = programs_of(new);
    bool done = old_programs == new_programs && old->linked_count;
    if (!done)
        failed(error, EXIT_FAILED, "the sides have %zu and %zu programs", old_programs,
               new_programs);
    for (size_t i = 0; done && i < old->linked_count; i++)
        done = compare_functions(arena, &scratch, old, new, &old->linked[i], &each[i], error);
    if (done) {
        *difference = function_differences_join(arena, each, old->linked_count);
        difference->elsewhere = other_file(arena, &scratch, old, new);
        if (!difference->elsewhere)
            difference->elsewhere = library_of_one_side(arena, old, new);
        if (!difference->of[FUNCTION_DIFFERS] && !difference->elsewhere && !difference->uncompared)
            difference->uncompared = other_content(arena, &scratch, old, new);
    }
    arena_release(&scratch);
    return done;
}
