// A commit's files in a folder elsewhere: bytes, modes, links, line ends, large files.
#include "made_repository.h"

#include "base/files/paths.h"
#include "git/checkout.h"
#include "git/revision.h"

static mode_t out_mode(struct made *made, const char *name)
{
    struct stat status;
    char *path = path_join(made->arena, scratch_path(made->scratch, "out"), name);
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode;
}

static void files_modes_and_links(void **state)
{
    struct made *made = *state;
    made_write(made, "a/b/c.txt", "c\n");
    made_write(made, "empty", "");
    made_write(made, "run.sh", "#!/bin/sh\n");
    assert_int_equal(chmod(made_path(made, "run.sh"), 0700), 0);
    assert_int_equal(symlink("a/b", made_path(made, "link")), 0);
    assert_int_equal(symlink("/no/where", made_path(made, "a/dangling")), 0);
    made_commit(made, "one");
    mode_t before = umask(0077);
    assert_checked_out(made, "HEAD");
    umask(before);
    assert_out(made, "a/b/c.txt", "c\n");
    assert_out(made, "link/c.txt", "c\n");
    assert_out(made, "empty", "");
    assert_int_equal(out_mode(made, "run.sh"), S_IFREG | 0755);
    assert_int_equal(out_mode(made, "empty"), S_IFREG | 0644);
    assert_true(S_ISLNK(out_mode(made, "link")) && S_ISLNK(out_mode(made, "a/dangling")));
    assert_false(out_has(made, ".git"));
}

static void the_commit_and_not_the_working_tree(void **state)
{
    struct made *made = *state;
    made_write(made, "file", "old\n");
    made_write(made, "gone", "g\n");
    made_commit(made, "one");
    assert_int_equal(unlink(made_path(made, "gone")), 0);
    made_write(made, "file", "new\n");
    made_commit(made, "two");
    made_write(made, "file", "dirty\n");
    made_write(made, "untracked", "u\n");
    assert_checked_out(made, "HEAD~1");
    assert_out(made, "file", "old\n");
    assert_out(made, "gone", "g\n");
    assert_false(out_has(made, "untracked"));
    assert_checked_out(made, "HEAD");
    assert_out(made, "file", "new\n");
    assert_false(out_has(made, "gone"));
}

// Neither the working tree's attributes count, nor those of the index or HEAD.
static void line_ends_by_the_attributes_of_the_commit(void **state)
{
    struct made *made = *state;
    made_write(made, "a.txt", "1\n2\n");
    made_write(made, "sub/a.txt", "1\n2\n");
    made_write(made, "sub/deep/a.txt", "1\n2\n");
    made_write(made, "sub/b.bin", "1\n2\n");
    made_write(made, "id.c", "// $Id$\n");
    made_commit(made, "plain");
    made_write(made, ".gitattributes", "*.txt text eol=crlf\n*.c ident\n");
    made_write(made, "sub/deep/.gitattributes", "*.txt -text\n");
    made_commit(made, "with attributes");
    assert_checked_out(made, "HEAD");
    assert_out(made, "a.txt", "1\r\n2\r\n");
    assert_out(made, "sub/a.txt", "1\r\n2\r\n");
    assert_out(made, "sub/deep/a.txt", "1\n2\n");
    assert_out(made, "sub/b.bin", "1\n2\n");
    assert_out(made, "id.c", "// $Id: cfa1da318d37e3d2f592a3c2a3504b8fcda1834e $\n");
    assert_checked_out(made, "HEAD~1");
    assert_out(made, "a.txt", "1\n2\n");
    assert_out(made, "sub/deep/a.txt", "1\n2\n");
    assert_out(made, "id.c", "// $Id$\n");
    made_write(made, ".gitattributes", "*.txt -text\n");
    assert_checked_out(made, "HEAD");
    assert_out(made, "a.txt", "1\r\n2\r\n");
}

static void line_ends_by_the_configuration(void **state)
{
    struct made *made = *state;
    made_write(made, "a.txt", "1\n2\n");
    made_commit(made, "one");
    scratch_file(made->scratch, ".gitconfig", "[core]\n\tautocrlf = true\n");
    assert_checked_out(made, "HEAD");
    assert_out(made, "a.txt", "1\r\n2\r\n");
}

static void only_into_an_empty_folder(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    made_write(made, "file", "f\n");
    made_commit(made, "one");
    scratch_file(made->scratch, "used/thing", "x");
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision revision = resolved(made, repository, "HEAD");
    assert_false(
        revision_checkout(repository, &revision, scratch_path(made->scratch, "used"), &error));
    assert_int_equal(error.code, EXIT_FAILED);
    assert_string_equal(scratch_words(made->scratch, &error),
                        "checkout of 'HEAD': '@/used' must be empty to hold a checkout");
}

struct raw_entry {
    const char *mode, *name;
    git_oid id;
};

// A tree that git would not make.
static git_oid raw_tree(struct made *made, const struct raw_entry *entries, size_t count)
{
    git_oid id;
    git_odb *objects = NULL;
    TEXT_CLEANUP struct text bytes = {0};
    for (size_t i = 0; i < count; i++) {
        text_printf(&bytes, "%s %s", entries[i].mode, entries[i].name);
        text_add_bytes(&bytes, "", 1);
        text_add_bytes(&bytes, (const char *)entries[i].id.id, GIT_OID_RAWSZ);
    }
    git_fine(git_repository_odb(&objects, made->git));
    git_fine(git_odb_write(&id, objects, bytes.bytes, bytes.length, GIT_OBJECT_TREE));
    git_odb_free(objects);
    return id;
}

