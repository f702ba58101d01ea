// The page: its head, the answer, pictures, notes folded away, and what only a page has room for.
#include "report/html/page.h"

#include "report/html/style.h"

enum { ROWS_MOST = 400, LINES_MOST = 100 };

struct page {
    struct html *html;
    struct arena *arena;
    bool linked;
};

// ---- Tables

static void table_head(const struct page *page, const struct report_table *table)
{
    const char *caption = table->caption ? table->caption : table->columns[0].name;
    html_add(page->html,
             "<div class=\"table\" role=\"region\" aria-label=\"%s\" tabindex=\"0\">\n<table>\n",
             caption);
    if (table->caption)
        html_add(page->html, "<caption>%s</caption>\n", caption);
    html_add(page->html, "<thead><tr>");
    for (size_t i = 0; i < table->column_count; i++) {
        html_add(page->html, "<th scope=\"col\"");
        if (table->columns[i].number)
            html_add(page->html, " class=\"n\"");
        html_add(page->html, ">%s</th>", table->columns[i].name);
    }
    html_add(page->html, "</tr></thead>\n<tbody>\n");
}

static void group(const struct page *page, const struct report_table *table, const char *title)
{
    html_add(page->html,
             "</tbody>\n<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"%s\">%s"
             "</th></tr>\n",
             arena_printf(page->arena, "%zu", table->column_count), title);
}

static void cell(const struct page *page, const struct report_table *table,
                 const struct report_row *row, size_t column)
{
    const char *words = row->cells[column] ? row->cells[column] : "";
    bool gone = row->instead && column > table->name;
    if (gone && column > table->name + 1)
        return;
    if (column == table->name)
        html_add(page->html, "<th scope=\"row\">%s</th>", words);
    else if (gone)
        html_add(page->html, "<td colspan=\"%s\">%s</td>",
                 arena_printf(page->arena, "%zu", table->column_count - column), row->instead);
    else if (table->columns[column].number && row->tones[column])
        html_add(page->html, "<td class=\"n\"><b>%s</b></td>", words);
    else if (table->columns[column].number)
        html_add(page->html, "<td class=\"n\">%s</td>", words);
    else if (row->tones[column])
        html_add(page->html, "<td><b>%s</b></td>", words);
    else
        html_add(page->html, "<td>%s</td>", words);
}

static void row(const struct page *page, const struct report_table *table,
                const struct report_row *row)
{
    if (row->group)
        group(page, table, row->group);
    html_add(page->html, "<tr>");
    for (size_t i = 0; i < table->column_count; i++)
        cell(page, table, row, i);
    html_add(page->html, "</tr>\n");
    for (size_t i = 0; i < row->below.count; i++)
        html_add(page->html, "<tr><td colspan=\"%s\">%s</td></tr>\n",
                 arena_printf(page->arena, "%zu", table->column_count), row->below.items[i]);
}

static void table(const struct page *page, const struct report_table *table)
{
    size_t shown = table->row_count < ROWS_MOST ? table->row_count : ROWS_MOST;
    if (!shown)
        return;
    table_head(page, table);
    for (size_t i = 0; i < shown; i++)
        row(page, table, &table->rows[i]);
    html_add(page->html, "</tbody>\n</table>\n</div>\n");
    if (shown < table->row_count)
        html_add(page->html, "<p class=\"more\">… and %s: %s.</p>\n",
                 text_counted(page->arena, table->row_count - shown, "more row"),
                 table->all ? table->all : "--json");
}

// ---- Blocks

static void list(const struct page *page, const struct text_list *items)
{
    html_add(page->html, "<ul class=\"notes\">\n");
    for (size_t i = 0; i < items->count && i < LINES_MOST; i++)
        html_add(page->html, "<li>%s</li>\n", items->items[i]);
    if (items->count > LINES_MOST)
        html_add(page->html, "<li>… and %s</li>\n",
                 text_counted(page->arena, items->count - LINES_MOST, "more note"));
    html_add(page->html, "</ul>\n");
}

static void answers(const struct page *page, const struct report_block *block)
{
    html_add(page->html, "<ul class=\"answers\">\n");
    for (size_t i = 0; i < block->count; i++) {
        const struct report_answer *answer = &block->answers[i];
        html_add(page->html, "<li class=\"%s\">", answer->tone ? "decided" : "open");
        if (answer->word)
            html_add(page->html, "<b>%s</b> ", answer->word);
        html_add(page->html, "%s</li>\n", answer->words);
    }
    html_add(page->html, "</ul>\n");
}

static void terms(const struct page *page, const struct report_block *block)
{
    html_add(page->html, "<dl class=\"terms\">\n");
    for (size_t i = 0; i < block->list.count; i++) {
        const char *term = block->terms.items[i], *words = block->list.items[i];
        if (page->linked && block->linked)
            html_add(page->html, "<dt><a href=\"%s\">%s</a></dt><dd>%s</dd>\n", term, term, words);
        else
            html_add(page->html, "<dt>%s</dt><dd>%s</dd>\n", term, words);
    }
    html_add(page->html, "</dl>\n");
}

