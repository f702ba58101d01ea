// A record: named values, for CSV and JSON alike. A list is a record whose fields have no names.
#pragma once

#include "analysis/estimate/completeness.h"
#include "base/text.h"

enum field_kind {
    FIELD_ABSENT,
    FIELD_TEXT,
    FIELD_NUMBER,
    FIELD_COUNT,
    FIELD_TRUTH,
    FIELD_RECORD,
    FIELD_LIST
};

struct record;

struct field {
    const char *name;
    enum field_kind kind;
    union {
        const char *text;
        double number;
        size_t count;
        bool truth;
        struct record *record;
    };
};

struct record {
    struct field *fields;
    size_t count;
    struct arena *arena;
};

struct record *record_new(struct arena *arena);

// Each adds a field; texts are borrowed. Absent: a text that is NULL, a number that is not finite.
void record_text(struct record *record, const char *name, const char *text);
void record_number(struct record *record, const char *name, double number);
void record_number_if(struct record *record, const char *name, bool present, double number);
void record_count(struct record *record, const char *name, size_t count);
void record_truth(struct record *record, const char *name, bool truth);
void record_absent(struct record *record, const char *name);
struct record *record_within(struct record *record, const char *name);
struct record *record_list(struct record *record, const char *name);
void record_texts(struct record *record, const char *name, const struct text_list *texts);
// {"blocks": 41, "planned": 150} where `applies`; absent before there is a plan: `planned`.
void record_completeness(struct record *record, const char *name,
                         const struct completeness *completeness, bool applies);
// Adds an item with these fields to a list. Its texts are copied; records within are shared.
void record_copy(struct record *list, const struct record *item);

// The field's record; NULL: there is none of this name.
struct record *record_find(const struct record *record, const char *name);
