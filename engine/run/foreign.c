// From the output of another harness to the samples of one benchmark.
#include "run/foreign.h"

#include "base/files/files.h"
#include "run/harness/harness.h"
#include "run/tail.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

enum { OUTPUT_BYTES_MOST = 16 << 20, TEXT_SHOWN = 100 };

// In a suite, the benchmark that its harness does not name.
static const char unnamed[] = "unnamed";

// ---- Options

// Is it --option, --option=value, or -oVALUE?
static bool is_option(const char *word, const char *option)
{
    size_t length = option ? strlen(option) : 0;
    return length && strncmp(word, option, length) == 0 &&
           (!word[length] || word[length] == '=' ||
            (option[1] != '-' && isdigit((unsigned char)word[length])));
}

bool foreign_counts_itself(const struct sampling *sampling, const struct text_list *command)
{
    if (!sampling->harness)
        return false;
    for (size_t i = 1; i < command->count; i++)
        for (const char *const *count = sampling->harness->options.counts; *count; count++)
            if (is_option(command->items[i], *count))
                return true;
    return !sampling->harness->options.count;
}

bool foreign_names_file(const struct sampling *sampling)
{
    return sampling->harness && sampling->harness->options.file && !sampling->file;
}

const char *foreign_own_word(const struct sampling *sampling, const struct text_list *command)
{
    for (size_t i = 1; foreign_names_file(sampling) && i < command->count; i++)
        if (is_option(command->items[i], sampling->harness->options.file) ||
            is_option(command->items[i], sampling->harness->options.format))
            return command->items[i];
    return NULL;
}

void foreign_ask(struct arena *arena, const struct harness_reader *reader, const char *path,
                 size_t samples, struct text_list *arguments)
{
    const struct harness_options *options = &reader->options;
    if (path && options->file)
        text_list_printf(arguments, arena, "%s=%s", options->file, path);
    if (path && options->format)
        text_list_printf(arguments, arena, "%s=json", options->format);
    if (samples && options->count)
        text_list_printf(arguments, arena, "%s=%zu", options->count, samples);
}

// ---- Results

static const char *shown(struct arena *arena, const char *text)
{
    return tail_of(arena, text, strlen(text), 1, TEXT_SHOWN);
}

static double *numbers_of(struct arena *arena, const struct harness_result *result)
{
    double *numbers = arena_new_array(arena, double, result->count);
    for (size_t i = 0; i < result->count; i++)
        numbers[i] = result->values[i].number;
    return numbers;
}

static void take_times(struct arena *arena, const struct harness_result *result,
                       struct foreign_samples *samples)
{
    samples->wall_s = numbers_of(arena, result);
    samples->count = result->count;
    samples->iterations = result->values[0].iterations;
    for (size_t i = 0; i < result->count; i++) {
        uint64_t iterations = result->values[i].iterations;
        samples->iterating_s += result->values[i].number * (double)(iterations ? iterations : 1);
        if (iterations != samples->iterations)
            samples->iterations = 0;
    }
}

static void take_further(struct arena *arena, const struct harness_result *result,
                         struct reported_metrics *further)
{
    for (size_t i = 0; i < result->count; i++)
        metrics_add(arena, further,
                    &(struct reported_metric){.name = result->metric.name,
                                              .unit = result->metric.unit,
                                              .value = result->values[i].number,
                                              .better = result->metric.better});
}

static const char *fault_of(const struct harness_output *output, const char *benchmark)
{
    for (size_t i = 0; i < output->fault_count; i++)
        if (text_equal(output->faults[i].benchmark, benchmark))
            return arena_printf(output->arena, "'%s' %s", shown(output->arena, benchmark),
                                output->faults[i].why);
    return NULL;
}

