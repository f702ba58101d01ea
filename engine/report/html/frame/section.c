// Sections and lists of the page.
#include "report/html/frame/section.h"

#include "report/wording/estimates.h"

enum { LINES_MOST = 100 };

bool html_shows_cells(const struct html_page *page)
{
    size_t cells = page->findings->catalogue.cell_count;
    return cells > 0 && cells <= CELLS_SHOWN_WHOLE;
}

void html_section(const struct html_page *page, const char *id, const char *title)
{
    html_add(page->html, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n", id, id,
             title);
}

void html_section_end(const struct html_page *page)
{
    html_add(page->html, "</section>\n");
}

void html_list(const struct html_page *page, const char *kind, const struct text_list *items)
{
    if (items->count == 0)
        return;
    html_add(page->html, "<ul class=\"%s\">\n", kind);
    for (size_t i = 0; i < items->count && i < LINES_MOST; i++)
        html_add(page->html, "<li>%s</li>\n", items->items[i]);
    if (items->count > LINES_MOST)
        html_add(page->html, "<li>… and %s</li>\n",
                 text_counted(page->arena, items->count - LINES_MOST, "more note"));
    html_add(page->html, "</ul>\n");
}
