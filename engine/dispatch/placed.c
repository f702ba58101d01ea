// What is told of where executions ran: their priority and memory, and CPUs where variants differ.
#include "dispatch/placed.h"

#include "machine/cpu_list.h"

#include <string.h>

static const char key[] = "placement.standing";

static const char *standing_words(struct arena *arena, const struct standing *standing)
{
    const char *memory = standing->memory ? memory_words(arena, standing) : NULL;
    const char *priority = standing->urgency ? priority_words(arena, standing) : NULL;
    if (!memory && !priority)
        return "";
    return arena_printf(arena, " with %s%s%s%s%s", priority ? "priority " : "",
                        priority ? priority : "", priority && memory ? ", " : "",
                        memory ? "memory " : "", memory ? memory : "");
}

static const char *cpu_words(struct arena *arena, const struct station *station)
{
    return station->cpu_count
               ? arena_printf(arena, " on CPU%s %s", station->cpu_count > 1 ? "s" : "",
                              cpus_named(arena, station->cpus, station->cpu_count))
               : " on any CPU";
}

static const char *all_words(struct arena *arena, const struct station *station)
{
    return arena_printf(arena, "executed%s%s", cpu_words(arena, station),
                        standing_words(arena, &station->standing));
}

// Is some variant placed otherwise than its baseline?
static bool variants_differ(const struct workbench *workbench)
{
    size_t variants = workbench->spec->variant_count;
    for (size_t i = 0; i < station_count(workbench); i++)
        if (!text_equal(all_words(workbench->arena, &workbench->stations[i]),
                        all_words(workbench->arena, &workbench->stations[i - i % variants])))
            return true;
    return false;
}

static const char *name_of(const struct workbench *workbench, const struct target *target)
{
    const struct spec *spec = workbench->spec;
    bool single = text_equal(spec->cells[0].benchmark, spec->cells[spec->cell_count - 1].benchmark);
    return single ? target->variant
                  : arena_printf(workbench->arena, "%s.%s", target->benchmark, target->variant);
}

static const char *line_of(const struct workbench *workbench, const struct station *station,
                           bool differ)
{
    struct arena *arena = workbench->arena;
    const char *standing = standing_words(arena, &station->standing);
    if (differ)
        return arena_printf(arena, "%s: %s", name_of(workbench, station->target),
                            all_words(arena, station));
    return *standing ? arena_printf(arena, "executed%s", standing) : NULL;
}

bool placed_record(struct workbench *workbench, struct error *error)
{
    struct arena *arena = workbench->arena;
    struct text_list told = {0};
    const char *all = "", *before = store_get(workbench->store, arena, key);
    bool differ = variants_differ(workbench);
    for (size_t i = 0; i < station_count(workbench); i++) {
        const char *line = line_of(workbench, &workbench->stations[i], differ);
        if (!line || !text_list_add_once(&told, arena, line))
            continue;
        all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", line);
        if (!store_event_once(workbench->store, "placement", line, error))
            return false;
    }
    if (!told.count || (before && strstr(before, all)))
        return true;
    if (before)
        all = arena_printf(arena, "%s; in a later session %s", before, all);
    return store_set(workbench->store, key, all, error);
}
