// Objects that are not whole are refused: libgit2 would read a truncated one for ever.
#include "made_repository.h"

#include <sys/stat.h>
#include <unistd.h>

static char *object_path(struct made *made, const char *id)
{
    return made_path(made, arena_printf(made->arena, ".git/objects/%.2s/%s", id, id + 2));
}

static void truncate_object(struct made *made, const char *id, long length)
{
    const char *path = object_path(made, id);
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(truncate(path, length), 0);
}

static char *committed(struct made *made)
{
    made_write(made, "main.c", "int main(void) { return 0; }\n");
    return made_commit(made, "first");
}

static void assert_refused(struct made *made, const char *folder, const char *name, const char *id)
{
    struct error error = {0};
    struct revision revision;
    REPOSITORY_CLEANUP struct repository *repository = opened(made, folder);
    assert_false(revision_resolve(repository, made->arena, name, &revision, &error));
    if (!strstr(error.text, arena_printf(made->arena, "the loose object '%s' is damaged: git fsck",
                                         object_path(made, id))))
        fail_msg("%s", error.text);
}

static void a_commit(void **state)
{
    struct made *made = *state;
    char *id = committed(made);
    static const long lengths[] = {40, 20, 2, 1, 0};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        truncate_object(made, id, lengths[i]);
        assert_refused(made, "project", id, id);
        assert_refused(made, "project", arena_strndup(made->arena, id, 8), id);
        assert_refused(made, "project", "HEAD", id);
    }
}

// Its folder of objects is named by another repository, relatively and by way of a third.
static void an_alternate(void **state)
{
    struct made *made = *state;
    char *id = committed(made);
    git_repository *others[2];
    static const char *const names[] = {"near", "far"};
    for (int i = 0; i < 2; i++) {
        git_fine(git_repository_init(&others[i], scratch_path(made->scratch, names[i]), 0));
        git_repository_free(others[i]);
    }
    scratch_file(made->scratch, "near/.git/objects/info/alternates",
                 "# of others\n\n../../../project/.git/objects\n");
    scratch_file(
        made->scratch, "far/.git/objects/info/alternates",
        arena_printf(made->arena, "%s\n", scratch_path(made->scratch, "near/.git/objects")));
    truncate_object(made, id, 30);
    assert_refused(made, "near", id, id);
    assert_refused(made, "far", id, id);
}

static void a_file(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    git_oid blob;
    char *commit = committed(made);
    git_fine(git_blob_create_from_disk(&blob, made->git, made_path(made, "main.c")));
    truncate_object(made, git_oid_tostr_s(&blob), 12);
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision revision = resolved(made, repository, commit);
    assert_false(
        revision_checkout(repository, &revision, scratch_path(made->scratch, "copy"), &error));
    assert_int_equal(error.code, EXIT_FAILED);
    assert_non_null(strstr(error.text, "is damaged: git fsck"));
}

int tests_of_damaged_objects(void)
{
    const struct CMUnitTest tests[] = {
        made_test(a_commit),
        made_test(an_alternate),
        made_test(a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
