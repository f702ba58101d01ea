// Findings as one JSON object.
#include "report/tables/json.h"

#include "report/campaign/trust.h"
#include "report/tables/json_values.h"
#include "report/tables/records/attribution_records.h"
#include "report/tables/records/bias_records.h"
#include "report/tables/records/canary_records.h"
#include "report/tables/records/derived_records.h"
#include "report/tables/records/diagnostics_records.h"
#include "report/tables/records/explained_records.h"
#include "report/tables/records/record.h"
#include "report/tables/records/records.h"
#include "store/events.h"

static json_t *field_value(const struct field *field)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return text_value(field->text);
    case FIELD_NUMBER:
        return json_real(field->number);
    case FIELD_COUNT:
        return json_integer((json_int_t)field->count);
    case FIELD_ABSENT:
        break;
    }
    return json_null();
}

static void append_record(void *context, const struct record *record)
{
    json_t *object = json_object();
    for (size_t i = 0; i < record->count; i++)
        json_object_set_new(object, record->fields[i].name, field_value(&record->fields[i]));
    json_array_append_new(context, object);
}

static json_t *events_array(const struct findings *findings)
{
    json_t *array = json_array();
    for (size_t i = 0; i < findings->event_count; i++) {
        const struct event_row *event = &findings->events[i];
        json_array_append_new(array,
                              json_pack("{s:o, s:o, s:o}", "at", text_value(event->at), "kind",
                                        text_value(event->kind), "text", text_value(event->text)));
    }
    return array;
}

static json_t *notes_array(struct arena *arena, const struct findings *findings)
{
    const struct notes notes = campaign_trust(arena, findings);
    json_t *array = json_array();
    for (size_t i = 0; i < notes.count; i++) {
        enum note_kind kind = notes.items[i].kind;
        json_array_append_new(array, json_pack("{s:s, s:s, s:o}", "kind", note_name(kind), "weight",
                                               note_weight_name(note_weight(kind)), "text",
                                               text_value(notes.items[i].text)));
    }
    return array;
}

static void add_table(struct arena *arena, const struct findings *findings,
                      const struct record_table *table, json_t *root)
{
    struct record record = record_new(arena, findings, table);
    json_t *array = json_array();
    table->each(findings, &record, append_record, array);
    json_object_set_new(root, table->name, array);
}

bool report_json(const struct findings *findings, FILE *out, struct error *error)
{
    struct arena scratch = {0};
    json_t *root = json_pack(
        "{s:o, s:o, s:o, s:f, s:b, s:o, s:o, s:o, s:o}", "experiment",
        text_value(findings->experiment), "question", text_value(findings->question), "seed",
        text_value(findings->seed), "confidence", findings->confidence, "quick",
        (int)findings->quick, "unfinished",
        completeness_value(&findings->completeness, findings->completeness.unfinished), "deadline",
        completeness_value(&findings->completeness, findings->completeness.at_deadline), "events",
        events_array(findings), "notes", notes_array(&scratch, findings));
    for (size_t i = 0; i < record_table_count; i++)
        add_table(&scratch, findings, &record_tables[i], root);
    add_table(&scratch, findings, &failure_table, root);
    add_table(&scratch, findings, &layout_table, root);
    add_table(&scratch, findings, &verdict_table, root);
    add_table(&scratch, findings, &canary_level_table, root);
    if (findings->attributions) {
        add_table(&scratch, findings, &attribution_table, root);
        add_table(&scratch, findings, &attribution_wording_table, root);
    }
    if (findings->explained) {
        add_table(&scratch, findings, &explained_table, root);
        add_table(&scratch, findings, &function_table, root);
    }
    if (findings->bias) {
        add_table(&scratch, findings, &bias_table, root);
        add_table(&scratch, findings, &bias_conclusion_table, root);
    }
    if (findings->derived) {
        add_table(&scratch, findings, &derived_table, root);
        add_table(&scratch, findings, &derived_wording_table, root);
    }
    arena_release(&scratch);
    return json_write(root, out, error);
}
