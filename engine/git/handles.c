// Initialises libgit2, opens repositories, and reports its errors.
#include "git/internal.h"

#include "base/files/paths.h"
#include "base/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Accepts extensions that do not concern readers, such as sparse checkouts and partial clones.
static void accept_extensions(void)
{
#if LIBGIT2_VER_MAJOR > 1 || LIBGIT2_VER_MINOR >= 5
    const char *names[] = {"worktreeconfig", "partialclone", "preciousobjects",
                           "relativeworktrees"};
    git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, sizeof names / sizeof *names);
#endif
}

void git_begin(void)
{
    git_set_memory();
    git_libgit2_init();
    accept_extensions();
}

const char *git_folder_near(struct arena *arena, const char *folder)
{
    char above[PATH_MAX];
    if (!realpath(folder, above))
        return NULL;
    for (char *slash; access(path_join(arena, above, ".git"), F_OK) != 0; *slash = '\0') {
        slash = strrchr(above, '/');
        if (!slash)
            return NULL;
    }
    return arena_strdup(arena, *above ? above : "/");
}

// libgit2 1.8 declares no function that sets an error. Ours stands as long as libgit2's last is the
// one that git_forget_error() makes.
// Aligned, as mold 1.10 begins what is write-protected after relocation here, and may do so on a
// page that is not the program's.
static _Thread_local _Alignas(64) char own_message[PATH_MAX + 128], forgotten[64];

static const char *message_of_libgit2(void)
{
    const git_error *last = git_error_last();
    return last && last->message ? last->message : "no reason given";
}

const char *git_message(void)
{
    const char *last = message_of_libgit2();
    return *own_message && text_equal(last, forgotten) ? own_message : last;
}

bool git_is_refused(void)
{
    const git_error *last = git_error_last();
    return last && (last->klass == GIT_ERROR_NOMEMORY ||
                    (last->klass == GIT_ERROR_OS && words_of_machine(last->message)));
}

bool failed_git(struct error *error, enum exit_code code, const char *format, ...)
{
    char context[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
    bool refused = git_is_refused();
    failed(error, refused ? EXIT_FAILED : code, "%s: %s", context, git_message());
    error->of_machine = refused;
    return false;
}

static bool of_another_owner(const char *folder, struct error *error)
{
    struct arena scratch = {0};
    const char *near = git_folder_near(&scratch, folder);
    if (!near)
        near = path_absolute(&scratch, folder);
    failed(error, EXIT_USAGE,
           "the git repository '%s' belongs to another user; if you trust it: git config --global "
           "--add safe.directory '%s'",
           near, near);
    arena_release(&scratch);
    return false;
}

static bool is_of_sha256(void)
{
    const char *words = git_message();
    return strcasestr(words, "objectformat") || strcasestr(words, "object format") ||
           strcasestr(words, "sha256");
}

// Replaces the message of an earlier error by an invalid call. git_error_clear() does this, but
// libgit2 1.8 does not declare it and 1.9 declares it in another header than 1.7.
void git_forget_error(void)
{
    git_libgit2_opts(-1); // not an option
    snprintf(forgotten, sizeof forgotten, "%s", message_of_libgit2());
    *own_message = '\0';
}

void git_set_error(const char *format, ...)
{
    va_list arguments;
    git_forget_error();
    va_start(arguments, format);
    vsnprintf(own_message, sizeof own_message, format, arguments);
    va_end(arguments);
}

static int guarded(int code, git_repository **git)
{
    if (!code && (code = guard_objects(*git))) {
        git_repository_free(*git);
        *git = NULL;
    }
    return code;
}

// If another user owns the repository and no safe.directory is set, libgit2 1.5 returns
// GIT_ENOTFOUND.
int open_code(const char *folder, unsigned flags, git_repository **git)
{
    git_forget_error();
    int code = git_repository_open_ext(git, folder, flags, NULL);
    if (code == GIT_ENOTFOUND && strstr(git_message(), "safe.directory"))
        return GIT_EOWNER;
    return guarded(code, git);
}

int open_bare_code(const char *folder, git_repository **git)
{
    return guarded(git_repository_open_bare(git, folder), git);
}

bool git_open(const char *folder, unsigned flags, git_repository **git, struct error *error)
{
    int code = open_code(folder, flags, git);
    if (code == GIT_EOWNER)
        return of_another_owner(folder, error);
    if (code == GIT_ENOTFOUND)
        return failed(error, EXIT_USAGE,
                      "'%s' is not in a git repository: go to one, or make one with git init",
                      folder);
    if (code && is_of_sha256())
        return failed(error, EXIT_USAGE,
                      "the git repository of '%s' uses SHA-256 object names, which eswexp cannot "
                      "read: use a clone with SHA-1 names",
                      folder);
    return code == 0 ||
           failed_git(error, EXIT_USAGE, "the git repository of '%s' cannot be read", folder);
}

bool failed_perhaps_shallow(git_repository *git, struct error *error)
{
    return git_repository_is_shallow(git) == 1 &&
           failed(error, error->code,
                  "%s; this is a shallow clone, which lacks older commits: git fetch --unshallow "
                  "(in CI: 'fetch-depth: 0' in the checkout step)",
                  error->text);
}
