// The canary's levels as sentences, its looks as rows.
#include "report/canary.h"

#include "analysis/canary.h"
#include "report/fields.h"
#include "report/lines.h"
#include "report/words.h"

#include <math.h>
#include <string.h>

// ---- Words

static const char *percent(struct arena *arena, double share)
{
    return arena_printf(arena, share < 0.995 ? "%.2g %%" : "%.0f %%", 100 * share);
}

static const char *block_in_words(struct arena *arena, const struct findings *findings,
                                  const struct canary_look *look)
{
    const char *pilot = look->phase == PHASE_PILOT ? "pilot block" : "block";
    const char *block = plain_name(arena, look->block);
    return findings->catalogue.cell_count == 1
               ? arena_printf(arena, "%s %s", pilot, block)
               : arena_printf(arena, "%s %s of %s", pilot, block,
                              plain_name(arena, cell_name(arena, findings, look->cell)));
}

// "09:12", with the day if the looks are of several; UTC.
static const char *time_in_words(struct arena *arena, const struct canary_series *series,
                                 const struct canary_look *look)
{
    enum { DAY = 10, MONTH = 5, TIME = 11, MINUTES = 16 }; // places in 2026-11-21T19:34:28Z
    const char *first = series->looks[0].start, *last = series->looks[series->count - 1].start;
    if (strlen(look->start) < MINUTES)
        return "?";
    bool one_day = strncmp(first, last, DAY) == 0;
    const char *day = one_day ? "" : arena_printf(arena, "%.5s ", look->start + MONTH);
    return arena_printf(arena, "%s%.5s", day, look->start + TIME);
}

static const char *change_in_words(struct arena *arena, const struct findings *findings,
                                   const struct canary_series *series, size_t plateau)
{
    const struct plateau *level = &series->plateaus.items[plateau];
    const struct canary_look *first = &series->looks[level->first];
    const struct canary_look *last = &first[level->count - 1];
    double change = canary_change(series, plateau);
    bool shared =
        change > 0 && canary_switches(series, plateau) >= canary_switches(series, plateau - 1) + 1;
    return arena_printf(arena, "between %s and %s (%s to %s UTC) %s%s %s than before%s",
                        block_in_words(arena, findings, first),
                        block_in_words(arena, findings, last), time_in_words(arena, series, first),
                        time_in_words(arena, series, last), plateau == 1 ? "the machine was " : "",
                        percent(arena, fabs(change)), change > 0 ? "slower" : "faster",
                        shared ? ", something else ran on its CPU" : "");
}

// " on node7, CPUs 0,1" where there are several places.
static const char *place_in_words(struct arena *arena, const struct findings *findings,
                                  const struct canary_series *series)
{
    const char *cpus = series->looks->cpus;
    if (findings->canary_count == 1)
        return "";
    return arena_printf(arena, " on %s%s%s", plain_name(arena, series->looks->machine),
                        *cpus ? ", CPU " : "", plain_name(arena, cpus));
}

static const char *lone_in_words(struct arena *arena, size_t lone, double most)
{
    return lone ? arena_printf(arena, "; %s up to %s slower",
                               text_counted(arena, lone, "single look"), percent(arena, most))
                : "";
}

// Beyond it nobody would call it steady.
static const double STEADY = 0.03;

static const char *scatter_in_words(struct arena *arena, double spread)
{
    return spread <= STEADY
               ? arena_printf(arena, "steady within %s", percent(arena, fmax(spread, 1e-4)))
               : arena_printf(arena,
                              "no lasting change, but looks scatter by %s: the machine is "
                              "not quiet",
                              percent(arena, spread));
}

static void note_changes(struct arena *arena, const struct findings *findings,
                         const struct canary_series *series, struct text_list *notes)
{
    const struct plateaus *plateaus = &series->plateaus;
    const char *words = "";
    for (size_t i = 1; i < plateaus->count; i++)
        words = arena_printf(arena, "%s%s%s", words, i > 1 ? "; " : "",
                             change_in_words(arena, findings, series, i));
    text_list_add(
        notes, arena,
        arena_printf(arena, "canary%s: %s, %s%s. %s", place_in_words(arena, findings, series),
                     text_counted(arena, series->count, "look"), words,
                     lone_in_words(arena, plateaus->apart_count, plateaus->apart_most),
                     findings->catalogue.variant_count > 1
                         ? "Comparisons within blocks are unaffected, each block has all variants; "
                           "means over all blocks are not"
                         : "Means over all blocks are mixtures of it"));
}

