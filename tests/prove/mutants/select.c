// The environment says which mutant is in force, or where to record which of them are reached, and
// which test of the program runs.
#include "select.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

void cmocka_set_test_filter(const char *name);

int mutants[MUTANTS];

static char *reached; // shared with children; a byte each

static void watch(const char *path)
{
    int file = open(path, O_RDWR);
    reached = mmap(NULL, MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (reached == MAP_FAILED)
        abort();
    for (int id = 0; id < MUTANTS; id++)
        mutants[id] = 1;
}

__attribute__((constructor)) static void choose(void)
{
    const char *id = getenv("MUTANT"), *path = getenv("MUTANTS_REACHED");
    if (getenv("MUTANTS_TEST"))
        cmocka_set_test_filter(getenv("MUTANTS_TEST"));
    if (path)
        watch(path);
    else if (id)
        mutants[atoi(id)] = 1;
}

int mutant_asked(int id)
{
    if (!reached)
        return 1;
    reached[id] = 1;
    return mutants[id] = 0;
}
