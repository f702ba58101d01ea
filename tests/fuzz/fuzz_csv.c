// Fuzzes the reading of CSV samples, and all reports of what was read.
#include "analysis/analysis.h"
#include "analysis/import/import.h"
#include "base/files/files.h"
#include "report/paper/checklist.h"
#include "report/paper/latex.h"
#include "report/paper/methods.h"
#include "tests/unit/shown.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void report_all(struct store *store, FILE *sink)
{
    struct arena arena = {0};
    struct error error = {0};
    struct findings findings;
    if (!analysis_load(&arena, store, &findings, &error))
        abort();
    report_text(&findings, sink, 60, true);
    report_markdown(&findings, sink);
    report_latex(&findings, sink);
    const char *paragraph = NULL;
    struct text_list citations;
    struct checklist checklist;
    if (!report_json(&findings, sink, &error) ||
        !methods_wording(&arena, store, &findings, &paragraph, &citations, &error) ||
        !checklist_of(&arena, store, &findings, &checklist, &error))
        abort();
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    TEXT_CLEANUP struct text report = {0};
    STORE_CLEANUP struct store *store = store_temporary(&error);
    FILE_CLEANUP FILE *stream = size ? fmemopen((void *)data, size, "rb") : NULL;
    FILE_CLEANUP FILE *sink = fopen("/dev/null", "w");
    if (!store || !stream || !sink)
        return 0;
    if (import_stream(store, stream, "fuzzed.csv", &report, &error))
        report_all(store, sink);
    else if (error.code != EXIT_USAGE || (report.length == 0) != !strstr(error.text, "mistake"))
        abort(); // what is wrong must be said
    return 0;
}
