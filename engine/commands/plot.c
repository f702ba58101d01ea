// eswexp plot: the pictures of a campaign, from its CSV files.
#include "base/files.h"
#include "commands/command.h"
#include "report/plots.h"

#include <stddef.h>
#include <string.h>

// As "png,svg": each part a format that the scripts know.
static bool formats_known(const char *list)
{
    static const char *const known[] = {"png", "svg", "pdf", "inline"};
    enum { KNOWN = sizeof known / sizeof *known };
    for (;; list++) {
        size_t length = strcspn(list, ","), i = 0;
        while (i < KNOWN && (strlen(known[i]) != length || strncmp(list, known[i], length) != 0))
            i++;
        if (i == KNOWN)
            return false;
        list += length;
        if (!*list)
            return true;
    }
}

static enum exit_code run(struct command_line *line, struct error *error)
{
    const char *folder = path_absolute(line->arena, line->words.items[0]);
    const char *csv = path_join(line->arena, folder, "csv");
    if (!folder_exists(csv)) {
        failed(
            error, EXIT_USAGE,
            "'%s' has no csv folder: it is not a campaign, or 'eswexp report' has not written it "
            "yet",
            line->words.items[0]);
        return error->code;
    }
    const char *format = line->format ? line->format : "png,svg";
    if (!formats_known(format)) {
        failed(error, EXIT_USAGE,
               "unknown format '%s': png, svg, pdf, inline or several, as png,svg", format);
        return error->code;
    }
    const char *plots = line->out ? line->out : path_join(line->arena, folder, "plots");
    if (!plots_draw(line->arena, csv, plots, format, error))
        return error->code;
    return EXIT_FINE;
}

static const struct command_option option_format = {"format",
                                                    0,
                                                    OPTION_TEXT,
                                                    "LIST",
                                                    "png, svg, pdf, inline (default png,svg)",
                                                    offsetof(struct command_line, format)};

static const struct command_option *const options[] = {
    &option_out, &option_format, &option_no_colour, &option_help, NULL,
};

const struct command command_plot = {
    .name = "plot",
    .arguments = "DIR",
    .summary = "draw the pictures of a campaign",
    .details = "Draws every picture that applies to the campaign in DIR, from its CSV files\n"
               "alone, into DIR/plots: distributions by build, run sequence, lag plots and\n"
               "autocorrelation, means and ratios with intervals, curves and heat maps over\n"
               "swept parameters, the builds of all sides, shares of variance, repetition\n"
               "counts. What the report found (drift, humps, outliers, disturbances) is marked.\n"
               "The format pdf is 84 mm wide, a column of a paper, with its fonts inside;\n"
               "inline is SVG to put into a web page, in the page's colours (--ink, --faint,\n"
               "--grid, --paper) and fonts.\n"
               "Needs a python3 with matplotlib: the first of ESWEXP_PYTHON, python3 on PATH,\n"
               "the system's own.\n"
               "Each script in the plots folder also runs alone.",
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .run = run,
};
