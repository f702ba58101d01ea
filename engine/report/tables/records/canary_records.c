// Rows of the canary: its probes and its levels.
#include "report/tables/records/canary_records.h"

#include "analysis/diagnostics/canary.h"
#include "model/level.h"
#include "model/phase.h"
#include "report/tables/records/fields.h"

#include <math.h>
#include <string.h>

static size_t put_probe(const struct findings *findings, const struct canary_probe *probe,
                        struct record *record)
{
    size_t at = put_place(findings, probe->cell, 0, record);
    put(record, 2, text(""));
    put(record, at++, text(phase_name(probe->phase)));
    put(record, at++, text(probe->machine));
    put(record, at++, text(probe->block));
    return at;
}

// The level of a probe, from 1; 0 if there are too few probes.
static size_t level_of(const struct canary_series *series, size_t probe)
{
    size_t level = 0;
    while (level < series->shifts.count && series->shifts.items[level].first <= probe)
        level++;
    return level;
}

static void put_canary(const struct canary_series *series, size_t i, size_t at,
                       struct record *record)
{
    const struct canary_probe *probe = &series->probes[i];
    size_t level = level_of(series, i);
    put(record, at++, text(probe->cpus));
    put(record, at++, text(probe->start));
    put(record, at++, number(probe->seconds));
    put(record, at++, count((size_t)probe->switches));
    put(record, at++, count(level));
    put(record, at++, number_if(level, level ? series->shifts.items[level - 1].mean : 0));
    put(record, at++, text(level && series->shifts.apart[i] ? "yes" : "no"));
}

static void each_probe(const struct findings *findings, struct record *record,
                       record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->canary_count; i++)
        for (size_t k = 0; k < findings->canary[i].count; k++) {
            const struct canary_series *series = &findings->canary[i];
            put_canary(series, k, put_probe(findings, &series->probes[k], record), record);
            visit(context, record);
        }
}

static void each_level(const struct findings *findings, struct record *record,
                       record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->canary_count; i++)
        for (size_t k = 0; k < findings->canary[i].shifts.count; k++) {
            const struct canary_series *series = &findings->canary[i];
            const struct stable_level *level = &series->shifts.items[k];
            const struct canary_probe *first = &series->probes[level->first];
            const struct canary_probe *last = &first[level->count - 1];
            size_t at = 0;
            put(record, at++, text(findings->experiment));
            put(record, at++, text(first->machine));
            put(record, at++, text(first->cpus));
            put(record, at++, text(first->start));
            put(record, at++, text(last->start));
            put(record, at++, text(first->block));
            put(record, at++, text(last->block));
            put(record, at++, count(level->count));
            put(record, at++, number(level->mean));
            put(record, at++, number(canary_change(series, k)));
            put(record, at++, number(canary_switches(series, k)));
            visit(context, record);
        }
}

static const char *const probe_columns[] = {"phase",         "machine", "block",    "cpus",
                                            "start",         "seconds", "switches", "level",
                                            "level_seconds", "alone",   NULL};
static const char *const level_columns[] = {"machine",    "cpus",     "start", "end",
                                            "from_block", "to_block", "looks", "seconds",
                                            "change",     "switches", NULL};
const struct record_table canary_table = {"canary", each_probe, probe_columns, LEAD_VARIANT};
const struct record_table canary_level_table = {"canary_levels", each_level, level_columns,
                                                LEAD_EXPERIMENT};
