// Memory layouts: how many were drawn, of which factors, and what stayed as it was.
#include "report/html_parts.h"

#include "randomizers/randomizer.h"
#include "report/overview.h"
#include "report/words.h"

#include <string.h>

enum { STATIONS_MOST = 12 };

// Whether "link_order, aslr" names the factor.
static bool names(const char *list, const char *factor)
{
    size_t length = strlen(factor);
    for (const char *at = list; *at; at += strspn(at, ", ")) {
        size_t own = strcspn(at, ",");
        if (own == length && strncmp(at, factor, own) == 0)
            return true;
        at += own;
    }
    return false;
}

// For which benchmarks and variants a factor was drawn: "all", "sort.O2, sort.O3", "none".
static const char *drawn_for(struct arena *arena, const struct stored_fact *stations, size_t count,
                             const char *factor)
{
    const char *words = "";
    size_t drawn = 0;
    for (size_t i = 0; i < count; i++)
        if (names(stations[i].value, factor) && ++drawn <= STATIONS_MOST)
            words = arena_printf(arena, "%s%s%s", words, *words ? ", " : "", stations[i].key);
    if (drawn == 0)
        return "none";
    if (drawn == count)
        return "all";
    return drawn > STATIONS_MOST
               ? arena_printf(arena, "%s and %zu more", words, drawn - STATIONS_MOST)
               : words;
}

static void factors_table(const struct html_page *page, const struct stored_fact *stations,
                          size_t count)
{
    static const struct html_column columns[] = {
        {"factor", false}, {"what it moves", false}, {"drawn for", false}};
    struct html_table table =
        html_table_begin(page, "Factors of the layout, and what they were drawn for", columns, 3,
                         "executions.csv and builds.csv have every draw");
    for (size_t i = 0; randomizers[i]; i++)
        html_table_row(&table, (const char *[]){
                                   randomizers[i]->name, randomizers[i]->summary,
                                   drawn_for(page->arena, stations, count, randomizers[i]->name)});
    html_table_end(&table);
}

static void counts_table(const struct html_page *page)
{
    static const struct html_column columns[] = {
        {"cell", false}, {"builds", true}, {"distinct layouts", true}};
    const struct findings *findings = page->findings;
    struct arena *arena = page->arena;
    bool each = findings->catalogue.cell_count <= CELLS_SHOWN_WHOLE;
    size_t builds = 0, layouts = 0;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        builds += findings->cells[i].progress.builds;
        layouts += findings->cells[i].progress.layouts;
    }
    if (builds == 0)
        return;
    struct html_table table = html_table_begin(page, "Builds and their layouts, pilot included",
                                               columns, 3, full_table(findings, "csv/builds.csv"));
    for (size_t i = 0; each && i < findings->catalogue.cell_count; i++) {
        const struct cell_progress *progress = &findings->cells[i].progress;
        html_table_row(&table, (const char *[]){cell_name(arena, findings, i),
                                                arena_printf(arena, "%zu", progress->builds),
                                                arena_printf(arena, "%zu", progress->layouts)});
    }
    if (!each)
        html_table_row(
            &table, (const char *[]){
                        arena_printf(arena, "all %s",
                                     text_counted(arena, findings->catalogue.cell_count, "cell")),
                        arena_printf(arena, "%zu", builds), arena_printf(arena, "%zu", layouts)});
    html_table_end(&table);
}

static void not_randomized(const struct html_page *page)
{
    struct text_list lines = {0};
    for (size_t i = 0; i < page->findings->event_count; i++)
        if (text_equal(page->findings->events[i].kind, "layout"))
            text_list_add(&lines, page->arena, page->findings->events[i].text);
    if (lines.count)
        html_add(page->html, "<h3>What was not randomized</h3>\n");
    html_list(page, "notes", &lines);
}

bool html_layouts(const struct html_page *page, struct error *error)
{
    struct stored_fact *stations = NULL;
    size_t count = 0;
    if (!store_facts(page->store, page->arena, "randomized.", &stations, &count, error))
        return false;
    if (count == 0)
        return true;
    html_section(page, "layouts", "Memory layouts");
    counts_table(page);
    factors_table(page, stations, count);
    not_randomized(page);
    html_section_end(page);
    return true;
}
