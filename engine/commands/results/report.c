// eswexp report: what a campaign found, or a CSV file of samples measured by anything.
#include "analysis/import/import.h"
#include "base/files/files.h"
#include "commands/shared/results.h"

#include <stddef.h>

struct options {
    struct common_options common;
    struct results_options results;
};

static enum exit_code report_samples(const struct invocation *invocation,
                                     const struct results_options *options, const char *path,
                                     struct error *error)
{
    STORE_CLEANUP struct store *store = store_temporary(error);
    TEXT_CLEANUP struct text mistakes = {0};
    bool read = store && import_csv(store, path, &mistakes, error);
    if (mistakes.length)
        fputs(mistakes.bytes, stderr);
    return read ? results_print(invocation, options, store, error) : error->code;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const char *path = invocation->words.items[0];
    const struct options *options = values;
    return folder_exists(path)
               ? results_write(invocation, &options->results, path, &(const char *){""}, error)
               : report_samples(invocation, &options->results, path, error);
}

// clang-format off
static const struct command_option option_rows[] = {
    {"format", 0, "FORMAT", "text (default), markdown, json, html or latex", .choices = results_formats,
     OPTION_FIELD(struct options, results.format)},
    {"summary", 0, "SUMMARY", "for example median or 'percentile 95'",
     OPTION_FIELD(struct options, results.summary)},
    RESULTS_STRICT(struct options, results),
    RESULTS_JSON(struct options, results),
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_report = {
    .name = "report",
    .arguments = "DIR|FILE.csv",
    .summary = "report a campaign, or samples measured by anything",
    .details = "Reads the campaign in DIR and prints its report; its CSV files, report.md and\n"
               "report.html are brought up to date. The numbers come from the store alone. Below\n"
               "each benchmark stands whether it became steady, whether its samples are\n"
               "independent, and what disturbed it. Exit code 1 if a claim is refuted.\n\n"
               "report.html is one file that needs neither network nor script. With --format\n"
               "html its pictures are drawn first if they are missing or of an earlier state,\n"
               "and its path is printed; of a FILE.csv the page itself is, without pictures.\n\n"
               "As LaTeX it is a table for a column of a paper, with booktabs.\n\n"
               "FILE.csv holds samples measured by anything, in the columns of samples.csv:\n"
               "benchmark, variant, phase, machine, block, execution, iteration, metric, unit,\n"
               "value. Only value is required. A missing block, execution or iteration column\n"
               "means that this level is no part of the experiment; any further column is a\n"
               "parameter. The first variant in the file is the baseline.\n\n"
               "--summary reports another summary than the mean, or than the experiment asks\n"
               "for: 'eswexp list summaries' says which there are and when to choose them. The\n"
               "files of a campaign are then left as they are: they keep the experiment's own.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_FILE,
    .run = run,
};
