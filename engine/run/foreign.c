// Samples from the JSON of Google Benchmark and hyperfine.
#include "run/foreign.h"

#include "base/files/files.h"
#include "run/tail.h"
#include "stats/moments.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

enum { JSON_BYTES_MOST = 16 << 20, TEXT_SHOWN = 100 };

// Reads the samples; NULL, or why that fails.
typedef const char *json_reader(struct arena *arena, const json_t *root,
                                struct foreign_samples *samples);
static json_reader read_google_benchmark, read_hyperfine;

struct harness {
    const char *file, *format; // options reserved for the engine; `format` may be ""
    const char *count;         // option that sets the number of samples
    const char *counts[7];     // options by which a command sets the number itself
    json_reader *read;
};

static const struct harness harnesses[] = {
    [SAMPLING_GOOGLE_BENCHMARK] = {"--benchmark_out",
                                   "--benchmark_out_format",
                                   "--benchmark_repetitions",
                                   {"--benchmark_repetitions"},
                                   read_google_benchmark},
    [SAMPLING_HYPERFINE] = {"--export-json",
                            "",
                            "--runs",
                            {"--runs", "--min-runs", "--max-runs", "-r", "-m", "-M"},
                            read_hyperfine},
};

bool sampling_is_foreign(enum sampling_kind kind)
{
    return kind < sizeof harnesses / sizeof *harnesses && harnesses[kind].file;
}

// Is it --option, --option=value, or -oVALUE?
static bool is_option(const char *word, const char *option)
{
    size_t length = strlen(option);
    return *option && strncmp(word, option, length) == 0 &&
           (!word[length] || word[length] == '=' ||
            (option[1] != '-' && isdigit((unsigned char)word[length])));
}

bool foreign_counts_itself(enum sampling_kind kind, const struct text_list *command)
{
    for (size_t i = 1; sampling_is_foreign(kind) && i < command->count; i++)
        for (const char *const *count = harnesses[kind].counts; *count; count++)
            if (is_option(command->items[i], *count))
                return true;
    return false;
}

const char *foreign_own_word(enum sampling_kind kind, const struct text_list *command)
{
    for (size_t i = 1; sampling_is_foreign(kind) && i < command->count; i++)
        if (is_option(command->items[i], harnesses[kind].file) ||
            is_option(command->items[i], harnesses[kind].format))
            return command->items[i];
    return NULL;
}

void foreign_ask(struct arena *arena, enum sampling_kind kind, const char *path, size_t samples,
                 struct text_list *arguments)
{
    const struct harness *harness = &harnesses[kind];
    text_list_add(arguments, arena, arena_printf(arena, "%s=%s", harness->file, path));
    if (*harness->format)
        text_list_add(arguments, arena, arena_printf(arena, "%s=json", harness->format));
    if (samples)
        text_list_add(arguments, arena, arena_printf(arena, "%s=%zu", harness->count, samples));
}

// ---- Reading

