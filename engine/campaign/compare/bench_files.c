// Checking that all sides have the benchmarks' own files, before anything is built.
#include "campaign/compare/bench_files.h"

#include "base/files/paths.h"
#include "git/revision_files.h"
#include "spec/target.h"

#include <string.h>

struct check {
    struct arena *arena;
    struct repository *repository;
    const struct sides *sides;
    const struct revision *from;
    struct text_list seen; // paths
    struct text_list *notes;
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

static bool is_below(struct arena *arena, const struct target *target, const char *path)
{
    for (size_t i = 0; i < target->files.count; i++) {
        const char *item = path_of(arena, target, target->files.items[i]);
        size_t length = item ? strlen(item) : 0;
        if (item && strncmp(path, item, length) == 0 && (!path[length] || path[length] == '/'))
            return true;
    }
    return false;
}

// Does the file come from one revision for all sides?
static bool is_taken(const struct check *check, const struct target *target, const char *path,
                     bool *taken, struct error *error)
{
    TEXT_CLEANUP struct text bytes = {0};
    *taken = check->from && is_below(check->arena, target, path);
    return !check->from || target->files.count ||
           revision_read(check->repository, check->from, path, &bytes, taken, error);
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

// `more` other files of its folder differ, too.
static void note_difference(const struct check *check, const char *path, size_t more,
                            const char *side, const char *other)
{
    struct arena *arena = check->arena;
    const char *files = more ? arena_printf(arena, "files '%s' and %zu more differ", path, more)
                             : arena_printf(arena, "file '%s' differs", path);
    text_list_add(check->notes, arena,
                  arena_printf(arena,
                               "the benchmark's %s between %s and %s: %s may cause a change "
                               "(--bench-from takes %s from one revision)",
                               files, side, other, more ? "they" : "it", more ? "them" : "it"));
}

// Compares the file in two sides. `told`: its folder's note tells a difference.
static bool compare_sides(const struct check *check, const char *benchmark, const char *path,
                          bool told, const struct side *a, const struct side *b,
                          struct error *error)
{
    TEXT_CLEANUP struct text one = {0}, other = {0};
    bool in_a = false, in_b = false;
    if (!revision_read(check->repository, &a->revision, path, &one, &in_a, error) ||
        !revision_read(check->repository, &b->revision, path, &other, &in_b, error))
        return false;
    if (in_a != in_b)
        return lacks(check, benchmark, path, in_a ? b->label : a->label,
                     in_a ? a->revision.name : b->revision.name, error);
    if (!told && !same_bytes(&one, &other))
        note_difference(check, path, 0, a->label, b->label);
    return true;
}

// ---- Folders

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
static bool compare_folders(const struct check *check, const char *benchmark, const char *path,
                            const struct side *a, const struct side *b, struct error *error)
{
    struct text_list in_a = {0}, in_b = {0}, different = {0};
    if (!revision_files_below(check->repository, check->arena, &a->revision, path, &in_a, error) ||
        !revision_files_below(check->repository, check->arena, &b->revision, path, &in_b, error))
        return false;
    if (!in_a.count != !in_b.count)
        return lacks(check, benchmark, path, in_a.count ? b->label : a->label,
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
            text_list_add(&different, check->arena, name);
        i += order <= 0;
        k += order >= 0;
    }
    if (different.count)
        note_difference(check, different.items[0], different.count - 1, a->label, b->label);
    return true;
}

static bool check_word(struct check *check, const struct target *target, const char *word,
                       bool listed, struct error *error)
{
    const char *path = path_of(check->arena, target, word);
    const struct side *last = &check->sides->items[check->sides->count - 1];
    bool taken = false, told = path && !listed && is_below(check->arena, target, path);
    if (!path || !text_list_add_once(&check->seen, check->arena, path))
        return true;
    if (!is_taken(check, target, path, &taken, error))
        return false;
    for (size_t i = 0; !taken && i + 1 < check->sides->count; i++) {
        const struct side *side = &check->sides->items[i];
        if (!compare_sides(check, target->benchmark, path, told, side, last, error) ||
            (listed && !compare_folders(check, target->benchmark, path, side, last, error)))
            return false;
    }
    return true;
}

bool bench_files_check(struct arena *arena, struct repository *repository,
                       const struct sides *sides, const struct spec *spec,
                       const struct revision *from, struct text_list *notes, struct error *error)
{
    struct check check = {arena, repository, sides, from, {0}, notes};
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        const struct target *target = &spec->cells[cell].targets[0];
        const struct text_list *lists[] = {&target->files, &target->command};
        for (size_t list = 0; target->commit && list < 2; list++)
            for (size_t i = 0; i < lists[list]->count; i++)
                if (!check_word(&check, target, lists[list]->items[i], list == 0, error))
                    return false;
    }
    return true;
}
