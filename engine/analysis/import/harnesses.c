// From the values of harnesses to unsorted samples.
#include "analysis/import/harnesses.h"

#include "analysis/import/conditions.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/import/unsorted.h"
#include "store/results/catalogue.h"

#include <stdio.h>
#include <string.h>

enum { FILES_MOST = 1000, LABEL_BYTES = 24 };

static const char event_kind[] = "harness";

struct import {
    struct arena arena;
    struct store *store;
    struct harness_file *files;
    size_t count;
    const char *experiment;
    bool alternatives; // the benchmarks are variants of one
    bool one_command;  // each file has one command, which is the variant's
    struct unsorted *unsorted;
    size_t line;
};

// ---- Names

static bool exists(const char *path)
{
    return file_exists(path) || folder_exists(path);
}

// NAME=FILE, unless there is a file of that whole name.
static void take_word(struct arena *arena, const char *word, struct harness_file *file)
{
    const char *equals = strchr(word, '=');
    *file = (struct harness_file){.path = word};
    if (equals && equals > word && !exists(word)) {
        file->variant = arena_strndup(arena, word, (size_t)(equals - word));
        file->path = equals + 1;
    }
}

static bool is_taken(const struct import *import, const char *name, size_t but)
{
    for (size_t i = 0; i < import->count; i++)
        if (i != but && import->files[i].variant && text_equal(import->files[i].variant, name))
            return true;
    return false;
}

// Files of one name in several folders have the names of the folders.
static bool name_variants(struct import *import, struct error *error)
{
    const char **names = arena_new_array(&import->arena, const char *, import->count);
    bool again = false;
    for (size_t i = 0; i < import->count; i++) {
        names[i] = harness_file_stem(&import->arena, import->files[i].path);
        for (size_t j = 0; j < i; j++) {
            if (text_equal(import->files[i].path, import->files[j].path))
                return failed(error, EXIT_USAGE, "'%s' is named twice", import->files[i].path);
            again = again || text_equal(names[i], names[j]);
        }
    }
    for (size_t i = 0; i < import->count; i++) {
        const char *path = import->files[i].path, *name = names[i];
        if (again) {
            const char *folder = path_folder(&import->arena, path);
            name = text_equal(folder, ".") ? path : harness_file_stem(&import->arena, folder);
        }
        if (!import->files[i].variant && is_taken(import, name, i))
            name = path;
        import->files[i].variant = import->files[i].variant ? import->files[i].variant : name;
    }
    return true;
}

static bool has_one_benchmark(const struct harness_output *output)
{
    for (size_t i = 1; i < output->count; i++)
        if (!text_equal(output->results[i].benchmark, output->results[0].benchmark))
            return false;
    return output->count > 0;
}

// Several files of a variant are executions of one command.
static bool has_command_of_variant(const struct import *import, size_t f)
{
    for (size_t i = 0; i < f; i++)
        if (text_equal(import->files[i].variant, import->files[f].variant) &&
            import->files[i].output.count && import->files[f].output.count &&
            !text_equal(import->files[i].output.results[0].benchmark,
                        import->files[f].output.results[0].benchmark))
            return false;
    return true;
}

// The stem that all files have, or their variants.
static const char *experiment_name(struct import *import)
{
    const char *stem = harness_file_stem(&import->arena, import->files[0].path);
    struct text_list variants = {0};
    bool same = true;
    for (size_t i = 0; i < import->count; i++) {
        same = same && text_equal(stem, harness_file_stem(&import->arena, import->files[i].path));
        text_list_add_once(&variants, &import->arena, import->files[i].variant);
    }
    if (same || variants.count == 1)
        return same ? stem : variants.items[0];
    return variants.count == 2
               ? arena_printf(&import->arena, "%s and %s", variants.items[0], variants.items[1])
               : arena_printf(&import->arena, "%s and %zu others", variants.items[0],
                              variants.count - 1);
}

