// The processors that this process may use.
#include "spec/cpus.h"

#include "base/text.h"

#include <sched.h>

// More processors than the set can name: all count as allowed, the launcher will tell.
static cpu_set_t allowed_cpus(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
            CPU_SET(cpu, &allowed);
    return allowed;
}

bool cpu_is_available(size_t cpu)
{
    cpu_set_t allowed = allowed_cpus();
    return cpu < CPU_SETSIZE && CPU_ISSET(cpu, &allowed);
}

const char *cpus_available(struct arena *arena)
{
    cpu_set_t allowed = allowed_cpus();
    TEXT_CLEANUP struct text list = {0};
    text_add(&list, "");
    for (int first = 0; first < CPU_SETSIZE; first++) {
        int last = first;
        if (!CPU_ISSET(first, &allowed))
            continue;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &allowed))
            last++;
        text_printf(&list, "%s%d", list.length ? ", " : "", first);
        if (last > first)
            text_printf(&list, "-%d", last);
        first = last;
    }
    return arena_strdup(arena, list.bytes);
}
