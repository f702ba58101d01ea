// The sections of a campaign's report, in their order.
#include "report/campaign/internal.h"

#include "report/campaign/trust.h"
#include "report/layouts/attribution.h"
#include "report/layouts/bias.h"
#include "report/layouts/explained.h"
#include "report/overview/derived.h"
#include "report/tables/records/attribution_records.h"
#include "report/tables/records/bias_records.h"
#include "report/tables/records/canary_records.h"
#include "report/tables/records/derived_records.h"
#include "report/tables/records/diagnostics_records.h"
#include "report/tables/records/explained_records.h"
#include "report/tables/records/records.h"
#include "report/wording/estimates.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/repetitions.h"
#include "store/events.h"

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

// ---- For programs

static void add_events(struct record *events, const struct findings *findings)
{
    for (size_t i = 0; i < findings->event_count; i++) {
        struct record *record = record_within(events, NULL);
        record_text(record, "at", findings->events[i].at);
        record_text(record, "kind", findings->events[i].kind);
        record_text(record, "text", findings->events[i].text);
    }
}

static void add_note_records(struct record *list, const struct findings *findings)
{
    const struct notes notes = campaign_trust(list->arena, findings);
    for (size_t i = 0; i < notes.count; i++) {
        enum note_kind kind = notes.items[i].kind;
        struct record *record = record_within(list, NULL);
        record_text(record, "kind", note_name(kind));
        record_text(record, "weight", note_weight_name(note_weight(kind)));
        record_text(record, "text", notes.items[i].text);
    }
}

static void append(void *context, const struct record *record)
{
    record_copy(context, record);
}

static void add_record_table(struct record *root, const struct findings *findings,
                             const struct record_table *table)
{
    struct record record = table_record(root->arena, findings, table);
    table->each(findings, &record, append, record_list(root, table->name));
}

static void add_all_tables(struct record *root, const struct findings *findings)
{
    const struct {
        const struct record_table *table;
        bool applies;
    } others[] = {
        {&failure_table, true},
        {&layout_table, true},
        {&verdict_table, true},
        {&canary_level_table, true},
        {&attribution_table, findings->attributions},
        {&attribution_wording_table, findings->attributions},
        {&explained_table, findings->explained},
        {&function_table, findings->explained},
        {&bias_table, findings->bias},
        {&bias_conclusion_table, findings->bias},
        {&derived_table, findings->derived},
        {&derived_wording_table, findings->derived},
    };
    for (size_t i = 0; i < record_table_count; i++)
        add_record_table(root, findings, &record_tables[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].applies)
            add_record_table(root, findings, others[i].table);
}

struct record *campaign_record(struct arena *arena, const struct findings *findings)
{
    const struct completeness *completeness = &findings->completeness;
    struct record *root = record_new(arena);
    record_text(root, "experiment", findings->experiment);
    record_text(root, "question", findings->question);
    record_text(root, "seed", findings->seed);
    record_number(root, "confidence", findings->confidence);
    record_truth(root, "quick", findings->quick);
    record_completeness(root, "unfinished", completeness, completeness->unfinished);
    record_completeness(root, "deadline", completeness, completeness->at_deadline);
    add_events(record_list(root, "events"), findings);
    add_note_records(record_list(root, "notes"), findings);
    add_all_tables(root, findings);
    return root;
}