static void choose_shape(struct import *import)
{
    import->experiment = experiment_name(import);
    import->one_command = import->count > 1;
    for (size_t i = 0; i < import->count; i++)
        import->one_command = import->one_command && import->files[i].reader->alternatives &&
                              has_one_benchmark(&import->files[i].output) &&
                              has_command_of_variant(import, i);
    import->alternatives = import->count == 1 && import->files[0].reader->alternatives &&
                           !has_one_benchmark(&import->files[0].output);
}

// ---- Samples

static bool add_result(struct import *import, const struct harness_file *file, size_t before,
                       const struct harness_result *result, struct error *error)
{
    char execution[LABEL_BYTES], iteration[LABEL_BYTES];
    struct unsorted_sample sample = {
        .benchmark =
            import->alternatives || import->one_command ? import->experiment : result->benchmark,
        .variant = import->alternatives ? result->benchmark : file->variant,
        .point = (char *[]){NULL},
        .phase = PHASE_REAL,
        .machine = "local",
        .block = "1",
        .execution = execution,
        .iteration = iteration,
        .metric = result->metric.name,
        .unit = result->metric.unit,
    };
    bool done = true;
    for (size_t i = 0; done && i < result->count; i++) {
        snprintf(execution, sizeof execution, "%zu", before + result->values[i].execution + 1);
        snprintf(iteration, sizeof iteration, "%zu", i + 1);
        sample.value = result->values[i].number;
        sample.line = ++import->line;
        done = unsorted_add(import->unsorted, &sample, error);
    }
    return done;
}

// Executions of earlier files of the same variant.
static size_t executions_before(const struct import *import, size_t file)
{
    size_t before = 0;
    for (size_t i = 0; i < file; i++)
        if (text_equal(import->files[i].variant, import->files[file].variant))
            before += import->files[i].executions;
    return before;
}

static bool add_samples(struct import *import, struct error *error)
{
    bool done = true;
    for (size_t f = 0; done && f < import->count; f++) {
        const struct harness_file *file = &import->files[f];
        size_t before = executions_before(import, f);
        for (size_t r = 0; done && r < file->output.count; r++)
            done = add_result(import, file, before, &file->output.results[r], error);
    }
    return done;
}

static bool has_executions(const struct import *import)
{
    for (size_t f = 0; f < import->count; f++)
        if (executions_before(import, f) + import->files[f].executions > 1)
            return true;
    return false;
}

static bool store_samples(struct import *import, struct error *error)
{
    struct unsorted_mistake mistake;
    struct unsorted_shape shape = {.experiment = import->experiment,
                                   .has_execution = has_executions(import),
                                   .has_iteration = true};
    import->unsorted = unsorted_open(import->store, &shape, error);
    bool done = import->unsorted && add_samples(import, error) &&
                unsorted_finish(import->unsorted, &mistake, error);
    if (done && mistake.line)
        done = failed(error, EXIT_USAGE, "a metric has one unit in a file and another in another");
    unsorted_close(import->unsorted);
    return done;
}

// ---- What a reader of the report should know

static bool note(struct import *import, const struct harness_file *file, const char *text,
                 struct error *error)
{
    return store_event_once(import->store, event_kind,
                            arena_printf(&import->arena, "%s: %s", file->path, text), error);
}

static bool has_summaries(const struct harness_file *file)
{
    for (size_t i = 0; i < file->output.count; i++)
        if (file->output.results[i].summarized &&
            text_equal(file->output.results[i].metric.name, harness_wall_time.name))
            return true;
    return false;
}

static bool is_single_process(const struct import *import, size_t f)
{
    const struct harness_file *file = &import->files[f];
    bool single = executions_before(import, f) == 0 && file->executions == 1;
    for (size_t i = f + 1; i < import->count; i++)
        single = single && !text_equal(import->files[i].variant, file->variant);
    return single && file->output.values > file->output.count;
}

