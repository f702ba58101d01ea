// Where a quantity rises to a new plateau over an axis, beside what the machine says of its caches.
#include "analysis/derive/internal.h"

#include "base/text.h"
#include "machine/caches.h"
#include "stats/curve/curve_steps.h"

#include <math.h>

enum { POINTS_LEAST = 4 };

static const double BLURRED = 2.1; // times the place: a rise over more than a doubling

struct stairs {
    struct arena *arena;
    const struct derived_curve *curve;
    const struct derived_machine *machine;
    struct curve_steps steps;
    bool bytes;        // of the axis
    struct text words; // so far
};

static const char *size_wording(struct arena *arena, double bytes)
{
    if (bytes < 1024 || fmod(bytes, 1024) == 0)
        return bytes_wording(arena, (uint64_t)bytes);
    return bytes < 0x1p20 ? arena_printf(arena, "%.3g KiB", bytes / 1024)
                          : arena_printf(arena, "%.3g MiB", bytes / 0x1p20);
}

static const char *place(const struct stairs *stairs, size_t i)
{
    return stairs->bytes ? size_wording(stairs->arena, stairs->curve->places[i])
                         : stairs->curve->values[i];
}

static void say(struct stairs *stairs, const char *words)
{
    text_printf(&stairs->words, "%s%s", stairs->words.length ? "; " : "", words);
}

// ---- Steps themselves

// Of a line the first place that shows it whole, of all else the last that still fits.
static bool is_of_line(const struct stairs *stairs)
{
    return stairs->curve->derivation->against == AGAINST_LINE;
}

static struct derived_term step_term(const struct stairs *stairs, size_t index)
{
    const struct curve_step *step = &stairs->steps.items[index];
    const double *places = stairs->curve->places;
    bool line = is_of_line(stairs);
    const char *unit = stairs->curve->derivation->unit;
    return (struct derived_term){
        .name = arena_printf(stairs->arena, "step %zu", index + 1),
        .unit = unit            ? unit
                : stairs->bytes ? "B"
                                : "",
        .is_place = true,
        .value = places[line ? step->ends : step->last],
        .bounded = true,
        .low = places[line ? step->ends - 1 : step->last],
        .high = places[line ? step->ends : step->first],
    };
}

// "after 32 KiB (3.5-fold by 64 KiB, L2 48 KiB)"; `cache`: what ends there, or NULL.
static const char *step_wording(const struct stairs *stairs, size_t index, const char *cache)
{
    const struct curve_step *step = &stairs->steps.items[index];
    const double *places = stairs->curve->places, fold = step->upper / step->lower;
    const char *blurred = "";
    if (is_of_line(stairs))
        return arena_printf(stairs->arena, "a plateau from %s on (%.2g-fold)",
                            place(stairs, step->ends), fold);
    if (places[step->ends] > BLURRED * places[step->begins])
        blurred = arena_printf(stairs->arena, ", blurred from %s to %s",
                               place(stairs, step->begins), place(stairs, step->ends));
    return arena_printf(stairs->arena, "after %s (%.2g-fold by %s%s%s%s)",
                        place(stairs, step->last), fold, place(stairs, step->first), blurred,
                        cache ? ", " : "", cache ? cache : "");
}

// ---- Beside the machine

static bool holds(const struct derived_term *term, double bytes)
{
    return term->low <= bytes && bytes <= term->high;
}

// The step whose place is nearest to a size; of those that no cache explains, if there are such.
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

// A step whose rise is blurred over a size, or NULL.
static const struct curve_step *blurred_over(const struct stairs *stairs, double bytes)
{
    const double *places = stairs->curve->places;
    for (size_t i = 0; i < stairs->steps.count; i++) {
        const struct curve_step *step = &stairs->steps.items[i];
        if (places[step->begins] < bytes && bytes < places[step->ends])
            return step;
    }
    return NULL;
}

// What is known of why a cache does not end where it should.
static void say_missing(struct stairs *stairs, const struct cache *cache,
                        const struct derived_result *result, const bool *explained)
{
    const struct derived_curve *curve = stairs->curve;
    const struct derived_term *near = nearest(result, (double)cache->bytes, explained);
    const char *words = arena_printf(stairs->arena, "no step at %s %s", cache->name,
                                     bytes_wording(stairs->arena, cache->bytes));
    const struct curve_step *blurred = blurred_over(stairs, (double)cache->bytes);
    if (blurred)
        words = arena_printf(stairs->arena, "%s: it lies in a rise from %s to %s", words,
                             place(stairs, blurred->begins), place(stairs, blurred->ends));
    else if (curve->places[curve->count - 1] < 2 * (double)cache->bytes)
        words = arena_printf(stairs->arena, "%s: the curve ends at %s", words,
                             place(stairs, curve->count - 1));
    else if (near)
        words = arena_printf(stairs->arena, "%s: the nearest is %s", words,
                             off_wording(stairs->arena, near->value, (double)cache->bytes));
    else if (stairs->steps.rises_on)
        words = arena_printf(stairs->arena, "%s: from %s on it rises without a new plateau", words,
                             place(stairs, stairs->steps.from));
    say(stairs,
        cache->sharers > 1 ? arena_printf(stairs->arena, "%s, and others share it", words) : words);
}

