// One commit's files as a checkout has them.
#include "git/snapshot.h"

#include "git/large_files.h"

#include <git2/sys/repository.h>

static int stop_at_promise(const git_config_entry *entry, void *payload)
{
    (void)payload;
    return text_equal(entry->name, "extensions.partialclone") ||
           (text_starts(entry->name, "remote.") && text_ends(entry->name, ".promisor"));
}

static bool is_partial_clone(git_repository *git)
{
    GIT_CLEANUP(config) *config = NULL;
    return git_repository_config_snapshot(&config, git) == 0 &&
           git_config_foreach(config, stop_at_promise, NULL) == 1;
}

// In a partial clone only git itself fetches missing objects.
static bool missing(const struct snapshot *snapshot, const char *path, struct error *error)
{
    const char *outer = snapshot->place->name;
    failed_git(error, EXIT_FAILED, "'%s%s%s' of commit %s cannot be read", outer,
               *outer && *path ? "/" : "", path, snapshot->commit);
    return is_partial_clone(snapshot->git) &&
           failed(error, EXIT_FAILED,
                  "%s; this is a partial clone, fetch the rest with: git -C '%s' archive "
                  "--output=/dev/null --format=tar %s",
                  error->text, snapshot->place->common, snapshot->commit);
}

static bool find_root(struct snapshot *snapshot, const git_oid *id)
{
    GIT_CLEANUP(commit) *commit = NULL;
    return git_commit_lookup(&commit, snapshot->git, id) == 0 &&
           git_commit_tree(&snapshot->root, commit) == 0;
}

bool snapshot_open(struct snapshot *snapshot, const struct place *place, const git_oid *commit,
                   struct error *error)
{
    *snapshot = (struct snapshot){.place = place};
    git_oid_tostr(snapshot->commit, sizeof snapshot->commit, commit);
    if (open_bare_code(place->common, &snapshot->git) || git_index_new(&snapshot->attributes) ||
        git_repository_set_index(snapshot->git, snapshot->attributes))
        return failed_git(error, EXIT_FAILED, "the git folder '%s' cannot be read", place->common);
    return find_root(snapshot, commit) || missing(snapshot, "", error);
}

void snapshot_release(struct snapshot *snapshot)
{
    git_tree_free(snapshot->root);
    git_index_free(snapshot->attributes);
    git_repository_free(snapshot->git);
}

bool snapshot_is_file(const git_tree_entry *entry)
{
    git_filemode_t mode = entry ? git_tree_entry_filemode(entry) : GIT_FILEMODE_UNREADABLE;
    return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

static int add_attributes(struct snapshot *snapshot, const git_tree *tree, const char *path)
{
    const git_tree_entry *entry = git_tree_entry_byname(tree, ".gitattributes");
    if (!snapshot_is_file(entry))
        return 0;
    TEXT_CLEANUP struct text file = {0};
    text_printf(&file, "%s%s.gitattributes", path, *path ? "/" : "");
    git_index_entry added = {
        .mode = GIT_FILEMODE_BLOB, .id = *git_tree_entry_id(entry), .path = file.bytes};
    return git_index_add(snapshot->attributes, &added);
}

bool snapshot_enter(struct snapshot *snapshot, const git_tree_entry *entry, const char *path,
                    git_tree **tree, struct error *error)
{
    int code = entry ? git_tree_lookup(tree, snapshot->git, git_tree_entry_id(entry))
                     : git_tree_dup(tree, snapshot->root);
    return (code == 0 && add_attributes(snapshot, *tree, path) == 0) ||
           missing(snapshot, path, error);
}

bool snapshot_raw(struct snapshot *snapshot, const git_tree_entry *entry, const char *path,
                  struct content *content, struct error *error)
{
    if (git_blob_lookup(&content->blob, snapshot->git, git_tree_entry_id(entry)))
        return missing(snapshot, path, error);
    content->bytes = git_blob_rawcontent(content->blob);
    content->length = (size_t)git_blob_rawsize(content->blob);
    return true;
}

static bool filter(struct snapshot *snapshot, const char *path, struct content *content,
                   struct error *error)
{
    GIT_CLEANUP(filter_list) *filters = NULL;
    int code = git_filter_list_load(&filters, snapshot->git, content->blob, path,
                                    GIT_FILTER_TO_WORKTREE, GIT_FILTER_DEFAULT);
    if (code == 0 && !filters)
        return true;
    if (code || git_filter_list_apply_to_blob(&content->filtered, filters, content->blob))
        return failed_git(error, EXIT_FAILED, "'%s' of commit %s cannot be filtered", path,
                          snapshot->commit);
    content->bytes = content->filtered.ptr;
    content->length = content->filtered.size;
    return true;
}

bool snapshot_content(struct snapshot *snapshot, const git_tree_entry *entry, const char *path,
                      struct content *content, struct error *error)
{
    return snapshot_raw(snapshot, entry, path, content, error) &&
           large_file_find(snapshot, content->blob, path, &content->large, error) &&
           (content->large.length > 0 || filter(snapshot, path, content, error));
}

void content_release(struct content *content)
{
    git_blob_free(content->blob);
    git_buf_dispose(&content->filtered);
    text_release(&content->large);
}