void canary_notes(struct arena *arena, const struct findings *findings, struct text_list *notes)
{
    size_t places = 0, looks = 0, lone = 0;
    double spread = 0, most = 0;
    for (size_t i = 0; i < findings->canary_count; i++) {
        const struct canary_series *series = &findings->canary[i];
        if (!series->judged)
            continue;
        if (series->plateaus.count > 1) {
            note_changes(arena, findings, series, notes);
            continue;
        }
        places++;
        looks += series->count;
        lone += series->plateaus.apart_count;
        most = fmax(most, series->plateaus.apart_most);
        spread = fmax(spread, series->plateaus.spread);
    }
    const char *where = places > 1 ? arena_printf(arena, " in %zu places", places) : "";
    if (places)
        text_list_add(notes, arena,
                      arena_printf(arena, "canary: %s%s, %s%s", text_counted(arena, looks, "look"),
                                   where, scatter_in_words(arena, spread),
                                   lone_in_words(arena, lone, most)));
}

// ---- Rows

static size_t put_look(const struct findings *findings, const struct canary_look *look,
                       struct record *record)
{
    size_t at = put_place(findings, look->cell, 0, record);
    put(record, 2, text(""));
    put(record, at++, text(look->phase == PHASE_PILOT ? "pilot" : "real"));
    put(record, at++, text(look->machine));
    put(record, at++, text(look->block));
    return at;
}

// The level that a look is of, from 1; 0: there were too few to tell.
static size_t level_of(const struct canary_series *series, size_t look)
{
    size_t level = 0;
    while (level < series->plateaus.count && series->plateaus.items[level].first <= look)
        level++;
    return level;
}

static void put_canary(const struct canary_series *series, size_t i, size_t at,
                       struct record *record)
{
    const struct canary_look *look = &series->looks[i];
    size_t level = level_of(series, i);
    put(record, at++, text(look->cpus));
    put(record, at++, text(look->start));
    put(record, at++, number(look->seconds));
    put(record, at++, count((size_t)look->switches));
    put(record, at++, count(level));
    put(record, at++, number_if(level, level ? series->plateaus.items[level - 1].mean : 0));
    put(record, at++, text(level && series->plateaus.apart[i] ? "yes" : "no"));
}

static void each_look(const struct findings *findings, struct record *record, record_visitor *visit,
                      void *context)
{
    for (size_t i = 0; i < findings->canary_count; i++)
        for (size_t k = 0; k < findings->canary[i].count; k++) {
            const struct canary_series *series = &findings->canary[i];
            put_canary(series, k, put_look(findings, &series->looks[k], record), record);
            visit(context, record);
        }
}

static void each_level(const struct findings *findings, struct record *record,
                       record_visitor *visit, void *context)
{
    for (size_t i = 0; i < findings->canary_count; i++)
        for (size_t k = 0; k < findings->canary[i].plateaus.count; k++) {
            const struct canary_series *series = &findings->canary[i];
            const struct plateau *level = &series->plateaus.items[k];
            const struct canary_look *first = &series->looks[level->first];
            const struct canary_look *last = &first[level->count - 1];
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

static const char *const look_columns[] = {"phase",         "machine", "block",    "cpus",
                                           "start",         "seconds", "switches", "level",
                                           "level_seconds", "alone",   NULL};
static const char *const level_columns[] = {"machine",    "cpus",     "start", "end",
                                            "from_block", "to_block", "looks", "seconds",
                                            "change",     "switches", NULL};
const struct record_table canary_table = {"canary", each_look, look_columns, LEAD_VARIANT};
const struct record_table canary_level_table = {"canary_levels", each_level, level_columns,
                                                LEAD_EXPERIMENT};
