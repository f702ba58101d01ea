// The page of a campaign: its report, and what only a page has room for.
#include "report/page/page.h"

#include "report/campaign/campaign.h"
#include "report/page/internal.h"

bool report_html(struct store *store, const struct findings *findings, const char *pictures,
                 const char *folder, FILE *out, struct error *error)
{
    struct arena scratch = {0};
    const struct paged paged = {campaign_document(&scratch, findings, NULL), &scratch, store,
                                findings};
    page_variances(&paged);
    page_diagnostics(&paged);
    bool done = page_layouts(&paged, error) && page_machine(&paged, error);
    page_reproduce(&paged);
    done = done && page_methods(&paged, error) && page_checklist(&paged, error);
    if (folder)
        page_files(&paged, folder);
    if (done)
        document_html(paged.document, page_figures(&paged, pictures), folder, out);
    arena_release(&scratch);
    return done && store_is_read(store, error);
}
