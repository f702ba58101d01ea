// The claims of the experiment file, and their outcomes.
#include "report/html/internal.h"

#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/overview/parts.h"
#include "report/wording/claims.h"

void html_claims(const struct html_page *page)
{
    static const struct html_column columns[] = {
        {"claim", false}, {"outcome", false}, {"reason", false}};
    static const char *const marks[] = {
        [CLAIM_INCONCLUSIVE] = "?", [CLAIM_SUPPORTED] = "✓", [CLAIM_REFUTED] = "✗"};
    const struct findings *findings = page->findings;
    if (findings->claim_count == 0)
        return;
    html_section(page, "claims", "Claims");
    struct html_table table = html_table_begin(page, "Claims, judged by the intervals", columns, 3,
                                               full_table(findings, "csv/claims.csv"));
    for (size_t i = 0; i < findings->claim_count; i++) {
        const struct judged_claim *claim = &findings->claims[i];
        const char *outcome = arena_printf(page->arena, "%s %s", marks[claim->outcome],
                                           claim_outcome_word(claim->outcome));
        html_table_row(&table, (const char *[]){claim->text, outcome, claim->reason});
    }
    html_table_end(&table);
    html_section_end(page);
}
