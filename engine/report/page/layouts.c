// Memory layouts: how many were drawn, by which factors, and what was not randomized.
#include "report/page/internal.h"

#include "randomizers/randomizer.h"
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

static void add_factors(const struct paged *paged, struct report_section *section,
                        const struct factor_facts *known)
{
    static const struct report_column columns[] = {{"factor", false},
                                                   {"what it moves", false},
                                                   {"drawn for", false},
                                                   {"same draws in a block for", false},
                                                   {"held fixed for", false}};
    struct report_table *table =
        section_table(section, "Layout factors: drawn or held fixed", columns, 2 + FACTS);
    for (size_t i = 0; randomizers[i]; i++) {
        const char *name = randomizers[i]->name,
                   *cells[2 + FACTS] = {name, randomizers[i]->summary};
        for (size_t k = 0; k < FACTS; k++)
            cells[2 + k] = factor_scope(paged->arena, known[k].facts, known[k].count, name);
        table_row_of(paged->arena, table, cells);
    }
}

static void add_counts(const struct paged *paged, struct report_section *section)
{
    static const struct report_column columns[] = {
        {"cell", false}, {"builds", true}, {"distinct layouts", true}};
    const struct findings *findings = paged->findings;
    struct arena *arena = paged->arena;
    bool each = findings->catalogue.cell_count <= CELLS_SHOWN_WHOLE;
    size_t builds = 0, layouts = 0;
    struct report_table *table =
        section_table(section, "Builds and their layouts, pilot included", columns, 3);
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        const struct cell_progress *progress = &findings->cells[i].progress;
        builds += progress->builds;
        layouts += progress->layouts;
        if (each && progress->builds)
            table_row_of(arena, table,
                         (const char *[]){cell_name(arena, findings, i),
                                          arena_printf(arena, "%zu", progress->builds),
                                          arena_printf(arena, "%zu", progress->layouts)});
    }
    if (!each && builds)
        table_row_of(arena, table,
                     (const char *[]){
                         arena_printf(arena, "all %zu cells", findings->catalogue.cell_count),
                         arena_printf(arena, "%zu", builds), arena_printf(arena, "%zu", layouts)});
}

static void add_events(const struct paged *paged, struct report_section *section, const char *kind,
                       const char *heading)
{
    struct text_list lines = event_lines(paged->arena, paged->findings, kind);
    if (lines.count)
        section_words(section, heading);
    section_list(section, &lines);
}

bool page_layouts(const struct paged *paged, struct error *error)
{
    struct factor_facts known[FACTS] = {[DRAWN] = {.key = FACTS_RANDOMIZED},
                                        [COUPLED] = {.key = FACTS_COUPLED},
                                        [HELD] = {.key = FACTS_FIXED}};
    for (size_t i = 0; i < FACTS; i++)
        if (!store_facts(paged->store, paged->arena, known[i].key, &known[i].facts, &known[i].count,
                         error))
            return false;
    if (known[DRAWN].count == 0)
        return true;
    struct report_section *section =
        document_section(paged->document, RANK_PAGE, "layouts", "Memory layouts");
    add_counts(paged, section);
    add_factors(paged, section, known);
    add_events(paged, section, EVENT_RELINKED, "What was relinked:");
    add_events(paged, section, EVENT_LAYOUT, "What was not randomized:");
    add_events(paged, section, EVENT_WHOLE_OBJECTS,
               "What was not randomized function by function:");
    return true;
}