// The cache that ends at a step; of several the first that was not found before.
static const char *cache_at(struct stairs *stairs, const struct derived_term *term,
                            const struct cache *caches, size_t count, bool *found)
{
    const char *words = NULL;
    for (size_t c = 0; c < count; c++) {
        if (found[c] || !holds(term, (double)caches[c].bytes))
            continue;
        found[c] = true;
        words = arena_printf(stairs->arena, "%s%s%s %s", words ? words : "", words ? ", " : "",
                             caches[c].name, bytes_wording(stairs->arena, caches[c].bytes));
    }
    return words;
}

static bool is_virtual(const struct derived_machine *machine)
{
    const char *hypervisor = machine->hypervisor;
    return hypervisor && !text_equal(hypervisor, "none") &&
           !text_starts(hypervisor, "not available");
}

// Each step with the cache that ends there, then the caches that end nowhere.
static void compare_caches(struct stairs *stairs, const struct derived_result *result)
{
    struct cache caches[CACHE_LEVELS_MOST];
    size_t count = caches_told(stairs->arena, stairs->machine->caches, caches), missing = 0;
    bool explained[CURVE_STEPS_MOST] = {false}, found[CACHE_LEVELS_MOST] = {false};
    for (size_t i = 0; i < result->term_count; i++) {
        const char *cache = cache_at(stairs, &result->terms[i], caches, count, found);
        explained[i] = cache != NULL;
        say(stairs, step_wording(stairs, i, cache || !count ? cache : "no data cache ends there"));
    }
    for (size_t c = 0; c < count; c++)
        if (!found[c]) {
            say_missing(stairs, &caches[c], result, explained);
            missing++;
        }
    if (!count)
        say(stairs, "the machine does not say how large its caches are");
    else if (missing && is_virtual(stairs->machine))
        say(stairs, "sizes are what a virtual machine is told");
}

static void compare_line(struct stairs *stairs, const struct derived_result *result)
{
    static const bool none[CURVE_STEPS_MOST] = {false};
    double bytes = (double)caches_line_told(stairs->machine->line);
    const struct derived_term *near = bytes > 0 ? nearest(result, bytes, none) : NULL;
    for (size_t i = 0; i < result->term_count; i++)
        say(stairs, step_wording(stairs, i, NULL));
    if (bytes == 0)
        say(stairs, "the machine does not say how long its cache lines are");
    else if (!near)
        say(stairs, arena_printf(stairs->arena, "the machine says %g B", bytes));
    else if (holds(near, bytes))
        say(stairs, arena_printf(stairs->arena, "the machine says %g B, too", bytes));
    else
        say(stairs, arena_printf(stairs->arena, "the machine says %g B, the nearest step is %s",
                                 bytes, off_wording(stairs->arena, near->value, bytes)));
}

static void compare(struct stairs *stairs, const struct derived_result *result)
{
    switch (stairs->curve->derivation->against) {
    case AGAINST_CACHES:
        compare_caches(stairs, result);
        return;
    case AGAINST_LINE:
        compare_line(stairs, result);
        return;
    case AGAINST_NOTHING:
        break;
    }
    for (size_t i = 0; i < result->term_count; i++)
        say(stairs, step_wording(stairs, i, NULL));
}

// What the machine says, behind the steps.
static void add_told(const struct stairs *stairs, struct derived_result *result)
{
    struct cache told[CACHE_LEVELS_MOST];
    size_t count = 0;
    if (stairs->curve->derivation->against == AGAINST_CACHES)
        count = caches_told(stairs->arena, stairs->machine->caches, told);
    else if (is_of_line(stairs) && caches_line_told(stairs->machine->line))
        told[count++] = (struct cache){"cache line", caches_line_told(stairs->machine->line), 1};
    for (size_t i = 0; i < count; i++)
        result->terms[result->term_count++] = (struct derived_term){
            .name = told[i].name, .unit = "B", .is_place = true, .value = (double)told[i].bytes};
}

// ---- The whole

static const char *why_none(struct arena *arena, const struct derived_curve *curve)
{
    for (size_t i = 0; i < curve->count; i++)
        if (!(curve->places[i] > 0) || !(curve->numbers[i].value > 0))
            return arena_printf(arena,
                                "steps are looked for where all is above 0, which %s=%s is "
                                "not",
                                curve->axis, curve->values[i]);
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
    struct stairs stairs = {.arena = arena, .curve = curve, .machine = machine};
    stairs.bytes = unit ? text_equal(unit, "B") : curve->derivation->against != AGAINST_NOTHING;
    result->words = why_none(arena, curve);
    if (result->words)
        return;
    stairs.steps = curve_steps_of(curve->places, curve->numbers, curve->count);
    result->terms =
        arena_new_array(arena, struct derived_term, stairs.steps.count + CACHE_LEVELS_MOST);
    result->term_count = stairs.steps.count;
    for (size_t i = 0; i < stairs.steps.count; i++)
        result->terms[i] = step_term(&stairs, i);
    bool rises_on = stairs.steps.rises_on && curve->derivation->against != AGAINST_CACHES;
    if (!stairs.steps.count && !rises_on)
        say(&stairs, "it rises to no new plateau");
    compare(&stairs, result);
    if (rises_on)
        say(&stairs, arena_printf(arena, "from %s on it rises without a new plateau",
                                  place(&stairs, stairs.steps.from)));
    add_told(&stairs, result);
    result->words = arena_strdup(arena, stairs.words.bytes);
    text_release(&stairs.words);
}
