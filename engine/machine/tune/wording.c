// Words for what was tuned, and what not.
#include "machine/tune/internal.h"

#include "machine/cpu_list.h"

#include <string.h>

static void add(struct arena *arena, const char **list, const char *words)
{
    *list = arena_printf(arena, "%s%s%s", *list, **list ? ", " : "", words);
}

static const char *set_wording(struct arena *arena, const struct tally *tally)
{
    const char *files = tally->set > 1 ? arena_printf(arena, ", %zu files", tally->set) : "";
    if (strstr(tally->knob->pattern, "/cpu#"))
        files = arena_printf(arena, ", CPUs %s", cpus_written(arena, &tally->numbers));
    return arena_printf(arena, "%s %s (was %s%s%s)", tally->knob->name, tally->value, tally->was,
                        tally->several ? " and others" : "", files);
}

static const char *refused_wording(struct arena *arena, const struct tally *tally)
{
    const char *more =
        tally->refused > 1 ? arena_printf(arena, ", and %zu more", tally->refused - 1) : "";
    return arena_printf(arena, "not tuned: %s: %s%s", tally->knob->name, tally->reason, more);
}

// Lists changes and refusals; one line if the kernel refused all.
void tell_tuned(const struct tune_plan *plan, struct tuning *tuning)
{
    struct arena *arena = tuning->arena;
    const char *set = "", *same = "", *missing = "", *refused = "", *reason = "", *words;
    for (const struct tally *tally = plan->tallies; tally->knob; tally++) {
        if (tally->refused) {
            add(arena, &refused, tally->knob->name);
            reason = *reason ? reason : tally->reason;
        }
        if (tally->set)
            add(arena, &set, set_wording(arena, tally));
        else if (!tally->found)
            add(arena, &missing, tally->knob->name);
        else if (!tally->refused)
            add(arena, &same, tally->knob->name);
    }
    for (const struct tally *tally = plan->tallies; *set && tally->knob; tally++)
        if (tally->refused)
            text_list_add(&tuning->refused, arena, refused_wording(arena, tally));
    if (*set)
        words = arena_printf(arena, "tuned for this campaign: %s", set);
    else if (*refused)
        words = arena_printf(arena, "not tuned, every change is refused (%s): %s", reason, refused);
    else
        words = "nothing to tune";
    if (*same)
        words = arena_printf(arena, "%s; unchanged: %s", words, same);
    if (*missing)
        words = arena_printf(arena, "%s; not available: %s", words, missing);
    text_list_add(&tuning->told, arena, words);
}
