// Steady state, independence, and what disturbed the measurement.
#include "report/html_parts.h"

#include "report/words.h"

enum { SERIES_MOST = 200 };

static const char *steady_in_words(struct arena *arena, const struct series_evidence *series)
{
    if (series->executions == 0)
        return "too few iterations to tell";
    return arena_printf(arena, "after %s in %zu of %s",
                        text_counted(arena, series->warmup, "iteration"), series->steady,
                        text_counted(arena, series->executions, "execution"));
}

static const char *independence_in_words(const struct independence *independence)
{
    return !independence->known ? "too few to tell" : independence->independent ? "yes" : "no";
}

static const char *outliers_in_words(struct arena *arena, const struct series_evidence *series)
{
    return arena_printf(arena, "%zu of %zu", series->outliers, series->samples);
}

static const char *disturbed_in_words(struct arena *arena, const struct series_evidence *series)
{
    const char *words = "";
    if (series->two_humps)
        words = "two humps";
    if (series->drifted)
        words = arena_printf(arena, "%s%sdrift of %+.2g %%", words, *words ? ", " : "",
                             100 * series->drift);
    if (series->migrated)
        words = arena_printf(arena, "%s%s%s moved between CPUs", words, *words ? ", " : "",
                             text_counted(arena, series->migrated, "execution"));
    if (series->throttled)
        words = arena_printf(arena, "%s%s%s throttled", words, *words ? ", " : "",
                             text_counted(arena, series->throttled, "execution"));
    return *words ? words : "nothing";
}

void html_evidence(const struct html_page *page)
{
    static const struct html_column columns[] = {
        {"variant", false},
        {"steady", false},
        {"iterations independent", false},
        {"repetitions independent", false},
        {"outliers", true},
        {"disturbed by", false},
    };
    const struct findings *findings = page->findings;
    struct arena *arena = page->arena;
    if (!findings->evidence || findings->estimate_count == 0)
        return;
    html_section(page, "evidence", "Steady state and independence");
    struct html_table table =
        html_table_begin(page, "By series of samples", columns, 6, "csv/evidence.csv");
    for (size_t i = 0; i < findings->estimate_count && i < SERIES_MOST; i++) {
        const struct series_evidence *series = &findings->evidence[i];
        const struct estimate *estimate = &findings->estimates[i];
        if (i == 0 || estimate->cell != estimate[-1].cell ||
            estimate->metric != estimate[-1].metric)
            html_table_group(
                &table, arena_printf(arena, "%s: %s", cell_name(arena, findings, estimate->cell),
                                     findings->catalogue.metrics[estimate->metric].name));
        const char *cells[] = {findings->catalogue.variants[estimate->variant],
                               steady_in_words(arena, series),
                               independence_in_words(&series->iterations),
                               independence_in_words(&series->top),
                               outliers_in_words(arena, series),
                               disturbed_in_words(arena, series)};
        html_table_row(&table, cells);
    }
    html_table_end(&table);
    html_section_end(page);
}
