// What the readers of JSON have in common.
#pragma once

#include "run/harness/output.h"

#include <jansson.h>

// The string of a key, or "".
const char *harness_text(const json_t *object, const char *key);

// The positive whole number of a key, or 0.
uint64_t harness_count(const json_t *object, const char *key);

// A time in seconds; false: it is no number, negative or not finite.
bool harness_time(const json_t *value, double scale, double *seconds);

// The last 100 bytes of a text, for a message.
const char *harness_shown(const char *text);
