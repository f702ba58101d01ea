// eswexp ministat: comparing plain columns of numbers.
#include "report/ministat/ministat.h"
#include "analysis/import/columns.h"
#include "base/files/files.h"
#include "base/terminal.h"
#include "commands/shared/command.h"
#include "report/ministat/ascii_plot.h"
#include "report/wording/lines.h"
#include "spec/values.h"
#include "stats/series/independence.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

struct options {
    struct common_options common;
    const char *column, *delimiters, *confidence, *width;
    bool plain, no_plot, no_names, bars_apart;
};

enum { WIDTH_OFF_TERMINAL = 74, ROWS_TESTED = 10000, SHUFFLES = 1000 };

static bool read_stream(FILE *stream, const char *name, const struct column_rules *rules,
                        struct column *column, struct text *report, size_t *mistakes)
{
    errno = 0;
    size_t found = column_read(column, stream, name, rules, report);
    if (ferror(stream)) {
        text_printf(report, "%s: error: cannot be read: %s\n", name, strerror(errno));
        found++;
    } else if (found == 0 && column->count == 0) {
        text_printf(report, "%s: error: column %zu has no value\n", name, rules->column);
        found++;
    }
    *mistakes += found;
    return found == 0;
}

static const char *read_column(const struct invocation *invocation, const char *path,
                               const struct column_rules *rules, struct column *column,
                               struct text *report, size_t *mistakes)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "<stdin>" : plain_name(invocation->arena, path);
    FILE_CLEANUP FILE *file = standard ? NULL : fopen(path, "r");
    if (!standard && !file) {
        text_printf(report, "%s: error: cannot be opened: %s\n", name, strerror(errno));
        ++*mistakes;
    } else if (read_stream(standard ? stdin : file, name, rules, column, report, mistakes) &&
               column->short_rows) {
        log_warning(&invocation->log, "'%s': ignored %s without a column %zu", name,
                    text_counted(invocation->arena, column->short_rows, "row"), rules->column);
    }
    return name;
}

static bool is_dependent(const struct invocation *invocation, const struct data_set *set)
{
    size_t rows = set->moments.count < ROWS_TESTED ? set->moments.count : ROWS_TESTED;
    struct independence found = independence_of(&(struct row){set->values, rows}, 1, SHUFFLES, 1);
    if (!found.known || found.independent)
        return false;
    size_t strongest = 0;
    for (size_t k = 1; k < INDEPENDENCE_LAGS; k++)
        if (fabs(found.r[k]) > fabs(found.r[strongest]))
            strongest = k;
    log_warning(
        &invocation->log,
        "'%s': rows depend on earlier rows (correlation %.2f at lag %zu, p = %.2g), as the "
        "iterations of one process do, so these intervals and tests do not hold: use the mean "
        "of each execution, or 'eswexp report' with a CSV file that has a column 'execution'",
        set->name, found.r[strongest], strongest + 1, found.p);
    return true;
}

static enum exit_code compare(const struct invocation *invocation, const struct text_list *paths,
                              struct column *columns, const struct column_rules *rules,
                              const struct ministat_choice *choice, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct data_set *sets = arena_new_array(invocation->arena, struct data_set, paths->count);
    size_t mistakes = 0;
    for (size_t i = 0; i < paths->count; i++)
        sets[i].name =
            read_column(invocation, paths->items[i], rules, &columns[i], &report, &mistakes);
    if (mistakes) {
        fputs(report.bytes, stderr);
        failed(error, EXIT_USAGE, "%s", text_counted(invocation->arena, mistakes, "mistake"));
        return error->code;
    }
    for (size_t i = 0; i < paths->count; i++)
        sets[i] = data_set_of(invocation->arena, sets[i].name, columns[i].values, columns[i].count);
    for (size_t i = 0; i < paths->count; i++)
        sets[i].dependent = is_dependent(invocation, &sets[i]);
    report_ministat(stdout, sets, paths->count, choice);
    return EXIT_FINE;
}

// Without the two columns of the frame.
static size_t width_of_terminal(void)
{
    size_t columns = terminal_columns(STDOUT_FILENO);
    return columns < PLOT_WIDTH_LEAST + 2 ? WIDTH_OFF_TERMINAL : columns - 2;
}

static bool read_count(const char *word, const char *option, size_t least, size_t most,
                       size_t *count, struct error *error)
{
    double number = 0;
    if (!word)
        return true;
    if (!value_number(word, &number) || number != floor(number) || number < (double)least ||
        number > (double)most)
        return failed(error, EXIT_USAGE, "--%s '%s' is not a whole number from %zu to %zu", option,
                      word, least, most);
    *count = (size_t)number;
    return true;
}

