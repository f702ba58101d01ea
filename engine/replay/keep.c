// Leaves a build in a folder, with a script that starts it.
#include "replay/keep.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/elf/runpath.h"
#include "machine/cpu_list.h"
#include "replay/internal.h"
#include "replay/start_script.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PART ".part"

// A folder that is being filled.
struct keeping {
    const struct replay *replay;
    struct arena *arena;
    const char *folder, *part; // absolute: what it will be called, and what it is called until then
    struct execution_request request;
    struct launch launch;
    const char *tree; // that the build filled, and in which the program runs; NULL: elsewhere
};

// ---- Paths

// What a path of the work folder is called in the kept folder; others stay.
static const char *kept_path(const struct keeping *keeping, const char *path)
{
    struct arena *arena = keeping->arena;
    const char *within = keeping->tree ? path_within(path, keeping->tree) : NULL;
    if (within)
        return path_normal(arena, arena_printf(arena, "%s/tree/%s", keeping->folder, within));
    return path_within(path, remade_folder(&keeping->replay->remade))
               ? path_join(arena, keeping->folder, strrchr(path, '/') + 1)
               : path;
}

static const char *part_path(const struct keeping *keeping, const char *path)
{
    return arena_printf(keeping->arena, "%s%s", keeping->part, path + strlen(keeping->folder));
}

// Each word of the command that is, or ends in, a path of the work folder.
static struct text_list kept_words(const struct keeping *keeping)
{
    const char *work = remade_folder(&keeping->replay->remade);
    struct text_list words = {0};
    for (char *const *word = keeping->launch.arguments; *word; word++) {
        const char *path = strstr(*word, work);
        text_list_add(&words, keeping->arena,
                      path ? arena_printf(keeping->arena, "%.*s%s", (int)(path - *word), *word,
                                          kept_path(keeping, path))
                           : *word);
    }
    return words;
}

// ---- Files

static bool write_text(const char *path, const char *text, struct error *error)
{
    return file_write(path, text, strlen(text), error);
}

// A line for each; `from` in them becomes `to`.
static bool write_lines(const struct keeping *keeping, const char *path,
                        const struct text_list *lines, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    size_t length = strlen(keeping->part);
    text_add(&text, "");
    for (size_t i = 0; i < lines->count; i++)
        if (text_starts(lines->items[i], keeping->part))
            text_printf(&text, "%s%s\n", keeping->folder, lines->items[i] + length);
        else
            text_printf(&text, "%s\n", lines->items[i]);
    return write_text(path, text.bytes, error);
}

static bool keep_program(const struct keeping *keeping, size_t index, struct error *error)
{
    struct arena *arena = keeping->arena;
    const struct built_file *built = &keeping->request.built[index];
    const char *to = part_path(keeping, kept_path(keeping, built->copy_to));
    const char *beside =
        arena_printf(arena, "%s/%s", keeping->part, strrchr(built->copy_to, '/') + 1);
    struct text_list arguments = {0};
    return folder_make(path_folder(arena, to), error) && file_copy(built->binary, to, error) &&
           (!keeping->tree || runpath_follow(to, built->copy_to, keeping->tree, error)) &&
           remade_script(&keeping->replay->remade, index, beside, arena, &arguments, error) &&
           write_lines(keeping, arena_printf(arena, "%s.linker-arguments", beside), &arguments,
                       error);
}

static bool keep_programs(const struct keeping *keeping, struct error *error)
{
    bool kept =
        !keeping->tree ||
        tree_copy(keeping->tree, path_join(keeping->arena, keeping->part, "tree"), NULL, error);
    for (size_t i = 0; kept && i < keeping->request.built_count; i++)
        kept = keep_program(keeping, i, error);
    return kept;
}

