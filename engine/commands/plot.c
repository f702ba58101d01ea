// eswexp plot: the pictures of a campaign, from its CSV files.
#include "base/files.h"
#include "commands/command.h"
#include "report/plots.h"

#include <stddef.h>
#include <string.h>

// "png,svg": each part a format that the scripts know.
static bool formats_known(const char *list)
{
    static const char *const known[] = {"png", "svg"};
    for (;; list++) {
        size_t length = strcspn(list, ","), i = 0;
        while (i < 2 && (strlen(known[i]) != length || strncmp(list, known[i], length) != 0))
            i++;
        if (i == 2)
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
        failed(error, EXIT_USAGE, "unknown format '%s': png, svg or png,svg", format);
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
                                                    "formats of the pictures (default png,svg)",
                                                    offsetof(struct command_line, format)};

static const struct command_option *const options[] = {
    &option_out, &option_format, &option_no_colour, &option_help, NULL,
};

const struct command command_plot = {
    .name = "plot",
    .arguments = "DIR",
    .summary = "draw the pictures of a campaign",
    .details = "Draws every picture that applies to the campaign in DIR, from its CSV files\n"
               "alone, into DIR/plots: distributions by build, run sequence, means and ratios\n"
               "with intervals, the builds of all sides, shares of variance, repetition\n"
               "counts. Needs a python3 with matplotlib: the first of ESWEXP_PYTHON, python3\n"
               "on PATH, the system's own.\n"
               "Each script in the plots folder also runs alone.",
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .run = run,
};
