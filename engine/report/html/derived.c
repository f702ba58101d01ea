// Derived quantities with their intervals.
#include "report/html/internal.h"

#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/overview/derived.h"
#include "report/overview/parts.h"
#include "spec/expression/derivation.h"

static void rows(const struct html_page *page, struct html_table *table,
                 const struct derived_result *result)
{
    const char *place = derived_place(page->arena, page->findings, result);
    if (!result->term_count)
        html_table_row(table, (const char *[]){place, NULL, result->words});
    for (size_t i = 0; i < result->term_count; i++) {
        const struct derived_term *term = &result->terms[i];
        const char *between = *place && *term->name ? ", " : "";
        const char *source = term->is_place && !term->bounded ? ", as reported by the machine" : "";
        const char *at = arena_printf(page->arena, "%s%s%s%s", place, between, term->name, source);
        html_table_row(table, (const char *[]){at, derived_number(page->arena, term),
                                               i ? NULL : result->words});
    }
}

void html_derived(const struct html_page *page)
{
    static const struct html_column columns[] = {{"at", false}, {"value", true}, {"note", false}};
    const struct derived *derived = page->findings->derived;
    if (!derived)
        return;
    html_section(page, "derived", "Derived");
    struct html_table table = html_table_begin(page, "Quantities derived from the means", columns,
                                               3, full_table(page->findings, "csv/derived.csv"));
    for (size_t i = 0; i < derived->result_count; i++) {
        const struct derived_result *result = &derived->results[i];
        const struct derivation *derivation = &derived->derivations[result->derivation];
        if (i == 0 || result->derivation != result[-1].derivation)
            html_table_group(
                &table, arena_printf(page->arena, "%s = %s", derivation->name, derivation->text));
        rows(page, &table, result);
    }
    html_table_end(&table);
    html_section_end(page);
}