static struct start start_of(const struct keeping *keeping)
{
    const struct replay *replay = keeping->replay;
    const struct build_result *result = remade_result(&replay->remade);
    return (struct start){
        .what = chosen_wording(keeping->arena, replay->request->catalogue, &replay->chosen),
        .result = result,
        .launch = &keeping->launch,
        .folder = kept_path(keeping, keeping->launch.folder),
        .program = kept_path(keeping, keeping->launch.program),
        .arguments = kept_words(keeping),
        .cpus = cpus_named(keeping->arena, keeping->launch.cpus, keeping->launch.cpu_count),
        .prints_samples = keeping->request.sampling.kind == SAMPLING_ESWEXP};
}

static bool keep_start(const struct keeping *keeping, struct error *error)
{
    struct arena *arena = keeping->arena;
    struct start start = start_of(keeping);
    const char *path = path_join(arena, keeping->part, "start.sh");
    struct text_list environment = {0};
    const char *script = start_script(arena, &start, &environment);
    return write_text(path, script, error) &&
           (chmod(path, 0755) == 0 || failed_errno(error, "cannot write '%s'", path)) &&
           write_lines(keeping, path_join(arena, keeping->part, "environment"), &environment,
                       error);
}

// A folder that is there already may be somebody's.
static bool make_part(const struct keeping *keeping, struct error *error)
{
    const char *slash = strrchr(keeping->part, '/');
    const char *outer =
        arena_strndup(keeping->arena, keeping->part, (size_t)(slash - keeping->part));
    return (!*outer || folder_make(outer, error)) &&
           (mkdir(keeping->part, 0777) == 0 ||
            failed_errno(error, "cannot make '%s'", keeping->part));
}

static bool fill(const struct keeping *keeping, struct error *error)
{
    return keep_programs(keeping, error) && keep_start(keeping, error) &&
           (rename(keeping->part, keeping->folder) == 0 ||
            failed_errno(error, "cannot make '%s'", keeping->folder));
}

// ---- The folder

static bool is_empty(const char *folder)
{
    DIR *entries = opendir(folder);
    struct error ignored;
    bool good = entries != NULL;
    bool empty = good && !entry_next(entries, folder, &good, &ignored) && good;
    if (entries)
        closedir(entries);
    return empty;
}

static bool is_free(const char *folder, const char *campaign, struct error *error)
{
    if (path_within(folder, campaign))
        return failed(error, EXIT_USAGE,
                      "--keep '%s' lies in the campaign, which stays as it is: name another folder",
                      folder);
    return (!file_exists(folder) && (!folder_exists(folder) || is_empty(folder))) ||
           failed(error, EXIT_USAGE, "--keep '%s' already has files: name another folder", folder);
}

bool replay_may_keep(struct arena *arena, const char *folder, const char *campaign,
                     struct error *error)
{
    return (*folder || failed(error, EXIT_USAGE, "'--keep' names no folder")) &&
           is_free(path_absolute(arena, folder), path_absolute(arena, campaign), error);
}

// The working folder, with all around it only if builds lie there.
static const char *tree_of(const struct keeping *keeping)
{
    const struct execution_request *request = &keeping->request;
    if (!path_within(request->folder, remade_folder(&keeping->replay->remade)))
        return NULL;
    for (size_t i = 0; i < request->built_count; i++)
        if (!path_within(request->built[i].copy_to, request->folder))
            return remade_tree(&keeping->replay->remade);
    return request->folder;
}

bool replay_keep(const struct replay *replay, size_t number, const char *folder,
                 struct error *error)
{
    struct arena *arena = replay->request->arena;
    struct keeping keeping = {
        .replay = replay, .arena = arena, .folder = path_absolute(arena, folder)};
    size_t index = 0;
    struct error ignored;
    keeping.part = arena_printf(arena, "%s" PART, keeping.folder);
    if (!replay_find(replay, number, &index, error) ||
        !replay_launch(replay, arena, index, &keeping.request, &keeping.launch, error))
        return false;
    keeping.tree = tree_of(&keeping);
    if (!make_part(&keeping, error))
        return false;
    if (fill(&keeping, error))
        return true;
    (void)!tree_remove(keeping.part, &ignored);
    return false;
}
