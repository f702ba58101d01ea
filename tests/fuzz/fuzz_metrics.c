// Any output has metrics with a name, and a finite number or a reason why not.
#include "run/metrics.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct reported_metrics metrics = {0};
    char *output = malloc(size ? size : 1); // without a NUL behind it
    if (!output)
        return 0;
    memcpy(output, data, size);
    metrics_find(&arena, output, size, &metrics);
    for (size_t i = 0; i < metrics.count; i++) {
        const struct reported_metric *metric = &metrics.items[i];
        if (!*metric->name || strpbrk(metric->name, " \t\n=") || strpbrk(metric->unit, " \t\n") ||
            (!metric->fault && !isfinite(metric->value)))
            abort();
    }
    free(output);
    arena_release(&arena);
    return 0;
}
