// eswexp plot: the pictures of a campaign, from its CSV files.
#include "analysis/analysis.h"
#include "base/files/folder.h"
#include "base/files/paths.h"
#include "base/files/temporary.h"
#include "base/files/trees.h"
#include "commands/shared/newest.h"
#include "commands/shared/page.h"
#include "report/pictures/pictures.h"
#include "report/pictures/plots.h"
#include "report/tables/csv.h"

#include <stddef.h>
#include <string.h>

struct options {
    struct common_options common;
    const char *out;
    struct plots_wanted wanted;
};

static const char *const formats[] = {"svg", "png", "pdf", NULL};

// Updates the CSV files first, and the page afterwards.
static bool draw_campaign(const struct invocation *invocation, const char *path,
                          const struct plots_wanted *wanted, struct error *error)
{
    struct arena *arena = invocation->arena;
    const char *csv = path_join(arena, path, "csv");
    struct findings findings = {0};
    FOLDER_CLEANUP struct folder folder = {0}, plots = {0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, path, "campaign.db"), error);
    if (!store || !folder_open(&folder, path, error) ||
        !analysis_load(arena, store, &findings, error) ||
        !analysis_diagnose(arena, store, &findings, error) ||
        !report_csv(store, &findings, &folder, error) ||
        !folder_enter(&plots, &folder, "plots", error) ||
        !plots_draw(arena, csv, &plots, wanted, error))
        return false;
    if (!wanted->format || strstr(wanted->format, PLOTS_FORMAT))
        pictures_remove_older(arena, store, &plots);
    if (!page_write(store, &findings, &folder, error))
        return false;
    printf("%s\n", page_path(arena, path));
    return true;
}

// Draws from the CSV files alone, into `out` or into the folder of a campaign without a store.
static bool draw_tables(const struct invocation *invocation, const char *out, const char *path,
                        const struct plots_wanted *wanted, struct error *error)
{
    FOLDER_CLEANUP struct folder folder = {0}, plots = {0};
    bool ready =
        out ? folder_make(out, error) && folder_open(&plots, out, error)
            : folder_open(&folder, path, error) && folder_enter(&plots, &folder, "plots", error);
    return ready && plots_draw(invocation->arena, path_join(invocation->arena, path, "csv"), &plots,
                               wanted, error);
}

// From fresh CSV files in a folder that goes again, where the campaign's own may not be written.
static bool draw_elsewhere(const struct invocation *invocation, const char *out, const char *path,
                           const struct plots_wanted *wanted, struct error *error)
{
    struct arena *arena = invocation->arena;
    char *tables;
    struct findings findings = {0};
    struct error ignored;
    FOLDER_CLEANUP struct folder folder = {0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, path, "campaign.db"), error);
    if (!store || !analysis_load(arena, store, &findings, error) ||
        !analysis_diagnose(arena, store, &findings, error) ||
        !temporary_make(arena, &tables, error))
        return false;
    bool drawn = folder_open(&folder, tables, error) &&
                 report_csv(store, &findings, &folder, error) &&
                 draw_tables(invocation, out, tables, wanted, error);
    if (!tree_remove(tables, &ignored))
        log_warning(&invocation->log, "%s", ignored.text);
    return drawn;
}

static bool draw(const struct invocation *invocation, const char *out, const char *path,
                 const struct plots_wanted *wanted, struct error *error)
{
    bool has_store = file_exists(path_join(invocation->arena, path, "campaign.db"));
    if (folder_may_be_written(path))
        return has_store && !out ? draw_campaign(invocation, path, wanted, error)
                                 : draw_tables(invocation, out, path, wanted, error);
    if (!out)
        return failed(error, EXIT_USAGE,
                      "'%s' may only be read: name a folder for the pictures with --out", path);
    return has_store ? draw_elsewhere(invocation, out, path, wanted, error)
                     : draw_tables(invocation, out, path, wanted, error);
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct text_list named;
    if (!campaigns_named(invocation, &named, error))
        return error->code;
    const char *folder = path_absolute(invocation->arena, named.items[0]);
    const char *csv = path_join(invocation->arena, folder, "csv");
    if (!folder_exists(csv) &&
        (folder_may_be_written(folder) ||
         !file_exists(path_join(invocation->arena, folder, "campaign.db")))) {
        failed(
            error, EXIT_USAGE,
            "'%s' has no csv folder: it is not a campaign, or 'eswexp report' has not written it "
            "yet",
            named.items[0]);
        return error->code;
    }
    return draw(invocation, options->out, folder, &options->wanted, error) ? EXIT_FINE
                                                                           : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    OPTION_OUT(struct options, out),
    {"all", 0, NULL, "diagnostics, too", OPTION_FIELD(struct options, wanted.all)},
    {"format", 0, "LIST", "svg, png, pdf (default " PLOTS_FORMAT ")", .choices = formats, .several = true,
     OPTION_FIELD(struct options, wanted.format)},
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_plot = {
    .group = COMMANDS_THAT_READ,
    .name = "plot",
    .arguments = "[DIR]",
    .summary = "draw the pictures of a campaign",
    .examples = "  eswexp plot                               the newest campaign below results\n"
                "  eswexp plot --all                         with diagnostics\n"
                "  eswexp plot results/sort/ID --format pdf  for a paper\n",
    .details = "Draws pictures of the campaign in DIR, from its CSV files, into DIR/plots:\n"
               "those that 'pictures:' in its experiment file defines (picture-NAME), ratios\n"
               "with intervals, for a sweep their curve or heat map, and the builds of all\n"
               "sides; where there are no ratios, means. --all also draws means beside ratios\n"
               "and the diagnostics: distributions by build, run sequence, canary, lag plots,\n"
               "autocorrelation, shares of variance, and repetition counts. They mark the\n"
               "drift, bimodality, outliers and interference that the report found.\n\n"
               "The format svg, for screens, turns dark with the page around it; with it\n"
               "DIR/report.html is updated. The format pdf is 84 mm wide, one column of a\n"
               "paper, with embedded fonts and without a title.\n\n"
               "The pictures of a campaign that may only be read go into the folder of --out.\n\n"
               "Needs a python3 with matplotlib: the first of ESWEXP_PYTHON, python3 on PATH,\n"
               "and the system's own. Python runs isolated: it ignores PYTHONPATH and the\n"
               "packages in your home. To use such packages, set ESWEXP_PYTHON to the python\n"
               "of a virtual environment. Each script in the plots folder also runs alone.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 0,
    .words_most = 1,
    .word = WORD_FOLDER,
    .run = run,
};
