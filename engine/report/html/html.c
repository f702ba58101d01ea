// The page's frame: its head, its sections in order, its foot.
#include "report/html/html.h"

#include "report/html/frame/section.h"
#include "report/html/frame/style.h"
#include "report/html/frame/writer.h"
#include "report/html/internal.h"
#include "report/wording/notes.h"
#include "store/facts.h"

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

// Each section has its own arena, because a section that reads the experiment again needs much
// memory.
static bool in_own_arena(const struct html_page *page,
                         bool (*section)(const struct html_page *, struct error *),
                         struct error *error)
{
    struct arena scratch = {0};
    struct html_page own = *page;
    own.arena = &scratch;
    bool done = section(&own, error);
    arena_release(&scratch);
    return done;
}

bool report_html(struct store *store, const struct findings *findings, const char *pictures,
                 const char *folder, FILE *out, struct error *error)
{
    struct arena scratch = {0};
    struct html_page page = {html_on(&scratch, out), &scratch, store, findings, pictures, folder};
    head(&page);
    title(&page);
    html_add(page.html, "<main>\n");
    html_answer(&page);
    html_claims(&page);
    html_attribution(&page);
    html_derived(&page);
    html_results(&page);
    html_explained(&page);
    html_pictures(&page);
    html_variances(&page);
    html_diagnostics(&page);
    bool done = html_layouts(&page, error) && html_machine(&page, error);
    html_reproduce(&page);
    done = done && in_own_arena(&page, html_methods, error) &&
           in_own_arena(&page, html_checklist, error);
    html_files(&page);
    html_add(page.html, "</main>\n<footer>\n<p>Made by eswexp " ESWEXP_VERSION
                        " from the campaign's store alone.</p>\n</footer>\n</body>\n</html>\n");
    arena_release(&scratch);
    return done && store_is_read(store, error);
}
