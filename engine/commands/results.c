// What a campaign's folder gives.
#include "commands/results.h"

#include "analysis/diagnostics.h"
#include "analysis/summary_statistics.h"
#include "base/files/folder.h"
#include "commands/page.h"
#include "model/verdict.h"
#include "report/latex.h"
#include "report/report.h"
#include "base/files/paths.h"
#include "base/nearest.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

size_t results_columns(void)
{
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known && size.ws_col < 100 ? size.ws_col : (known ? 100 : 80);
}

bool results_format_known(const struct command_line *line, struct error *error)
{
    static const char *const formats[] = {"text", "markdown", "json", "html", "latex", NULL};
    const char *near = line->format ? text_nearest(line->format, formats) : NULL;
    if (!line->format || (near && strcmp(near, line->format) == 0))
        return true;
    return near ? failed(error, EXIT_USAGE, "unknown format '%s': did you mean '%s'?", line->format,
                         near)
                : failed(error, EXIT_USAGE,
                         "unknown format '%s': text, markdown, json, html or latex", line->format);
}

// `folder`: the campaign's, or NULL.
static bool print(struct command_line *line, struct store *store, const struct findings *findings,
                  const char *folder, struct error *error)
{
    if (page_asked(line))
        return report_html(store, findings, folder, stdout, error);
    const char *format = line->json ? "json" : (line->format ? line->format : "text");
    if (strcmp(format, "json") == 0)
        return report_json(findings, stdout, error);
    if (strcmp(format, "markdown") == 0)
        report_markdown(findings, stdout);
    else if (strcmp(format, "latex") == 0)
        report_latex(findings, stdout);
    else
        report_text(findings, stdout, results_columns(), line->log.colour && isatty(STDOUT_FILENO));
    return true;
}

static enum exit_code verdict(const struct command_line *line, const struct findings *findings)
{
    bool inconclusive = false;
    for (size_t i = 0; i < findings->claim_count; i++) {
        if (findings->claims[i].outcome == CLAIM_REFUTED)
            return EXIT_REGRESSION;
        inconclusive |= findings->claims[i].outcome == CLAIM_INCONCLUSIVE;
    }
    return line->strict && inconclusive ? EXIT_INCONCLUSIVE : EXIT_FINE;
}

// With the summary that the command line asks for, if it does.
static bool load(struct command_line *line, struct store *store, struct findings *findings,
                 struct error *error)
{
    struct statistic summary;
    const char *problem =
        line->summary ? statistic_read(line->arena, line->summary, &summary) : NULL;
    if (problem)
        return failed(error, EXIT_USAGE, "%s", problem);
    return findings_load(line->arena, store, findings, error) &&
           (!line->summary ||
            summary_statistics_choose(line->arena, store, findings, &summary, error)) &&
           diagnostics_load(line->arena, store, findings, error);
}

enum exit_code results_print(struct command_line *line, struct store *store, struct error *error)
{
    struct findings findings = {0};
    return load(line, store, &findings, error) && print(line, store, &findings, NULL, error)
               ? verdict(line, &findings)
               : error->code;
}

static bool write_markdown(const struct findings *findings, const struct folder *folder,
                           struct error *error)
{
    struct file_writer writer;
    if (!folder_begin(&writer, folder, "report.md", error))
        return false;
    report_markdown(findings, writer.stream);
    return file_commit(&writer, error);
}

bool results_files(const struct command_line *line, struct store *store,
                   const struct findings *findings, const char *path, struct error *error)
{
    struct findings whole = *findings;
    FOLDER_CLEANUP struct folder folder = {0};
    if (!folder_open(&folder, path, error) ||
        (!whole.diagnostics && !diagnostics_load(line->arena, store, &whole, error)) ||
        !report_csv(store, &whole, &folder, error) || !write_markdown(&whole, &folder, error))
        return false;
    if (line->plot || page_asked(line))
        page_draw(line, store, &folder);
    return page_write(store, &whole, &folder, error);
}

// The report is printed even where its files cannot be written: a full disk hides no result. Files
// keep the experiment's own summary.
enum exit_code results_write(struct command_line *line, const char *folder, const char **before,
                             struct error *error)
{
    struct arena *arena = line->arena;
    struct findings findings = {0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store || !load(line, store, &findings, error))
        return error->code;
    fputs(*before, stdout);
    *before = NULL;
    bool page = page_asked(line) && !line->summary,
         done = (page || print(line, store, &findings, folder, error)) &&
                (line->summary || results_files(line, store, &findings, folder, error));
    if (done && page)
        printf("%s\n", page_path(arena, folder));
    return done ? verdict(line, &findings) : error->code;
}
