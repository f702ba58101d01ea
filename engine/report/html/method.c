// What a paper needs: a methods section, and the checklist of benchmarking crimes.
#include "report/html/internal.h"

#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/html/frame/writer.h"
#include "report/paper/checklist.h"
#include "report/paper/methods.h"

bool html_methods(const struct html_page *page, struct error *error)
{
    const char *paragraph = NULL;
    struct text_list citations = {0};
    if (!methods_wording(page->arena, page->store, page->findings, &paragraph, &citations, error))
        return false;
    if (!paragraph || !*paragraph)
        return true;
    html_section(page, "methods", "Methods, for a paper");
    html_add(page->html, "<p>%s</p>\n", paragraph);
    html_add(page->html, "<ol class=\"notes\">\n");
    for (size_t i = 0; i < citations.count; i++)
        html_add(page->html, "<li>%s</li>\n", citations.items[i]);
    html_add(page->html, "</ol>\n");
    html_section_end(page);
    return true;
}

bool html_checklist(const struct html_page *page, struct error *error)
{
    static const struct html_column columns[] = {
        {"crime", false}, {"state", false}, {"reason", false}};
    static const char *const states[] = {[CHECK_VOUCHED] = "✓ avoided",
                                         [CHECK_VIOLATED] = "✗ committed",
                                         [CHECK_ASK] = "? to answer"};
    struct checklist checklist = {0};
    if (!checklist_of(page->arena, page->store, page->findings, &checklist, error))
        return false;
    html_section(page, "checklist", "Benchmarking crimes");
    html_add(page->html,
             "<p>As G. Heiser (Systems Benchmarking Crimes) and E. van der Kouwe, D. Andriesse, "
             "H. Bos, C. Giuffrida and G. Heiser (Benchmarking Crimes: An Emerging Threat in "
             "Systems Security, 2018) name them.</p>\n");
    struct html_table table = html_table_begin(
        page, "Crimes that this campaign avoids, commits, or leaves to its author to answer",
        columns, 3, "");
    for (size_t i = 0; i < checklist.count; i++) {
        const struct check *check = &checklist.checks[i];
        html_table_row(&table, (const char *[]){check->crime, states[check->state], check->words});
    }
    html_table_end(&table);
    html_section_end(page);
    return true;
}
