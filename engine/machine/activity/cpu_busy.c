// How busy each CPU is: its line in /proc/stat.
#include "machine/activity/cpu_busy.h"

#include "base/text.h"
#include "machine/sys.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CPUS_MAX = 8192 };

// The columns of /proc/stat; what guests take is in the first two already.
enum { IDLE = 3, IOWAIT = 4, COLUMNS = 8 };

static bool read_line(const char *at, struct cpu_ticks *ticks)
{
    uint64_t columns[COLUMNS];
    size_t count = sys_counts(at, columns, COLUMNS);
    for (size_t i = 0; i < count; i++) {
        ticks->all += columns[i];
        ticks->busy += i == IDLE || i == IOWAIT ? 0 : columns[i];
    }
    return count > IDLE;
}

struct cpu_busy cpu_busy_read(struct arena *arena, const char *root)
{
    struct cpu_ticks *ticks = arena_new_array(arena, struct cpu_ticks, CPUS_MAX);
    const char *line = sys_text(arena, root, "/proc/stat");
    bool told = false;
    for (; line; line = strchr(line, '\n')) {
        char *end;
        line += *line == '\n';
        if (!text_starts(line, "cpu") || !isdigit((unsigned char)line[3]))
            continue;
        unsigned long cpu = strtoul(line + 3, &end, 10);
        told = (cpu < CPUS_MAX && read_line(end, &ticks[cpu])) || told;
    }
    return (struct cpu_busy){.ticks = ticks,
                             .count = told ? CPUS_MAX : 0,
                             .why = told ? NULL : "/proc/stat has no ticks of single CPUs"};
}

double cpu_busy_between(const struct cpu_busy *before, const struct cpu_busy *after, int cpu)
{
    if (cpu < 0 || (size_t)cpu >= before->count || (size_t)cpu >= after->count)
        return 0;
    const struct cpu_ticks *was = &before->ticks[cpu], *is = &after->ticks[cpu];
    if (is->busy <= was->busy || is->all <= was->all) // columns are known to go back at times
        return 0;
    double share = (double)(is->busy - was->busy) / (double)(is->all - was->all);
    return share < 1 ? share : 1;
}
