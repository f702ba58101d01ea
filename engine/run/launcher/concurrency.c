// Tells concurrent processes from those that wait for each other.
#include "run/launcher/concurrency.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

// What a parent may compute while its child does, before it waits: this, and a share of the
// child's.
static const uint64_t PARENT_NS = 2000000;
enum { PARENT_SHARE = 10 };

// The time that the process has had a CPU, in nanoseconds (proc(5), schedstat); 0: not told.
static uint64_t cpu_ns(pid_t process)
{
    char path[40], text[128];
    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)process);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    close(fd);
    text[got < 0 ? 0 : got] = '\0';
    return strtoull(text, NULL, 10);
}

void family_grow(struct family *family, pid_t parent, int event)
{
    unsigned long child = 0;
    bool told = ptrace(PTRACE_GETEVENTMSG, parent, NULL, &child) == 0;
    uint64_t parent_ns = cpu_ns(parent);
    if (event == PTRACE_EVENT_CLONE)
        family->found = CONCURRENCY_THREADS;
    if (family->found != CONCURRENCY_NONE)
        return;
    for (size_t i = 0; i < family->count; i++)
        if (family->relatives[i].parent == parent)
            family->found = CONCURRENCY_PROCESSES;
    if (!told || !parent_ns || family->count == RELATIVES_MOST)
        family->found = CONCURRENCY_UNKNOWN;
    else
        family->relatives[family->count++] = (struct relative){(pid_t)child, parent, parent_ns};
}

static bool computed_beside(const struct relative *relative)
{
    uint64_t parent_ns = cpu_ns(relative->parent) - relative->parent_ns;
    return parent_ns < INT64_MAX &&
           parent_ns > PARENT_NS + cpu_ns(relative->process) / PARENT_SHARE;
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