static bool read_confidence(struct arena *arena, const char *word, double *percent,
                            struct error *error)
{
    if (!word)
        return true;
    size_t length = strlen(word) - text_ends(word, "%");
    if (value_number(arena_strndup(arena, word, length), percent) && *percent >= 1 &&
        *percent <= 99.9999)
        return true;
    return failed(error, EXIT_USAGE, "--confidence '%s' is not a percentage from 1 to 99.9999",
                  word);
}

static bool check_standard_input(const struct text_list *paths, struct error *error)
{
    size_t count = 0;
    for (size_t i = 0; i < paths->count; i++)
        count += text_equal(paths->items[i], "-");
    return count < 2 || failed(error, EXIT_USAGE, "the standard input ('-') can be read only once");
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct column_rules rules = {options->delimiters ? options->delimiters : " \t", 1};
    struct ministat_choice choice = {.percent = 95,
                                     .width = width_of_terminal(),
                                     .plain = options->plain,
                                     .no_plot = options->no_plot,
                                     .bars_apart = options->bars_apart,
                                     .no_names = options->no_names};
    if (!read_count(options->column, "column", 1, 10000, &rules.column, error) ||
        !read_count(options->width, "width", PLOT_WIDTH_LEAST, PLOT_WIDTH_MOST, &choice.width,
                    error) ||
        !read_confidence(invocation->arena, options->confidence, &choice.percent, error))
        return error->code;
    struct text_list paths = invocation->words;
    if (paths.count == 0)
        text_list_add(&paths, invocation->arena, "-");
    if (!check_standard_input(&paths, error))
        return error->code;
    struct column *columns = arena_new_array(invocation->arena, struct column, paths.count);
    enum exit_code code = compare(invocation, &paths, columns, &rules, &choice, error);
    for (size_t i = 0; i < paths.count; i++)
        text_release(&columns[i].bytes);
    return code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"column", 'C', "N", "the column of the values (default 1)",
     OPTION_FIELD(struct options, column)},
    {"delimiters", 'd', "CHARS", "separators of columns (default: space and tab)",
     OPTION_FIELD(struct options, delimiters)},
    {"confidence", 'c', "PCT", "the confidence in %, 1 to 99.9999 (default 95)",
     OPTION_FIELD(struct options, confidence)},
    {"no-plot", 'A', NULL, "print statistics and comparisons, no plot",
     OPTION_FIELD(struct options, no_plot)},
    {"plain", 'n', NULL, "print only the table of statistics",
     OPTION_FIELD(struct options, plain)},
    {"quiet", 'q', NULL, "print no names and no table heading",
     OPTION_FIELD(struct options, no_names)},
    {"separate", 's', NULL, "draw the bar of each set on a line of its own",
     OPTION_FIELD(struct options, bars_apart)},
    {"width", 'w', "COLUMNS", "the plot's width (default: the terminal's, or 74)",
     OPTION_FIELD(struct options, width)},
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_ministat = {
    .group = COMMANDS_THAT_READ,
    .name = "ministat",
    .arguments = "[FILE...]",
    .summary = "compare columns of numbers, as ministat(1) does",
    .examples = "  eswexp ministat before.txt after.txt  compare two columns\n",
    .details = "Reads a column of numbers from each FILE ('-' or no FILE: standard input) and\n"
               "compares each file with the first. Plot, table and differences match\n"
               "ministat's, line by line. Below them come statistics that ministat lacks: the\n"
               "interval of each mean, the ratio with Fieller's interval, Welch's t test, the\n"
               "rank test (Wilcoxon, Mann and Whitney), and the sign test of rows paired in\n"
               "the order of the files.\n\n"
               "Each row counts as one independent run. The iterations of one process are not\n"
               "independent runs: eswexp warns if rows depend on earlier rows, but cannot\n"
               "always detect it. For samples with executions and builds use 'eswexp report\n"
               "FILE.csv'.\n\n"
               "As in ministat, the median of an even number of values is the upper middle\n"
               "one, and the differences at 80, 90, 95, 98 and 99 % use t with three decimals\n"
               "and, above 100 degrees of freedom, the normal distribution. ministat's level\n"
               "of 99.5 % is really 99.8 %; here it is 99.5 %. The statistics below the table\n"
               "are exact. Blank rows are ignored, and so is the rest of a row from a column\n"
               "that begins with '#'.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_most = SIZE_MAX,
    .word = WORD_FILE,
    .run = run,
};
