// Finding the steps of a quantity over an axis, and comparing them with the caches of the machine.
#include "analysis/derive/internal.h"

#include "base/text.h"
#include "machine/caches.h"
#include "spec/expression/derivation.h"
#include "stats/curve/curve_steps.h"

#include <math.h>

enum { POINTS_LEAST = 4 };

static const double BLURRED = 2.1; // a rise over more than a doubling of the axis is blurred

struct step_search {
    struct arena *arena;
    const struct derived_curve *curve;
    const struct derived_machine *machine;
    struct curve_steps steps;
    bool bytes; // the axis is in bytes
    struct text notes;
};

static const char *size_wording(struct arena *arena, double bytes)
{
    if (bytes < 1024 || fmod(bytes, 1024) == 0)
        return bytes_wording(arena, (uint64_t)bytes);
    return bytes < 0x1p20 ? arena_printf(arena, "%.3g KiB", bytes / 1024)
                          : arena_printf(arena, "%.3g MiB", bytes / 0x1p20);
}

static const char *place(const struct step_search *search, size_t i)
{
    return search->bytes ? size_wording(search->arena, search->curve->places[i])
                         : search->curve->values[i];
}

static void add_note(struct step_search *search, const char *note)
{
    text_printf(&search->notes, "%s%s", search->notes.length ? "; " : "", note);
}

// ---- Steps themselves

// The place of a step: the end of the rise for a cache line, else the last point before the rise.
static bool is_of_line(const struct step_search *search)
{
    return search->curve->derivation->against == AGAINST_LINE;
}

static struct derived_term step_term(const struct step_search *search, size_t index)
{
    const struct curve_step *step = &search->steps.items[index];
    const double *places = search->curve->places;
    bool line = is_of_line(search);
    const char *unit = search->curve->derivation->unit;
    return (struct derived_term){
        .name = arena_printf(search->arena, "step %zu", index + 1),
        .unit = unit            ? unit
                : search->bytes ? "B"
                                : "",
        .is_place = true,
        .value = places[line ? step->ends : step->last],
        .bounded = true,
        .low = places[line ? step->ends - 1 : step->last],
        .high = places[line ? step->ends : step->first],
    };
}

// "after 32 KiB (3.5-fold by 64 KiB, L2 48 KiB)"; `cache`: the cache that ends there, or NULL.
static const char *step_wording(const struct step_search *search, size_t index, const char *cache)
{
    const struct curve_step *step = &search->steps.items[index];
    const double *places = search->curve->places, fold = step->upper / step->lower;
    const char *blurred = "";
    if (is_of_line(search))
        return arena_printf(search->arena, "a plateau from %s on (%.2g-fold)",
                            place(search, step->ends), fold);
    if (places[step->ends] > BLURRED * places[step->begins])
        blurred = arena_printf(search->arena, ", blurred from %s to %s",
                               place(search, step->begins), place(search, step->ends));
    return arena_printf(search->arena, "after %s (%.2g-fold by %s%s%s%s)",
                        place(search, step->last), fold, place(search, step->first), blurred,
                        cache ? ", " : "", cache ? cache : "");
}

// ---- Beside the machine

static bool holds(const struct derived_term *term, double bytes)
{
    return term->low <= bytes && bytes <= term->high;
}

// The step that is nearest to a size and that no cache explains, or NULL.
static const struct derived_term *nearest(const struct derived_result *result, double bytes,
                                          const bool *explained)
{
    const struct derived_term *found = NULL;
    for (size_t i = 0; i < result->term_count; i++) {
        const struct derived_term *term = &result->terms[i];
        bool nearer = !found || fabs(log(term->value / bytes)) < fabs(log(found->value / bytes));
        if (!explained[i] && nearer)
            found = term;
    }
    return found;
}

static const char *off_wording(struct arena *arena, double value, double bytes)
{
    double off = value / bytes - 1;
    return arena_printf(arena, "%.0f %% %s", 100 * fabs(off), off < 0 ? "below" : "above");
}

// A step whose blurred rise spans a size, or NULL.
static const struct curve_step *blurred_over(const struct step_search *search, double bytes)
{
    const double *places = search->curve->places;
    for (size_t i = 0; i < search->steps.count; i++) {
        const struct curve_step *step = &search->steps.items[i];
        if (places[step->begins] < bytes && bytes < places[step->ends])
            return step;
    }
    return NULL;
}

// Notes that the curve has no step at the size of a cache, and its behaviour there.
static void note_missing(struct step_search *search, const struct cache *cache,
                         const struct derived_result *result, const bool *explained)
{
    const struct derived_curve *curve = search->curve;
    const struct derived_term *near = nearest(result, (double)cache->bytes, explained);
    const char *words = arena_printf(search->arena, "no step at %s %s", cache->name,
                                     bytes_wording(search->arena, cache->bytes));
    const struct curve_step *blurred = blurred_over(search, (double)cache->bytes);
    if (blurred)
        words = arena_printf(search->arena, "%s: it lies in a rise from %s to %s", words,
                             place(search, blurred->begins), place(search, blurred->ends));
    else if (curve->places[curve->count - 1] < 2 * (double)cache->bytes)
        words = arena_printf(search->arena, "%s: the curve ends at %s", words,
                             place(search, curve->count - 1));
    else if (near)
        words = arena_printf(search->arena, "%s: the nearest is %s", words,
                             off_wording(search->arena, near->value, (double)cache->bytes));
    else if (search->steps.rises_on)
        words = arena_printf(search->arena, "%s: from %s on it rises without a new plateau", words,
                             place(search, search->steps.from));
    add_note(search, cache->sharers > 1
                         ? arena_printf(search->arena, "%s, and others share it", words)
                         : words);
}

