// Checking that all sides have the benchmarks' own files, before anything is built.
#include "campaign/compare/bench_files.h"

#include "base/files/paths.h"
#include "build/input_files.h"
#include "git/revision_files.h"
#include "spec/target.h"

#include <string.h>

struct check {
    struct arena *arena;
    struct repository *repository;
    const struct revision *from;
    struct comparison_notes *notes;
    struct text_list same; // "SIDE PATH" of those that do not differ from the first side's
};

// One benchmark at one point, in a side against the first.
struct pair {
    const struct target *target;
    const struct side *first, *side;
    const struct revision *from; // of which the files are taken; NULL: of each side's own
    struct text_list inputs;     // paths that differ
};

// The path in the repository that a word of a benchmark may name, or NULL.
static const char *path_of(struct arena *arena, const struct target *target, const char *word)
{
    if (!*word || strstr(word, "${") || !target->directory)
        return NULL;
    char *path = path_normal(arena, path_join(arena, target->directory, word));
    const char *within = target_within_repository(target, path);
    return within && *within ? within : NULL;
}

// Does the file come from one revision for all sides?
static bool is_taken(const struct check *check, const struct pair *pair, const char *path,
                     bool *taken, struct error *error)
{
    const struct target *target = pair->target;
    TEXT_CLEANUP struct text bytes = {0};
    *taken = pair->from && input_is_listed(check->arena, target, &target->files,
                                           input_place(check->arena, target, path));
    return !pair->from || target->files.count ||
           revision_read(check->repository, pair->from, path, &bytes, taken, error);
}

static bool lacks(const struct check *check, const char *benchmark, const char *path,
                  const char *side, const char *other, struct error *error)
{
    if (check->from)
        return failed(error, EXIT_USAGE,
                      "%s lacks '%s', a file of the benchmark '%s': name it in the benchmark's "
                      "'files' to take it from %s",
                      side, path, benchmark, check->from->name);
    return failed(error, EXIT_USAGE,
                  "%s lacks '%s', a file of the benchmark '%s': '--bench-from %s' takes the "
                  "benchmark's own files from %s for all sides",
                  side, path, benchmark, other, other);
}

static bool same_bytes(const struct text *a, const struct text *b)
{
    return a->length == b->length && (!a->length || memcmp(a->bytes, b->bytes, a->length) == 0);
}

// ---- Scripts and inputs

static void note_difference(const struct check *check, struct pair *pair, const char *path)
{
    const struct target *target = pair->target;
    const char *place = input_place(check->arena, target, path);
    if (input_is_listed(check->arena, target, &target->compares_files, place))
        return;
    if (input_kind_of(check->arena, target, NULL, place) != INPUT_CODE)
        text_list_add_once(&pair->inputs, check->arena, path);
    else
        text_list_add_once(
            &check->notes->files, check->arena,
            input_code_wording(check->arena, path, pair->first->label, pair->side->label));
}

// ---- Comparing

static bool compare_file(struct check *check, struct pair *pair, const char *path,
                         struct error *error)
{
    TEXT_CLEANUP struct text one = {0}, other = {0};
    const struct side *a = pair->first, *b = pair->side;
    const char *key = arena_printf(check->arena, "%s %s", b->label, path);
    bool in_a = false, in_b = false;
    if (text_list_has(&check->same, key))
        return true;
    if (!revision_read(check->repository, &a->revision, path, &one, &in_a, error) ||
        !revision_read(check->repository, &b->revision, path, &other, &in_b, error))
        return false;
    if (in_a != in_b)
        return lacks(check, pair->target->benchmark, path, in_a ? b->label : a->label,
                     in_a ? a->revision.name : b->revision.name, error);
    if (same_bytes(&one, &other))
        text_list_add(&check->same, check->arena, key);
    else
        note_difference(check, pair, path);
    return true;
}

