// eswexp report: what a campaign found, or a CSV file of samples measured by anything.
#include "analysis/import.h"
#include "base/files/files.h"
#include "commands/results.h"

#include <stddef.h>

static enum exit_code report_samples(struct command_line *line, const char *path,
                                     struct error *error)
{
    STORE_CLEANUP struct store *store = store_temporary(error);
    TEXT_CLEANUP struct text mistakes = {0};
    bool read = store && import_csv(store, path, &mistakes, error);
    if (mistakes.length)
        fputs(mistakes.bytes, stderr);
    return read ? results_print(line, store, error) : error->code;
}

static enum exit_code run(struct command_line *line, struct error *error)
{
    const char *path = line->words.items[0];
    if (!results_format_known(line, error))
        return error->code;
    return folder_exists(path) ? results_write(line, path, &(const char *){""}, error)
                               : report_samples(line, path, error);
}

static const struct command_option option_format = {"format",
                                                    0,
                                                    OPTION_TEXT,
                                                    "FORMAT",
                                                    "text (default), markdown, json, html or latex",
                                                    offsetof(struct command_line, format)};

static const struct command_option option_summary = {"summary",
                                                     0,
                                                     OPTION_TEXT,
                                                     "SUMMARY",
                                                     "for example median or 'percentile 95'",
                                                     offsetof(struct command_line, summary)};

static const struct command_option *const options[] = {
    &option_format,    &option_summary, &option_strict, &option_json,
    &option_no_colour, &option_help,    NULL,
};

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
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .run = run,
};