// Names the caches that end at a step and were not found before; NULL if there are none.
static const char *cache_at(struct step_search *search, const struct derived_term *term,
                            const struct cache *caches, size_t count, bool *found)
{
    const char *words = NULL;
    for (size_t c = 0; c < count; c++) {
        if (found[c] || !holds(term, (double)caches[c].bytes))
            continue;
        found[c] = true;
        words = arena_printf(search->arena, "%s%s%s %s", words ? words : "", words ? ", " : "",
                             caches[c].name, bytes_wording(search->arena, caches[c].bytes));
    }
    return words;
}

static bool is_virtual(const struct derived_machine *machine)
{
    const char *hypervisor = machine->hypervisor;
    return hypervisor && !text_equal(hypervisor, "none") &&
           !text_starts(hypervisor, "not available");
}

// Notes each step with the caches that end there, then the caches without a step.
static void compare_caches(struct step_search *search, const struct derived_result *result)
{
    struct cache caches[CACHE_LEVELS_MOST];
    size_t count = caches_told(search->arena, search->machine->caches, caches), missing = 0;
    bool explained[CURVE_STEPS_MOST] = {false}, found[CACHE_LEVELS_MOST] = {false};
    for (size_t i = 0; i < result->term_count; i++) {
        const char *cache = cache_at(search, &result->terms[i], caches, count, found);
        explained[i] = cache != NULL;
        add_note(search,
                 step_wording(search, i, cache || !count ? cache : "no data cache ends there"));
    }
    for (size_t c = 0; c < count; c++)
        if (!found[c]) {
            note_missing(search, &caches[c], result, explained);
            missing++;
        }
    if (!count)
        add_note(search, "the machine does not report the sizes of its caches");
    else if (missing && is_virtual(search->machine))
        add_note(search, "a virtual machine reports these sizes");
}

static void compare_line(struct step_search *search, const struct derived_result *result)
{
    static const bool none[CURVE_STEPS_MOST] = {false};
    double bytes = (double)caches_line_told(search->machine->line);
    const struct derived_term *near = bytes > 0 ? nearest(result, bytes, none) : NULL;
    for (size_t i = 0; i < result->term_count; i++)
        add_note(search, step_wording(search, i, NULL));
    if (bytes == 0)
        add_note(search, "the machine does not report the length of its cache lines");
    else if (!near)
        add_note(search, arena_printf(search->arena, "the machine reports %g B", bytes));
    else if (holds(near, bytes))
        add_note(search, arena_printf(search->arena, "the machine reports %g B, too", bytes));
    else
        add_note(search,
                 arena_printf(search->arena, "the machine reports %g B, the nearest step is %s",
                              bytes, off_wording(search->arena, near->value, bytes)));
}

static void compare(struct step_search *search, const struct derived_result *result)
{
    switch (search->curve->derivation->against) {
    case AGAINST_CACHES:
        compare_caches(search, result);
        return;
    case AGAINST_LINE:
        compare_line(search, result);
        return;
    case AGAINST_NOTHING:
        break;
    }
    for (size_t i = 0; i < result->term_count; i++)
        add_note(search, step_wording(search, i, NULL));
}

// Adds the values that the machine reports, after the steps.
static void add_reported(const struct step_search *search, struct derived_result *result)
{
    struct cache reported[CACHE_LEVELS_MOST];
    size_t count = 0;
    if (search->curve->derivation->against == AGAINST_CACHES)
        count = caches_told(search->arena, search->machine->caches, reported);
    else if (is_of_line(search) && caches_line_told(search->machine->line))
        reported[count++] =
            (struct cache){"cache line", caches_line_told(search->machine->line), 1};
    for (size_t i = 0; i < count; i++)
        result->terms[result->term_count++] =
            (struct derived_term){.name = reported[i].name,
                                  .unit = "B",
                                  .is_place = true,
                                  .value = (double)reported[i].bytes};
}

// ---- The whole

static const char *why_none(struct arena *arena, const struct derived_curve *curve)
{
    for (size_t i = 0; i < curve->count; i++)
        if (!(curve->places[i] > 0) || !(curve->numbers[i].value > 0))
            return arena_printf(arena, "steps need values above 0, and %s=%s is not", curve->axis,
                                curve->values[i]);
    if (curve->count >= POINTS_LEAST)
        return NULL;
    return curve->missing ? arena_printf(arena, "there are too few points: %s missing (%s)",
                                         text_counted(arena, curve->missing, "point"), curve->why)
                          : "there are too few points";
}

void derive_steps(struct arena *arena, const struct derived_curve *curve,
                  const struct derived_machine *machine, struct derived_result *result)
{
    const char *unit = curve->derivation->unit;
    struct step_search search = {.arena = arena, .curve = curve, .machine = machine};
    search.bytes = unit ? text_equal(unit, "B") : curve->derivation->against != AGAINST_NOTHING;
    result->words = why_none(arena, curve);
    if (result->words)
        return;
    search.steps = curve_steps_of(curve->places, curve->numbers, curve->count);
    result->terms =
        arena_new_array(arena, struct derived_term, search.steps.count + CACHE_LEVELS_MOST);
    result->term_count = search.steps.count;
    for (size_t i = 0; i < search.steps.count; i++)
        result->terms[i] = step_term(&search, i);
    bool rises_on = search.steps.rises_on && curve->derivation->against != AGAINST_CACHES;
    if (!search.steps.count && !rises_on)
        add_note(&search, "it rises to no new plateau");
    compare(&search, result);
    if (rises_on)
        add_note(&search, arena_printf(arena, "from %s on it rises without a new plateau",
                                       place(&search, search.steps.from)));
    add_reported(&search, result);
    result->words = arena_strdup(arena, search.notes.bytes);
    text_release(&search.notes);
}
