// Revisions in experiment files: what they resolve to, and what cannot be built of them.
#include "spec_reading.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "git/repository.h"
#include "git/revision.h"
#include "spec/keys/experiment.h"
#include "spec/target.h"

#include <fcntl.h>
#include <git2.h>
#include <sys/resource.h>

static char first[GIT_OID_HEXSZ + 1], second[GIT_OID_HEXSZ + 1];

static int add_commit(git_repository *repository, char id[GIT_OID_HEXSZ + 1])
{
    git_index *index = NULL;
    git_tree *tree = NULL;
    git_signature *author = NULL;
    git_commit *parent = NULL;
    git_oid oid;
    bool after = git_reference_name_to_id(&oid, repository, "HEAD") == 0 &&
                 git_commit_lookup(&parent, repository, &oid) == 0;
    const git_commit *parents[] = {parent};
    int code = git_repository_index(&index, repository) || git_index_add_bypath(index, "a.c") ||
               git_index_write(index) || git_index_write_tree(&oid, index) ||
               git_tree_lookup(&tree, repository, &oid) ||
               git_signature_new(&author, "A", "a@example.org", 1700000000, 0) ||
               git_commit_create(&oid, repository, "refs/heads/main", author, author, NULL, "more",
                                 tree, after, parents);
    git_oid_tostr(id, GIT_OID_HEXSZ + 1, &oid);
    git_commit_free(parent);
    git_signature_free(author);
    git_tree_free(tree);
    git_index_free(index);
    return code;
}

// The folder of spec_reading.h is no repository, but its sub/ is one, with a.c and two commits.
static int make_repository(void **state)
{
    git_repository *repository = NULL;
    git_libgit2_init();
    int code = enter_folder(state) || setenv("HOME", folder, 1) ||
               setenv("GIT_CEILING_DIRECTORIES", path_folder(&folder_memory, folder), 1) ||
               git_repository_init(&repository, "sub", 0) ||
               git_repository_set_head(repository, "refs/heads/main") || chdir("sub") ||
               symlink("../a.c", "a.c") || mkdir("deep", 0777) || add_commit(repository, first) ||
               add_commit(repository, second);
    git_repository_free(repository);
    git_libgit2_shutdown();
    return code;
}

#define PROJECT "build: make, command: ./x"

static const struct target *read_target(struct reading *reading, const char *keys)
{
    return valid(reading,
                 arena_printf(&reading->arena, "experiment: e\nbenchmarks: {t: {%s}}\n", keys))
        ->cells[0]
        .targets;
}

static const char *in_repository(struct reading *reading, const char *name)
{
    return arena_printf(&reading->arena, "%s/sub%s", folder, name);
}

static void a_name_becomes_a_commit(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = valid(&reading, SOURCES "variants:\n"
                                                      "  old: {revision: HEAD~1}\n"
                                                      "  main: {revision: '${variant}'}\n"
                                                      "  now: {revision: WORKTREE}\n"
                                                      "  plain: {}\n");
    const struct target *targets = spec->cells[0].targets;
    assert_string_equal(targets[0].revision, "HEAD~1");
    assert_string_equal(targets[0].commit, first);
    assert_string_equal(targets[0].repository, in_repository(&reading, ""));
    assert_string_equal(targets[1].commit, second);
    assert_string_equal(targets[2].commit, worktree_name);
    assert_null(targets[3].revision);
    assert_null(targets[3].commit);
}

static void every_point_has_its_own(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec =
        valid(&reading, "experiment: e\n"
                        "benchmarks: {t: {sources: no.c, revision: '${r}'}, u: {sources: no.c}}\n"
                        "variants: {all: {revision: '${r}'}}\n"
                        "sweep: {r: [main, HEAD^]}\n");
    assert_string_equal(spec->cells[0].targets[0].commit, second);
    assert_string_equal(spec->cells[1].targets[0].commit, first);
    assert_string_equal(spec->cells[3].targets[0].commit, first);
}

static void files_need_not_be_there(void **state)
{
    (void)state;
    READING sources = {0}, project = {0}, away = {0};
    const struct target *target =
        read_target(&sources, "sources: [./gone/../gone.c, a.c], revision: main");
    assert_string_equal(target->sources.items[0], in_repository(&sources, "/gone.c"));
    // a link is the revision's affair
    assert_string_equal(target->sources.items[1], in_repository(&sources, "/a.c"));
    assert_string_equal(target->directory, in_repository(&sources, ""));
    target = read_target(&project, "directory: gone/too, revision: main, " PROJECT);
    assert_string_equal(target->directory, in_repository(&project, "/gone/too"));
    assert_string_equal(target->commit, second);
    away.overrides.elsewhere = true;
    target = read_target(&away, "directory: /gone, revision: who-knows, " PROJECT);
    assert_string_equal(target->revision, "who-knows");
    assert_null(target->commit);
}

