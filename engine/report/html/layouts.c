// Memory layouts: how many were drawn, by which factors, and what was not randomized.
#include "report/html/internal.h"

#include "randomizers/randomizer.h"
#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/html/frame/writer.h"
#include "report/overview/parts.h"
#include "report/paper/factor_scope.h"
#include "report/wording/estimates.h"
#include "report/wording/notes.h"
#include "store/events.h"
#include "store/facts.h"

// What is known of the factors, by the first part of facts' keys.
struct factor_facts {
    const char *key;
    struct stored_fact *facts;
    size_t count;
};

enum { DRAWN, COUPLED, HELD, FACTS };

static const char *scope_of(const struct html_page *page, const struct factor_facts *known,
                            const char *factor)
{
    return factor_scope(page->arena, known->facts, known->count, factor);
}

static void factors_table(const struct html_page *page, const struct factor_facts *known)
{
    static const struct html_column columns[] = {{"factor", false},
                                                 {"what it moves", false},
                                                 {"drawn for", false},
                                                 {"same draws in a block for", false},
                                                 {"held fixed for", false}};
    struct html_table table = html_table_begin(page, "Layout factors: drawn or held fixed", columns,
                                               5, "executions.csv and builds.csv have every draw");
    for (size_t i = 0; randomizers[i]; i++) {
        const char *name = randomizers[i]->name;
        html_table_row(&table, (const char *[]){name, randomizers[i]->summary,
                                                scope_of(page, &known[DRAWN], name),
                                                scope_of(page, &known[COUPLED], name),
                                                scope_of(page, &known[HELD], name)});
    }
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

static void events_list(const struct html_page *page, const char *kind, const char *heading)
{
    struct text_list lines = event_lines(page->arena, page->findings, kind);
    if (lines.count)
        html_add(page->html, "<h3>%s</h3>\n", heading);
    html_list(page, "notes", &lines);
}

bool html_layouts(const struct html_page *page, struct error *error)
{
    struct factor_facts known[FACTS] = {[DRAWN] = {.key = FACTS_RANDOMIZED},
                                        [COUPLED] = {.key = FACTS_COUPLED},
                                        [HELD] = {.key = FACTS_FIXED}};
    for (size_t i = 0; i < FACTS; i++)
        if (!store_facts(page->store, page->arena, known[i].key, &known[i].facts, &known[i].count,
                         error))
            return false;
    if (known[DRAWN].count == 0)
        return true;
    html_section(page, "layouts", "Memory layouts");
    counts_table(page);
    factors_table(page, known);
    events_list(page, EVENT_RELINKED, "What was relinked");
    events_list(page, EVENT_LAYOUT, "What was not randomized");
    events_list(page, EVENT_WHOLE_OBJECTS, "What was not randomized function by function");
    html_section_end(page);
    return true;
}
