// A campaign's findings for programs.
#include "report/campaign/record.h"

#include "report/campaign/trust.h"
#include "report/tables/records/attribution_records.h"
#include "report/tables/records/bias_records.h"
#include "report/tables/records/canary_records.h"
#include "report/tables/records/derived_records.h"
#include "report/tables/records/diagnostics_records.h"
#include "report/tables/records/explained_records.h"
#include "report/tables/records/records.h"
#include "store/events.h"

static void add_events(struct record *events, const struct findings *findings)
{
    for (size_t i = 0; i < findings->event_count; i++) {
        struct record *record = record_within(events, NULL);
        record_text(record, "at", findings->events[i].at);
        record_text(record, "kind", findings->events[i].kind);
        record_text(record, "text", findings->events[i].text);
    }
}

static void add_notes(struct record *list, const struct findings *findings)
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

static void add_table(struct record *root, const struct findings *findings,
                      const struct record_table *table)
{
    struct record record = table_record(root->arena, findings, table);
    table->each(findings, &record, append, record_list(root, table->name));
}

static void add_tables(struct record *root, const struct findings *findings)
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
        add_table(root, findings, &record_tables[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].applies)
            add_table(root, findings, others[i].table);
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
    add_notes(record_list(root, "notes"), findings);
    add_tables(root, findings);
    return root;
}
