// Files by their content; of criterion's folder each new/sample.json.
#include "analysis/import/harness_file.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <jansson.h>
#include <string.h>

static const char sample_file[] = "new/sample.json";

const char *harness_file_stem(struct arena *arena, const char *path)
{
    static const char *const suffixes[] = {".json", ".jsonl", ".csv", ".txt", ".xml", ".out"};
    char *copy = arena_strdup(arena, path);
    for (size_t length = strlen(copy); length > 1 && copy[length - 1] == '/'; length--)
        copy[length - 1] = '\0';
    char *slash = strrchr(copy, '/');
    char *stem = slash && slash[1] ? slash + 1 : copy;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (text_ends(stem, suffixes[i]) && strlen(stem) > strlen(suffixes[i])) {
            stem[strlen(stem) - strlen(suffixes[i])] = '\0';
            break;
        }
    return stem;
}

static void count_executions(struct harness_file *file)
{
    file->executions = 1;
    for (size_t r = 0; r < file->output.count; r++)
        for (size_t v = 0; v < file->output.results[r].count; v++)
            if (file->output.results[r].values[v].execution >= file->executions)
                file->executions = file->output.results[r].values[v].execution + 1;
}

// Adds the results of the file at `path`, whose benchmark has that name if it does not say its own.
static bool add_file(struct harness_file *file, const char *path, const char *name,
                     struct error *error)
{
    TEXT_CLEANUP struct text bytes = {0};
    if (!input_read(path, HARNESS_BYTES_MOST, &bytes, error)) {
        error->code = EXIT_USAGE;
        return false;
    }
    const char *why = harness_parse(&file->reader, name, bytes.bytes ? bytes.bytes : "",
                                    bytes.length, &file->output);
    return !why || failed(error, EXIT_USAGE, "'%s': %s", path, why);
}

// The name that criterion gave the benchmark of a folder, or else the folder's.
static const char *benchmark_name(struct arena *arena, const char *folder, const char *relative)
{
    json_error_t ignored;
    json_t *benchmark = json_load_file(path_join(arena, folder, "new/benchmark.json"), 0, &ignored);
    const char *name = json_string_value(json_object_get(benchmark, "full_id"));
    const char *copy = name ? arena_strdup(arena, name) : relative;
    json_decref(benchmark);
    return copy;
}

static bool is_sample(const char *path)
{
    size_t length = strlen(path), behind = strlen(sample_file);
    return text_ends(path, sample_file) && (length == behind || path[length - behind - 1] == '/');
}

static bool read_folder(struct arena *arena, struct harness_file *file, struct error *error)
{
    struct text_list names = {0};
    bool done = tree_list(arena, file->path, &names, error);
    for (size_t i = 0; done && i < names.count; i++) {
        const char *path = path_join(arena, file->path, names.items[i]);
        if (!is_sample(path))
            continue;
        const char *folder = path_folder(arena, path_folder(arena, path));
        done = add_file(file, path, benchmark_name(arena, folder, harness_file_stem(arena, folder)),
                        error);
    }
    return done &&
           (file->reader || failed(error, EXIT_USAGE, "'%s' has no samples of criterion (…/%s)",
                                   file->path, sample_file));
}

static bool folder_is_one(const char *path)
{
    struct arena scratch = {0};
    struct text_list names = {0};
    struct error ignored;
    bool found = false;
    if (!file_exists(path_join(&scratch, path, "campaign.db")) &&
        tree_list(&scratch, path, &names, &ignored))
        for (size_t i = 0; !found && i < names.count; i++)
            found = is_sample(path_join(&scratch, path, names.items[i]));
    arena_release(&scratch);
    return found;
}

bool harness_file_is_one(const char *path)
{
    TEXT_CLEANUP struct text bytes = {0};
    struct error ignored;
    if (folder_exists(path))
        return folder_is_one(path);
    return file_exists(path) && file_read(path, HARNESS_BYTES_MOST, &bytes, &ignored) &&
           bytes.length && harness_recognizes(bytes.bytes, bytes.length);
}

bool harness_file_read(struct arena *arena, struct harness_file *file, struct error *error)
{
    file->output.arena = arena;
    bool done = folder_exists(file->path)
                    ? read_folder(arena, file, error)
                    : add_file(file, file->path, harness_file_stem(arena, file->path), error);
    count_executions(file);
    return done;
}
