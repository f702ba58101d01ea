// Allocations that fail.
#define _GNU_SOURCE
#include "faulty.h"

#include <dlfcn.h>
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

// glibc's regcomp() frees twice what it could not allocate (2.36): there nothing fails.
static _Thread_local bool is_compiling;

int regcomp(regex_t *compiled, const char *pattern, int flags)
{
    int (*real)(regex_t *, const char *, int) = dlsym(RTLD_NEXT, "regcomp");
    is_compiling = true;
    int code = real(compiled, pattern, flags);
    is_compiling = false;
    return code;
}

static bool is_refused(void)
{
    return !is_compiling && fails(KIND_ALLOCATE, ENOMEM);
}

void *malloc(size_t size)
{
    return is_refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return is_refused() ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return is_refused() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *found = aligned_alloc(alignment, size);
    if (!found)
        return ENOMEM;
    *memory = found;
    return 0;
}
