// Reading the experiment file from a revision.
#include "campaign/compare/comparison_file.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "campaign/compare/bench_files.h"
#include "git/revision.h"
#include "git/revision_files.h"
#include "spec/keys/experiment.h"
#include "spec/spec.h"

#include <string.h>

enum { FILE_BYTES_MOST = 16 << 20 };

static const char usual_name[] = "eswexp.yaml", harness_name[] = "eswexp.h";

// The file's path within the repository, or NULL if it lies elsewhere.
static const char *path_inside(const struct repository *repository, const char *path)
{
    const char *folder = repository_folder(repository);
    size_t length = strlen(folder);
    return text_starts(path, folder) && path[length] == '/' ? path + length + 1 : NULL;
}

static bool read_from_disk(const char *path, struct text *text, struct error *error)
{
    if (input_read(path, FILE_BYTES_MOST, text, error))
        return true;
    error->code = EXIT_USAGE;
    return false;
}

// `names` are quoted.
static bool no_file(const struct revision *revision, const char *names, struct error *error)
{
    return failed(error, EXIT_USAGE,
                  "there is no experiment file %s in %s nor in the working tree: 'eswexp init' "
                  "writes one, --spec names another",
                  names, revision->name);
}

// Does the revision or the working tree have this file?
static bool is_there(struct repository *repository, const struct revision *revision,
                     const char *path, bool *there, struct error *error)
{
    TEXT_CLEANUP struct text ignored = {0};
    *there = !repository_is_bare(repository) && file_exists(path);
    return *there || revision_read(repository, revision, path_inside(repository, path), &ignored,
                                   there, error);
}

// The usual file in the working directory or the nearest folder above it, up to the repository's;
// NULL if there is none.
static const char *find_usual(struct arena *arena, struct repository *repository,
                              const struct revision *revision, struct error *error)
{
    const char *top = repository_folder(repository), *names = "";
    const char *folder = path_absolute(arena, ".");
    bool there = false;
    if (!path_within(folder, top))
        folder = top;
    for (;; folder = path_folder(arena, folder)) {
        const char *path = path_join(arena, folder, usual_name);
        names = arena_printf(arena, "%s%s'%s'", names, *names ? ", " : "",
                             path_inside(repository, path));
        if (!is_there(repository, revision, path, &there, error))
            return NULL;
        if (there)
            return path;
        if (text_equal(folder, top))
            break;
    }
    no_file(revision, names, error);
    return NULL;
}

// The text of the file at the revision. If the revision does not have the file yet, the text in the
// working tree, so that tags older than the file can be compared.
static bool read_text(struct arena *arena, struct repository *repository,
                      const struct revision *revision, const char *path, struct text_list *notes,
                      struct text *text, struct error *error)
{
    const char *inside = path_inside(repository, path);
    bool found = false;
    if (!inside || (revision->worktree && file_exists(path)))
        return read_from_disk(path, text, error);
    if (!revision_read(repository, revision, inside, text, &found, error))
        return false;
    if (found)
        return true;
    if (repository_is_bare(repository) || !file_exists(path))
        return no_file(revision, arena_printf(arena, "'%s'", inside), error);
    text_list_printf(notes, arena, "%s has no '%s': the comparison uses the working tree's",
                     revision->name, inside);
    return read_from_disk(path, text, error);
}

static bool same_bytes(const struct text *a, const struct text *b)
{
    return a->length == b->length && (!a->length || memcmp(a->bytes, b->bytes, a->length) == 0);
}

// Notes the sides in which `path` differs from the last side.
static bool note_difference(struct arena *arena, struct repository *repository,
                            const struct sides *sides, const char *path, struct text_list *notes,
                            struct error *error)
{
    TEXT_CLEANUP struct text last = {0};
    const struct side *head = &sides->items[sides->count - 1];
    bool in_last = false;
    if (!revision_read(repository, &head->revision, path, &last, &in_last, error))
        return false;
    for (size_t i = 0; i + 1 < sides->count; i++) {
        TEXT_CLEANUP struct text own = {0};
        bool in_own = false;
        if (!revision_read(repository, &sides->items[i].revision, path, &own, &in_own, error))
            return false;
        if (in_own != in_last || !same_bytes(&own, &last))
            text_list_printf(notes, arena,
                             "the harness '%s' differs between %s and %s: it may cause a change",
                             path, sides->items[i].label, head->label);
    }
    return true;
}

static bool note_harnesses(struct arena *arena, struct repository *repository,
                           const struct sides *sides, struct text_list *notes, struct error *error)
{
    struct text_list paths = {0};
    if (!revision_files(repository, arena, &sides->items[sides->count - 1].revision, harness_name,
                        &paths, error))
        return false;
    for (size_t i = 0; i < paths.count; i++)
        if (!note_difference(arena, repository, sides, paths.items[i], notes, error))
            return false;
    return true;
}

