// Executions FIRST to LAST of a planned campaign as if they had been measured, one value each.
#include "base/stream.h"
#include "store/executions.h"
#include "store/plan/resume.h"
#include "store/store.h"
#include "store/transactions.h"

#include <stdio.h>
#include <stdlib.h>

static bool fill(struct store *store, int64_t first, int64_t last, struct error *error)
{
    struct stream stream = stream_from(1);
    bool done = true;
    for (int64_t id = first; done && id <= last; id++) {
        double value = 1e-3 * (1 + 0x1p-60 * (double)(stream_next(&stream) >> 8));
        struct stored_series series = {"wall_time", "s", &value, 1};
        struct stored_execution execution = {.execution = id,
                                             .attempt = 1,
                                             .start = "2026-01-01T00:00:00.000000Z",
                                             .exit = "0",
                                             .counts = true,
                                             .seconds = 1e-3,
                                             .iterating_s = value,
                                             .series = &series,
                                             .series_count = 1};
        done = store_execution(store, &execution, error);
    }
    return done && store_commit(store, error);
}

int main(int argc, char **argv)
{
    struct error error = {0};
    if (argc != 4) {
        fprintf(stderr, "usage: %s FILE.db FIRST LAST\n", argv[0]);
        return EXIT_USAGE;
    }
    STORE_CLEANUP struct store *store = store_reopen(argv[1], &error);
    bool done =
        store && fill(store, strtoll(argv[2], NULL, 10), strtoll(argv[3], NULL, 10), &error);
    if (!done)
        fprintf(stderr, "%s\n", error.text);
    return done ? EXIT_FINE : (int)error.code;
}
