// Compares built programs by what they load, and their trees by what they may read.
#include "build/likeness.h"

#include "build/code/tree_difference.h"
#include "build/internal.h"

#include <string.h>

static struct built_tree tree_of(struct arena *arena, const struct program *program)
{
    bool built = program->target.kind == TARGET_PROJECT;
    const char *name = program->target.commit ? "checkout" : built ? "tree" : NULL;
    return (struct built_tree){name ? program_place(arena, program, name) : NULL,
                               program->workshop.folder};
}

static bool digest_one(struct arena *scratch, const struct program *program, size_t index,
                       struct digest *loaded, struct digest *code)
{
    IMAGE_CLEANUP struct image image = {0};
    const char *first = program_place(scratch, program, "first");
    struct image_digest digest;
    if (!image_map(program_output(scratch, first, index), program->workshop.folder, &image) ||
        !image_digest(&image, &digest))
        return false;
    memcpy(loaded->hex, digest.loaded, sizeof digest.loaded);
    memcpy(code->hex, digest.code, sizeof digest.code);
    return true;
}

// Once for each build.
static bool digest(struct arena *scratch, struct program *program)
{
    size_t count = program->linked_count;
    struct digest *loaded = arena_new_array(scratch, struct digest, count);
    struct digest *code = arena_new_array(scratch, struct digest, count);
    for (size_t i = 0; i < count && !program->is_digested; i++)
        if (!digest_one(scratch, program, i, &loaded[i], &code[i]))
            return false;
    if (!program->is_digested) {
        digests_combine(loaded, count, program->digest.loaded);
        digests_combine(code, count, program->digest.code);
    }
    return program->is_digested = true;
}

static struct text_list named_by(struct arena *scratch, const struct program *a,
                                 const struct program *b)
{
    const struct target *targets[] = {&a->target, &b->target};
    struct text_list named = {0};
    for (size_t i = 0; i < 2; i++) {
        for (size_t word = 0; word < targets[i]->command.count; word++)
            text_list_add(&named, scratch, targets[i]->command.items[word]);
        for (size_t word = 0; word < targets[i]->environment.count; word++)
            text_list_add(&named, scratch, targets[i]->environment.items[word]);
    }
    return named;
}

static struct likeness compare_trees(struct arena *arena, struct arena *scratch,
                                     const struct program *a, const struct program *b)
{
    struct built_tree one = tree_of(scratch, a), other = tree_of(scratch, b);
    struct text_list named = named_by(scratch, a, b);
    if (!one.folder && !other.folder)
        return (struct likeness){.kind = LIKENESS_IDENTICAL};
    // a checkout is a whole repository, a tree only the project's folder
    if (!one.folder || !other.folder || !a->target.commit != !b->target.commit)
        return (struct likeness){.kind = LIKENESS_NONE};
    const char *file = tree_difference(arena, &one, &other, &named);
    return (struct likeness){file ? LIKENESS_PROGRAM : LIKENESS_IDENTICAL, file};
}

struct likeness programs_likeness(struct arena *arena, struct program *a, struct program *b)
{
    struct arena scratch = {0};
    const struct image_digest *one = &a->digest, *other = &b->digest;
    struct likeness likeness = {.kind = LIKENESS_NONE};
    if (digest(&scratch, a) && digest(&scratch, b)) {
        if (text_equal(one->loaded, other->loaded))
            likeness = compare_trees(arena, &scratch, a, b);
        else if (text_equal(one->code, other->code))
            likeness.kind = LIKENESS_CODE;
    }
    arena_release(&scratch);
    return likeness;
}
