// Refuses loose objects that are not whole before libgit2 reads them: up to 1.9 it never ends with
// a truncated one (its issue 7342).
#include "git/internal.h"

#include "base/files/files.h"
#include "base/files/packed.h"
#include "base/files/paths.h"

#include <git2/sys/odb_backend.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALTERNATES_DEPTH = 5, // as git has it
    ALTERNATES_LIMIT = 1 << 20,
    FOLDERS_LIMIT = 64,
    PRIORITY = 1000 // before libgit2's own backends
};

// libgit2 asks it for every object first. It fails for damaged ones and passes the others on.
struct guard {
    git_odb_backend backend; // first: libgit2 knows this alone
    struct arena arena;
    git_odb *objects;                   // opened again: that of `backend` is locked while it asks
    const char *folders[FOLDERS_LIMIT]; // of objects: the repository's own and its alternates'
    size_t count;
};

static bool check(const struct guard *guard, const git_oid *id)
{
    struct arena scratch = {0};
    char name[GIT_OID_HEXSZ + 1];
    git_oid_tostr(name, sizeof name, id);
    const char *damaged = NULL;
    for (size_t i = 0; i < guard->count && !damaged; i++) {
        const char *path = arena_printf(&scratch, "%s/%.2s/%s", guard->folders[i], name, name + 2);
        if (!packed_is_whole(path))
            damaged = path;
    }
    if (damaged)
        git_set_error("the loose object '%s' is damaged: git fsck", damaged);
    arena_release(&scratch);
    return !damaged;
}

static int answer(const git_odb_backend *backend, const git_oid *id)
{
    return check((const struct guard *)backend, id) ? GIT_PASSTHROUGH : GIT_ERROR;
}

static int read_object(void **bytes, size_t *length, git_object_t *type, git_odb_backend *backend,
                       const git_oid *id)
{
    (void)bytes, (void)length, (void)type;
    return answer(backend, id);
}

static int read_header(size_t *length, git_object_t *type, git_odb_backend *backend,
                       const git_oid *id)
{
    (void)length, (void)type;
    return answer(backend, id);
}

static int read_prefix(git_oid *found, void **bytes, size_t *length, git_object_t *type,
                       git_odb_backend *backend, const git_oid *prefix, size_t digits)
{
    git_oid id;
    (void)found, (void)bytes, (void)length, (void)type;
    const struct guard *guard = (const struct guard *)backend;
    if (git_odb_exists_prefix(&id, guard->objects, prefix, digits))
        return GIT_PASSTHROUGH;
    return answer(backend, &id);
}

static void release(git_odb_backend *backend)
{
    struct guard *guard = (struct guard *)backend;
    struct arena arena = guard->arena;
    git_odb_free(guard->objects);
    arena_release(&arena);
}

// Of alternates that cannot be read, libgit2 reads no object either.
static void add_folders(struct guard *guard, const char *folder, int depth)
{
    TEXT_CLEANUP struct text text = {0};
    struct error error;
    if (guard->count == FOLDERS_LIMIT)
        return;
    guard->folders[guard->count++] = folder;
    const char *path = path_join(&guard->arena, folder, "info/alternates");
    if (depth == ALTERNATES_DEPTH || !file_exists(path) ||
        !file_read(path, ALTERNATES_LIMIT, &text, &error))
        return;
    char *lines = arena_strdup(&guard->arena, text.bytes);
    for (char *line; (line = strsep(&lines, "\n"));)
        if (*line && *line != '#')
            add_folders(guard, path_normal(&guard->arena, path_join(&guard->arena, folder, line)),
                        depth + 1);
}

int guard_objects(git_repository *git)
{
    GIT_CLEANUP(odb) *objects = NULL;
    int code = git_repository_odb(&objects, git);
    if (code)
        return code;
    struct arena arena = {0};
    struct guard *guard = arena_new(&arena, struct guard);
    *guard = (struct guard){.backend = {.version = GIT_ODB_BACKEND_VERSION,
                                        .read = read_object,
                                        .read_header = read_header,
                                        .read_prefix = read_prefix,
                                        .free = release},
                            .arena = arena};
    const char *folder = path_join(&guard->arena, git_repository_commondir(git), "objects");
    add_folders(guard, folder, 0);
    code = git_odb_open(&guard->objects, folder);
    if (!code)
        code = git_odb_add_backend(objects, &guard->backend, PRIORITY);
    if (code)
        release(&guard->backend);
    return code;
}
