// Which revision a folder stands at, told from a repository made here; nothing in it is touched.
#include "scratch.h"
#include "source/revision.h"

#include <fcntl.h>
#include <ftw.h>
#include <git2.h>

struct made {
    struct scratch *scratch;
    git_repository *repository;
    char head[GIT_OID_HEXSZ + 1];
};

static int setup(void **state)
{
    struct made *made = calloc(1, sizeof *made);
    if (scratch_make((void **)&made->scratch))
        return -1;
    setenv("HOME", made->scratch->folder, 1); // no user's configuration
    setenv("GIT_CEILING_DIRECTORIES", made->scratch->folder, 1);
    unsetenv("XDG_CONFIG_HOME");
    git_libgit2_init();
    *state = made;
    return git_repository_init(&made->repository, scratch_path(made->scratch, "project"), 0);
}

static int teardown(void **state)
{
    struct made *made = *state;
    git_repository_free(made->repository);
    git_libgit2_shutdown();
    int code = scratch_remove((void **)&made->scratch);
    free(made);
    return code;
}

// Commits `name` as it stands in the work tree.
static void commit(struct made *made, const char *name)
{
    git_index *index = NULL;
    git_tree *tree = NULL;
    git_signature *author = NULL;
    git_oid tree_id, commit_id;
    assert_int_equal(git_repository_index(&index, made->repository), 0);
    assert_int_equal(git_index_add_bypath(index, name), 0);
    assert_int_equal(git_index_write(index), 0);
    assert_int_equal(git_index_write_tree(&tree_id, index), 0);
    assert_int_equal(git_tree_lookup(&tree, made->repository, &tree_id), 0);
    assert_int_equal(git_signature_new(&author, "A", "a@example.org", 1700000000, 0), 0);
    assert_int_equal(git_commit_create(&commit_id, made->repository, "HEAD", author, author, NULL,
                                       "first", tree, 0, NULL),
                     0);
    git_oid_tostr(made->head, sizeof made->head, &commit_id);
    git_signature_free(author);
    git_tree_free(tree);
    git_index_free(index);
}

static void commit_one_file(struct made *made)
{
    scratch_file(made->scratch, "project/src/main.c", "int main(void) { return 0; }\n");
    commit(made, "src/main.c");
}

static void assert_revision(struct made *made, const char *folder, const char *expected)
{
    struct scratch *scratch = made->scratch;
    assert_string_equal(source_revision(&scratch->arena, scratch_path(scratch, folder)), expected);
}

static const char *modified(struct made *made)
{
    return arena_printf(&made->scratch->arena, "%s (modified)", made->head);
}

static void no_repository(void **state)
{
    struct made *made = *state;
    assert_revision(made, "", "not in a git repository");
    assert_revision(made, "no/such/folder", "not in a git repository");
}

static void no_commit_yet(void **state)
{
    assert_revision(*state, "project", "a git repository without a commit");
}

static void clean_from_any_folder_of_it(void **state)
{
    struct made *made = *state;
    commit_one_file(made);
    assert_revision(made, "project", made->head);
    assert_revision(made, "project/src", made->head);
    assert_int_equal(symlink("project/src", scratch_path(made->scratch, "link")), 0);
    assert_revision(made, "link", made->head);
}

static void untracked_files_are_no_change(void **state)
{
    struct made *made = *state;
    commit_one_file(made);
    scratch_file(made->scratch, "project/results/x/campaign.db", "x");
    scratch_file(made->scratch, "project/src/new.c", "x");
    assert_revision(made, "project", made->head);
}

static void changed_files_are(void **state)
{
    struct made *made = *state;
    commit_one_file(made);
    scratch_file(made->scratch, "project/src/main.c", "int main(void) { return 1; }\n");
    assert_revision(made, "project", modified(made));
    assert_revision(made, "project/src", modified(made));
}

static void removed_files_are(void **state)
{
    struct made *made = *state;
    commit_one_file(made);
    assert_int_equal(unlink(scratch_path(made->scratch, "project/src/main.c")), 0);
    assert_revision(made, "project", modified(made));
}

static void staged_files_are(void **state)
{
    struct made *made = *state;
    git_index *index = NULL;
    commit_one_file(made);
    scratch_file(made->scratch, "project/staged.c", "x");
    assert_int_equal(git_repository_index(&index, made->repository), 0);
    assert_int_equal(git_index_add_bypath(index, "staged.c"), 0);
    assert_int_equal(git_index_write(index), 0);
    git_index_free(index);
    assert_revision(made, "project", modified(made));
}

static void a_detached_head_is_a_revision(void **state)
{
    struct made *made = *state;
    commit_one_file(made);
    assert_int_equal(git_repository_detach_head(made->repository), 0);
    assert_revision(made, "project", made->head);
}

// What cannot be read is not taken for clean, nor for absent.
static void a_broken_repository_is_said(void **state)
{
    struct made *made = *state;
    struct scratch *scratch = made->scratch;
    commit_one_file(made);
    scratch_file(scratch, "project/.git/index", "not an index");
    assert_revision(made, "project",
                    arena_printf(&scratch->arena, "%s (perhaps modified)", made->head));
    scratch_file(scratch, "project/.git/config", "[core]\n\trepositoryformatversion = 99\n");
    const char *told = source_revision(&scratch->arena, scratch_path(scratch, "project"));
    assert_true(text_starts(told, "a git repository that cannot be read: unsupported"));
}

static struct text *listing;

static int list_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)kind;
    (void)place;
    text_printf(listing, "%s %o %lld.%09ld\n", path, status->st_mode,
                (long long)status->st_mtim.tv_sec, status->st_mtim.tv_nsec);
    struct error error;
    if (S_ISREG(status->st_mode) && !file_read(path, SIZE_MAX, listing, &error))
        fail_msg("%s", error.text);
    return 0;
}

// Every path with mode, time and bytes, in the folder's order.
static struct text picture_of(const char *folder)
{
    struct text picture = {0};
    listing = &picture;
    assert_int_equal(nftw(folder, list_entry, 16, FTW_PHYS), 0);
    listing = NULL;
    return picture;
}

// Also where git itself would refresh its index: a tracked file with another time, same content.
static void the_repository_is_not_touched(void **state)
{
    struct made *made = *state;
    char *project = scratch_path(made->scratch, "project");
    commit_one_file(made);
    scratch_file(made->scratch, "project/untracked", "x");
    struct timespec times[2] = {{1000000000, 0}, {1111111111, 0}};
    utimensat(AT_FDCWD, scratch_path(made->scratch, "project/src/main.c"), times, 0);
    TEXT_CLEANUP struct text before = picture_of(project);
    assert_revision(made, "project", made->head);
    assert_revision(made, "project/src", made->head);
    TEXT_CLEANUP struct text after = picture_of(project);
    assert_int_equal(before.length, after.length);
    assert_memory_equal(before.bytes, after.bytes, before.length);
    assert_true(before.length > 500);
}

#define repository_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        repository_test(no_repository),
        repository_test(no_commit_yet),
        repository_test(clean_from_any_folder_of_it),
        repository_test(untracked_files_are_no_change),
        repository_test(changed_files_are),
        repository_test(removed_files_are),
        repository_test(staged_files_are),
        repository_test(a_detached_head_is_a_revision),
        repository_test(a_broken_repository_is_said),
        repository_test(the_repository_is_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
