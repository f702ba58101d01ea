// What is told of where executions ran: their priority and memory, and CPUs where variants differ.
#include "executor/process_settings_record.h"

#include "machine/cpu_list.h"
#include "model/process_settings.h"
#include "store/events.h"
#include "store/facts.h"
#include "spec/process_settings.h"

#include <string.h>

static const char key[] = "placement.standing";

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

static const char *cpu_words(struct arena *arena, const struct prepared_variant *prepared)
{
    return prepared->cpu_count
               ? arena_printf(arena, " on CPU%s %s", prepared->cpu_count > 1 ? "s" : "",
                              cpus_named(arena, prepared->cpus, prepared->cpu_count))
               : " on any CPU";
}

static const char *all_words(struct arena *arena, const struct prepared_variant *prepared)
{
    return arena_printf(arena, "executed%s%s", cpu_words(arena, prepared),
                        process_settings_wording(arena, &prepared->process_settings));
}

// Is some variant placed otherwise than its baseline?
static bool variants_differ(const struct local_executor *executor)
{
    size_t variants = executor->spec->variant_count;
    for (size_t i = 0; i < prepared_count(executor); i++)
        if (!text_equal(all_words(executor->arena, &executor->prepared_variants[i]),
                        all_words(executor->arena, &executor->prepared_variants[i - i % variants])))
            return true;
    return false;
}

static const char *name_of(const struct local_executor *executor, const struct target *target)
{
    const struct spec *spec = executor->spec;
    bool single = text_equal(spec->cells[0].benchmark, spec->cells[spec->cell_count - 1].benchmark);
    return single ? target->variant
                  : arena_printf(executor->arena, "%s.%s", target->benchmark, target->variant);
}

static const char *line_of(const struct local_executor *executor,
                           const struct prepared_variant *prepared, bool differ)
{
    struct arena *arena = executor->arena;
    const char *process_settings = process_settings_wording(arena, &prepared->process_settings);
    if (differ)
        return arena_printf(arena, "%s: %s", name_of(executor, prepared->target),
                            all_words(arena, prepared));
    return *process_settings ? arena_printf(arena, "executed%s", process_settings) : NULL;
}

bool process_settings_record(struct local_executor *executor, struct error *error)
{
    struct arena *arena = executor->arena;
    struct text_list told = {0};
    const char *all = "", *before = store_get(executor->store, arena, key);
    bool differ = variants_differ(executor);
    for (size_t i = 0; i < prepared_count(executor); i++) {
        const char *line = line_of(executor, &executor->prepared_variants[i], differ);
        if (!line || !text_list_add_once(&told, arena, line))
            continue;
        all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", line);
        if (!store_event_once(executor->store, "placement", line, error))
            return false;
    }
    if (!told.count || (before && strstr(before, all)))
        return true;
    if (before)
        all = arena_printf(arena, "%s; in a later session %s", before, all);
    return store_set(executor->store, key, all, error);
}
