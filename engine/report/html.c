// The page's frame: its head, its sections in order, its foot.
#include "report/html_parts.h"

#include "report/wording.h"

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
                 text_counted(page->arena, items->count - LINES_MOST, "more remark"));
    html_add(page->html, "</ul>\n");
}

static void head(const struct html_page *page)
{
    html_add(page->html,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n"
             "<meta name=\"generator\" content=\"eswexp " ESWEXP_VERSION "\">\n"
             "<link rel=\"icon\" href=\"data:,\">\n<title>%s · report</title>\n<style>\n",
             page->findings->experiment);
    html_style(page->html);
    html_add(page->html, "</style>\n</head>\n<body>\n");
}

static void title(const struct html_page *page)
{
    const struct findings *findings = page->findings;
    html_add(page->html, "<header>\n<h1>%s</h1>\n", findings->experiment);
    if (*findings->question)
        html_add(page->html, "<p class=\"question\">%s</p>\n", findings->question);
    html_add(page->html, "<p class=\"headline\">%s</p>\n</header>\n",
             headline(page->arena, findings));
}

// In memory of its own: a section that reads the experiment again needs much for many cells.
static bool apart(const struct html_page *page,
                  bool (*section)(const struct html_page *, struct error *), struct error *error)
{
    struct arena scratch = {0};
    struct html_page own = *page;
    own.arena = &scratch;
    bool done = section(&own, error);
    arena_release(&scratch);
    return done;
}

bool report_html(struct store *store, const struct findings *findings, const char *folder,
                 FILE *out, struct error *error)
{
    struct arena scratch = {0};
    struct html_page page = {html_on(&scratch, out), &scratch, store, findings, folder};
    head(&page);
    title(&page);
    html_add(page.html, "<main>\n");
    html_answer(&page);
    html_claims(&page);
    html_derived(&page);
    html_results(&page);
    html_pictures(&page);
    html_variances(&page);
    html_diagnostics(&page);
    bool done = html_layouts(&page, error) && html_machine(&page, error);
    html_reproduce(&page);
    done = done && apart(&page, html_methods, error) && apart(&page, html_checklist, error);
    html_files(&page);
    html_add(page.html, "</main>\n<footer>\n<p>Made by eswexp " ESWEXP_VERSION
                        " from the campaign's store alone.</p>\n</footer>\n</body>\n</html>\n");
    arena_release(&scratch);
    return done;
}
