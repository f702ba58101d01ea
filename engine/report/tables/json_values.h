// JSON for values that it cannot hold directly, and writing JSON.
#pragma once

#include "analysis/estimate/completeness.h"
#include "base/error.h"

#include <jansson.h>

bool is_utf8(const char *text);

// Null for NULL; text that is not UTF-8 is made plain, so that the field remains.
json_t *text_value(const char *text);

// Null for a number that is not finite.
json_t *number_value(double number);

// {"blocks": 41, "planned": 150} where `applies`, else null. planned is null before there is a
// plan.
json_t *completeness_value(const struct completeness *completeness, bool applies);

// Writes the value and a line end; takes ownership of the value.
NODISCARD bool json_write(json_t *root, FILE *out, struct error *error);
