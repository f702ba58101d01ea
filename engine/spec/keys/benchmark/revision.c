// `revision`: its repository and its commit.
#include "spec/keys/benchmark/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "git/repository.h"
#include "git/revision.h"
#include "spec/target.h"

#include <string.h>

// A revision, resolved in the repository around a folder.
struct known_revision {
    const char *folder, *name;
    const char *repository, *commit; // NULL: it cannot be resolved
    const char *problem;             // and why
    struct known_revision *next;
};

static void resolve_known(struct reading *reading, struct known_revision *known)
{
    struct arena *arena = reading->arena;
    struct error error = {0};
    struct revision revision;
    const char *folder = known->folder; // perhaps only the revision has it
    while (!folder_exists(folder) && strcmp(folder, "/") != 0)
        folder = path_folder(arena, folder);
    REPOSITORY_CLEANUP struct repository *repository = repository_open(folder, &error);
    if (!repository || !revision_resolve(repository, arena, known->name, &revision, &error)) {
        known->problem = arena_strdup(arena, error.text);
        if (error.code != EXIT_USAGE)
            reading->broken = error;
        return;
    }
    known->repository = arena_strdup(arena, repository_folder(repository));
    known->commit = arena_strdup(arena, revision.worktree ? worktree_name : revision.commit);
}

static const struct known_revision *look_up(struct reading *reading, const char *folder,
                                            const char *name)
{
    struct known_revision *known = reading->revisions;
    while (known && !(text_equal(known->folder, folder) && text_equal(known->name, name)))
        known = known->next;
    if (known)
        return known;
    known = arena_new(reading->arena, struct known_revision);
    *known = (struct known_revision){.folder = folder, .name = name, .next = reading->revisions};
    resolve_known(reading, known);
    return reading->revisions = known;
}

// The path inside the repository: as written, or with links resolved if they lead there.
static char *path_in_repository(struct reading *reading, const struct target *target,
                                const struct node *node, const char *path)
{
    if (target_within_repository(target, path))
        return arena_strdup(reading->arena, path);
    char *real = path_absolute(reading->arena, path);
    if (!target_within_repository(target, real))
        mistake(&reading->mistakes, node->place,
                "'%s' is outside the repository '%s', whose revision '%s' is built", path,
                target->repository, target->revision);
    return real;
}

static void revise_files(struct reading *reading, const struct node *keys, struct target *target)
{
    if (!target->files_from)
        return;
    const struct known_revision *known = look_up(reading, target->repository, target->files_from);
    target->files_commit = known->commit;
    if (!known->repository)
        mistake(&reading->mistakes, node_child(keys, "files_from")->place, "%s", known->problem);
}

void target_revise(struct reading *reading, const struct node *keys, struct target *target)
{
    const struct node *sources = node_child(keys, "sources"),
                      *directory = node_child(keys, "directory");
    if (!target->revision || target->kind == TARGET_COMMAND || reading->elsewhere)
        return;
    bool beside = sources || !target->directory;
    const struct known_revision *known =
        look_up(reading, beside ? reading->spec->folder : target->directory, target->revision);
    if (!known->repository) {
        mistake(&reading->mistakes, node_child(keys, "revision")->place, "%s", known->problem);
        return;
    }
    target->repository = known->repository;
    target->commit = known->commit;
    revise_files(reading, keys, target);
    for (size_t i = 0; sources && i < target->sources.count; i++)
        target->sources.items[i] =
            path_in_repository(reading, target, sources, target->sources.items[i]);
    if (directory && target->directory)
        target->directory = path_in_repository(reading, target, directory, target->directory);
    else if (!target->directory)
        target->directory = target->build ? target->repository : reading->spec->folder;
}