const char *foreign_take(const struct harness_output *output, const char *benchmark,
                         struct foreign_samples *samples)
{
    const char *fault = fault_of(output, benchmark);
    *samples = (struct foreign_samples){0};
    for (size_t i = 0; !fault && i < output->count; i++) {
        const struct harness_result *result = &output->results[i];
        if (!text_equal(result->benchmark, benchmark) || !result->count)
            continue;
        if (text_equal(result->metric.name, harness_wall_time.name)) {
            take_times(output->arena, result, samples);
        } else if (text_equal(result->metric.name, harness_cpu_time.name)) {
            samples->cpu_s = numbers_of(output->arena, result);
            samples->cpu_count = result->count;
        } else {
            take_further(output->arena, result, &samples->further);
        }
    }
    if (fault || samples->count)
        return fault;
    return arena_printf(output->arena, "'%s' has no times, only other metrics%s%s",
                        shown(output->arena, benchmark), output->untimed ? ": " : "",
                        output->untimed ? output->untimed : "");
}

// The benchmark of that name, or the only one; NULL, with the reason.
static const char *choose(const struct harness_output *output, const struct harness_reader *reader,
                          const char *name, const char **why)
{
    const char *first = NULL, *second = NULL;
    for (size_t i = 0; i < output->count + output->fault_count; i++) {
        const char *benchmark = i < output->count ? output->results[i].benchmark
                                                  : output->faults[i - output->count].benchmark;
        if (text_equal(benchmark, name))
            return benchmark;
        if (!first)
            first = benchmark;
        else if (!second && !text_equal(benchmark, first))
            second = benchmark;
    }
    if (!second)
        return first;
    *why = arena_printf(output->arena, "it has several %s, '%s' and '%s': %s",
                        reader->alternatives ? "commands" : "benchmarks",
                        shown(output->arena, first), shown(output->arena, second), reader->choose);
    return NULL;
}

const char *foreign_parse(struct arena *arena, const struct harness_reader *reader,
                          const char *benchmark, const char *bytes, size_t length,
                          struct foreign_samples *samples)
{
    struct harness_output *output = arena_new(arena, struct harness_output);
    *output = (struct harness_output){.arena = arena};
    const char *why =
                   harness_parse(&reader, benchmark ? benchmark : unnamed, bytes, length, output),
               *chosen = NULL;
    *samples = (struct foreign_samples){.output = output};
    if (!why && benchmark)
        chosen = choose(output, reader, benchmark, &why);
    if (chosen)
        why = foreign_take(output, chosen, samples);
    return why ? arena_printf(arena, "no samples: %s", why) : NULL;
}

// Cuts each metric that has a value for each sample; those of a metric follow each other.
static void cut_further(struct foreign_samples *samples, size_t count)
{
    struct reported_metrics *further = &samples->further;
    size_t kept = 0;
    for (size_t i = 0, end; i < further->count; i = end) {
        for (end = i + 1;
             end < further->count && text_equal(further->items[end].name, further->items[i].name);)
            end++;
        for (size_t from = end - i == samples->count ? i + count : i; from < end; from++)
            further->items[kept++] = further->items[from];
    }
    further->count = kept;
}

void foreign_cut(struct foreign_samples *samples, size_t count)
{
    cut_further(samples, count);
    if (samples->cpu_count == samples->count) {
        samples->cpu_s += count;
        samples->cpu_count -= count;
    }
    samples->wall_s += count;
    samples->count -= count;
}

const char *foreign_read(struct arena *arena, const struct harness_reader *reader,
                         const char *benchmark, const char *path, struct foreign_samples *samples)
{
    TEXT_CLEANUP struct text bytes = {0};
    struct error error;
    struct stat status;
    *samples = (struct foreign_samples){0};
    if (lstat(path, &status) != 0)
        return arena_printf(arena, "no samples: it wrote no file in spite of %s",
                            reader->options.file);
    if (!S_ISREG(status.st_mode) || status.st_size > OUTPUT_BYTES_MOST)
        return arena_printf(arena, "no samples: its output is not a file of at most %d MiB",
                            OUTPUT_BYTES_MOST >> 20);
    if (!file_read(path, OUTPUT_BYTES_MOST, &bytes, &error))
        return arena_printf(arena, "no samples: %s", error.text);
    return foreign_parse(arena, reader, benchmark, bytes.bytes ? bytes.bytes : "", bytes.length,
                         samples);
}