static const char *shown(struct arena *arena, const char *text)
{
    return tail_of(arena, text, strlen(text), 1, TEXT_SHOWN);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

// Reads a time in seconds; false if it is negative or not finite.
static bool read_time(const json_t *value, double scale, double *seconds)
{
    *seconds = json_number_value(value) * scale;
    return json_is_number(value) && *seconds >= 0 && moments_takes(*seconds);
}

// ---- Google Benchmark

static bool unit_scale(const char *unit, double *scale)
{
    static const struct {
        const char *name;
        double scale;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_equal(unit, units[i].name)) {
            *scale = units[i].scale;
            return true;
        }
    return false;
}

// The same for all repetitions; old versions have only `name`.
static const char *run_name(const json_t *entry)
{
    const char *name = text_of(entry, "run_name");
    return *name ? name : text_of(entry, "name");
}

static const char *why_it_failed(struct arena *arena, const json_t *entry)
{
    bool skipped = json_is_true(json_object_get(entry, "skipped"));
    if (!skipped && !json_is_true(json_object_get(entry, "error_occurred")))
        return NULL;
    const char *message = text_of(entry, skipped ? "skip_message" : "error_message");
    return arena_printf(arena, "'%s' %s: %s", shown(arena, run_name(entry)),
                        skipped ? "was skipped" : "failed",
                        *message ? shown(arena, message) : "it gives no reason");
}

static const char *read_entry(struct arena *arena, const json_t *entry,
                              struct foreign_samples *samples)
{
    double scale, wall_s, cpu_s;
    const char *why = why_it_failed(arena, entry), *unit = text_of(entry, "time_unit");
    json_int_t iterations = json_integer_value(json_object_get(entry, "iterations"));
    if (why)
        return why;
    if (!unit_scale(unit, &scale))
        return arena_printf(arena, "repetition %zu has no known 'time_unit'", samples->count + 1);
    if (!read_time(json_object_get(entry, "real_time"), scale, &wall_s) ||
        !read_time(json_object_get(entry, "cpu_time"), scale, &cpu_s))
        return arena_printf(arena, "repetition %zu has no finite 'real_time' and 'cpu_time'",
                            samples->count + 1);
    uint64_t batch = iterations > 0 ? (uint64_t)iterations : 0;
    samples->iterations = !samples->count || samples->iterations == batch ? batch : 0;
    samples->iterating_s += wall_s * (double)(batch ? batch : 1);
    samples->wall_s[samples->count++] = wall_s;
    samples->cpu_s[samples->cpu_count++] = cpu_s;
    return NULL;
}

static const char *read_google_benchmark(struct arena *arena, const json_t *root,
                                         struct foreign_samples *samples)
{
    const json_t *entries = json_object_get(root, "benchmarks"), *entry;
    const char *name = NULL, *why = NULL;
    size_t i;
    samples->wall_s = arena_new_array(arena, double, json_array_size(entries));
    samples->cpu_s = arena_new_array(arena, double, json_array_size(entries));
    json_array_foreach(entries, i, entry)
    {
        if (json_object_get(entry, "aggregate_name"))
            continue;
        name = name ? name : run_name(entry);
        if (!text_equal(name, run_name(entry)))
            return arena_printf(arena,
                                "it has several benchmarks, '%s' and '%s': choose one with "
                                "--benchmark_filter",
                                shown(arena, name), shown(arena, run_name(entry)));
        why = why ? why : read_entry(arena, entry, samples);
    }
    if (why || samples->count)
        return why;
    return json_array_size(entries)
               ? "it has only aggregates: remove --benchmark_report_aggregates_only"
               : "it has no benchmarks: does --benchmark_filter match one?";
}

// ---- hyperfine

static const char *why_a_run_failed(struct arena *arena, const json_t *result)
{
    const json_t *code;
    size_t i;
    json_array_foreach(json_object_get(result, "exit_codes"), i, code)
    {
        if (json_is_null(code))
            return arena_printf(arena, "a signal ended run %zu of its command", i + 1);
        if (json_integer_value(code) != 0)
            return arena_printf(arena, "run %zu of its command ended with exit code %lld", i + 1,
                                (long long)json_integer_value(code));
    }
    return NULL;
}

static const char *read_hyperfine(struct arena *arena, const json_t *root,
                                  struct foreign_samples *samples)
{
    const json_t *results = json_object_get(root, "results"), *one = json_array_get(results, 0);
    const json_t *times = json_object_get(one, "times"), *value;
    double user_s, system_s;
    size_t i;
    if (json_array_size(results) > 1)
        return arena_printf(arena,
                            "it has several commands, '%s' and '%s': make them variants, or "
                            "benchmarks",
                            shown(arena, text_of(one, "command")),
                            shown(arena, text_of(json_array_get(results, 1), "command")));
    const char *why = why_a_run_failed(arena, one);
    if (why)
        return why;
    samples->wall_s = arena_new_array(arena, double, json_array_size(times));
    json_array_foreach(times, i, value)
    {
        if (!read_time(value, 1, &samples->wall_s[samples->count]))
            return arena_printf(arena, "run %zu has no finite time", i + 1);
        samples->iterating_s += samples->wall_s[samples->count++];
    }
    if (read_time(json_object_get(one, "user"), 1, &user_s) &&
        read_time(json_object_get(one, "system"), 1, &system_s)) {
        samples->cpu_s = arena_new(arena, double);
        samples->cpu_s[0] = user_s + system_s;
        samples->cpu_count = 1;
    }
    samples->iterations = 1;
    return samples->count ? NULL : "it has no times of runs";
}

const char *foreign_parse(struct arena *arena, enum sampling_kind kind, const char *json,
                          size_t length, struct foreign_samples *samples)
{
    json_error_t trouble;
    json_t *root = json_loadb(json, length, 0, &trouble);
    *samples = (struct foreign_samples){0};
    if (!root)
        return arena_printf(arena, "its JSON is damaged: line %d: %s", trouble.line,
                            shown(arena, trouble.text));
    const char *why = harnesses[kind].read(arena, root, samples);
    json_decref(root);
    return why ? arena_printf(arena, "no samples: %s", why) : NULL;
}

void foreign_cut(struct foreign_samples *samples, size_t count)
{
    if (samples->cpu_count == samples->count) {
        samples->cpu_s += count;
        samples->cpu_count -= count;
    }
    samples->wall_s += count;
    samples->count -= count;
}

const char *foreign_read(struct arena *arena, enum sampling_kind kind, const char *path,
                         struct foreign_samples *samples)
{
    TEXT_CLEANUP struct text json = {0};
    struct error error;
    struct stat status;
    *samples = (struct foreign_samples){0};
    if (lstat(path, &status) != 0)
        return arena_printf(arena, "no samples: it wrote no JSON in spite of %s",
                            harnesses[kind].file);
    if (!S_ISREG(status.st_mode) || status.st_size > JSON_BYTES_MOST)
        return arena_printf(arena, "no samples: its JSON is not a file of at most %d MiB",
                            JSON_BYTES_MOST >> 20);
    if (!file_read(path, JSON_BYTES_MOST, &json, &error))
        return arena_printf(arena, "no samples: %s", error.text);
    return foreign_parse(arena, kind, json.bytes, json.length, samples);
}
