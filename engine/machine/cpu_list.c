// Lists of processors.
#include "machine/cpu_list.h"

#include "base/text.h"
#include "machine/sys.h"

#include <ctype.h>
#include <sched.h>
#include <stdlib.h>

enum { CPU_NUMBER_MAX = 0xFFFF };

// More processors than the set can name: all count as allowed, the launcher will tell.
static cpu_set_t allowed_cpus(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
            CPU_SET(cpu, &allowed);
    return allowed;
}

bool cpus_next(const char **list, size_t *first, size_t *last)
{
    char *end = NULL;
    if (!isdigit((unsigned char)**list))
        return false;
    *first = *last = strtoul(*list, &end, 10);
    if (*end == '-' && isdigit((unsigned char)end[1]))
        *last = strtoul(end + 1, &end, 10);
    bool more = *end == ',' && end[1];
    *list = end + more;
    return (more || !*end) && *first <= *last && *last <= CPU_NUMBER_MAX;
}

bool cpus_read(const char *list, cpu_set_t *cpus)
{
    size_t cpu = 0, last = 0;
    CPU_ZERO(cpus);
    do {
        if (!cpus_next(&list, &cpu, &last))
            return false;
        for (; cpu <= last && cpu < CPU_SETSIZE; cpu++)
            CPU_SET(cpu, cpus);
    } while (*list);
    return true;
}

const char *cpus_written(struct arena *arena, const cpu_set_t *cpus)
{
    TEXT_CLEANUP struct text list = {0};
    text_add(&list, "");
    for (int first = 0; first < CPU_SETSIZE; first++) {
        int last = first;
        if (!CPU_ISSET(first, cpus))
            continue;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, cpus))
            last++;
        text_printf(&list, "%s%d", list.length ? "," : "", first);
        if (last > first)
            text_printf(&list, "-%d", last);
        first = last;
    }
    return arena_strdup(arena, list.bytes);
}

const char *cpus_named(struct arena *arena, const int *cpus, size_t count)
{
    const char *list = "";
    for (size_t i = 0; i < count; i++)
        list = arena_printf(arena, "%s%s%d", list, i ? "," : "", cpus[i]);
    return list;
}

// Isolated CPUs are in nobody's set until they are asked for.
static bool is_isolated_and_free(size_t cpu, const cpu_set_t *allowed)
{
    cpu_set_t alone;
    struct arena scratch = {0};
    bool isolated = cpu_is_listed(sys_line(&scratch, "", "/sys/devices/system/cpu/isolated"), cpu);
    arena_release(&scratch);
    CPU_ZERO(&alone);
    if (!isolated)
        return false;
    CPU_SET(cpu, &alone);
    return sched_setaffinity(0, sizeof alone, &alone) == 0 &&
           sched_setaffinity(0, sizeof *allowed, allowed) == 0;
}

bool cpu_is_available(size_t cpu)
{
    cpu_set_t allowed = allowed_cpus();
    return cpu < CPU_SETSIZE && (CPU_ISSET(cpu, &allowed) || is_isolated_and_free(cpu, &allowed));
}

bool cpu_is_listed(const char *list, size_t cpu)
{
    for (size_t first, last; list && *list && cpus_next(&list, &first, &last);)
        if (first <= cpu && cpu <= last)
            return true;
    return false;
}

const char *cpus_available(struct arena *arena)
{
    cpu_set_t allowed = allowed_cpus();
    return cpus_written(arena, &allowed);
}
