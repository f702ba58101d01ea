// Files by their content; of criterion's folder each new/sample.json.
#include "analysis/import/harness_file.h"

#include "base/files/files.h"
#include "base/files/packed.h"
#include "base/files/paths.h"
#include "run/harness/json.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char sample_file[] = "new/sample.json", name_file[] = "new/benchmark.json";

// Of a folder; target/criterion/GROUP/FUNCTION/VALUE/new has a depth of 6.
enum { DEPTH_MOST = 10, ENTRIES_MOST = 200000, NAME_BYTES_MOST = 1 << 20 };

const char *harness_file_stem(struct arena *arena, const char *path)
{
    static const char *const suffixes[] = {".json", ".jsonl", ".csv", ".txt", ".xml", ".out"};
    char *copy = arena_strdup(arena, path);
    for (size_t length = strlen(copy); length > 1 && copy[length - 1] == '/'; length--)
        copy[length - 1] = '\0';
    char *slash = strrchr(copy, '/');
    char *stem = slash && slash[1] ? slash + 1 : copy;
    if (text_ends(stem, ".gz") && strlen(stem) > strlen(".gz"))
        stem[strlen(stem) - strlen(".gz")] = '\0';
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
    if (!input_read(path, HARNESS_BYTES_MOST, &bytes, error) ||
        !packed_gunzip(&bytes, path, HARNESS_BYTES_MOST, error)) {
        error->code = EXIT_USAGE;
        return false;
    }
    const char *why = harness_parse(&file->reader, name, bytes.bytes ? bytes.bytes : "",
                                    bytes.length, &file->output);
    return !why || failed(error, EXIT_USAGE, "'%s': %s", path, why);
}

// The name that criterion gave the benchmark of a sample, or else this one.
static const char *benchmark_name(struct arena *arena, struct harness_output *output,
                                  const char *sample, const char *otherwise)
{
    static const char *const defining[] = {"throughput", NULL};
    TEXT_CLEANUP struct text bytes = {0};
    json_error_t trouble;
    struct error unread;
    const char *path = path_join(arena, path_folder(arena, sample), path_base(name_file));
    if (!text_equal(path_base(sample), path_base(sample_file)) || !file_exists(path))
        return otherwise;
    json_t *benchmark = file_read(path, NAME_BYTES_MOST, &bytes, &unread) && bytes.length
                            ? harness_json(output, bytes.bytes, bytes.length, &trouble)
                            : NULL;
    const char *name = harness_text(benchmark, "full_id");
    const char *copy = arena_strdup(arena, *name ? name : otherwise);
    harness_define(output, copy, benchmark, defining);
    if (!*name)
        harness_note(output, "'%s' is damaged, so the benchmark is named after its path: '%s'",
                     path, otherwise);
    json_decref(benchmark);
    return copy;
}

// The path of a sample's benchmark below the folder of the file.
static const char *path_below(struct arena *arena, const struct harness_file *file,
                              const char *sample)
{
    const char *folder = path_folder(arena, path_folder(arena, sample));
    const char *below = folder + strlen(file->path);
    if (strlen(folder) <= strlen(file->path))
        return harness_file_stem(arena, file->path);
    return below + strspn(below, "/");
}

// "new/sample.json", or another file beside it.
static bool ends_as(const char *path, const char *end)
{
    size_t length = strlen(path), behind = strlen(end);
    return text_ends(path, end) && (length == behind || path[length - behind - 1] == '/');
}

// The paths of criterion's samples. Links are not followed.
struct search {
    struct arena *arena;
    struct text_list samples, lost; // lost: that benchmark.json stands alone for
    size_t entries;
};

static void take_file(struct search *search, const char *path)
{
    if (ends_as(path, sample_file))
        text_list_add(&search->samples, search->arena, path);
    if (!ends_as(path, name_file))
        return;
    const char *sample =
        path_join(search->arena, path_folder(search->arena, path), path_base(sample_file));
    if (!file_exists(sample))
        text_list_add(&search->lost, search->arena, sample);
}

static bool search_folder(struct search *search, const char *folder, size_t depth,
                          struct error *error);

static bool search_entry(struct search *search, const char *path, size_t depth, struct error *error)
{
    struct stat status;
    if (++search->entries > ENTRIES_MOST)
        return failed(error, EXIT_USAGE, "more than %d entries: name the folder target/criterion",
                      ENTRIES_MOST);
    if (lstat(path, &status) != 0)
        return failed_errno(error, "cannot read '%s'", path);
    if (S_ISREG(status.st_mode))
        take_file(search, path);
    return !S_ISDIR(status.st_mode) || depth == DEPTH_MOST ||
           search_folder(search, path, depth + 1, error);
}

static bool search_folder(struct search *search, const char *folder, size_t depth,
                          struct error *error)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return failed_errno(error, "cannot read the folder '%s'", folder);
    bool done = true;
    for (struct dirent *entry; done && (entry = entry_next(entries, folder, &done, error));)
        done = search_entry(search, path_join(search->arena, folder, entry->d_name), depth, error);
    closedir(entries);
    return done;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Adds a benchmark's samples, or why there are none.
static bool add_sample(struct arena *arena, struct harness_file *file, const char *path,
                       bool is_lost, struct error *error)
{
    struct harness_output *output = &file->output;
    size_t before = output->values;
    const char *name = benchmark_name(arena, output, path, path_below(arena, file, path));
    output->file = path;
    if (!is_lost && !add_file(file, path, name, error))
        return false;
    if (output->values == before)
        harness_fault(output, name, is_lost ? "has no '%s'" : "has a damaged '%s'", sample_file);
    return true;
}

static bool read_folder(struct arena *arena, struct harness_file *file, struct error *error)
{
    struct search search = {.arena = arena};
    if (!search_folder(&search, file->path, 1, error))
        return failed(error, EXIT_USAGE, "'%s': %s", file->path, error->text);
    if (search.samples.count)
        qsort((void *)search.samples.items, search.samples.count, sizeof *search.samples.items,
              by_bytes);
    bool done = true;
    for (size_t i = 0; done && i < search.samples.count; i++)
        done = add_sample(arena, file, search.samples.items[i], false, error);
    for (size_t i = 0; done && i < search.lost.count; i++)
        done = add_sample(arena, file, search.lost.items[i], true, error);
    return done &&
           (file->reader || failed(error, EXIT_USAGE, "'%s' has no samples of criterion (…/%s)",
                                   file->path, sample_file));
}

static bool folder_is_one(const char *path)
{
    struct arena scratch = {0};
    struct search search = {.arena = &scratch};
    struct error ignored;
    bool found = !file_exists(path_join(&scratch, path, "campaign.db")) &&
                 search_folder(&search, path, 1, &ignored) && search.samples.count;
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
           packed_gunzip(&bytes, path, HARNESS_BYTES_MOST, &ignored) && bytes.length &&
           harness_recognizes(bytes.bytes, bytes.length);
}

bool harness_file_read(struct arena *arena, struct harness_file *file, struct error *error)
{
    file->output.arena = arena;
    bool done = folder_exists(file->path)
                    ? read_folder(arena, file, error)
                    : add_file(file, file->path,
                               benchmark_name(arena, &file->output, file->path,
                                              harness_file_stem(arena, file->path)),
                               error);
    count_executions(file);
    return done;
}
