// eswexp report: the report of a campaign, of a CSV file of samples, or of what a harness wrote.
#include "analysis/import/harnesses.h"
#include "analysis/import/import.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/temporary.h"
#include "base/files/trees.h"
#include "commands/shared/measure.h"
#include "commands/shared/newest.h"
#include "commands/shared/results.h"
#include "report/tables/csv_spreadsheet.h"
#include "store/identity.h"

#include <stddef.h>

struct options {
    struct common_options common;
    struct results_options results;
    bool spreadsheet;
};

// A single file that no harness wrote is CSV.
static enum exit_code report_samples(const struct invocation *invocation,
                                     const struct results_options *options,
                                     const struct text_list *words, struct error *error)
{
    STORE_CLEANUP struct store *store = store_temporary(error);
    TEXT_CLEANUP struct text mistakes = {0};
    bool harness = words->count > 1 || import_is_harness(words->items[0]);
    bool read = store && (harness ? import_harnesses(store, words->items, words->count, error)
                                  : import_csv(store, words->items[0], &mistakes, error));
    if (mistakes.length)
        fputs(mistakes.bytes, stderr);
    const char *source = words->count == 1 ? words->items[0] : NULL;
    return read ? results_print(invocation, options, store, source, error) : error->code;
}

static bool write_spreadsheet(const char *path, struct error *error)
{
    FOLDER_CLEANUP struct folder folder = {0};
    return folder_open(&folder, path, error) && csv_for_spreadsheets(&folder, error);
}

static bool copy_anonymised(struct store *store, const struct identity *identity, const char *path,
                            struct error *error)
{
    struct store *copy = store_copy(store, path, error) ? store_reopen(path, error) : NULL;
    bool done = copy && store_anonymise(copy, identity, error);
    store_close(copy);
    return done;
}

// What was written; names that cannot be looked for are told.
static bool is_anonymous(const struct invocation *invocation, const struct identity *identity,
                         const char *folder, struct error *error)
{
    if (!identity_is_left_out(identity, folder, error))
        return failed(error, EXIT_FAILED, "%s; keep '%s' to yourself", error->text, folder);
    if (identity->vague.count)
        log_note(&invocation->log, "not looked for, since short or common: %s",
                 text_quoted(invocation->arena, &identity->vague));
    return true;
}

// Reports a copy, in a folder that goes again.
static enum exit_code report_copy(const struct invocation *invocation,
                                  const struct results_options *options, const char *campaign,
                                  struct error *error)
{
    char *copy;
    struct error ignored;
    struct identity identity;
    struct arena *arena = invocation->arena;
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, campaign, "campaign.db"), error);
    if (!store || !identity_of(arena, store, campaign, &identity, error) ||
        !temporary_make(arena, &copy, error))
        return error->code;
    enum exit_code code =
        copy_anonymised(store, &identity, path_join(arena, copy, "campaign.db"), error)
            ? results_write(invocation, options, copy, &(const char *){""}, error)
            : error->code;
    bool written = code != EXIT_USAGE && code != EXIT_FAILED && options->out;
    if (written && !is_anonymous(invocation, &identity, options->out, error))
        code = error->code;
    if (!tree_remove(copy, &ignored))
        log_warning(&invocation->log, "%s", ignored.text);
    return code;
}

static enum exit_code report_campaign(const struct invocation *invocation,
                                      const struct options *options, const char *path,
                                      struct error *error)
{
    struct results_options results = options->results;
    if (results.anonymous && !results.out && !results.summary)
        results.out = path_join(invocation->arena, path, "anonymous");
    enum exit_code code =
        results.anonymous ? report_copy(invocation, &results, path, error)
                          : results_write(invocation, &results, path, &(const char *){""}, error);
    const char *folder = results.out ? results.out : path;
    bool written = code != EXIT_USAGE && code != EXIT_FAILED;
    return written && options->spreadsheet && !write_spreadsheet(folder, error) ? error->code
                                                                                : code;
}

// A folder is a campaign's, unless criterion wrote it.
static bool is_campaign(const char *path)
{
    return folder_exists(path) && !import_is_harness(path);
}

