// The sections that only the page of a campaign has.
#pragma once

#include "analysis/findings.h"
#include "report/html/page.h"
#include "store/store.h"

// The document being completed.
struct paged {
    struct document *document;
    struct arena *arena; // of the document
    struct store *store;
    const struct findings *findings;
};

void page_variances(const struct paged *paged);
void page_diagnostics(const struct paged *paged);
NODISCARD bool page_layouts(const struct paged *paged, struct error *error);
NODISCARD bool page_machine(const struct paged *paged, struct error *error);
void page_reproduce(const struct paged *paged);
NODISCARD bool page_methods(const struct paged *paged, struct error *error);
NODISCARD bool page_checklist(const struct paged *paged, struct error *error);
// The files beside the page, in `folder`.
void page_files(const struct paged *paged, const char *folder);
// The pictures in the folder `pictures`, or NULL.
const struct page_figures *page_figures(const struct paged *paged, const char *pictures);
