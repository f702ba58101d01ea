// Suites: programs of a project that measure several benchmarks themselves, by a harness.
#include "commands/init/project/suites.h"

#include "commands/init/project/internal.h"
#include "spec/values.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Since version 1.8 the time has a unit, "0.05s"; the number alone is understood by all.
const struct suite_harness google_benchmark_suite = {
    .title = "Google Benchmark",
    .samples = "google-benchmark",
    .arguments = "--benchmark_min_time=0.05",
    .quick = "--benchmark_min_time=0.005 --benchmark_repetitions=3",
    .header = "benchmark/benchmark.h",
    .symbol = {"9benchmark22RunSpecifiedBenchmarks", "benchmark_min_time"},
};

// Catch2 has its hidden benchmarks behind a tag, so all tests run.
static const struct suite_harness catch2_suite = {
    .title = "Catch2",
    .samples = "catch2",
    .arguments = "-r xml --benchmark-samples 20",
    .quick = "-r xml --benchmark-samples 5 --benchmark-resamples 1000",
    .header = "catch",
    .macro = "BENCHMARK",
    .symbol = {"Catch9Benchmark9Benchmark", NULL},
};

// Go takes -test.benchtime for each benchmark, and runs each -test.count times.
const struct suite_harness go_suite = {
    .title = "go test",
    .samples = "go",
    .arguments = "-test.run=NONE -test.bench=. -test.benchtime=100ms -test.count=5",
    .quick = "-test.run=NONE -test.bench=. -test.benchtime=10ms -test.count=2",
};

// 10 samples are the fewest that criterion takes.
const struct suite_harness criterion_suite = {
    .title = "criterion",
    .samples = "criterion",
    .arguments = "--bench --noplot --sample-size 10 --warm-up-time 0.5 --measurement-time 1",
    .quick = "--bench --noplot --sample-size 10 --warm-up-time 0.1 --measurement-time 0.2",
};

// Before version 0.4 the times are whole seconds.
const struct suite_harness old_criterion_suite = {
    .title = "criterion",
    .samples = "criterion",
    .arguments = "--bench --noplot --sample-size 10 --warm-up-time 1 --measurement-time 1",
    .quick = "--bench --noplot --sample-size 10 --warm-up-time 1 --measurement-time 1",
};

const struct suite_harness divan_suite = {
    .title = "divan",
    .samples = "divan",
    .arguments = "--bench --max-time 1",
    .quick = "--bench --sample-count 10 --max-time 0.1",
};

static const struct suite_harness *const of_cxx[] = {&google_benchmark_suite, &catch2_suite, NULL};

// ---- Adding

static bool has_name(const struct suites *suites, const char *name)
{
    for (size_t i = 0; i < suites->count; i++)
        if (text_equal(suites->items[i].name, name))
            return true;
    return text_list_has(&suites->others, name);
}

void suites_add(struct arena *arena, struct suites *suites, struct suite suite)
{
    if (!is_plain(suite.path) || (suite.option && !is_plain(suite.option)))
        return;
    if (has_name(suites, suite.name)) {
        char *name = arena_strdup(arena, suite.path);
        for (char *c = name; *c; c++)
            *c = *c == '/' ? '-' : *c;
        suite.name = name;
    }
    if (!is_plain(suite.name) || name_problem(suite.name) || has_name(suites, suite.name))
        return;
    if (suites->count < SUITES_MOST)
        suites->items[suites->count++] = suite;
    else
        text_list_add(&suites->others, arena, suite.name);
}

// ---- Recognizing

const struct suite_harness *harness_of_source(const char *text)
{
    for (size_t i = 0; of_cxx[i]; i++) {
        const char *header = strstr(text, of_cxx[i]->header);
        if (header && (!of_cxx[i]->macro || strstr(header, of_cxx[i]->macro)))
            return of_cxx[i];
    }
    return NULL;
}

static bool holds(const char *bytes, size_t length, const struct suite_harness *harness)
{
    for (size_t i = 0; i < 2 && harness->symbol[i]; i++)
        if (memmem(bytes, length, harness->symbol[i], strlen(harness->symbol[i])))
            return true;
    return false;
}

const struct suite_harness *harness_of_program(const char *path)
{
    struct stat status;
    const struct suite_harness *found = NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = file >= 0 && fstat(file, &status) == 0 ? (size_t)status.st_size : 0;
    char *bytes = length ? mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    for (size_t i = 0; bytes != MAP_FAILED && !found && of_cxx[i]; i++)
        found = holds(bytes, length, of_cxx[i]) ? of_cxx[i] : NULL;
    if (bytes != MAP_FAILED)
        munmap(bytes, length);
    if (file >= 0)
        close(file);
    return found;
}

double suites_fit(struct suites *suites, size_t *brief)
{
    double whole_s = 0, seconds = 0;
    *brief = 0;
    for (size_t i = 0; i < suites->count; i++)
        whole_s += suites->items[i].whole_s;
    for (size_t i = 0; i < suites->count; i++) {
        struct suite *suite = &suites->items[i];
        suite->is_brief = whole_s > SUITES_HELD_S && suite->seconds < suite->whole_s;
        *brief += suite->is_brief;
        seconds += suite->is_brief ? suite->seconds : suite->whole_s;
    }
    return seconds;
}

const char *suite_command(struct arena *arena, const struct suite *suite, bool is_quick)
{
    bool quick = is_quick || suite->is_brief;
    return arena_printf(arena, "%s %s", suite->path,
                        quick ? suite->harness->quick : suite->harness->arguments);
}