static bool note_all(struct import *import, struct error *error)
{
    struct text_list summaries = {0}, singles = {0};
    for (size_t i = 0; i < import->count; i++) {
        if (has_summaries(&import->files[i]))
            text_list_add_once(&summaries, &import->arena, import->files[i].variant);
        if (is_single_process(import, i))
            text_list_add_once(&singles, &import->arena, import->files[i].variant);
    }
    return (!summaries.count ||
            store_event(import->store, event_kind,
                        arena_printf(&import->arena,
                                     "%s: the harness writes one mean for a benchmark, not the "
                                     "values it is of, so one file gives no interval: give "
                                     "several as NAME=FILE",
                                     text_quoted(&import->arena, &summaries)),
                        error)) &&
           (!singles.count ||
            store_event(import->store, event_kind,
                        arena_printf(&import->arena,
                                     "%s: all values are of one process, so the intervals leave "
                                     "out what differs between processes: run the harness several "
                                     "times and give each file as NAME=FILE",
                                     text_quoted(&import->arena, &singles)),
                        error));
}

static bool have_common(const struct harness_output *a, const struct harness_output *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (harness_has(b, a->results[i].benchmark, &a->results[i].metric))
            return true;
    return false;
}

// Several variants, and nothing of the baseline is in the others.
static bool has_no_pair(const struct import *import)
{
    const char *baseline = import->files[0].variant;
    bool several = false;
    for (size_t f = 1; f < import->count; f++) {
        if (text_equal(import->files[f].variant, baseline))
            continue;
        several = true;
        for (size_t g = 0; g < import->count; g++)
            if (text_equal(import->files[g].variant, baseline) &&
                have_common(&import->files[f].output, &import->files[g].output))
                return false;
    }
    return several && !import->one_command;
}

static bool note_no_pair(struct import *import, struct error *error)
{
    return !has_no_pair(import) ||
           store_event(import->store, event_kind,
                       arena_printf(&import->arena,
                                    "no benchmark of '%s' is in another file, so nothing is "
                                    "compared",
                                    import->files[0].variant),
                       error);
}

static bool note_file(struct import *import, size_t f, struct error *error)
{
    const struct harness_file *file = &import->files[f];
    const struct harness_output *output = &file->output;
    bool done = true;
    for (size_t i = 0; done && i < output->notes.count; i++)
        done = note(import, file, output->notes.items[i], error);
    for (size_t i = 0; done && i < output->fault_count; i++)
        done = note(import, file,
                    arena_printf(&import->arena, "'%s' %s", output->faults[i].benchmark,
                                 output->faults[i].why),
                    error);
    for (size_t i = 0; done && i < output->count; i++) {
        const struct harness_metric *metric = &output->results[i].metric;
        if (metric->better)
            done = store_set(import->store,
                             arena_printf(&import->arena, FACT_BETTER, metric->name, metric->unit),
                             metric->better == BETTER_MORE ? "more" : "less", error);
    }
    return done;
}

// ---- Benchmarks without values

static const char *fault_of(const struct harness_output *output, const char *benchmark)
{
    for (size_t i = 0; i < output->fault_count; i++)
        if (text_equal(output->faults[i].benchmark, benchmark))
            return output->faults[i].why;
    return NULL;
}

static bool has_values(const struct harness_output *output, const char *benchmark)
{
    for (size_t i = 0; i < output->count; i++)
        if (text_equal(output->results[i].benchmark, benchmark) && output->results[i].count)
            return true;
    return false;
}

// Why no file of the variant has values of the benchmark; NULL: one has.
static const char *why_absent(struct import *import, const char *variant, const char *benchmark)
{
    const char *fault = NULL, *path = "";
    for (size_t i = 0; i < import->count; i++) {
        const struct harness_file *file = &import->files[i];
        if (!text_equal(file->variant, variant))
            continue;
        if (has_values(&file->output, benchmark))
            return NULL;
        fault = fault ? fault : fault_of(&file->output, benchmark);
        path = file->path;
    }
    return fault ? fault : arena_printf(&import->arena, "has no such benchmark in '%s'", path);
}

// The cell of the benchmark, or of any.
static size_t cell_of(const struct catalogue *catalogue, const char *benchmark)
{
    size_t i = 0;
    while (i + 1 < catalogue->cell_count && !text_equal(catalogue->cells[i].benchmark, benchmark))
        i++;
    return i;
}

