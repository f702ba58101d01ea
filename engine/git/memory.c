// Memory of libgit2: want of it ends the program, as in the rest of the engine. Otherwise libgit2
// 1.5 asks for memory to say that there is none, without an end.
#include "git/internal.h"

#include <git2/sys/alloc.h>
#include <stdlib.h>
#include <string.h>

static void *given(void *memory)
{
    if (!memory)
        out_of_memory();
    return memory;
}

static void *allocate(size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return given(malloc(size ? size : 1));
}

static void *reallocate(void *memory, size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return given(realloc(memory, size ? size : 1));
}

#ifdef GIT_ALLOCATOR_HAS_STRINGS // before libgit2 1.7
static void *allocate_cleared(size_t count, size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return given(calloc(count ? count : 1, size ? size : 1));
}

static void *allocate_array(size_t count, size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return given(reallocarray(NULL, count ? count : 1, size ? size : 1));
}

static void *reallocate_array(void *memory, size_t count, size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return given(reallocarray(memory, count ? count : 1, size ? size : 1));
}

static char *copy_bytes(const char *bytes, size_t length, const char *file, int line)
{
    char *copy = allocate(length + 1, file, line);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

static char *copy_most(const char *text, size_t most, const char *file, int line)
{
    return copy_bytes(text, strnlen(text, most), file, line);
}

static char *copy(const char *text, const char *file, int line)
{
    return copy_bytes(text, strlen(text), file, line);
}
#endif

void git_set_memory(void)
{
    static git_allocator allocator = {
        .gmalloc = allocate,
        .grealloc = reallocate,
        .gfree = free,
#ifdef GIT_ALLOCATOR_HAS_STRINGS
        .gcalloc = allocate_cleared,
        .gmallocarray = allocate_array,
        .greallocarray = reallocate_array,
        .gsubstrdup = copy_bytes,
        .gstrndup = copy_most,
        .gstrdup = copy,
#endif
    };
    git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, &allocator);
}
