// The sections of a campaign's report, in their order.
#include "report/campaign/internal.h"

#include "report/layouts/attribution.h"
#include "report/layouts/bias.h"
#include "report/layouts/explained.h"
#include "report/overview/derived.h"
#include "report/wording/estimates.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/repetitions.h"

bool is_sweep(const struct findings *findings)
{
    return findings->catalogue.cell_count >= CELLS_OF_SWEEP && !findings->bias &&
           !findings->attributions;
}

bool stands_beside(const struct findings *findings, size_t cell, size_t variant)
{
    size_t place = cell * findings->catalogue.variant_count + variant;
    return findings->laid_out && findings->laid_out[place] != SIZE_MAX;
}

bool is_beside(const struct findings *findings, const struct variant_ratio *ratio)
{
    return stands_beside(findings, ratio->new->cell, ratio->new->variant);
}

static void add_values(struct document *document, const struct findings *findings)
{
    size_t cells = findings->catalogue.cell_count;
    if (is_sweep(findings)) {
        add_sweep(document, RANK_FIRST, findings, 0);
        return;
    }
    for (size_t i = 0; i < cells && !findings->bias && !findings->attributions; i++)
        add_tables(document_section(document, RANK_FIRST, NULL,
                                    cells > 1 ? cell_name(document->arena, findings, i) : NULL),
                   findings, i, true);
}

// The repetitions: once for all variants, or for each where failures made them differ.
static const char *measured_wording(struct arena *arena, const struct findings *findings,
                                    const struct cell_findings *cell)
{
    const struct estimate *first = &cell->estimates[0];
    const char *whole = repetitions_wording(arena, first), *each = "";
    bool same = true;
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        if (estimate->metric != first->metric)
            continue;
        const char *own = repetitions_wording(arena, estimate);
        same = same && text_equal(own, whole);
        each = arena_printf(arena, "%s%s%s: %s", each, *each ? "; " : "",
                            findings->catalogue.variants[estimate->variant], own);
    }
    return arena_printf(arena, "measured: %s", same ? whole : each);
}

// The values, what varies, how repetitions were chosen, and the notes of a cell.
static void add_cell(struct document *document, const struct findings *findings, size_t index)
{
    struct arena *arena = document->arena;
    const struct cell_findings *cell = &findings->cells[index];
    struct report_section *section =
        document_section(document, RANK_NOTES, NULL, cell_name(arena, findings, index));
    struct text_list lines = {0};
    bool alone = findings->catalogue.cell_count == 1;
    if (is_sweep(findings) || findings->bias || findings->attributions)
        add_tables(section, findings, index, false);
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const char *variance = variance_wording(arena, findings, &cell->estimates[i]);
        if (variance && i > 0 && cell->estimates[i].metric != cell->estimates[0].metric)
            variance =
                arena_printf(arena, "%s: %s",
                             findings->catalogue.metrics[cell->estimates[i].metric].name, variance);
        if (variance)
            text_list_add(&lines, arena, variance);
    }
    if (cell->estimate_count)
        text_list_add(&lines, arena, measured_wording(arena, findings, cell));
    if (choice_wording(arena, findings, index))
        text_list_add(&lines, arena, choice_wording(arena, findings, index));
    struct notes notes = {.arena = arena};
    if (!alone) // else they stand with those of the campaign
        cell_notes(&notes, findings, index);
    for (size_t i = 0; i < notes.count; i++)
        text_list_add(&lines, arena, notes.items[i].text);
    section_list(section, &lines);
}

static void add_details(struct document *document, const struct findings *findings)
{
    const struct catalogue *catalogue = &findings->catalogue;
    for (size_t metric = 1; is_sweep(findings) && metric < catalogue->metric_count; metric++)
        add_sweep(document, RANK_NOTES, findings, metric);
    for (size_t i = 0; catalogue->cell_count <= CELLS_SHOWN_WHOLE && i < catalogue->cell_count; i++)
        add_cell(document, findings, i);
}

struct document *campaign_document(struct arena *arena, const struct findings *findings,
                                   const struct report_place *place)
{
    struct document *document = document_new(arena, findings->experiment, findings->question);
    add_answers(document, findings);
    attribution_sections(document, findings);
    bias_sections(document, findings);
    add_values(document, findings);
    derived_sections(document, findings);
    explained_section(document, findings);
    add_trust(document, findings, place);
    add_details(document, findings);
    return document;
}
