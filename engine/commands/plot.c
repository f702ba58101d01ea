// eswexp plot: the pictures of a campaign, from its CSV files.
#include "analysis/diagnostics.h"
#include "base/files/folder.h"
#include "commands/page.h"
#include "report/pictures.h"
#include "report/plots.h"
#include "report/report.h"
#include "base/files/paths.h"

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

// Of what the store has by now, and into the page as well.
static bool draw_campaign(struct command_line *line, const char *path, const char *format,
                          struct error *error)
{
    struct arena *arena = line->arena;
    const char *csv = path_join(arena, path, "csv");
    struct findings findings = {0};
    FOLDER_CLEANUP struct folder folder = {0}, plots = {0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, path, "campaign.db"), error);
    if (!store || !folder_open(&folder, path, error) ||
        !findings_load(arena, store, &findings, error) ||
        !diagnostics_load(arena, store, &findings, error) ||
        !report_csv(store, &findings, &folder, error) ||
        !folder_enter(&plots, &folder, "plots", error) ||
        !plots_draw(arena, csv, &plots, format, false, error))
        return false;
    if (strstr(format, "inline"))
        pictures_remove_older(arena, store, &plots);
    if (!page_write(store, &findings, &folder, error))
        return false;
    printf("%s\n", page_path(arena, path));
    return true;
}

// Into `out`, or into the folder of a campaign whose store is gone.
static bool draw_tables(struct command_line *line, const char *path, const char *format,
                        struct error *error)
{
    FOLDER_CLEANUP struct folder folder = {0}, plots = {0};
    bool ready = line->out ? folder_make(line->out, error) && folder_open(&plots, line->out, error)
                           : folder_open(&folder, path, error) &&
                                 folder_enter(&plots, &folder, "plots", error);
    return ready && plots_draw(line->arena, path_join(line->arena, path, "csv"), &plots, format,
                               false, error);
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
    const char *format = line->format ? line->format : PLOTS_FORMATS;
    if (!formats_known(format)) {
        failed(error, EXIT_USAGE,
               "unknown format '%s': png, svg, pdf, inline or several, as png,svg", format);
        return error->code;
    }
    bool drawn = !line->out && file_exists(path_join(line->arena, folder, "campaign.db"))
                     ? draw_campaign(line, folder, format, error)
                     : draw_tables(line, folder, format, error);
    return drawn ? EXIT_FINE : error->code;
}

static const struct command_option option_format = {"format",
                                                    0,
                                                    OPTION_TEXT,
                                                    "LIST",
                                                    "png, svg, pdf, inline (default " PLOTS_FORMATS
                                                    ")",
                                                    offsetof(struct command_line, format)};

static const struct command_option *const options[] = {
    &option_out, &option_format, &option_no_colour, &option_help, NULL,
};

const struct command command_plot = {
    .name = "plot",
    .arguments = "DIR",
    .summary = "draw the pictures of a campaign",
    .details =
        "Draws every picture that applies to the campaign in DIR, from its CSV files\n"
        "alone, into DIR/plots: those that 'pictures:' in its file asks for (picture-NAME),\n"
        "distributions by build, run sequence, canary, lag plots and autocorrelation, means\n"
        "and ratios with intervals, curves and heat maps over swept parameters, the builds\n"
        "of all sides, shares of variance, repetition counts. What the report found (drift,\n"
        "humps, outliers, disturbances) is marked.\n"
        "The format pdf is 84 mm wide, a column of a paper, with its fonts inside;\n"
        "inline is SVG to put into a web page, in the page's colours (--ink, --faint,\n"
        "--grid, --paper) and fonts; DIR/report.html is then written anew with it.\n"
        "Needs a python3 with matplotlib: the first of ESWEXP_PYTHON, python3 on PATH,\n"
        "the system's own. It runs isolated: packages in PYTHONPATH or in your home are\n"
        "not used; to use them, name the python of a virtual environment.\n"
        "Each script in the plots folder also runs alone.",
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .run = run,
};
