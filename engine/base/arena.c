// Arenas: memory that is freed at once.
#include "base/arena.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_chunk {
    struct arena_chunk *next;
    size_t size, used;
    max_align_t bytes[];
};

#ifdef ESWEXP_ARENA_EXACT // each piece by itself: a sanitizer sees every byte beyond its end
enum { CHUNK_SIZE = 0, ALIGNMENT = 1 };
#else
enum { CHUNK_SIZE = 16 * 1024, ALIGNMENT = sizeof(max_align_t) };
#endif

static struct arena_chunk *chunk_with_room(struct arena *arena, size_t size)
{
    struct arena_chunk *first = arena->chunks;
    if (first && first->size - first->used >= size)
        return first;
    size_t capacity = size > CHUNK_SIZE / 4 ? size : CHUNK_SIZE;
    struct arena_chunk *chunk = calloc(1, sizeof *chunk + capacity);
    if (!chunk)
        out_of_memory();
    chunk->size = capacity;
    if (first && capacity == size) { // a large block; the first chunk stays in use
        chunk->next = first->next;
        first->next = chunk;
    } else {
        chunk->next = first;
        arena->chunks = chunk;
    }
    return chunk;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        out_of_memory();
    size += !size; // an empty allocation gets an aligned address, too
    size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct arena_chunk *chunk = chunk_with_room(arena, rounded);
    void *memory = (char *)chunk->bytes + chunk->used;
    chunk->used += rounded;
    return memory;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    size_t total = 0;
    if (__builtin_mul_overflow(count, size, &total))
        out_of_memory();
    return arena_alloc(arena, total);
}

void *arena_grown(struct arena *arena, void *items, size_t count, size_t size)
{
    if (count & (count - 1))
        return items;
    void *more = arena_array(arena, count ? 2 * count : 1, size);
    if (items)
        memcpy(more, items, count * size);
    return more;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0)
        out_of_memory();
    char *text = arena_alloc(arena, (size_t)length + 1);
    if (vsnprintf(text, (size_t)length + 1, format, again) < 0)
        out_of_memory();
    va_end(again);
    return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return text;
}

void arena_release(struct arena *arena)
{
    for (struct arena_chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    arena->chunks = NULL;
}