// A long one is folded away.
static void code(const struct page *page, const char *words)
{
    enum { LINES_SHOWN = 12 };
    size_t lines = 0;
    for (const char *c = words; *c; c++)
        lines += *c == '\n';
    bool folded = lines > LINES_SHOWN;
    if (folded)
        html_add(page->html, "<details>\n<summary>%s lines</summary>\n",
                 arena_printf(page->arena, "%zu", lines));
    html_add(page->html, "<pre tabindex=\"0\"><code>%s</code></pre>\n", words);
    if (folded)
        html_add(page->html, "</details>\n");
}

static void block(const struct page *page, const struct report_block *block, const char *lead)
{
    switch (block->kind) {
    case BLOCK_ANSWERS:
        answers(page, block);
        break;
    case BLOCK_WORDS:
        if (lead)
            html_add(page->html, "<p><b>%s</b> %s</p>\n", lead, block->words);
        else
            html_add(page->html, "<p>%s</p>\n", block->words);
        break;
    case BLOCK_LIST:
        list(page, &block->list);
        break;
    case BLOCK_TERMS:
        terms(page, block);
        break;
    case BLOCK_TABLE:
        table(page, block->table);
        break;
    case BLOCK_CODE:
        code(page, block->words);
        break;
    }
}

// ---- Sections

static void blocks(const struct page *page, const struct report_section *section)
{
    bool leads = section_is_led(section);
    if (section->rank == RANK_FIRST && section->title && !leads)
        html_add(page->html, "<h3>%s</h3>\n", section->title);
    for (size_t i = 0; i < section->count; i++)
        block(page, &section->blocks[i], leads && i == 0 ? section->title : NULL);
}

static void begin(const struct page *page, const char *id, const char *title)
{
    html_add(page->html, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n", id, id,
             title);
}

static void end(const struct page *page)
{
    html_add(page->html, "</section>\n");
}

static void first(const struct page *page, const struct document *document)
{
    begin(page, "answer", "Answer");
    for (size_t i = 0; i < document->count; i++)
        if (document->sections[i]->rank == RANK_FIRST && !section_is_empty(document->sections[i]))
            blocks(page, document->sections[i]);
    end(page);
}

static void notes(const struct page *page, const struct document *document)
{
    size_t count = 0;
    for (size_t i = 0; i < document->count; i++) {
        const struct report_section *section = document->sections[i];
        if (section->rank != RANK_NOTES || section_is_empty(section))
            continue;
        if (!count++)
            begin(page, "notes", "Notes");
        html_add(page->html, "<details>\n<summary>%s</summary>\n",
                 section->title ? section->title : "More");
        blocks(page, section);
        html_add(page->html, "</details>\n");
    }
    if (count)
        end(page);
}

static void others(const struct page *page, const struct document *document)
{
    for (size_t i = 0; i < document->count; i++) {
        const struct report_section *section = document->sections[i];
        if (section->rank != RANK_PAGE || section_is_empty(section))
            continue;
        begin(page, section->id, section->title);
        blocks(page, section);
        end(page);
    }
}

static void pictures(const struct page *page, const struct page_figures *figures)
{
    struct text_list left_out = figures->notes;
    begin(page, "pictures", "Pictures");
    for (size_t i = 0; i < figures->count; i++) {
        const struct page_figure *figure = &figures->items[i];
        html_add(page->html, "<figure>\n");
        if (!html_add_picture(
                page->html, figure->svg,
                arena_printf(page->arena, "%s: %s", figure->subject, figure->caption)))
            html_add(page->html, "<p>%s cannot be read.</p>\n", figure->svg);
        html_add(page->html, "<figcaption><b>%s.</b> %s</figcaption>\n</figure>\n", figure->subject,
                 figure->caption);
    }
    if (left_out.count)
        list(page, &left_out);
    end(page);
}

static void head(const struct page *page, const struct document *document)
{
    html_add(page->html,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n"
             "<meta name=\"generator\" content=\"eswexp " ESWEXP_VERSION "\">\n"
             "<link rel=\"icon\" href=\"data:,\">\n<title>%s · report</title>\n<style>\n",
             document->title);
    html_style(page->html);
    html_add(page->html, "</style>\n</head>\n<body>\n<header>\n<h1>%s</h1>\n", document->title);
    if (*document->question)
        html_add(page->html, "<p class=\"question\">%s</p>\n", document->question);
    html_add(page->html, "</header>\n<main>\n");
}

void document_html(const struct document *document, const struct page_figures *figures, bool linked,
                   FILE *out)
{
    struct arena scratch = {0};
    const struct page page = {html_on(&scratch, out), &scratch, linked};
    head(&page, document);
    first(&page, document);
    if (figures)
        pictures(&page, figures);
    notes(&page, document);
    others(&page, document);
    html_add(page.html, "</main>\n<footer>\n<p>Made by eswexp " ESWEXP_VERSION
                        " from the campaign's store alone.</p>\n</footer>\n</body>\n</html>\n");
    arena_release(&scratch);
}
