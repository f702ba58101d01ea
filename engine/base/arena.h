// Arenas: memory that is freed at once.
#pragma once

#include <stdarg.h>
#include <stddef.h>

struct arena_chunk;

// Zero-initialised is empty. Running out of memory aborts the program: all data worth saving is in
// the store.
struct arena {
    struct arena_chunk *chunks;
};

// Zeroed memory, aligned for any type.
void *arena_alloc(struct arena *arena, size_t size);

// Zeroed array of `count` objects; overflow counts as out of memory.
void *arena_array(struct arena *arena, size_t count, size_t size);

#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define arena_new_array(arena, type, count) ((type *)arena_array((arena), (count), sizeof(type)))

char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

// The items, moved to an array of twice the size where `count` of them fill theirs: before each one
// that is added, from the first on.
void *arena_grown(struct arena *arena, void *items, size_t count, size_t size);

// Frees everything; the arena is empty and ready again.
void arena_release(struct arena *arena);