// Notes that the baseline's own experiment file differs: its earlier results were measured
// differently.
static bool note_file(struct arena *arena, struct repository *repository, const struct sides *sides,
                      const char *path, const struct text *text, struct text_list *notes,
                      struct error *error)
{
    const char *inside = path_inside(repository, path);
    TEXT_CLEANUP struct text own = {0};
    bool found = false;
    if (!inside)
        return true;
    if (!revision_read(repository, &sides->items[0].revision, inside, &own, &found, error))
        return false;
    if (found && !same_bytes(&own, text))
        text_list_printf(notes, arena, "'%s' of %s differs from the file that applies to all sides",
                         inside, sides->items[0].label);
    return true;
}

// Ignores the file's variants and the keys that depend on them: adds a note and the settings.
static void set_aside(struct arena *arena, const char *path, const struct text *text,
                      struct text_list *notes, struct text_list *settings)
{
    struct spec_overrides elsewhere = {.elsewhere = true};
    TEXT_CLEANUP struct text mistakes = {0};
    struct error error;
    const struct spec *own =
        spec_parse(arena, path, text->bytes, text->length, &elsewhere, &mistakes, &error);
    if (own && own->variant_count > 1 && !own->attribution.variant)
        text_list_printf(notes, arena,
                         "the file's own %zu variants are ignored: the sides are the variants",
                         own->variant_count);
    if (own && own->attribution.variant) {
        text_list_add(notes, arena, "the file's 'attribute' is ignored: 'eswexp run' follows it");
        text_list_add(settings, arena, "attribute=");
    }
    if (own && own->claims.count) {
        text_list_add(notes, arena, "the file's claims are ignored: 'eswexp run' checks them");
        text_list_add(settings, arena, "claims=[]");
    }
    if (own && own->derivation_count) {
        text_list_add(notes, arena,
                      "the file's derived metrics are ignored: 'eswexp run' computes them");
        text_list_add(settings, arena, "derive={}");
    }
    if (own && own->derivation_count && own->drawing_count) {
        text_list_add(notes, arena, "the file's pictures may show these and are ignored, too");
        text_list_add(settings, arena, "pictures={}");
    }
}

// Keys that all sides share.
static const char *keys_of_sides(struct arena *arena, const struct comparison_request *request,
                                 const struct revision *bench_from)
{
    const char *from = bench_from->worktree ? worktree_name : bench_from->commit;
    const char *more = request->bench_from ? arena_printf(arena, ", files_from: \"%s\"", from) : "";
    return request->submodules
               ? arena_printf(arena, "%s, submodules: \"%s\"", more, request->submodules)
               : more;
}

struct spec *comparison_spec(struct arena *arena, struct repository *repository,
                             const struct sides *sides, const struct comparison_request *request,
                             struct comparison_notes *notes, struct text *report,
                             struct error *error)
{
    struct revision revision = sides->items[sides->count - 1].revision, bench_from = {0};
    TEXT_CLEANUP struct text text = {0};
    if ((request->bench_from &&
         !revision_resolve(repository, arena, request->bench_from, &bench_from, error)) ||
        (request->from && !revision_resolve(repository, arena, request->from, &revision, error)))
        return NULL;
    const char *path = request->file ? path_absolute(arena, request->file)
                                     : find_usual(arena, repository, &revision, error);
    if (!path || !read_text(arena, repository, &revision, path, &notes->notes, &text, error))
        return NULL;
    const char *more = keys_of_sides(arena, request, &bench_from);
    struct spec_overrides overrides = request->given;
    overrides.settings = (struct text_list){0};
    text_list_printf(&overrides.settings, arena, "variants=%s",
                     sides_as_variants(arena, sides, request->rebuilt, request->explained, more));
    text_list_add(&overrides.settings, arena, "repeat.precision_of=ratio");
    set_aside(arena, path, &text, &notes->notes, &overrides.settings);
    for (size_t i = 0; i < request->given.settings.count; i++)
        text_list_add(&overrides.settings, arena, request->given.settings.items[i]);
    struct spec *spec = spec_parse(arena, path, text.bytes, text.length, &overrides, report, error);
    if (!spec || !note_file(arena, repository, sides, path, &text, &notes->notes, error) ||
        !note_harnesses(arena, repository, sides, &notes->files, error) ||
        !bench_files_check(arena, repository, sides, spec, request->bench_from ? &bench_from : NULL,
                           notes, error))
        return NULL;
    return spec;
}
