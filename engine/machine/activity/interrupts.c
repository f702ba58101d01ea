// How many interrupts each CPU has taken: the columns of /proc/interrupts.
#include "machine/activity/interrupts.h"

#include "base/text.h"
#include "machine/sys.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CPUS_MAX = 8192 };

// "CPU0 CPU2 …": which CPU each column is of; those that are offline have none.
static size_t read_head(const char *line, size_t *cpus)
{
    size_t count = 0;
    for (char *end; count < CPUS_MAX; line = end) {
        line += strspn(line, " \t");
        if (!text_starts(line, "CPU") || !isdigit((unsigned char)line[3]))
            break;
        cpus[count] = strtoul(line + 3, &end, 10);
        if (cpus[count++] >= CPUS_MAX)
            return 0;
    }
    return count;
}

// "NAME: N N … what it is".
static size_t read_row(const char *line, uint64_t *numbers, size_t most)
{
    const char *at = line + strcspn(line, ":\n");
    return *at == ':' ? sys_counts(at + 1, numbers, most) : 0;
}

static struct interrupts unknown(const char *why)
{
    return (struct interrupts){.why = why};
}

struct interrupts interrupts_read(struct arena *arena, const char *root)
{
    const char *text = sys_text(arena, root, "/proc/interrupts");
    if (!text)
        return unknown("/proc/interrupts cannot be read");
    size_t *cpus = arena_new_array(arena, size_t, CPUS_MAX), count = read_head(text, cpus);
    if (!count)
        return unknown("/proc/interrupts does not begin with the names of CPUs");
    uint64_t *row = arena_new_array(arena, uint64_t, count);
    uint64_t *totals = arena_new_array(arena, uint64_t, CPUS_MAX);
    uint64_t *devices = arena_new_array(arena, uint64_t, CPUS_MAX);
    for (const char *line = strchr(text, '\n'); line; line = strchr(line, '\n')) {
        // A row with fewer numbers, such as of errors, is of the whole machine.
        if (read_row(++line, row, count) != count)
            continue;
        bool numbered = isdigit((unsigned char)line[strspn(line, " ")]);
        for (size_t i = 0; i < count; i++) {
            totals[cpus[i]] += row[i];
            devices[cpus[i]] += numbered ? row[i] : 0;
        }
    }
    return (struct interrupts){
        .totals = totals, .devices = devices, .count = CPUS_MAX, .cpus = count};
}

static uint64_t total_of(const struct interrupts *interrupts, int cpu)
{
    return cpu >= 0 && (size_t)cpu < interrupts->count ? interrupts->totals[cpu] : 0;
}

uint64_t interrupts_between(const struct interrupts *before, const struct interrupts *after,
                            int cpu)
{
    uint64_t was = total_of(before, cpu), is = total_of(after, cpu);
    return is > was ? is - was : 0;
}
