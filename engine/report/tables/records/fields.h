// Values of a record's fields.
#pragma once

#include "report/tables/records/table.h"

#include <math.h>

static inline struct field text(const char *value)
{
    return (struct field){.kind = FIELD_TEXT, .text = value};
}

static inline struct field count(size_t value)
{
    return (struct field){.kind = FIELD_COUNT, .count = value};
}

static inline struct field number_if(bool present, double value)
{
    if (!present || !isfinite(value))
        return (struct field){.kind = FIELD_ABSENT};
    return (struct field){.kind = FIELD_NUMBER, .number = value};
}

static inline struct field number(double value)
{
    return number_if(true, value);
}

// Sets a field's value, keeps its name.
static inline void put(struct record *record, size_t at, struct field value)
{
    value.name = record->fields[at].name;
    record->fields[at] = value;
}

// Experiment, benchmark, variant and axes; where the table's own columns begin.
size_t put_place(const struct findings *findings, size_t cell, size_t variant,
                 struct record *record);

// The same for a cell of the store.
size_t put_stored_place(const struct findings *findings, size_t cell, size_t variant,
                        struct record *record);
