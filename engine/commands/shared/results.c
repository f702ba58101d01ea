// Writing and printing the results of a campaign.
#include "commands/shared/results.h"

#include "analysis/analysis.h"
#include "analysis/diagnostics/diagnostics.h"
#include "analysis/estimate/summary_statistics.h"
#include "base/files/folder.h"
#include "base/files/paths.h"
#include "commands/shared/page.h"
#include "commands/shared/show.h"
#include "model/verdict.h"
#include "report/campaign/campaign.h"
#include "report/exchange/benchfmt.h"
#include "report/exchange/jsonl.h"
#include "report/exchange/otava.h"
#include "report/json.h"
#include "report/markdown.h"
#include "report/paper/latex.h"
#include "report/tables/csv.h"

#include <stdlib.h>
#include <string.h>

const char *const results_formats[] = {"text",     "markdown", "json",  "html", "latex",
                                       "benchfmt", "jsonl",    "otava", NULL};

static const struct markdown of_report = {.level = 1};

// `place`: of the campaign or its samples; its folder has the pictures.
static bool print(const struct invocation *invocation, const struct results_options *options,
                  struct store *store, const struct findings *findings,
                  const struct report_place *place, struct error *error)
{
    const char *format = options->json ? "json" : (options->format ? options->format : "text");
    if (strcmp(format, "html") == 0)
        return report_html(store, findings, place->folder, NULL, stdout, error);
    if (strcmp(format, "json") == 0)
        return json_of_result(campaign_record(invocation->arena, findings),
                              campaign_document(invocation->arena, findings, NULL), stdout, error);
    if (strcmp(format, "jsonl") == 0)
        return report_jsonl(store, findings, stdout, error);
    if (strcmp(format, "benchfmt") == 0)
        return report_benchfmt(store, findings, stdout, error);
    if (strcmp(format, "otava") == 0)
        return report_otava(invocation->arena, store, findings, stdout, error);
    if (strcmp(format, "latex") == 0) {
        report_latex(findings, stdout);
        return true;
    }
    if (strcmp(format, "markdown") == 0)
        document_markdown(campaign_document(invocation->arena, findings, NULL), &of_report, stdout);
    else
        show(invocation, campaign_document(invocation->arena, findings, place), options->notes);
    return true;
}

static enum exit_code verdict(const struct results_options *options,
                              const struct findings *findings)
{
    bool inconclusive = false;
    if (findings->completeness.unfinished && findings->claim_count)
        return EXIT_INCONCLUSIVE;
    for (size_t i = 0; i < findings->claim_count; i++) {
        if (findings->claims[i].outcome == CLAIM_REFUTED)
            return EXIT_REGRESSION;
        inconclusive |= findings->claims[i].outcome == CLAIM_INCONCLUSIVE;
    }
    return options->strict && inconclusive ? EXIT_INCONCLUSIVE : EXIT_FINE;
}

// Applies the summary statistic of --summary, if it is given.
static bool load(const struct invocation *invocation, const struct results_options *options,
                 struct store *store, struct findings *findings, struct error *error)
{
    struct statistic summary;
    const char *problem =
        options->summary ? statistic_read(invocation->arena, options->summary, &summary) : NULL;
    if (problem)
        return failed(error, EXIT_USAGE, "%s", problem);
    return analysis_load(invocation->arena, store, findings, error) &&
           (!options->summary ||
            analysis_summarise(invocation->arena, store, findings, &summary, error)) &&
           analysis_diagnose(invocation->arena, store, findings, error);
}

enum exit_code results_print(const struct invocation *invocation,
                             const struct results_options *options, struct store *store,
                             const char *source, struct error *error)
{
    struct findings findings = {0};
    const struct report_place place = {.source = source, .quiet = invocation->log.quiet};
    return load(invocation, options, store, &findings, error) &&
                   print(invocation, options, store, &findings, &place, error)
               ? verdict(options, &findings)
               : error->code;
}

static bool write_markdown(const struct findings *findings, const struct folder *folder,
                           struct error *error)
{
    struct arena scratch = {0};
    struct file_writer writer;
    if (!folder_begin(&writer, folder, "report.md", error))
        return false;
    document_markdown(campaign_document(&scratch, findings, NULL), &of_report, writer.stream);
    arena_release(&scratch);
    return file_commit(&writer, error);
}

bool results_files(const struct invocation *invocation, const struct results_options *options,
                   struct store *store, const struct findings *findings, const char *path,
                   struct error *error)
{
    struct findings whole = *findings;
    FOLDER_CLEANUP struct folder folder = {0};
    if (!folder_open(&folder, path, error) ||
        (!whole.diagnostics && !analysis_diagnose(invocation->arena, store, &whole, error)) ||
        !report_csv(store, &whole, &folder, error) || !write_markdown(&whole, &folder, error))
        return false;
    if (options->plot || page_asked(options))
        page_draw(invocation, store, &folder);
    return page_write(store, &whole, &folder, error);
}

bool results_place(const struct invocation *invocation, const char *out, const char *folder,
                   const char **place, struct error *error)
{
    *place = out ? out : folder;
    if (out)
        return folder_make(out, error);
    const char *csv = path_join(invocation->arena, folder, "csv");
    if (folder_may_be_written(folder) && (!folder_exists(csv) || folder_may_be_written(csv)))
        return true;
    log_note(&invocation->log, "'%s' may only be read: no files were written", folder);
    *place = NULL;
    return true;
}

bool results_draw(const struct invocation *invocation, const struct results_options *options,
                  const char *campaign, struct error *error)
{
    const char *place;
    struct findings findings = {0};
    FOLDER_CLEANUP struct folder folder = {0};
    STORE_CLEANUP struct store *store =
        store_open(path_join(invocation->arena, campaign, "campaign.db"), error);
    if (!store || !load(invocation, options, store, &findings, error) ||
        !results_place(invocation, options->out, campaign, &place, error))
        return false;
    if (!place)
        return true;
    if (!folder_open(&folder, place, error))
        return false;
    page_draw(invocation, store, &folder);
    return page_write(store, &findings, &folder, error);
}

// `place`: where the page lies; NULL: it is printed.
static bool print_and_write(const struct invocation *invocation,
                            const struct results_options *options, struct store *store,
                            const struct findings *findings, const char *folder, const char *place,
                            struct error *error)
{
    bool page = page_asked(options);
    const char *written = place ? page_path(invocation->arena, place) : NULL;
    const struct report_place told = {options->anonymous ? NULL : folder, folder, written,
                                      invocation->log.quiet};
    if (page && !place)
        return page_print(invocation, store, findings, folder, error);
    bool done = (page || print(invocation, options, store, findings, &told, error)) &&
                (!place || results_files(invocation, options, store, findings, place, error));
    if (done && page)
        printf("%s\n", page_path(invocation->arena, place));
    return done;
}

// Prints the report before it writes the files, so a full disk hides no result. The files keep the
// experiment's own summary statistic.
enum exit_code results_write(const struct invocation *invocation,
                             const struct results_options *options, const char *folder,
                             const char **before, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct findings findings = {0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store || !load(invocation, options, store, &findings, error))
        return error->code;
    fputs(*before, stdout);
    *before = NULL;
    const char *place = NULL;
    const struct report_place alone = {options->anonymous ? NULL : folder, folder, NULL,
                                       invocation->log.quiet};
    bool done = options->summary ? print(invocation, options, store, &findings, &alone, error)
                                 : results_place(invocation, options->out, folder, &place, error) &&
                                       print_and_write(invocation, options, store, &findings,
                                                       folder, place, error);
    return done ? verdict(options, &findings) : error->code;
}