static bool is_different(const struct check *check, const char *path, const struct side *a,
                         const struct side *b, bool *different, struct error *error)
{
    TEXT_CLEANUP struct text one = {0}, other = {0};
    bool found;
    bool read = revision_read(check->repository, &a->revision, path, &one, &found, error) &&
                revision_read(check->repository, &b->revision, path, &other, &found, error);
    *different = !same_bytes(&one, &other);
    return read;
}

// Compares all files below a folder that 'files' lists.
static bool compare_folder(const struct check *check, struct pair *pair, const char *path,
                           struct error *error)
{
    struct text_list in_a = {0}, in_b = {0};
    const struct side *a = pair->first, *b = pair->side;
    if (!revision_files_below(check->repository, check->arena, &a->revision, path, &in_a, error) ||
        !revision_files_below(check->repository, check->arena, &b->revision, path, &in_b, error))
        return false;
    if (!in_a.count != !in_b.count)
        return lacks(check, pair->target->benchmark, path, in_a.count ? b->label : a->label,
                     in_a.count ? a->revision.name : b->revision.name, error);
    for (size_t i = 0, k = 0; i < in_a.count || k < in_b.count;) {
        int order = i == in_a.count   ? 1
                    : k == in_b.count ? -1
                                      : strcmp(in_a.items[i], in_b.items[k]);
        const char *name = order <= 0 ? in_a.items[i] : in_b.items[k];
        bool differs = order != 0;
        if (!differs && !is_different(check, name, a, b, &differs, error))
            return false;
        if (differs)
            note_difference(check, pair, name);
        i += order <= 0;
        k += order >= 0;
    }
    return true;
}

static bool check_word(struct check *check, struct pair *pair, const char *word, bool listed,
                       struct error *error)
{
    const char *path = path_of(check->arena, pair->target, word);
    bool taken = false;
    if (!path)
        return true;
    if (!is_taken(check, pair, path, &taken, error))
        return false;
    return taken || (compare_file(check, pair, path, error) &&
                     (!listed || compare_folder(check, pair, path, error)));
}

static const char *sentence(struct arena *arena, const struct pair *pair)
{
    const char *remedy = arena_printf(arena, "--bench-from %s takes %s from one revision",
                                      pair->side->label, pair->inputs.count > 1 ? "them" : "it");
    return inputs_wording(arena, &pair->inputs, pair->first->label, pair->side->label, remedy);
}

// Its files come from `from`, or from the revision that the experiment's own file names.
static bool find_from(const struct check *check, struct pair *pair, struct error *error)
{
    const char *commit = pair->target->files_commit;
    pair->from = check->from;
    if (pair->from || !commit)
        return true;
    struct revision *from = arena_new(check->arena, struct revision);
    pair->from = from;
    return revision_resolve(check->repository, check->arena, commit, from, error);
}

static bool check_pair(struct check *check, struct pair *pair, struct error *error)
{
    const struct target *target = pair->target;
    struct text_list words = input_words(check->arena, &target->command);
    if (!find_from(check, pair, error))
        return false;
    for (size_t i = 0; i < target->files.count; i++)
        if (!check_word(check, pair, target->files.items[i], true, error))
            return false;
    for (size_t i = 0; i < words.count; i++)
        if (!check_word(check, pair, words.items[i], false, error))
            return false;
    return true;
}

bool bench_files_check(struct arena *arena, struct repository *repository,
                       const struct sides *sides, const struct spec *spec,
                       const struct revision *from, struct comparison_notes *notes,
                       struct error *error)
{
    struct check check = {arena, repository, from, notes, {0}};
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        for (size_t i = 1; i < sides->count; i++) {
            struct pair pair = {.target = &spec->cells[cell].targets[0],
                                .first = &sides->items[0],
                                .side = &sides->items[i]};
            if (pair.target->commit && !check_pair(&check, &pair, error))
                return false;
            if (!pair.inputs.count)
                continue;
            text_list_add(&notes->inputs, arena, sentence(arena, &pair));
            text_list_printf(&notes->places, arena, "%zu.%zu", cell, i);
        }
    return true;
}
