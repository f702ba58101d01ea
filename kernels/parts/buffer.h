// Memory to be measured: from a huge page's boundary on, all of it touched, in huge pages or not.
#pragma once

#include "../eswexp.h"
#include "choice.h"

enum { BUFFER_HUGE_PAGE = 2 << 20 };

struct buffer {
    char *bytes;
    void *mapping; // what munmap() takes
    size_t mapped;
};

// Zeroed, of --size bytes. A system's kernel that has no huge pages to give gives others: see
// buffer_report().
static inline void buffer_make(struct buffer *buffer, size_t size, bool huge)
{
    option_require(size <= SIZE_MAX / 2, "no memory for '--size' bytes");
    size_t whole = (size + BUFFER_HUGE_PAGE - 1) / BUFFER_HUGE_PAGE * BUFFER_HUGE_PAGE;
    buffer->mapped = whole + BUFFER_HUGE_PAGE;
    buffer->mapping =
        mmap(NULL, buffer->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    option_require(buffer->mapping != MAP_FAILED, "no memory for '--size' bytes");
    uintptr_t start = (uintptr_t)buffer->mapping + BUFFER_HUGE_PAGE - 1;
    buffer->bytes = (char *)(start - start % BUFFER_HUGE_PAGE);
    (void)madvise(buffer->bytes, whole, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    memset(buffer->bytes, 0, size);
}

// Says how much of `size` is in small pages although huge ones were asked for.
static inline void buffer_report(uint64_t size, struct esw_run *run)
{
    char line[256];
    unsigned long long kib = 0;
    FILE *file = fopen("/proc/self/smaps_rollup", "re");
    while (file && fgets(line, sizeof(line), file))
        if (sscanf(line, "AnonHugePages: %llu kB", &kib) == 1)
            break;
    if (file)
        fclose(file);
    if (kib * 1024 < size)
        esw_metric(run, "lacking_huge_pages", (double)(size - kib * 1024), "B", ESW_LESS);
}

static inline void buffer_free(struct buffer *buffer)
{
    if (buffer->mapped)
        munmap(buffer->mapping, buffer->mapped);
}
