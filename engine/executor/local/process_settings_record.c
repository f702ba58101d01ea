// Recording priority and memory of executions, and their CPUs where variants differ.
#include "executor/local/process_settings_record.h"

#include "machine/cpu_list.h"
#include "model/process_settings.h"
#include "spec/process_settings.h"
#include "store/events.h"
#include "store/facts.h"

#include <string.h>

static const char key[] = FACT_PROCESS_SETTINGS;

static const char *process_settings_wording(struct arena *arena,
                                            const struct process_settings *process_settings)
{
    const char *memory = process_settings->memory ? memory_wording(arena, process_settings) : NULL;
    const char *priority =
        process_settings->urgency ? priority_wording(arena, process_settings) : NULL;
    if (!memory && !priority)
        return "";
    return arena_printf(arena, " with %s%s%s%s%s", priority ? "priority " : "",
                        priority ? priority : "", priority && memory ? ", " : "",
                        memory ? "memory " : "", memory ? memory : "");
}

static const char *cpu_words(struct arena *arena, const struct prepared_variant *prepared,
                             const struct drawn_cpus *drawn)
{
    if (prepared->draws_cpu)
        return arena_printf(arena, " on one CPU a round, drawn from CPUs %s",
                            cpus_named(arena, drawn->cpus, drawn->count));
    return prepared->cpu_count
               ? arena_printf(arena, " on CPU%s %s", prepared->cpu_count > 1 ? "s" : "",
                              cpus_named(arena, prepared->cpus, prepared->cpu_count))
               : " on any CPU";
}

static const char *all_words(struct arena *arena, const struct prepared_variant *prepared,
                             const struct drawn_cpus *drawn)
{
    return arena_printf(arena, "executed%s%s", cpu_words(arena, prepared, drawn),
                        process_settings_wording(arena, &prepared->process_settings));
}

// Does a variant run on other CPUs or with other settings than its baseline?
static bool variants_differ(const struct prepared_variants *variants, struct arena *arena,
                            const struct drawn_cpus *drawn)
{
    size_t variant_count = variants->spec->variant_count;
    for (size_t i = 0; i < variants->count; i++)
        if (!text_equal(all_words(arena, &variants->items[i], drawn),
                        all_words(arena, &variants->items[i - i % variant_count], drawn)))
            return true;
    return false;
}

static const char *name_of(struct arena *arena, const struct spec *spec,
                           const struct target *target)
{
    bool single = text_equal(spec->cells[0].benchmark, spec->cells[spec->cell_count - 1].benchmark);
    return single ? target->variant
                  : arena_printf(arena, "%s.%s", target->benchmark, target->variant);
}

static const char *line_of(struct arena *arena, const struct spec *spec,
                           const struct prepared_variant *prepared, const struct drawn_cpus *drawn,
                           bool differ, bool all_draw)
{
    const char *process_settings = process_settings_wording(arena, &prepared->process_settings);
    if (differ)
        return arena_printf(arena, "%s: %s", name_of(arena, spec, prepared->target),
                            all_words(arena, prepared, drawn));
    if (prepared->draws_cpu)
        return arena_printf(arena, "%s%s", all_words(arena, prepared, drawn),
                            all_draw ? "" : ", benchmarks that may use several at once on any");
    return *process_settings ? arena_printf(arena, "executed%s", process_settings) : NULL;
}

bool process_settings_record(const struct prepared_variants *variants, struct recorder *recorder,
                             const struct drawn_cpus *drawn, struct error *error)
{
    struct arena *arena = recorder->arena;
    struct text_list lines = {0};
    const char *all = "", *before = store_get(recorder->store, arena, key);
    bool differ = variants_differ(variants, arena, drawn), all_draw = true;
    for (size_t i = 0; i < variants->count; i++)
        all_draw = all_draw && variants->items[i].draws_cpu;
    for (size_t i = 0; i < variants->count; i++) {
        const struct prepared_variant *prepared = &variants->items[i];
        const char *line = line_of(arena, variants->spec, prepared, drawn, differ, all_draw);
        if (!line || !text_list_add_once(&lines, arena, line))
            continue;
        all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", line);
        if ((differ || !prepared->draws_cpu) &&
            !store_event_once(recorder->store, "process settings", line, error))
            return false;
    }
    if (!lines.count || (before && strstr(before, all)))
        return true;
    if (before)
        all = arena_printf(arena, "%s; in a later session %s", before, all);
    return store_set(recorder->store, key, all, error);
}
