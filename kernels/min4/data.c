// Data for min4: what a branch predictor can learn, what it cannot, and what it may.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // dl_iterate_phdr()
#endif
#include "min4.h"

#include "../parts/random.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

// Rises to the middle and falls again.
static bool fill_organ_pipe(uint64_t *random, int *values, size_t n)
{
    int lowest = (int)random_below(random, 1000);
    for (size_t i = 0; i < n; i++)
        values[i] = lowest + (int)(i < n - i ? i : n - i);
    return true;
}

static bool fill_random(uint64_t *random, int *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = (int)(random_next(random) >> 33);
    return true;
}

static bool fill_random01(uint64_t *random, int *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = (int)(random_next(random) >> 63);
    return true;
}

static bool fill_sorted(uint64_t *random, int *values, size_t n)
{
    fill_random(random, values, n);
    qsort(values, n, sizeof(*values), compare);
    return true;
}

struct words {
    const char *begin;
    size_t count;
};

static bool lies_in(const struct dl_phdr_info *object, uintptr_t address)
{
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        uintptr_t begin = object->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && address - begin < segment->p_memsz)
            return true;
    }
    return false;
}

// The largest segment of the C library that is readable and never written: its code.
static int find_library(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    struct words *words = context;
    if (!lies_in(object, (uintptr_t)stdout))
        return 0;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        size_t count = segment->p_filesz / sizeof(int);
        if (segment->p_type != PT_LOAD || (segment->p_flags & (PF_R | PF_W)) != PF_R ||
            count <= words->count)
            continue;
        words->begin = (const char *)(object->dlpi_addr + segment->p_vaddr);
        words->count = count;
    }
    return 1;
}

// Words of the C library's code, from a random place on: the same over builds of a benchmark, which
// its own code is not; another on another machine.
static bool fill_real(uint64_t *random, int *values, size_t n)
{
    struct words words = {NULL, 0};
    dl_iterate_phdr(find_library, &words);
    if (words.count == 0)
        return false;
    size_t from = (size_t)random_below(random, words.count);
    for (size_t i = 0; i < n; i++)
        memcpy(&values[i], words.begin + (from + i) % words.count * sizeof(int), sizeof(int));
    return true;
}

bool min4_fill(const char *kind, uint64_t *random, int *values, size_t n)
{
    static const struct {
        const char *name;
        bool (*fill)(uint64_t *random, int *values, size_t n);
    } kinds[] = {
        {"organ-pipe", fill_organ_pipe}, {"random", fill_random}, {"random01", fill_random01},
        {"sorted", fill_sorted},         {"real", fill_real},
    };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (strcmp(kind, kinds[i].name) == 0)
            return kinds[i].fill(random, values, n);
    return false;
}
