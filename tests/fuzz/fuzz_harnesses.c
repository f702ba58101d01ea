// Fuzzes the output of other harnesses: values are numbers that can be stored, or there is a
// reason.
#include "fuzz.h"
#include "run/foreign.h"

#include <math.h>

static void check(const struct harness_output *output)
{
    size_t values = 0;
    for (size_t i = 0; i < output->count; i++) {
        const struct harness_result *result = &output->results[i];
        if (!*result->benchmark || !*result->metric.name ||
            strlen(result->benchmark) > HARNESS_NAME_MOST)
            abort();
        for (size_t v = 0; v < result->count; v++)
            if (!isfinite(result->values[v].number))
                abort();
        values += result->count;
    }
    if (values != output->values || (!values && !output->fault_count))
        abort();
}

// As of a file, which the first reader that accepts it reads.
static void read_any(struct arena *arena, const uint8_t *data, size_t size)
{
    const struct harness_reader *reader = NULL;
    struct harness_output output = {.arena = arena};
    if (!harness_parse(&reader, "file", fuzzed_text(arena, data, size), size, &output))
        check(&output);
}

// The first byte chooses the reader, as `samples` does.
static void read_one(struct arena *arena, const uint8_t *data, size_t size)
{
    size_t count = 0;
    struct foreign_samples samples;
    while (harness_readers[count])
        count++;
    if (!size)
        return;
    const struct harness_reader *reader = harness_readers[(uint8_t)(*data - 'a') % count];
    if (foreign_parse(arena, reader, "sort", fuzzed_text(arena, data + 1, size - 1), size - 1,
                      &samples))
        return;
    if (!samples.count)
        abort(); // neither samples nor a reason
    if (samples.count > 1)
        foreign_cut(&samples, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzzed_parser *const parsers[] = {read_any, read_one};
    return fuzz_one_of(parsers, sizeof parsers / sizeof *parsers, data, size);
}
