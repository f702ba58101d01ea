// Fuzzes words of the command line: --set, --until, --seed, lists of CPUs, commands, values.
#include "base/shell_words.h"
#include "commands/shared/until.h"
#include "fuzz.h"
#include "machine/cpu_list.h"
#include "spec/keys/experiment.h"
#include "spec/values.h"

#include <math.h>

static void read_set(struct arena *arena, const uint8_t *data, size_t size)
{
    static const char file[] = "experiment: e\nbenchmarks: {b: {command: \"true\"}}\n";
    TEXT_CLEANUP struct text report = {0};
    struct spec_overrides overrides = {.elsewhere = true};
    struct error error = {0};
    text_list_add(&overrides.settings, arena, fuzzed_text(arena, data, size));
    if (!spec_parse(arena, "fuzz.yaml", file, strlen(file), &overrides, &report, &error) &&
        (error.code != EXIT_USAGE || !*error.text))
        abort();
}

static void read_until(struct arena *arena, const uint8_t *data, size_t size)
{
    struct error error = {0};
    int64_t deadline_ns = 0;
    if (until_read(fuzzed_text(arena, data, size), &deadline_ns, &error) ? deadline_ns <= 0
                                                                         : error.code != EXIT_USAGE)
        abort(); // past, or no reason
}

static void read_cpus(struct arena *arena, const uint8_t *data, size_t size)
{
    cpu_set_t cpus, again;
    const char *list = fuzzed_text(arena, data, size);
    (void)cpu_is_listed(list, 3);
    if (cpus_read(list, &cpus) && CPU_COUNT(&cpus) &&
        (!cpus_read(cpus_written(arena, &cpus), &again) || !CPU_EQUAL(&cpus, &again)))
        abort();
}

static void read_command(struct arena *arena, const uint8_t *data, size_t size)
{
    struct text_list words;
    struct error error;
    if (text_split_words(arena, fuzzed_text(arena, data, size), &words, &error) &&
        words.count > size)
        abort();
}

static void read_value(struct arena *arena, const uint8_t *data, size_t size)
{
    const char *word = fuzzed_text(arena, data, size);
    bool (*const readers[])(const char *, double *) = {value_number, value_amount, value_fraction,
                                                       value_duration, value_time_unit};
    double number;
    uint64_t whole;
    size_t count;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (readers[i](word, &number) && !isfinite(number))
            abort();
    (void)!value_count(word, &count);
    (void)!value_seed(word, &whole);
    (void)!value_size(word, &whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzzed_parser *const parsers[] = {read_set, read_until, read_cpus, read_command,
                                             read_value};
    return fuzz_one_of(parsers, sizeof parsers / sizeof *parsers, data, size);
}
