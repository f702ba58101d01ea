// The sections of the page, each in its own file.
#pragma once

#include "report/html/frame/section.h"

// The overview of many cells: its diagnostics, or all else.
void html_overview(const struct html_page *page, bool diagnostics);

// What single values of a factor would have concluded; nothing unless `eswexp bias` asked.
void html_bias(const struct html_page *page);

// ---- Sections

void html_answer(const struct html_page *page);
void html_attribution(const struct html_page *page);
void html_claims(const struct html_page *page);
void html_derived(const struct html_page *page);
void html_results(const struct html_page *page);
void html_explained(const struct html_page *page);
void html_variances(const struct html_page *page);
void html_diagnostics(const struct html_page *page);
void html_pictures(const struct html_page *page);
NODISCARD bool html_layouts(const struct html_page *page, struct error *error);
NODISCARD bool html_machine(const struct html_page *page, struct error *error);
void html_reproduce(const struct html_page *page);
NODISCARD bool html_methods(const struct html_page *page, struct error *error);
NODISCARD bool html_checklist(const struct html_page *page, struct error *error);
void html_files(const struct html_page *page);
