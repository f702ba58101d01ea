// What a paper needs: how to reproduce the campaign, a methods section, the checklist of
// benchmarking crimes, and the files.
#include "report/page/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "report/paper/checklist.h"
#include "report/paper/methods.h"
#include "report/paper/reproducing.h"
#include "store/facts.h"

#include <string.h>

enum { FILE_BYTES_MOST = 64 << 10 };

void page_reproduce(const struct paged *paged)
{
    struct arena *arena = paged->arena;
    const char *text = store_get(paged->store, arena, FACT_SPEC), *lines = "";
    if (!text || !*text)
        return;
    struct text_list commands = commands_to_reproduce(arena, paged->store, paged->findings);
    struct report_section *section =
        document_section(paged->document, RANK_PAGE, "reproduce", "How to reproduce it");
    for (size_t i = 0; i < commands.count; i++)
        lines = arena_printf(arena, "%s%s\n", lines, commands.items[i]);
    if (*lines)
        section_code(section, lines);
    section_words(section, "The experiment file, as it was read:");
    section_code(section, strlen(text) <= FILE_BYTES_MOST
                              ? text
                              : arena_printf(arena, "%.*s\n… the rest is in campaign.db",
                                             FILE_BYTES_MOST, text));
}

bool page_methods(const struct paged *paged, struct error *error)
{
    const char *paragraph = NULL;
    struct text_list citations = {0};
    if (!methods_wording(paged->arena, paged->store, paged->findings, &paragraph, &citations,
                         error))
        return false;
    if (!paragraph || !*paragraph)
        return true;
    struct report_section *section =
        document_section(paged->document, RANK_PAGE, "methods", "Methods, for a paper");
    section_words(section, paragraph);
    for (size_t i = 0; i < citations.count; i++)
        section_term(section, arena_printf(paged->arena, "[%zu]", i + 1), citations.items[i]);
    return true;
}

bool page_checklist(const struct paged *paged, struct error *error)
{
    static const struct report_column columns[] = {
        {"crime", false}, {"state", false}, {"reason", false}};
    static const char *const states[] = {[CHECK_VOUCHED] = "✓ avoided",
                                         [CHECK_VIOLATED] = "✗ committed",
                                         [CHECK_ASK] = "? to answer"};
    struct checklist checklist = {0};
    if (!checklist_of(paged->arena, paged->store, paged->findings, &checklist, error))
        return false;
    struct report_section *section =
        document_section(paged->document, RANK_PAGE, "checklist", "Benchmarking crimes");
    section_words(section,
                  "As G. Heiser (Systems Benchmarking Crimes) and E. van der Kouwe, D. Andriesse, "
                  "H. Bos, C. Giuffrida and G. Heiser (Benchmarking Crimes: An Emerging Threat in "
                  "Systems Security, 2018) name them.");
    struct report_table *table = section_table(
        section, "Crimes that this campaign avoids, commits, or leaves to its author to answer",
        columns, 3);
    for (size_t i = 0; i < checklist.count; i++) {
        const struct check *check = &checklist.checks[i];
        table_row_of(paged->arena, table,
                     (const char *[]){check->crime, states[check->state], check->words});
    }
    return true;
}

void page_files(const struct paged *paged, const char *folder)
{
    static const struct {
        const char *path, *words;
    } files[] = {
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
        {"csv/profiles.csv",
         "functions in which one unmeasured execution of a variant spent its time"},
        {"report.md", "this report as Markdown"},
        {"campaign.db", "the store: the whole campaign in one SQLite file"},
    };
    struct report_section *section = document_section(paged->document, RANK_PAGE, "data", "Data");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (file_exists(path_join(paged->arena, folder, files[i].path)))
            section_term(section, files[i].path, files[i].words);
    if (section->count)
        section->blocks[0].linked = true;
}
