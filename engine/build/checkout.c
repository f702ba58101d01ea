// Checks out a target's revision and redirects the target's paths to it.
#include "build/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "git/checkout.h"
#include "git/repository.h"
#include "git/revision.h"
#include "spec/target.h"

#include <string.h>

// One checkout of a target's revision.
struct checkout {
    struct arena *arena;
    const struct target *target;
    const char *folder; // absolute
};

static const char *revision_name(const struct checkout *checkout)
{
    const struct target *target = checkout->target;
    if (strncmp(target->revision, target->commit, strlen(target->revision)) == 0)
        return arena_printf(checkout->arena, "revision '%s'", target->revision);
    return arena_printf(checkout->arena, "revision '%s' (%.8s)", target->revision, target->commit);
}

// The path in the checkout that corresponds to the user's `path`. No link of the revision may lead
// out of the checkout, because a build would write there.
static const char *place(const struct checkout *checkout, const char *path, struct error *error)
{
    const char *relative = target_within_repository(checkout->target, path);
    const char *there =
        *relative ? path_join(checkout->arena, checkout->folder, relative) : checkout->folder;
    const char *real = path_absolute(checkout->arena, there);
    size_t length = strlen(checkout->folder);
    if (text_starts(real, checkout->folder) && (!real[length] || real[length] == '/'))
        return there;
    failed(error, EXIT_FAILED, "'%s' leads out of %s, to '%s'", relative, revision_name(checkout),
           real);
    return NULL;
}

static bool missing(const struct checkout *checkout, const char *path, struct error *error)
{
    return failed(error, EXIT_FAILED, "there is no '%s' in %s",
                  target_within_repository(checkout->target, path), revision_name(checkout));
}

static bool place_sources(const struct checkout *checkout, struct text_list *sources,
                          struct error *error)
{
    struct text_list placed = {0};
    for (size_t i = 0; i < sources->count; i++) {
        const char *there = place(checkout, sources->items[i], error);
        if (!there)
            return false;
        if (!file_exists(there))
            return missing(checkout, sources->items[i], error);
        text_list_add(&placed, checkout->arena, there);
    }
    *sources = placed;
    return true;
}

// Own sources are compiled in the folder of the experiment file, which the revision may lack.
static bool place_folder(const struct checkout *checkout, struct target *target,
                         struct error *error)
{
    const char *given = target->directory;
    bool own = target->kind == TARGET_SOURCES;
    if (own && !target_within_repository(target, given))
        return true;
    target->directory = place(checkout, given, error);
    if (!target->directory)
        return false;
    return own ? folder_make(target->directory, error)
               : folder_exists(target->directory) || missing(checkout, given, error);
}

static bool fill(const struct checkout *checkout, struct error *error)
{
    struct revision revision;
    const struct target *target = checkout->target;
    REPOSITORY_CLEANUP struct repository *repository = repository_open(target->repository, error);
    return repository &&
           revision_resolve(repository, checkout->arena, target->commit, &revision, error) &&
           revision_checkout(repository, &revision, checkout->folder, error);
}

bool target_checkout(struct arena *arena, struct target *target, const char *folder,
                     struct error *error)
{
    const struct target asked = *target;
    const struct checkout checkout = {arena, &asked, path_absolute(arena, folder)};
    if (!fill(&checkout, error))
        return failed(error, EXIT_FAILED, "%s", error->text);
    return (target->kind != TARGET_SOURCES || place_sources(&checkout, &target->sources, error)) &&
           place_folder(&checkout, target, error);
}