static bool set_absent(struct import *import, const struct catalogue *catalogue,
                       const char *benchmark, struct error *error)
{
    for (size_t v = 0; v < catalogue->variant_count; v++) {
        const char *why = why_absent(import, catalogue->variants[v], benchmark);
        if (why && !store_set(import->store,
                              arena_printf(&import->arena, FACT_ABSENT,
                                           cell_of(catalogue, benchmark), v, benchmark),
                              why, error))
            return false;
    }
    return true;
}

// Of commands, a variant each, there is one benchmark, which all have.
static bool set_all_absent(struct import *import, struct error *error)
{
    struct catalogue catalogue;
    bool commands = import->alternatives || import->one_command;
    bool done = commands || store_catalogue(import->store, &import->arena, &catalogue, error);
    for (size_t f = 0; !commands && done && f < import->count; f++) {
        const struct harness_output *output = &import->files[f].output;
        for (size_t i = 0; done && i < output->count; i++)
            done = set_absent(import, &catalogue, output->results[i].benchmark, error);
        for (size_t i = 0; done && i < output->fault_count; i++)
            done = set_absent(import, &catalogue, output->faults[i].benchmark, error);
    }
    return done;
}

static bool variant_has_values(const struct import *import, const char *variant)
{
    for (size_t i = 0; i < import->count; i++)
        if (text_equal(import->files[i].variant, variant) && import->files[i].output.values)
            return true;
    return false;
}

// Of a variant whose benchmarks all failed there is nothing to report.
static bool check_values(const struct import *import, struct error *error)
{
    for (size_t i = 0; i < import->count; i++) {
        const struct harness_file *file = &import->files[i];
        if (!variant_has_values(import, file->variant))
            return failed(error, EXIT_USAGE, "'%s' has no values: '%s' %s", file->path,
                          file->output.faults[0].benchmark, file->output.faults[0].why);
    }
    return true;
}

bool import_is_harness(const char *word)
{
    struct arena scratch = {0};
    struct harness_file file;
    take_word(&scratch, word, &file);
    bool is_one = file.variant || harness_file_is_one(file.path);
    arena_release(&scratch);
    return is_one;
}

// Names begin with the package if there are several in all files together.
static bool qualify_names(struct import *import, struct error *error)
{
    bool several = false;
    const char *package = NULL;
    for (size_t i = 0; i < import->count; i++) {
        const char *own = import->files[i].output.package;
        several = several || import->files[i].output.has_packages ||
                  (own && package && !text_equal(own, package));
        package = own ? own : package;
    }
    for (size_t i = 0; several && i < import->count; i++) {
        const char *why = harness_qualify(&import->files[i].output);
        if (why)
            return failed(error, EXIT_USAGE, "'%s': %s", import->files[i].path, why);
    }
    return true;
}

bool import_harnesses(struct store *store, char *const *words, size_t count, struct error *error)
{
    struct import import = {.store = store, .count = count};
    if (count > FILES_MOST)
        return failed(error, EXIT_USAGE, "more than %d files", FILES_MOST);
    import.files = arena_new_array(&import.arena, struct harness_file, count);
    bool done = true;
    for (size_t i = 0; done && i < count; i++) {
        take_word(&import.arena, words[i], &import.files[i]);
        done = harness_file_read(&import.arena, &import.files[i], error);
    }
    done = done && qualify_names(&import, error) && name_variants(&import, error) &&
           check_values(&import, error);
    if (done)
        choose_shape(&import);
    struct condition_files files = {&import.arena, import.files, count, import.one_command};
    done = done && conditions_check(&files, error) && store_samples(&import, error) &&
           set_all_absent(&import, error) && note_all(&import, error) &&
           note_no_pair(&import, error);
    for (size_t i = 0; done && i < count; i++)
        done = note_file(&import, i, error);
    done = done && conditions_note(&files, store, error);
    arena_release(&import.arena);
    return done;
}
