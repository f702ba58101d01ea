// The page of eswexp doctor.
#include "report/doctor/doctor_text.h"

#include "report/wording/lines.h"

// ---- A machine

static size_t count_of(const struct machine_checks *checks, enum fitness fitness)
{
    size_t count = 0;
    for (size_t i = 0; i < checks->count; i++)
        count += checks->items[i].fitness == fitness;
    return count;
}

static void print_summary(struct arena *arena, const struct machine_checks *checks, FILE *out,
                          size_t columns)
{
    size_t bad = count_of(checks, FIT_NOT), less = count_of(checks, FIT_LESS);
    const char *things =
        less ? arena_printf(arena, "%s could be better", text_counted(arena, less, "thing"))
             : "nothing to fix";
    const char *first =
        bad ? arena_printf(arena, "not fit for measuring: %s to fix first, %s",
                           text_counted(arena, bad, "thing"), less ? things : "the rest is fine")
            : arena_printf(arena, "fit for measuring: %s", things);
    wrap(out, columns, "",
         arena_printf(arena, "%s; %zu not available here", first, count_of(checks, FIT_UNKNOWN)));
}

// A check that failed has a line for the reason and one for the remedy; the others are short.
static void print_check(struct arena *arena, const struct machine_check *check, FILE *out,
                        size_t columns)
{
    const char *is = plain_name(arena, check->is);
    if (check->fitness >= FIT) {
        wrap(out, columns, "  ", arena_printf(arena, "%s: %s. %s", check->name, is, check->why));
        return;
    }
    wrap(out, columns, "  ", arena_printf(arena, "%s: %s", check->name, is));
    wrap(out, columns, "    why: ", check->why);
    wrap(out, columns, "    do:  ",
         arena_printf(arena, "%s%s", check->remedy ? check->remedy : "Nothing can be done here.",
                      check->tunable ? " ('eswexp run --tune' does it for one run.)" : ""));
}

static void print_group(struct arena *arena, const struct machine_checks *checks,
                        enum fitness fitness, FILE *out, size_t columns)
{
    static const char *const titles[FITNESSES] = {[FIT_NOT] = "To fix first",
                                                  [FIT_LESS] = "Could be better",
                                                  [FIT] = "Fine",
                                                  [FIT_UNKNOWN] = "Not available here"};
    if (!count_of(checks, fitness))
        return;
    fprintf(out, "\n%s\n", titles[fitness]);
    for (size_t i = 0; i < checks->count; i++)
        if (checks->items[i].fitness == fitness)
            print_check(arena, &checks->items[i], out, columns);
}

// The meters from `first` on that are unavailable for the reason `why`, or available (NULL).
static const char *meters_for(struct arena *arena, const struct diagnosis *diagnosis, size_t first,
                              const char *why)
{
    const char *names = "";
    for (size_t i = first; i < diagnosis->meter_count; i++)
        if (text_equal(diagnosis->meters[i].why, why))
            names =
                arena_printf(arena, "%s%s%s", names, *names ? ", " : "", diagnosis->meters[i].name);
    return names;
}

static bool is_repeated(const struct diagnosis *diagnosis, size_t index)
{
    size_t i = 0;
    while (!text_equal(diagnosis->meters[i].why, diagnosis->meters[index].why))
        i++;
    return i < index;
}

static void print_meters(struct arena *arena, const struct diagnosis *diagnosis, FILE *out,
                         size_t columns)
{
    fputs("\nMeters ('measure' in an experiment file)\n", out);
    wrap(out, columns, "  available: ", meters_for(arena, diagnosis, 0, NULL));
    for (size_t i = 0; i < diagnosis->meter_count; i++) {
        const char *why = diagnosis->meters[i].why;
        if (why && !is_repeated(diagnosis, i))
            wrap(out, columns, "  ",
                 arena_printf(arena, "not available here: %s (%s)",
                              meters_for(arena, diagnosis, i, why), plain_name(arena, why)));
    }
}

static void print_required(struct arena *arena, const struct diagnosis *diagnosis, FILE *out,
                           size_t columns)
{
    if (diagnosis->required_count)
        fputs("\nRequired\n", out);
    for (size_t i = 0; i < diagnosis->required_count; i++) {
        const struct requirement_judged *judged = &diagnosis->required[i];
        const struct requirement *requirement = judged->requirement;
        wrap(out, columns, "  ",
             arena_printf(arena, "%s: %s; is: %s", plain_name(arena, requirement->text),
                          judged->holds ? "holds" : "does not hold",
                          plain_name(arena, judged->is)));
        if (!judged->holds)
            wrap(out, columns, "    do:  ", requirement->subject->how);
    }
}

void diagnosis_text(const struct diagnosis *diagnosis, FILE *out, size_t columns)
{
    struct arena arena = {0};
    print_summary(&arena, &diagnosis->checks, out, columns);
    for (int fitness = 0; fitness < FITNESSES; fitness++)
        print_group(&arena, &diagnosis->checks, (enum fitness)fitness, out, columns);
    print_meters(&arena, diagnosis, out, columns);
    print_required(&arena, diagnosis, out, columns);
    arena_release(&arena);
}

// ---- Several machines

static const char *names_of(struct arena *arena, const struct machine_sides *sides)
{
    const char *names = "";
    for (size_t i = 0; i < sides->count; i++)
        names = arena_printf(arena, "%s%s%s", names,
                             i == 0                  ? ""
                             : i + 1 == sides->count ? " and "
                                                     : ", ",
                             plain_name(arena, sides->items[i].name));
    return names;
}

void machines_text(const struct machine_sides *sides, const struct machine_comparison *comparison,
                   FILE *out, size_t columns)
{
    struct arena arena = {0};
    const char *names = names_of(&arena, sides);
    size_t all = comparison->count + comparison->same;
    wrap(out, columns, "",
         comparison->count
             ? arena_printf(&arena, "%s: %zu of %zu facts differ", names, comparison->count, all)
             : arena_printf(&arena, "%s: the same in all %zu facts", names, all));
    for (size_t i = 0; i < comparison->count; i++) {
        const struct machine_difference *difference = &comparison->differences[i];
        fprintf(out, "  %s\n", plain_name(&arena, difference->fact));
        for (size_t side = 0; side < sides->count; side++) {
            const char *value = difference->values[side];
            wrap(out, columns, "    ",
                 arena_printf(&arena, "%s: %s", plain_name(&arena, sides->items[side].name),
                              plain_name(&arena, value ? value : "not recorded")));
        }
    }
    if (comparison->missed)
        wrap(out, columns, "  ",
             arena_printf(&arena, "%s not recorded by all of them",
                          comparison->missed == 1
                              ? "1 more fact is"
                              : arena_printf(&arena, "%zu more facts are", comparison->missed)));
    arena_release(&arena);
}
