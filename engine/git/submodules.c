// Finds the repositories of submodules.
#include "git/submodules.h"

#include "base/files/paths.h"

#include <string.h>
#include <sys/stat.h>

struct naming {
    struct arena *arena;
    const char *path; // wanted
    const char *name; // NULL: not found
};

static const char key_begin[] = "submodule.", key_end[] = ".path";

// Compares all keys, because libgit2 1.5 leaks memory when it searches keys by a pattern.
static int compare_path(const git_config_entry *entry, void *payload)
{
    struct naming *naming = payload;
    size_t begin = strlen(key_begin), end = strlen(key_end), key = strlen(entry->name);
    size_t length = strlen(naming->path);
    if (key > begin + end && text_starts(entry->name, key_begin) &&
        text_ends(entry->name, key_end) && entry->value && // NULL: a key without "="
        strncmp(entry->value, naming->path, length) == 0 &&
        (entry->value[length] == '\0' || text_equal(entry->value + length, "/")))
        naming->name = arena_strndup(naming->arena, entry->name + begin, key - begin - end);
    return 0;
}

// The name becomes a path in git's folder and must not lead out of it.
static bool leads_out(const char *name)
{
    return *name == '/' || text_equal(name, "..") || text_starts(name, "../") ||
           text_ends(name, "/..") || strstr(name, "/../");
}

static bool find_name(struct naming *naming, const char *modules, struct error *error)
{
    GIT_CLEANUP(config) *config = NULL;
    struct stat status;
    if (lstat(modules, &status) || !S_ISREG(status.st_mode))
        return true;
    if (git_config_open_ondisk(&config, modules) ||
        git_config_foreach(config, compare_path, naming))
        return failed_git(error, EXIT_FAILED, "'.gitmodules' cannot be read");
    return !naming->name || !leads_out(naming->name) ||
           failed(error, EXIT_FAILED,
                  "'.gitmodules' names a submodule '%s', outside of git's folder", naming->name);
}

static bool has_commit(git_repository *git, const git_oid *id)
{
    GIT_CLEANUP(commit) *commit = NULL;
    return git_commit_lookup(&commit, git, id) == 0;
}

// Is there a repository? If it has the commit, sets its folders.
static bool try_place(struct arena *arena, const char *folder, const git_oid *commit,
                      struct place *inner)
{
    GIT_CLEANUP(repository) *git = NULL;
    if (open_code(folder, GIT_REPOSITORY_OPEN_NO_SEARCH, &git) && open_bare_code(folder, &git))
        return false;
    if (has_commit(git, commit)) {
        inner->own = arena_strdup(arena, git_repository_path(git));
        inner->common = arena_strdup(arena, git_repository_commondir(git));
    }
    return true;
}

// The address of a submodule; a relative one as git reads it, from that of the remote.
static const char *address_of(struct arena *arena, const struct place *outer,
                              const struct naming *naming, const char *modules)
{
    GIT_CLEANUP(config) *config = NULL;
    GIT_CLEANUP(repository) *git = NULL;
    git_buf url = {0}, whole = {0};
    const char *key = arena_printf(arena, "%s%s.url", key_begin, naming->name);
    const char *address = "URL";
    if (git_config_open_ondisk(&config, modules) == 0 &&
        git_config_get_string_buf(&url, config, key) == 0)
        address = arena_strdup(arena, url.ptr);
    if (open_bare_code(outer->common, &git) == 0 &&
        git_submodule_resolve_url(&whole, git, address) == 0)
        address = arena_strdup(arena, whole.ptr);
    git_buf_dispose(&url);
    git_buf_dispose(&whole);
    return address;
}

// "git submodule update" knows only the submodules of the working tree.
static bool only_there(struct arena *arena, const struct place *outer, const struct naming *naming)
{
    struct naming here = {.arena = arena, .path = naming->path};
    struct error error;
    return naming->name && !*outer->name &&
           !(outer->worktree &&
             find_name(&here, path_join(arena, outer->worktree, ".gitmodules"), &error) &&
             here.name);
}

static bool not_here(struct arena *arena, const struct place *outer, const struct naming *naming,
                     const char *modules, const struct place *inner, const git_oid *commit,
                     bool present, struct error *error)
{
    if (!present && only_there(arena, outer, naming))
        return failed(error, EXIT_FAILED,
                      "the submodule '%s' is missing, and the working tree does not have it: git "
                      "clone --bare '%s' '%s%smodules/%s'; or leave it out: 'submodules: present', "
                      "compare --submodules present",
                      inner->name, address_of(arena, outer, naming, modules), outer->common,
                      text_ends(outer->common, "/") ? "" : "/", naming->name);
    return present ? failed(error, EXIT_FAILED,
                            "the submodule '%s' lacks commit %s: git -C '%s' fetch --all --tags%s",
                            inner->name, git_oid_tostr_s(commit), inner->name,
                            " (a shallow one: --unshallow)")
                   : failed(error, EXIT_FAILED,
                            "the submodule '%s' is missing: git submodule update --init "
                            "--recursive '%s'",
                            inner->name, inner->name);
}

bool submodule_find(struct arena *arena, const struct place *outer, const char *modules,
                    const char *path, const git_oid *commit, struct place *inner,
                    struct error *error)
{
    struct naming naming = {.arena = arena, .path = path};
    *inner = (struct place){.name = path_join(arena, outer->name, path)};
    if (!find_name(&naming, modules, error))
        return false;
    if (outer->worktree)
        inner->worktree = path_join(arena, outer->worktree, path);
    bool present = inner->worktree && try_place(arena, inner->worktree, commit, inner);
    const char *owners[] = {outer->own, outer->common};
    for (size_t i = 0; i < 2 && naming.name && !inner->common; i++) {
        const char *own = arena_printf(arena, "%s/modules/%s", owners[i], naming.name);
        present = try_place(arena, own, commit, inner) || present;
    }
    return inner->common || (!naming.name && !present) ||
           not_here(arena, outer, &naming, modules, inner, commit, present, error);
}
