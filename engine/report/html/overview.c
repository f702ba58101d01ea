// The overview of many cells.
#include "report/html/internal.h"

#include "model/level.h"
#include "model/verdict.h"
#include "report/html/frame/section.h"
#include "report/html/frame/writer.h"
#include "report/overview/overview.h"
#include "report/overview/parts.h"

#include <string.h>

void html_overview(const struct html_page *page, bool diagnostics)
{
    struct overview overview = overview_of(page->arena, page->findings);
    for (size_t i = 0; i < overview.count; i++) {
        const struct overview_part *part = &overview.parts[i];
        struct text_list lines = {0};
        if (part->diagnostics != diagnostics)
            continue;
        html_add(page->html, "<h3>%s</h3>\n", part->title);
        for (size_t k = 0; k < part->count; k++)
            text_list_add(&lines, page->arena, part->lines[k].words);
        html_list(page, "notes", &lines);
    }
}
