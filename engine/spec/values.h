// Parsing single words of an experiment file: numbers with units, names.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A decimal number, nothing behind it. Like all readers here: false where the word is none.
bool value_number(const char *word, double *number);

// A whole number from 0.
bool value_count(const char *word, size_t *count);

// Decimal or 0x and hexadecimal, 64 bits.
bool value_seed(const char *word, uint64_t *seed);

// Bytes: "4096", "1Ki", "64Mi", "2Gi", "1Ti".
bool value_size(const char *word, uint64_t *size);

// Either: a number or a size in bytes.
bool value_amount(const char *word, double *amount);

// "95%" or "0.95".
bool value_fraction(const char *word, double *fraction);

// "10ms", "60s", "5min", "2h", in seconds; "0" needs no unit.
bool value_duration(const char *word, double *seconds);

// A duration for the clock, whose nanoseconds hold 292 years: from 0 to 100 years.
#define SPAN_MOST_S (100 * 365.25 * 86400)
bool value_span(const char *word, double *seconds);

// A unit of time (ns, us, µs, ms, s, min, h, d) in seconds.
bool value_time_unit(const char *word, double *seconds);

// Why a text cannot stand in a column of a table: a clause, or NULL if it can.
const char *label_problem(const char *label);

// The same of a unit, which must not be another spelling of a known one, such as msec.
const char *unit_problem(const char *unit);

// Why a text cannot name files, columns and ${…}: a clause, or NULL if it can.
const char *name_problem(const char *name);
