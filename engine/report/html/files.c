// Links to the campaign's files beside the page.
#include "report/html/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "report/html/frame/section.h"
#include "report/html/frame/writer.h"

struct kept_file {
    const char *path, *words;
};

static const struct kept_file kept[] = {
    {"csv/estimates.csv", "means with their intervals, medians, minima"},
    {"csv/ratios.csv", "variants against the baseline"},
    {"csv/attribution.csv", "shares of factors in the variance between builds"},
    {"csv/explained.csv", "code and placement of the comparisons"},
    {"csv/functions.csv", "functions that differ, by comparison"},
    {"csv/derived.csv", "derived quantities of the experiment file"},
    {"csv/claims.csv", "claims of the experiment file, with their outcomes"},
    {"csv/variances.csv", "variance by level"},
    {"csv/dimensioning.csv", "how repetitions were chosen, from the pilot"},
    {"csv/samples.csv", "every value, in the order of the plan"},
    {"csv/builds.csv", "every build, with its layout and its draws"},
    {"csv/executions.csv", "every execution, with its start, exit and draws"},
    {"csv/diagnostics.csv", "steady state, independence, outliers, drift by series"},
    {"csv/autocorrelations.csv", "autocorrelation of each series and of shuffled copies"},
    {"csv/interference.csv", "migrations, preemptions and throttling, by execution"},
    {"csv/canary.csv", "canary: time of the reference workload at the end of blocks"},
    {"csv/pictures.csv", "the pictures that the experiment file asks for"},
    {"csv/profiles.csv", "functions in which one unmeasured execution of a variant spent its time"},
    {"report.md", "this report as Markdown"},
    {"campaign.db", "the store: the whole campaign in one SQLite file"},
};

static void file_entry(const struct html_page *page, const struct kept_file *file)
{
    if (!file_exists(path_join(page->arena, page->folder, file->path)))
        return;
    html_add(page->html, "<dt><a href=\"%s\">%s</a></dt><dd>%s</dd>\n", file->path, file->path,
             file->words);
}

void html_files(const struct html_page *page)
{
    if (!page->folder)
        return;
    html_section(page, "data", "Data");
    html_add(page->html, "<dl class=\"files\">\n");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        file_entry(page, &kept[i]);
    html_add(page->html, "</dl>\n");
    html_section_end(page);
}