static void a_project_is_the_repository_by_default(void **state)
{
    (void)state;
    READING none = {0}, here = {0}, elsewhere = {0}, linked = {0};
    const struct target *target = read_target(&none, "revision: main, " PROJECT);
    assert_int_equal(target->kind, TARGET_PROJECT);
    assert_string_equal(target->directory, in_repository(&none, ""));
    target = read_target(&here, "directory: ., revision: main, " PROJECT);
    assert_string_equal(target->directory, in_repository(&here, ""));

    assert_int_equal(chdir(".."), 0); // the repository is not that of the experiment file
    assert_int_equal(symlink("sub/deep", "to-deep"), 0);
    target = read_target(&elsewhere, "directory: sub, revision: main, " PROJECT);
    assert_string_equal(target->directory, in_repository(&elsewhere, ""));
    target = read_target(&linked, "directory: to-deep, revision: main, " PROJECT);
    assert_string_equal(target->directory, in_repository(&linked, "/deep"));
    assert_int_equal(chdir("sub"), 0);
}

static void a_bare_repository_will_do(void **state)
{
    (void)state;
    READING reading = {0};
    const char yaml[] = "experiment: e\nbenchmarks: {t: {sources: ../a.c, revision: main}}";
    const char config[] = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n";
    assert_true(tree_copy(".git", "../bare.git", NULL, &reading.error));
    assert_true(file_write("../bare.git/config", config, strlen(config), &reading.error));
    reading.spec = spec_parse(&reading.arena, "../bare.git/no/x.yaml", yaml, strlen(yaml), NULL,
                              &reading.report, &reading.error);
    assert_non_null(reading.spec);
    const struct target *target = reading.spec->cells[0].targets;
    assert_string_equal(target->commit, second);
    assert_string_equal(target_within_repository(target, target->sources.items[0]), "a.c");
    assert_string_equal(target_within_repository(target, target->directory), "no");
}

static void assert_refused(const char *yaml, const char *expected)
{
    READING reading = {0};
    read_yaml(&reading, yaml);
    assert_null(reading.spec);
    assert_string_equal(reading.report.bytes, expected);
}

static void mistakes_have_their_place(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_refused(SOURCES "variants: {a: {revision: mian}, topic: {revision: '${variant}'}}",
                   "x.yaml:3:26: error: unknown revision 'mian': did you mean 'main'?\n"
                   "x.yaml:3:51: error: unknown revision 'topic': no branch, tag or commit\n");
    assert_refused("experiment: e\nbenchmarks: {t: {sources: [a.c, ../a.c], revision: main}}",
                   arena_printf(&arena,
                                "x.yaml:2:27: error: '%s/a.c' is outside the repository '%s/sub', "
                                "whose revision 'main' is built\n",
                                folder, folder));
    assert_refused("experiment: e\nbenchmarks: {t: {revision: main, directory: .}}",
                   "x.yaml:2:34: error: 'directory' needs 'command', the program that is run once "
                   "it is built\n");
    assert_int_equal(chdir(".."), 0);
    struct error error = {0};
    assert_null(repository_open(folder, &error));
    assert_refused(SOURCES "variants: {a: {revision: main}}",
                   arena_printf(&arena, "x.yaml:3:26: error: %s\n", error.text));
    assert_int_equal(chdir("sub"), 0);
    arena_release(&arena);
}

static void what_git_cannot_read_is_no_mistake_of_the_file(void **state)
{
    (void)state;
    READING reading = {0};
    struct rlimit usual, none;
    struct error error = {0};
    int next = open("/dev/null", O_RDONLY);
    close(next);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
    none = (struct rlimit){(rlim_t)next, usual.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const struct spec *loaded = spec_load(&reading.arena, "x.yaml", NULL, &reading.report, &error);
    read_yaml(&reading, SOURCES "variants: {old: {revision: HEAD~1}}\n");
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
    assert_null(loaded);
    assert_int_equal(error.code, EXIT_FAILED);
    assert_null(reading.spec);
    assert_int_equal(reading.error.code, EXIT_FAILED);
    assert_null(strstr(reading.error.text, "mistake"));
}

int tests_of_spec_revision(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_becomes_a_commit),
        cmocka_unit_test(every_point_has_its_own),
        cmocka_unit_test(files_need_not_be_there),
        cmocka_unit_test(a_project_is_the_repository_by_default),
        cmocka_unit_test(a_bare_repository_will_do),
        cmocka_unit_test(mistakes_have_their_place),
        cmocka_unit_test(what_git_cannot_read_is_no_mistake_of_the_file),
    };
    return cmocka_run_group_tests(tests, make_repository, leave_folder);
}