static bool are_reported_together(const struct text_list *words, struct error *error)
{
    for (size_t i = 0; words->count > 1 && i < words->count; i++)
        if (is_campaign(words->items[i]))
            return failed(error, EXIT_USAGE,
                          "'report' takes one campaign; 'eswexp compare %s %s' compares two",
                          words->items[0], words->items[1]);
    return true;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct text_list words;
    if (!measure_out(options->results.out, error) || !campaigns_named(invocation, &words, error) ||
        !are_reported_together(&words, error))
        return error->code;
    const char *path = words.items[0];
    bool campaign = words.count == 1 && is_campaign(path);
    bool elsewhere = options->results.out || options->spreadsheet;
    if (options->results.anonymous && !campaign) {
        failed(error, EXIT_USAGE, "--anonymous is for a campaign: samples name no machine");
        return error->code;
    }
    if (elsewhere && (options->results.summary || !campaign)) {
        failed(error, EXIT_USAGE, "--%s is for the files of a campaign%s",
               options->results.out ? "out" : "spreadsheet",
               options->results.summary ? ", which keep their own summary statistic" : "");
        return error->code;
    }
    return campaign ? report_campaign(invocation, options, path, error)
                    : report_samples(invocation, &options->results, &words, error);
}

// clang-format off
static const struct command_option option_rows[] = {
    {"format", 0, "FORMAT", "text (default), markdown, html, jsonl and others", .choices = results_formats,
     OPTION_FIELD(struct options, results.format)},
    {"summary", 0, "SUMMARY", "a summary statistic, e.g. median or 'percentile 95'",
     OPTION_FIELD(struct options, results.summary)},
    OPTION_OUT(struct options, results.out),
    RESULTS_NOTES(struct options, results),
    {"anonymous", 0, NULL, "leave out host, user and paths: into anonymous/",
     OPTION_FIELD(struct options, results.anonymous)},
    {"spreadsheet", 0, NULL, "write CSV files without formulas to spreadsheet/",
     OPTION_FIELD(struct options, spreadsheet)},
    RESULTS_STRICT(struct options, results),
    RESULTS_JSON(struct options, results),
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_report = {
    .group = COMMANDS_THAT_READ,
    .name = "report",
    .arguments = "[DIR | FILE...]",
    .summary = "report a campaign, or samples that others measured",
    .examples = "  eswexp report                                the newest campaign below results\n"
                "  eswexp report results/sort/ID --format html  write and name its page\n"
                "  eswexp report samples.csv                    samples that others measured\n",
    .details =
        "Prints the report of the campaign in DIR and updates its CSV files, report.md\n"
        "and report.html. All numbers come from campaign.db. The answer comes first, then\n"
        "the numbers, then the worst of what limits the trust in them. --notes prints\n"
        "everything: whether each benchmark reached a steady state, whether its samples\n"
        "are independent, what disturbed it, what share of the variance each level has,\n"
        "and how repetition counts were chosen. Exit code 1: a claim is refuted.\n\n"
        "Of an unfinished campaign it shows means, but neither ratios nor verdicts. If\n"
        "that campaign has claims, the exit code is 4.\n\n"
        "report.html is one file that needs neither network nor scripts. --format html\n"
        "first draws its pictures if they are missing or outdated, then prints its\n"
        "path; for FILE.csv it prints the page itself, without pictures. --format latex\n"
        "prints a table for one column of a paper, with booktabs.\n\n"
        "FILE.csv holds samples from any source, in the columns of samples.csv:\n"
        "benchmark, variant, phase, machine, block, execution, iteration, metric, unit,\n"
        "value. Only value is required. Without a block, execution or iteration column\n"
        "the experiment lacks that level; any further column is a parameter. The first\n"
        "variant in the file is the baseline.\n\n"
        "A FILE that another benchmark harness wrote is known by its content. Several\n"
        "FILEs are variants; the first is the baseline. NAME=FILE names the variant, and\n"
        "several of one NAME are executions of it. Criterion's folder is a FILE, too.\n\n"
        "A campaign that may only be read (another user's, a read-only disk) is reported,\n"
        "too: a note says that no files were written, and --format html prints the\n"
        "page. --out writes csv/, report.md and report.html into another folder.\n\n"
        "--anonymous is for a review without names: it leaves out the names of hosts and\n"
        "of the user and paths, but those of the system, such as /usr/bin/cc. The files\n"
        "go to anonymous/ in DIR, or to --out, and are searched for these names, the home\n"
        "folder, and the folders of experiment and campaign; what is left is an error.\n"
        "Names of fewer than four letters and common words, such as root, are told and\n"
        "not looked for.\n\n"
        "For other tools: --format json has the whole report, jsonl every sample as a line,\n"
        "benchfmt one line for each build or execution (benchstat), and otava a header and\n"
        "a row to append to a table, which Apache Otava searches for changes.\n\n"
        "--summary reports another summary statistic than the experiment's own (by\n"
        "default the mean). 'eswexp list summaries' lists all statistics and when to\n"
        "choose each. The campaign's files keep the experiment's own statistic.\n\n"
        "--spreadsheet also writes the CSV files to spreadsheet/, with ' before names\n"
        "that a spreadsheet would take for formulas (they begin with =, +, - or @).",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 0,
    .words_most = SIZE_MAX,
    .word = WORD_FILE,
    .run = run,
};
