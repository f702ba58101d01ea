// Tables with a caption and row headings, which scroll on narrow screens.
#include "report/html/frame/table.h"

#include "report/html/frame/writer.h"

enum { ROWS_MOST = 400 };

struct html_table html_table_begin(const struct html_page *page, const char *caption,
                                   const struct html_column *columns, size_t count, const char *all)
{
    html_add(page->html,
             "<div class=\"table\" role=\"region\" aria-label=\"%s\" tabindex=\"0\">\n<table>\n"
             "<caption>%s</caption>\n<thead><tr>",
             caption, caption);
    for (size_t i = 0; i < count; i++) {
        html_add(page->html, "<th scope=\"col\"");
        if (columns[i].number)
            html_add(page->html, " class=\"n\"");
        html_add(page->html, ">%s</th>", columns[i].name);
    }
    html_add(page->html, "</tr></thead>\n<tbody>\n");
    return (struct html_table){page, columns, count, 0, all};
}

void html_table_group(struct html_table *table, const char *title)
{
    struct html *html = table->page->html;
    if (table->rows >= ROWS_MOST)
        return;
    html_add(html,
             "</tbody>\n<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"%s\">%s"
             "</th></tr>\n",
             arena_printf(table->page->arena, "%zu", table->count), title);
}

void html_table_row(struct html_table *table, const char *const *cells)
{
    struct html *html = table->page->html;
    if (table->rows++ >= ROWS_MOST)
        return;
    html_add(html, "<tr><th scope=\"row\">%s</th>", cells[0] ? cells[0] : "");
    for (size_t i = 1; i < table->count; i++) {
        const char *words = cells[i] ? cells[i] : "";
        if (table->columns[i].number)
            html_add(html, "<td class=\"n\">%s</td>", words);
        else
            html_add(html, "<td>%s</td>", words);
    }
    html_add(html, "</tr>\n");
}

void html_table_end(struct html_table *table)
{
    const struct html_page *page = table->page;
    html_add(page->html, "</tbody>\n</table>\n</div>\n");
    if (table->rows > ROWS_MOST)
        html_add(page->html, "<p class=\"more\">… and %s: %s.</p>\n",
                 text_counted(page->arena, table->rows - ROWS_MOST, "more row"), table->all);
}
