// What is used of memory, and how hot the CPUs are.
#include "machine/usage.h"

#include "machine/sys.h"

#include <stdlib.h>
#include <string.h>

bool usage_memory(const char *root, const char *field, uint64_t *bytes)
{
    struct arena scratch = {0};
    char *end = NULL;
    const char *line = sys_value(&scratch, root, "/proc/meminfo", field);
    uint64_t kib = line ? strtoull(line, &end, 10) : 0;
    bool told = end && end > line && text_equal(end, " kB");
    *bytes = kib * 1024;
    arena_release(&scratch);
    return told;
}

// ---- Temperature

static double millis(const char *root, const char *path)
{
    uint64_t number;
    return sys_number(root, path, &number) ? (double)number / 1000 : 0;
}

static void keep_hottest(struct temperature *hottest, const char *sensor, double celsius,
                         double limit)
{
    if (celsius > hottest->celsius)
        *hottest = (struct temperature){sensor, celsius, limit};
}

// "tempN_input" of a chip of the CPUs, in thousandths of a degree.
static void read_chip(struct arena *arena, const char *root, const char *chip,
                      struct temperature *hottest)
{
    static const char *const chips[] = {"coretemp", "k10temp", "zenpower", "cpu_thermal", NULL};
    const char *name = sys_line(arena, root, arena_printf(arena, "%s/name", chip));
    size_t kind = 0;
    while (chips[kind] && !text_equal(name, chips[kind]))
        kind++;
    struct text_list files = {0};
    if (chips[kind])
        files = sys_names(arena, root, chip);
    for (size_t i = 0; i < files.count; i++) {
        const char *file = files.items[i];
        if (!text_starts(file, "temp") || !text_ends(file, "_input"))
            continue;
        const char *stem =
            arena_printf(arena, "%s/%.*s", chip, (int)(strlen(file) - strlen("_input")), file);
        double limit = millis(root, arena_printf(arena, "%s_max", stem));
        limit = limit > 0 ? limit : millis(root, arena_printf(arena, "%s_crit", stem));
        keep_hottest(hottest, name, millis(root, arena_printf(arena, "%s_input", stem)), limit);
    }
}

static void read_zone(struct arena *arena, const char *root, const char *zone,
                      struct temperature *hottest)
{
    const char *type = sys_line(arena, root, arena_printf(arena, "%s/type", zone));
    if (type && (text_equal(type, "x86_pkg_temp") || text_starts(type, "cpu")))
        keep_hottest(hottest, type, millis(root, arena_printf(arena, "%s/temp", zone)), 0);
}

bool usage_temperature(struct arena *arena, const char *root, struct temperature *temperature)
{
    static const char chips[] = "/sys/class/hwmon", zones[] = "/sys/class/thermal";
    *temperature = (struct temperature){0};
    struct text_list names = sys_names(arena, root, chips);
    for (size_t i = 0; i < names.count; i++)
        read_chip(arena, root, arena_printf(arena, "%s/%s", chips, names.items[i]), temperature);
    if (temperature->sensor)
        return true;
    names = sys_names(arena, root, zones);
    for (size_t i = 0; i < names.count; i++)
        read_zone(arena, root, arena_printf(arena, "%s/%s", zones, names.items[i]), temperature);
    return temperature->sensor != NULL;
}