static git_oid raw_blob(struct made *made, const char *content)
{
    git_oid id;
    git_fine(git_blob_create_from_buffer(&id, made->git, content, strlen(content)));
    return id;
}

static void entries_that_lead_out(void **state)
{
    struct made *made = *state;
    static const char *const names[] = {"..", ".", ".git", ".GIT", "../evil", "/tmp/evil"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct raw_entry file = {"100644", names[i], raw_blob(made, "evil\n")};
        git_oid inner = raw_tree(made, &file, 1);
        struct raw_entry folder = {"40000", "folder", inner};
        git_oid root = raw_tree(made, &folder, 1);
        char *commit = commit_tree(made, made->git, &root, "evil");
        assert_string_equal(
            check_out(made, "HEAD"),
            arena_printf(made->arena,
                         "checkout of 'HEAD': commit %s has the unsafe entry 'folder/%s'", commit,
                         names[i]));
    }
}

static void files_through_a_link(void **state)
{
    struct made *made = *state;
    struct raw_entry file = {"100644", "file", raw_blob(made, "evil\n")};
    char *outside = scratch_path(made->scratch, "outside");
    struct raw_entry both[] = {{"120000", "a", raw_blob(made, outside)},
                               {"40000", "a", raw_tree(made, &file, 1)}};
    git_oid root = raw_tree(made, both, 2);
    commit_tree(made, made->git, &root, "evil");
    assert_int_equal(mkdir(outside, 0755), 0);
    assert_string_equal(check_out(made, "HEAD"), "checkout of 'HEAD': cannot make the folder "
                                                 "'@/out/a': File exists");
    assert_false(file_exists(scratch_path(made->scratch, "outside/file")));
}

static void a_lost_object(void **state)
{
    struct made *made = *state;
    made_write(made, "file", "f\n");
    char *head = made_commit(made, "one");
    git_oid id = raw_blob(made, "f\n");
    char *hex = git_oid_tostr_s(&id);
    char *lost = arena_printf(made->arena, ".git/objects/%.2s/%s", hex, hex + 2);
    assert_int_equal(unlink(made_path(made, lost)), 0);
    char *words = arena_printf(
        made->arena, "checkout of 'HEAD': 'file' of commit %s cannot be read: object not found",
        head);
    assert_true(text_starts(check_out(made, "HEAD"), words));
    made_write(made, ".git/config", "[remote \"origin\"]\n\turl = /no/where\n\tpromisor = true\n");
    words = arena_printf(made->arena,
                         "; this is a partial clone, fetch the rest with: git -C "
                         "'@/project/.git/' archive --output=/dev/null --format=tar %s",
                         head);
    assert_true(text_ends(check_out(made, "HEAD"), words));
}

#define OID "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393"
#define POINTER "version https://git-lfs.github.com/spec/v1\noid sha256:" OID "\nsize 4\n"
#define STORED "lfs/objects/4d/7a/" OID

static void commit_pointers(struct made *made)
{
    made_write(made, ".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
    made_write(made, "data/x.bin", POINTER);
    made_write(made, "data/x.txt", POINTER);
    made_write(made, "data/y.bin", "small, and never given to LFS\n");
    assert_int_equal(chmod(made_path(made, "data/x.bin"), 0755), 0);
    made_commit(made, "large");
}

static void large_files_from_the_store(void **state)
{
    struct made *made = *state;
    commit_pointers(made);
    made_write(made, ".git/" STORED, "lots");
    assert_checked_out(made, "HEAD");
    assert_out(made, "data/x.bin", "lots");
    assert_out(made, "data/x.txt", POINTER);
    assert_out(made, "data/y.bin", "small, and never given to LFS\n");
    assert_int_equal(out_mode(made, "data/x.bin"), S_IFREG | 0755);
}

static void large_files_from_a_store_elsewhere(void **state)
{
    struct made *made = *state;
    commit_pointers(made);
    made_write(made, ".git/elsewhere/objects/4d/7a/" OID, "lots");
    scratch_file(made->scratch, ".gitconfig", "[lfs]\n\tstorage = elsewhere\n");
    assert_checked_out(made, "HEAD");
    assert_out(made, "data/x.bin", "lots");
}

static void large_files_that_are_not_here(void **state)
{
    struct made *made = *state;
    commit_pointers(made);
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    char *words = arena_printf(made->arena,
                               "checkout of 'HEAD': 'data/x.bin' is a missing large file (LFS): "
                               "git lfs fetch origin %s",
                               resolved(made, repository, "HEAD").commit);
    assert_string_equal(check_out(made, "HEAD"), words);
    made_write(made, ".git/" STORED, "half of it, or too much");
    assert_string_equal(check_out(made, "HEAD"), words);
}

int tests_of_checkout(void)
{
    const struct CMUnitTest tests[] = {
        made_test(files_modes_and_links),
        made_test(the_commit_and_not_the_working_tree),
        made_test(line_ends_by_the_attributes_of_the_commit),
        made_test(line_ends_by_the_configuration),
        made_test(only_into_an_empty_folder),
        made_test(entries_that_lead_out),
        made_test(files_through_a_link),
        made_test(a_lost_object),
        made_test(large_files_from_the_store),
        made_test(large_files_from_a_store_elsewhere),
        made_test(large_files_that_are_not_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
