// Tells concurrent processes from those that wait for each other.
#include "run/launcher/concurrency.h"

#include "run/launcher/process_memory.h"

#include <stdio.h>
#include <sys/ptrace.h>

// What a parent may compute while its child does, before it waits: this, and a share of the
// child's.
static const double PARENT_NS = 2e6, PARENT_SHARE = 0.1;

// The time that the process has had a CPU, in nanoseconds (proc(5), schedstat); below 0: not told.
static double cpu_ns(pid_t process)
{
    char folder[32];
    snprintf(folder, sizeof folder, "/proc/%d", (int)process);
    return kernel_number(folder, "schedstat", "");
}

void family_grow(struct family *family, pid_t parent, int event)
{
    unsigned long child = 0;
    bool told = ptrace(PTRACE_GETEVENTMSG, parent, NULL, &child) == 0;
    double parent_ns = cpu_ns(parent);
    if (event == PTRACE_EVENT_CLONE)
        family->found = CONCURRENCY_THREADS;
    if (family->found != CONCURRENCY_NONE)
        return;
    for (size_t i = 0; i < family->count; i++)
        if (family->relatives[i].parent == parent)
            family->found = CONCURRENCY_PROCESSES;
    if (!told || parent_ns <= 0 || family->count == RELATIVES_MOST)
        family->found = CONCURRENCY_UNKNOWN;
    else
        family->relatives[family->count++] = (struct relative){(pid_t)child, parent, parent_ns};
}

static bool computed_beside(const struct relative *relative)
{
    double parent_ns = cpu_ns(relative->parent) - relative->parent_ns;
    return parent_ns > PARENT_NS + PARENT_SHARE * cpu_ns(relative->process);
}

void family_shrink(struct family *family, pid_t process)
{
    for (size_t i = 0; i < family->count;) {
        struct relative *relative = &family->relatives[i];
        bool ends = relative->process == process;
        if (family->found == CONCURRENCY_NONE &&
            (relative->parent == process || (ends && computed_beside(relative))))
            family->found = CONCURRENCY_PROCESSES;
        if (ends)
            *relative = family->relatives[--family->count];
        else
            i++;
    }
}
