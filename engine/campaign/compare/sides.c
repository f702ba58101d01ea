// Finding the sides of a comparison.
#include "campaign/compare/sides.h"

#include "base/error.h"
#include "git/ancestry.h"
#include "git/repository.h"
#include "git/revision.h"
#include "git/worktree.h"

#include <string.h>

enum { SHORT_ID = 8 };

static bool is_commit_id(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    return name[digits] == '\0' && digits > SHORT_ID;
}

// The name of a variant becomes part of file names and columns.
static const char *label_of(struct arena *arena, const struct sides *sides, const char *name)
{
    char *label =
        is_commit_id(name) ? arena_strndup(arena, name, SHORT_ID) : arena_strdup(arena, name);
    for (char *c = label; *c; c++)
        if (*c == '/' || *c == '$')
            *c = '-';
    for (size_t i = 0; i < sides->count; i++)
        if (text_equal(sides->items[i].label, label))
            return label_of(arena, sides, arena_printf(arena, "%s again", label));
    return label;
}

static void add(struct arena *arena, struct sides *sides, const struct revision *revision,
                const char *name)
{
    const char *label = label_of(arena, sides, name);
    sides->items[sides->count++] = (struct side){label, *revision};
}

static bool resolve_into(struct repository *repository, struct arena *arena, const char *name,
                         struct sides *sides, struct error *error)
{
    struct revision revision;
    if (!revision_resolve(repository, arena, *name ? name : "HEAD", &revision, error))
        return false;
    add(arena, sides, &revision, *name ? name : "HEAD");
    return true;
}

static bool add_merge_base(struct repository *repository, struct arena *arena,
                           const struct revision *a, const struct revision *b, struct sides *sides,
                           struct error *error)
{
    struct revision base;
    if (!revision_merge_base(repository, arena, a, b, &base, error))
        return false;
    add(arena, sides, &base,
        strcmp(base.commit, a->commit) == 0 ? a->name
                                            : arena_printf(arena, "%.*s", SHORT_ID, base.commit));
    return true;
}

// A..B and A...B, as git reads them.
static bool resolve_range(struct repository *repository, struct arena *arena, const char *word,
                          struct sides *sides, struct error *error)
{
    const char *dots = strstr(word, "..");
    bool from_base = dots[2] == '.';
    const char *from = arena_strndup(arena, word, (size_t)(dots - word));
    const char *to = dots + (from_base ? 3 : 2);
    if (!from_base)
        return resolve_into(repository, arena, from, sides, error) &&
               resolve_into(repository, arena, to, sides, error);
    struct revision a, b;
    return revision_resolve(repository, arena, *from ? from : "HEAD", &a, error) &&
           revision_resolve(repository, arena, *to ? to : "HEAD", &b, error) &&
           add_merge_base(repository, arena, &a, &b, sides, error) &&
           resolve_into(repository, arena, to, sides, error);
}

static bool nothing_to_compare(struct error *error)
{
    return failed(error, EXIT_USAGE,
                  "the working tree equals the default branch: nothing to compare (name a "
                  "baseline: eswexp compare HEAD~1 HEAD)");
}

// The working tree of a branch against its merge base with the default branch.
static bool resolve_default(struct repository *repository, struct arena *arena, struct sides *sides,
                            struct error *error)
{
    struct revision tree, branch;
    bool modified = false;
    if (repository_is_bare(repository))
        return failed(error, EXIT_USAGE,
                      "a bare repository has no working tree: name both sides, eswexp compare BASE "
                      "HEAD");
    if (!revision_resolve(repository, arena, worktree_name, &tree, error) ||
        !revision_default(repository, arena, &branch, error) ||
        !add_merge_base(repository, arena, &branch, &tree, sides, error) ||
        !worktree_is_modified(repository, &modified, error))
        return false;
    if (!modified && strcmp(sides->items[0].revision.commit, tree.commit) == 0)
        return nothing_to_compare(error);
    add(arena, sides, &tree, worktree_name);
    return true;
}

static bool resolve_names(struct repository *repository, struct arena *arena,
                          const struct text_list *names, struct sides *sides, struct error *error)
{
    if (names->count == 0)
        return resolve_default(repository, arena, sides, error);
    if (names->count == 1 && strstr(names->items[0], ".."))
        return resolve_range(repository, arena, names->items[0], sides, error);
    for (size_t i = 0; i < names->count; i++)
        if (!resolve_into(repository, arena, names->items[i], sides, error))
            return false;
    return names->count > 1 ||
           resolve_into(repository, arena, repository_is_bare(repository) ? "HEAD" : worktree_name,
                        sides, error);
}

bool sides_resolve(struct repository *repository, struct arena *arena,
                   const struct text_list *names, struct sides *sides, struct error *error)
{
    *sides = (struct sides){.items = arena_new_array(arena, struct side, names->count + 2)};
    return resolve_names(repository, arena, names, sides, error);
}

static const char *side_wording(struct arena *arena, const struct side *side)
{
    if (side->revision.worktree)
        return "the working tree";
    if (strncmp(side->label, side->revision.commit, strlen(side->label)) == 0)
        return side->label;
    return arena_printf(arena, "%s (%.*s)", side->label, SHORT_ID, side->revision.commit);
}

const char *sides_wording(struct arena *arena, const struct sides *sides)
{
    TEXT_CLEANUP struct text names = {0};
    for (size_t i = 1; i < sides->count; i++)
        text_printf(&names, "%s%s", i > 1 ? ", " : "", side_wording(arena, &sides->items[i]));
    text_printf(&names, " against %s", side_wording(arena, &sides->items[0]));
    return arena_strdup(arena, names.bytes);
}

static void add_variant(struct text *text, const char *label, const struct revision *revision,
                        const char *more)
{
    text_add(text, "\"");
    for (const char *c = label; *c; c++)
        text_printf(text, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
    text_printf(text, "\": {revision: \"%s\"%s}",
                revision->worktree ? worktree_name : revision->commit, more);
}

const char *sides_as_variants(struct arena *arena, const struct sides *sides, const char *rebuilt,
                              bool explained, const char *more)
{
    const char *as_built = arena_printf(arena, "%s, randomize: {as_built: true}", more);
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "{");
    for (size_t i = 0; i < sides->count; i++) {
        text_add(&text, i ? ", " : "");
        add_variant(&text, sides->items[i].label, &sides->items[i].revision, more);
        if (i == 0 && rebuilt) {
            text_add(&text, ", ");
            add_variant(&text, rebuilt, &sides->items[0].revision, more);
        }
    }
    for (size_t i = 0; explained && i < sides->count; i++) {
        text_add(&text, ", ");
        add_variant(&text, arena_printf(arena, "%s as built", sides->items[i].label),
                    &sides->items[i].revision, as_built);
    }
    text_add(&text, "}");
    return arena_strdup(arena, text.bytes);
}
