// Fuzzes the reading of plain columns, and the report of what was read.
#include "analysis/import/columns.h"
#include "base/files/files.h"
#include "report/ministat/ministat.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The values against their first half.
static void report(const struct column *column, FILE *sink)
{
    struct arena arena = {0};
    struct data_set sets[] = {
        data_set_of(&arena, "all", column->values, column->count),
        data_set_of(&arena, "half", column->values, (column->count + 1) / 2),
    };
    report_ministat(sink, sets, 2, &(struct ministat_choice){.percent = 95, .width = 40});
    arena_release(&arena);
}

// The first byte chooses column and delimiters.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    TEXT_CLEANUP struct text mistakes = {0};
    FILE_CLEANUP FILE *stream = size > 1 ? fmemopen((void *)(data + 1), size - 1, "rb") : NULL;
    FILE_CLEANUP FILE *sink = fopen("/dev/null", "w");
    if (!stream || !sink)
        return 0;
    struct column column = {0};
    struct column_rules rules = {*data & 1 ? "," : " \t", 1 + *data % 3};
    size_t wrong = column_read(&column, stream, "fuzzed", &rules, &mistakes);
    if ((wrong > 0) != (mistakes.length > 0))
        abort(); // what is wrong must be said
    if (column.count > 0)
        report(&column, sink);
    text_release(&column.bytes);
    return 0;
}
