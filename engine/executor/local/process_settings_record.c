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

// How the settings are told.
struct telling {
    struct arena *arena;
    const struct prepared_variants *variants;
    const struct drawn_cpus *drawn;
    const char *before; // as it was told in earlier sessions, or NULL
    bool differ;        // variants do
    bool all_draw;      // a CPU
};

static const char *line_of(const struct telling *telling, const struct prepared_variant *prepared)
{
    struct arena *arena = telling->arena;
    const char *process_settings = process_settings_wording(arena, &prepared->process_settings);
    const char *all = all_words(arena, prepared, telling->drawn);
    bool drew = telling->before && prepared->target->draws_cpu && !telling->drawn->count;
    if (telling->differ)
        return arena_printf(arena, "%s: %s",
                            name_of(arena, telling->variants->spec, prepared->target), all);
    if (prepared->draws_cpu && !telling->all_draw)
        return arena_printf(arena, "%s, benchmarks that may use several at once on any", all);
    return prepared->draws_cpu || drew ? all
           : *process_settings         ? arena_printf(arena, "executed%s", process_settings)
                                       : NULL;
}

// One of the sentences that were told.
static bool is_told(const char *before, const char *sentence)
{
    size_t length = strlen(sentence);
    for (const char *at = before; (at = strstr(at, sentence)); at++)
        if (!at[length] || at[length] == ';')
            return true;
    return false;
}

bool process_settings_record(const struct prepared_variants *variants, struct recorder *recorder,
                             const struct drawn_cpus *drawn, struct error *error)
{
    struct arena *arena = recorder->arena;
    struct text_list lines = {0};
    const char *all = "";
    struct telling telling = {.arena = arena,
                              .variants = variants,
                              .drawn = drawn,
                              .before = store_get(recorder->store, arena, key),
                              .differ = variants_differ(variants, arena, drawn),
                              .all_draw = true};
    for (size_t i = 0; i < variants->count; i++)
        telling.all_draw = telling.all_draw && variants->items[i].draws_cpu;
    for (size_t i = 0; i < variants->count; i++) {
        const struct prepared_variant *prepared = &variants->items[i];
        const char *line = line_of(&telling, prepared);
        if (!line || !text_list_add_once(&lines, arena, line))
            continue;
        all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", line);
        if ((telling.differ || !prepared->target->draws_cpu) &&
            !store_event_once(recorder->store, "process settings", line, error))
            return false;
    }
    if (!lines.count || (telling.before && is_told(telling.before, all)))
        return true;
    if (telling.before)
        all = arena_printf(arena, "%s; in a later session %s", telling.before, all);
    return store_set(recorder->store, key, all, error);
}
