// Fuzzes the samples that benchmarks leave: sample memory, matched lines, valgrind's counts. Each
// is a number that can be stored, or a reason.
#include "fuzz.h"
#include "run/matches.h"
#include "run/metrics.h"
#include "run/samples.h"
#include "run/valgrind.h"

#include <math.h>

static void need_finite(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            abort();
}

// A sound memory of two samples, of which the input overwrites bytes: two of place, one of value.
static void read_memory(struct arena *arena, const uint8_t *data, size_t size)
{
    struct esw_request request = {.iterations = 2, .counter_count = 1};
    struct {
        struct esw_header header;
        struct esw_sample records[2];
        double counts[2];
    } memory = {.header.count = 2, .header.answer = {.state = ESW_FINISHED, .ns_per_tick = 1}};
    struct samples samples;
    struct reported_metrics metrics = {0};
    esw_prepare(&memory.header, esw_capacity_for(&request), &request);
    for (size_t i = 0; i < 2; i++)
        memory.records[i] = (struct esw_sample){.duration = 1, .iterations = 1};
    for (; size >= 3; data += 3, size -= 3)
        ((uint8_t *)&memory)[(data[0] << 8 | data[1]) % sizeof memory] = data[2];
    FD_CLEANUP int file = memfd_create("fuzzed", MFD_CLOEXEC);
    if (write(file, &memory, sizeof memory - size) < 0)
        abort();
    int unread = 0;
    if (samples_read(arena, file, &request, &samples, &unread))
        return;
    for (size_t i = 0; i < samples.count; i++)
        need_finite(&samples.records[i].duration, 1);
    metrics_take(arena, samples.header, &metrics);
}

// The first line is the pattern.
static void read_matches(struct arena *arena, const uint8_t *data, size_t size)
{
    enum { PATTERN_MOST = 12 };
    struct matches matches = {0};
    const uint8_t *end = memchr(data, '\n', size < PATTERN_MOST ? size : PATTERN_MOST);
    if (!end)
        return;
    size_t length = (size_t)(end - data);
    char *pattern = fuzzed_text(arena, data, length);
    if (strpbrk(pattern, "{*+")) // the C library takes time and memory without bounds for these
        return;
    char *output = fuzzed_text(arena, end + 1, size - length - 1);
    if (!matches_find(arena, pattern, 1e-9, &match_limits, output, size - length - 1, &matches))
        need_finite(matches.values, matches.count);
}

static void read_count(struct arena *arena, const uint8_t *data, size_t size)
{
    double instructions;
    if (valgrind_summary(fuzzed_text(arena, data, size), &instructions))
        need_finite(&instructions, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzzed_parser *const parsers[] = {read_memory, read_matches, read_count};
    return fuzz_one_of(parsers, sizeof parsers / sizeof *parsers, data, size);
}
