// The sections of a campaign's report.
#pragma once

#include "report/campaign/campaign.h"

// What differs, by how much: claims, ratios, or the values of a single variant.
void add_answers(struct document *document, const struct findings *findings);

// The values of the cell `index`, a table for each metric with the ratios in it, the first metric's
// only if `led`: the answers have those.
void add_tables(struct report_section *section, const struct findings *findings, size_t index,
                bool led);

// A row for each point: its ratio, or the value of a single variant.
void add_sweep(struct document *document, enum section_rank rank, const struct findings *findings,
               size_t metric);

// The repetitions behind the values, the worst notes, and commands that go on from here.
void add_trust(struct document *document, const struct findings *findings,
               const struct report_place *place);

// Whether a variant stands beside others for what explains them: as built.
bool stands_beside(const struct findings *findings, size_t cell, size_t variant);
bool is_beside(const struct findings *findings, const struct variant_ratio *ratio);

bool is_sweep(const struct findings *findings);

enum tone tone_of(const struct stored_metric *metric, enum verdict verdict);
