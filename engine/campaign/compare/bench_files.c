// Checking that all sides have the benchmarks' own files, before anything is built.
#include "campaign/compare/bench_files.h"

#include "base/files/paths.h"
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
    struct text_list inputs; // paths that differ
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

static bool is_below(struct arena *arena, const struct target *target,
                     const struct text_list *items, const char *path)
{
    for (size_t i = 0; i < items->count; i++) {
        const char *item = path_of(arena, target, items->items[i]);
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
    *taken = check->from && is_below(check->arena, target, &target->files, path);
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

// ---- Scripts and inputs

// Which interpreters run files of which ending: these are code, and differ as code does.
static const struct {
    const char *ending, *interpreter;
} scripts[] = {{".py", "python"}, {".py", "pypy"},  {".js", "node"},   {".mjs", "node"},
               {".js", "deno"},   {".ts", "deno"},  {".js", "bun"},    {".ts", "bun"},
               {".rb", "ruby"},   {".pl", "perl"},  {".pm", "perl"},   {".lua", "lua"},
               {".sh", "sh"},     {".sh", "bash"},  {".sh", "dash"},   {".R", "Rscript"},
               {".php", "php"},   {".jl", "julia"}, {".tcl", "tclsh"}, {".jar", "java"}};

// Does the command begin with this interpreter, one that the repository does not have? It may
// follow another program, such as env.
static bool runs(struct arena *arena, const struct target *target, const char *interpreter)
{
    for (size_t i = 0; i < target->command.count && i < 3; i++) {
        const char *word = target->command.items[i], *slash = strrchr(word, '/');
        const char *name = slash ? slash + 1 : word;
        size_t length = strlen(interpreter);
        if (text_starts(name, interpreter) &&
            !name[length + strspn(name + length, "0123456789.-")] &&
            (!slash || *word == '/' || !path_of(arena, target, word)))
            return true;
    }
    return false;
}

// Is the file code that the command runs: its first word, or a script of its interpreter?
static bool is_code(struct arena *arena, const struct target *target, const char *path)
{
    if (text_equal(path_of(arena, target, target->command.items[0]), path))
        return true;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        if (text_ends(path, scripts[i].ending) && runs(arena, target, scripts[i].interpreter))
            return true;
    return false;
}

static void note_code(const struct check *check, const struct pair *pair, const char *path)
{
    struct arena *arena = check->arena;
    text_list_add_once(&check->notes->files, arena,
                       arena_printf(arena,
                                    "the benchmark's file '%s' differs between %s and %s: it may "
                                    "cause a change (--bench-from takes it from one revision)",
                                    path, pair->first->label, pair->side->label));
}

static void note_difference(const struct check *check, struct pair *pair, const char *path)
{
    const struct target *target = pair->target;
    if (is_below(check->arena, target, &target->compares_files, path))
        return;
    if (is_code(check->arena, target, path))
        note_code(check, pair, path);
    else
        text_list_add_once(&pair->inputs, check->arena, path);
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
    if (!is_taken(check, pair->target, path, &taken, error))
        return false;
    return taken || (compare_file(check, pair, path, error) &&
                     (!listed || compare_folder(check, pair, path, error)));
}

// Files stand in options and shell lines, too: "--in=data/a", "./run <data/a | ./count".
static bool check_parts(struct check *check, struct pair *pair, const char *word,
                        struct error *error)
{
    static const char between[] = " \t=<>|&;()'\"";
    for (const char *at = word; *at;) {
        size_t length = strcspn(at, between);
        if (length && length < strlen(word) &&
            !check_word(check, pair, arena_strndup(check->arena, at, length), false, error))
            return false;
        at += length + (at[length] != '\0');
    }
    return check_word(check, pair, word, false, error);
}

static const char *sentence(struct arena *arena, const struct pair *pair)
{
    const char *path = pair->inputs.items[0];
    size_t more = pair->inputs.count - 1;
    const char *inputs = more ? arena_printf(arena, "inputs '%s' and %zu more differ", path, more)
                              : arena_printf(arena, "input '%s' differs", path);
    return arena_printf(
        arena,
        "the %s between %s and %s: a change may come from %s (--bench-from %s takes "
        "%s from one revision; 'compares_files' makes %s part of what is compared)",
        inputs, pair->first->label, pair->side->label, more ? "them" : "it", pair->side->label,
        more ? "them" : "it", more ? "them" : "it");
}

static bool check_pair(struct check *check, struct pair *pair, struct error *error)
{
    const struct target *target = pair->target;
    for (size_t i = 0; i < target->files.count; i++)
        if (!check_word(check, pair, target->files.items[i], true, error))
            return false;
    for (size_t i = 0; i < target->command.count; i++)
        if (!check_parts(check, pair, target->command.items[i], error))
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
            struct pair pair = {
                &spec->cells[cell].targets[0], &sides->items[0], &sides->items[i], {0}};
            if (pair.target->commit && !check_pair(&check, &pair, error))
                return false;
            if (!pair.inputs.count)
                continue;
            text_list_add(&notes->inputs, arena, sentence(arena, &pair));
            text_list_add(&notes->places, arena, arena_printf(arena, "%zu.%zu", cell, i));
        }
    return true;
}
