// Building records.
#include "report/model/record.h"

#include <math.h>

struct record *record_new(struct arena *arena)
{
    struct record *record = arena_new(arena, struct record);
    record->arena = arena;
    return record;
}

static void add(struct record *record, const char *name, struct field field)
{
    field.name = name;
    record->fields =
        arena_grown(record->arena, record->fields, record->count, sizeof *record->fields);
    record->fields[record->count++] = field;
}

void record_absent(struct record *record, const char *name)
{
    add(record, name, (struct field){.kind = FIELD_ABSENT});
}

void record_text(struct record *record, const char *name, const char *text)
{
    add(record, name, (struct field){.kind = text ? FIELD_TEXT : FIELD_ABSENT, .text = text});
}

void record_number_if(struct record *record, const char *name, bool present, double number)
{
    bool known = present && isfinite(number);
    add(record, name,
        known ? (struct field){.kind = FIELD_NUMBER, .number = number}
              : (struct field){.kind = FIELD_ABSENT});
}

void record_number(struct record *record, const char *name, double number)
{
    record_number_if(record, name, true, number);
}

void record_count(struct record *record, const char *name, size_t count)
{
    add(record, name, (struct field){.kind = FIELD_COUNT, .count = count});
}

void record_truth(struct record *record, const char *name, bool truth)
{
    add(record, name, (struct field){.kind = FIELD_TRUTH, .truth = truth});
}

static struct record *add_record(struct record *record, const char *name, enum field_kind kind)
{
    struct record *added = record_new(record->arena);
    add(record, name, (struct field){.kind = kind, .record = added});
    return added;
}

struct record *record_within(struct record *record, const char *name)
{
    return add_record(record, name, FIELD_RECORD);
}

struct record *record_list(struct record *record, const char *name)
{
    return add_record(record, name, FIELD_LIST);
}

void record_texts(struct record *record, const char *name, const struct text_list *texts)
{
    struct record *list = record_list(record, name);
    for (size_t i = 0; i < texts->count; i++)
        record_text(list, NULL, texts->items[i]);
}

void record_completeness(struct record *record, const char *name,
                         const struct completeness *completeness, bool applies)
{
    if (!applies) {
        record_absent(record, name);
        return;
    }
    struct record *own = record_within(record, name);
    record_count(own, "blocks", completeness->blocks);
    if (completeness->planned)
        record_count(own, "planned", completeness->planned);
    else
        record_absent(own, "planned");
}

void record_copy(struct record *list, const struct record *item)
{
    struct record *copy = record_within(list, NULL);
    for (size_t i = 0; i < item->count; i++) {
        struct field field = item->fields[i];
        if (field.kind == FIELD_TEXT)
            field.text = arena_strdup(list->arena, field.text);
        add(copy, field.name, field);
    }
}

struct record *record_find(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->count; i++)
        if (text_equal(record->fields[i].name, name))
            return record->fields[i].record;
    return NULL;
}
