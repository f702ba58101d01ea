// Parts of an overview: of many cells, and of the bias of one set-up.
#include "report/html/internal.h"

#include "model/level.h"
#include "model/verdict.h"
#include "report/html/frame/section.h"
#include "report/html/frame/writer.h"
#include "report/layouts/bias.h"
#include "report/overview/overview.h"
#include "report/overview/parts.h"

#include <string.h>

static void part(const struct html_page *page, const struct overview_part *part)
{
    struct text_list lines = {0};
    html_add(page->html, "<h3>%s</h3>\n", part->title);
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
