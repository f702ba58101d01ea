// Parts of an overview: of many cells, and of the bias of one set-up.
#include "report/html/internal.h"

#include "model/level.h"
#include "model/verdict.h"
#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/html/frame/writer.h"
#include "report/layouts/bias.h"
#include "report/overview/overview.h"
#include "report/overview/parts.h"
#include "report/wording/estimates.h"
#include "report/wording/summaries.h"

#include <string.h>

static void part_rows(const struct html_page *page, const struct overview_part *part)
{
    const struct html_column columns[] = {
        {"benchmark", false},
        {value_header(page->arena, page->findings, part->rows[0].estimate), true}};
    struct html_table table = html_table_begin(page, part->title, columns, 2,
                                               full_table(page->findings, "csv/estimates.csv"));
    for (size_t i = 0; i < part->row_count; i++)
        html_table_row(
            &table, (const char *[]){part->rows[i].name, value_wording(page->arena, page->findings,
                                                                       part->rows[i].estimate)});
    html_table_end(&table);
}

static void part(const struct html_page *page, const struct overview_part *part)
{
    struct text_list lines = {0};
    html_add(page->html, "<h3>%s</h3>\n", part->title);
    if (part->row_count)
        part_rows(page, part);
    if (!part->count)
        return;
    for (size_t i = 0; i < part->count; i++)
        text_list_add(&lines, page->arena, part->lines[i].words);
    html_list(page, "notes", &lines);
}

void html_overview(const struct html_page *page, bool diagnostics)
{
    struct overview overview = overview_of(page->arena, page->findings);
    for (size_t i = 0; i < overview.count; i++)
        if (overview.parts[i].diagnostics == diagnostics)
            part(page, &overview.parts[i]);
}

void html_bias(const struct html_page *page)
{
    struct overview overview = bias_overview(page->arena, page->findings);
    for (size_t i = 0; i < overview.count; i++)
        part(page, &overview.parts[i]);
}
