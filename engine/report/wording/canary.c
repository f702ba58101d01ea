// Level shifts of the canary as sentences.
#include "report/wording/canary.h"

#include "analysis/diagnostics/canary.h"
#include "model/level.h"
#include "model/phase.h"
#include "report/wording/changes.h"
#include "report/wording/estimates.h"

#include <math.h>
#include <string.h>

static const char *percent(struct arena *arena, double share)
{
    return arena_printf(arena, share < 0.995 ? "%.2g %%" : "%.0f %%", 100 * share);
}

static const char *block_wording(struct arena *arena, const struct findings *findings,
                                 const struct canary_probe *probe)
{
    const char *pilot = probe->phase == PHASE_PILOT ? "pilot block" : "block";
    const char *block = probe->block;
    return findings->catalogue.cell_count == 1
               ? arena_printf(arena, "%s %s", pilot, block)
               : arena_printf(arena, "%s %s of %s", pilot, block,
                              cell_name(arena, findings, probe->cell));
}

// "09:12", with the day if the probes span several; UTC.
static const char *time_wording(struct arena *arena, const struct canary_series *series,
                                const struct canary_probe *probe)
{
    enum { DAY = 10, MONTH = 5, TIME = 11, MINUTES = 16 }; // offsets in 2026-11-21T19:34:28Z
    const char *first = series->probes[0].start, *last = series->probes[series->count - 1].start;
    if (strlen(probe->start) < MINUTES)
        return "?";
    bool one_day = strncmp(first, last, DAY) == 0;
    const char *day = one_day ? "" : arena_printf(arena, "%.5s ", probe->start + MONTH);
    return arena_printf(arena, "%s%.5s", day, probe->start + TIME);
}

static const char *shift_wording(struct arena *arena, const struct findings *findings,
                                 const struct canary_series *series, size_t number)
{
    const struct stable_level *level = &series->shifts.items[number];
    const struct canary_probe *first = &series->probes[level->first];
    const struct canary_probe *last = &first[level->count - 1];
    double change = canary_change(series, number);
    bool shared =
        change > 0 && canary_switches(series, number) >= canary_switches(series, number - 1) + 1;
    return arena_printf(arena, "between %s and %s (%s to %s UTC) %s%s %s than before%s",
                        block_wording(arena, findings, first), block_wording(arena, findings, last),
                        time_wording(arena, series, first), time_wording(arena, series, last),
                        number == 1 ? "the machine was " : "", percent(arena, fabs(change)),
                        change > 0 ? "slower" : "faster",
                        shared ? ", another process ran on its CPU" : "");
}

// " on node7, CPU 0,1" where there are several series.
static const char *where_wording(struct arena *arena, const struct findings *findings,
                                 const struct canary_series *series)
{
    const char *cpus = series->probes->cpus;
    if (findings->canary_count == 1)
        return "";
    return arena_printf(arena, " on %s%s%s", series->probes->machine, *cpus ? ", CPU " : "", cpus);
}

static const char *lone_wording(struct arena *arena, size_t lone, double most)
{
    return lone ? arena_printf(arena, "; %s up to %s slower",
                               text_counted(arena, lone, "single probe"), percent(arena, most))
                : "";
}

// The largest spread that is called steady.
static const double STEADY = 0.03;

static void note_changes(struct notes *notes, const struct findings *findings,
                         const struct canary_series *series)
{
    struct arena *arena = notes->arena;
    const struct level_shifts *shifts = &series->shifts;
    const char *words = "";
    for (size_t i = 1; i < shifts->count; i++)
        words = arena_printf(arena, "%s%s%s", words, i > 1 ? "; " : "",
                             shift_wording(arena, findings, series, i));
    notes_add(notes, NOTE_UNSTEADY_MACHINE, "canary%s: %s, %s%s. %s",
              where_wording(arena, findings, series), text_counted(arena, series->count, "probe"),
              words, lone_wording(arena, shifts->apart_count, shifts->apart_most),
              findings->catalogue.variant_count > 1
                  ? "Comparisons within blocks are unaffected, since each block has all variants; "
                    "means over all blocks are affected"
                  : "Means over all blocks mix these speeds");
}

void canary_notes(struct notes *notes, const struct findings *findings)
{
    struct arena *arena = notes->arena;
    size_t places = 0, probes = 0, lone = 0;
    double spread = 0, most = 0;
    for (size_t i = 0; i < findings->canary_count; i++) {
        const struct canary_series *series = &findings->canary[i];
        if (!series->judged)
            continue;
        if (series->shifts.count > 1) {
            note_changes(notes, findings, series);
            continue;
        }
        places++;
        probes += series->count;
        lone += series->shifts.apart_count;
        most = fmax(most, series->shifts.apart_most);
        spread = fmax(spread, series->shifts.spread);
    }
    const char *where = places > 1 ? arena_printf(arena, " on %zu sets of CPUs", places) : "",
               *counted = text_counted(arena, probes, "probe"),
               *single = lone_wording(arena, lone, most);
    if (places && spread > STEADY)
        notes_add(notes, NOTE_UNSTEADY_MACHINE,
                  "the machine is noisy: the reference workload varies by %s, without a lasting "
                  "change (%s%s%s)",
                  percent(arena, spread), counted, where, single);
    else if (places)
        notes_add(notes, NOTE_DETAIL, "canary: %s%s, steady within %s%s", counted, where,
                  percent(arena, fmax(spread, 1e-4)), single);
}

const char *canary_unsteady(struct arena *arena, const struct findings *findings)
{
    size_t shifts = 0;
    double spread = 0, change = 0;
    for (size_t i = 0; i < findings->canary_count; i++) {
        const struct canary_series *series = &findings->canary[i];
        spread = series->judged ? fmax(spread, series->shifts.spread) : spread;
        for (size_t k = 1; series->judged && k < series->shifts.count; k++, shifts++)
            change = fmax(change, fabs(canary_change(series, k)));
    }
    if (shifts)
        return arena_printf(arena,
                            "the machine changed its speed %s, by up to %s, as the reference "
                            "workload shows",
                            shifts == 1 ? "once" : arena_printf(arena, "%zu times", shifts),
                            percent(arena, change));
    return spread > STEADY
               ? arena_printf(arena, "the machine is noisy: the reference workload varies by %s",
                              percent(arena, spread))
               : NULL;
}
