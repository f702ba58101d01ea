// Records as JSON.
#pragma once

#include "report/model/document.h"
#include "report/model/record.h"

#include <stdio.h>

// The record's fields, and `report`: title, question, answer and sections of the document, each
// with its answers, sentences and terms. What its tables show is in the record.
NODISCARD bool json_of_result(const struct record *record, const struct document *document,
                              FILE *out, struct error *error);

// A record, or a list of any.
NODISCARD bool json_of_record(const struct record *record, FILE *out, struct error *error);
NODISCARD bool json_of_list(const struct record *list, FILE *out, struct error *error);

// In one line, to be freed; NULL: no memory. Text that is not UTF-8 is made plain.
char *json_line(const struct record *record);
bool is_utf8(const char *text);
