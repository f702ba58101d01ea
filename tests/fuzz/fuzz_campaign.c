// Whatever is done to a campaign's database, bytes or values: it is refused, or it is read whole.
#include "analysis/analysis.h"
#include "made_campaign.h"
#include "tests/unit/shown.h"

static void read_whole(const char *path)
{
    struct arena arena = {0};
    struct error error = {0};
    struct findings findings;
    FILE *nowhere = fopen("/dev/null", "w");
    STORE_CLEANUP struct store *store = store_open(path, &error);
    if (!store && error.code != EXIT_USAGE)
        abort();
    if (store && nowhere && analysis_load(&arena, store, &findings, &error))
        report_text(&findings, nowhere, 80, false);
    if (nowhere)
        fclose(nowhere);
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct text whole;
    struct arena arena = {0};
    struct error error;
    const char *path = path_join(&arena, fuzzed_folder(), "campaign.db");
    if (!whole.length) {
        struct made_campaign made = make_campaign(path);
        if (!measure_all(made.store, &made.plan, made.first_execution, &error))
            abort();
        store_close(made.store);
        arena_release(&made.arena);
        whole = whole_file(path);
    }
    write_edited(path, &whole, data, size);
    read_whole(path);
    arena_release(&arena);
    return 0;
}
