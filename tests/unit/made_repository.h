// Repositories made by libgit2 for a test; what eswexp does must leave them as they are.
#pragma once

#include "scratch.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "git/checkout.h"
#include "git/repository.h"
#include "git/revision.h"

#include <ftw.h>
#include <git2.h>

struct made {
    struct scratch *scratch;
    struct arena *arena;
    git_repository *git; // of the folder "project"
};

static inline void git_fine(int code)
{
    if (code)
        fail_msg("libgit2: %s", git_error_last() ? git_error_last()->message : "?");
}

static inline int made_setup(void **state)
{
    struct made *made = calloc(1, sizeof *made);
    if (scratch_make((void **)&made->scratch))
        return -1;
    made->arena = &made->scratch->arena;
    setenv("HOME", made->scratch->folder, 1); // no user's configuration
    unsetenv("XDG_CONFIG_HOME");
    git_libgit2_init();
    git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, GIT_CONFIG_LEVEL_GLOBAL, made->scratch->folder);
    git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, GIT_CONFIG_LEVEL_SYSTEM, made->scratch->folder);
    *state = made;
    return git_repository_init(&made->git, scratch_path(made->scratch, "project"), 0) ||
           git_repository_set_head(made->git, "refs/heads/main");
}

static inline int made_teardown(void **state)
{
    struct made *made = *state;
    git_repository_free(made->git);
    git_libgit2_shutdown();
    int code = scratch_remove((void **)&made->scratch);
    free(made);
    return code;
}

static inline char *made_path(struct made *made, const char *name)
{
    return arena_printf(made->arena, "%s/project/%s", made->scratch->folder, name);
}

static inline void made_write(struct made *made, const char *name, const char *content)
{
    scratch_file(made->scratch, arena_printf(made->arena, "project/%s", name), content);
}

// Commits a tree onto HEAD's branch; returns the commit's 40 digits.
static inline char *commit_tree(struct made *made, git_repository *git, const git_oid *tree_id,
                                const char *message)
{
    git_oid parent_id, id;
    git_tree *tree = NULL;
    git_commit *parent = NULL;
    git_signature *author = NULL;
    git_fine(git_tree_lookup(&tree, git, tree_id));
    git_fine(git_signature_new(&author, "A", "a@example.org", 1700000000, 0));
    if (git_reference_name_to_id(&parent_id, git, "HEAD") == 0)
        git_fine(git_commit_lookup(&parent, git, &parent_id));
    const git_commit *parents[] = {parent};
    git_fine(git_commit_create(&id, git, "HEAD", author, author, NULL, message, tree,
                               parent != NULL, (const git_commit **)parents));
    git_commit_free(parent);
    git_signature_free(author);
    git_tree_free(tree);
    return arena_strdup(made->arena, git_oid_tostr_s(&id));
}

// Commits all that is in the working tree; a gitlink ("path", 40 digits) may be added.
static inline char *commit_with_link(struct made *made, git_repository *git, const char *message,
                                     const char *path, const char *commit)
{
    git_index *index = NULL;
    git_oid tree_id;
    git_fine(git_repository_index(&index, git));
    git_fine(git_index_add_all(index, NULL, 0, NULL, NULL));
    git_fine(git_index_update_all(index, NULL, NULL, NULL));
    git_index_entry link = {.mode = GIT_FILEMODE_COMMIT, .path = path};
    if (path) {
        git_fine(git_oid_fromstr(&link.id, commit));
        git_fine(git_index_add(index, &link));
    }
    git_fine(git_index_write(index));
    git_fine(git_index_write_tree(&tree_id, index));
    git_index_free(index);
    return commit_tree(made, git, &tree_id, message);
}

static inline char *made_commit(struct made *made, const char *message)
{
    return commit_with_link(made, made->git, message, NULL, NULL);
}

static inline void made_reference(struct made *made, const char *name, const char *commit)
{
    git_oid id;
    git_reference *reference = NULL;
    git_fine(git_oid_fromstr(&id, commit));
    git_fine(git_reference_create(&reference, made->git, name, &id, 1, NULL));
    git_reference_free(reference);
}

static struct text *picture;

static inline int picture_entry(const char *path, const struct stat *status, int kind,
                                struct FTW *place)
{
    (void)kind;
    (void)place;
    text_printf(picture, "%s %o %lld.%09ld\n", path, status->st_mode,
                (long long)status->st_mtim.tv_sec, status->st_mtim.tv_nsec);
    struct error error;
    if (S_ISREG(status->st_mode) && !file_read(path, SIZE_MAX, picture, &error))
        fail_msg("%s", error.text);
    return 0;
}

// Every path of the project with mode, time and bytes, in the folder's order.
static inline struct text made_picture(struct made *made)
{
    struct text taken = {0};
    picture = &taken;
    assert_int_equal(nftw(made_path(made, ""), picture_entry, 16, FTW_PHYS), 0);
    picture = NULL;
    assert_true(taken.length > 500);
    return taken;
}

static inline void assert_untouched(struct made *made, const struct text *before)
{
    TEXT_CLEANUP struct text after = made_picture(made);
    assert_int_equal(before->length, after.length);
    assert_memory_equal(before->bytes, after.bytes, after.length);
}

static inline struct repository *opened(struct made *made, const char *folder)
{
    struct error error = {0};
    struct repository *repository = repository_open(scratch_path(made->scratch, folder), &error);
    if (!repository)
        fail_msg("%s", error.text);
    return repository;
}

static inline struct revision resolved(struct made *made, struct repository *repository,
                                       const char *name)
{
    struct error error = {0};
    struct revision revision;
    if (!revision_resolve(repository, made->arena, name, &revision, &error))
        fail_msg("%s", error.text);
    return revision;
}

// Checks a revision of the project out into "out", which is emptied; NULL, or why not.
static inline char *check_out(struct made *made, const char *name)
{
    struct error error = {0};
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision revision = resolved(made, repository, name);
    char *folder = scratch_path(made->scratch, "out");
    assert_true(tree_remove(folder, &error));
    TEXT_CLEANUP struct text before = made_picture(made);
    bool done = revision_checkout(repository, &revision, folder, &error);
    assert_untouched(made, &before);
    assert_int_equal(error.code, done ? EXIT_FINE : EXIT_FAILED);
    return done ? NULL : scratch_words(made->scratch, &error);
}

static inline void assert_checked_out(struct made *made, const char *name)
{
    char *words = check_out(made, name);
    if (words)
        fail_msg("%s", words);
}

static inline bool out_has(struct made *made, const char *name)
{
    struct stat status;
    return lstat(path_join(made->arena, scratch_path(made->scratch, "out"), name), &status) == 0;
}

static inline void assert_out(struct made *made, const char *name, const char *content)
{
    char *path = path_join(made->arena, scratch_path(made->scratch, "out"), name);
    assert_string_equal(scratch_read(made->scratch, path), content);
}

#define made_test(function) cmocka_unit_test_setup_teardown(function, made_setup, made_teardown)
