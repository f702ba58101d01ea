// A library that programs preload: moves the heap before the first allocation, allocates blocks of
// drawn sizes, and lets the kernel randomize the programs that they start. docs/layouts.md, "Heap".
#include "run/start/preload.h"

#include <stdint.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SIZE_STEP = 16, SIZES = 64 }; // blocks of 16 to 1024 bytes

// A program need not have them.
extern void *malloc(size_t) __attribute__((weak));
extern void free(void *) __attribute__((weak));

static uint64_t digits(const char **at, int count)
{
    uint64_t number = 0;
    for (; count && **at; count--, ++*at)
        number = number * 16 + (uint64_t)(**at <= '9' ? **at - '0' : **at - 'a' + 10);
    return number;
}

// The numbers in the environment, or NULL. No function of the C library is ready before this one.
static const char *find(char **environment)
{
    static const char name[] = PRELOAD_VARIABLE "=";
    for (; environment && *environment; environment++) {
        size_t length = 0;
        while (name[length] && (*environment)[length] == name[length])
            length++;
        if (!name[length])
            return *environment + length;
    }
    return NULL;
}

static void fail(void)
{
    static const char words[] = "eswexp-heap.so: the program break cannot be moved\n";
    if (syscall(SYS_write, STDERR_FILENO, words, sizeof words - 1) >= 0)
        syscall(SYS_exit_group, 127);
}

// By the kernel, because sbrk() would remember the break before the C library knows it.
static void move_break(uint64_t bytes)
{
    uint64_t before = (uint64_t)syscall(SYS_brk, 0);
    if ((uint64_t)syscall(SYS_brk, before + bytes) != before + bytes)
        fail();
}

static uint64_t next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Keeps every other block, so that the holes between them hold later allocations.
static void allocate(uint64_t seed, uint64_t count)
{
    void *holes[1 << (4 * PRELOAD_BLOCKS_DIGITS)];
    for (uint64_t i = 0; malloc && i < count; i++)
        holes[i] = malloc((next(&seed) % SIZES + 1) * SIZE_STEP);
    for (uint64_t i = 0; malloc && free && i < count; i += 2)
        free(holes[i]);
}

// The addresses of this program stay, and those of programs that it executes are the kernel's. A
// personality that is refused leaves them fixed.
static void free_children(void)
{
    static const long ask = 0xffffffff;
    long persona = syscall(SYS_personality, ask);
    if (persona >= 0)
        (void)syscall(SYS_personality, persona & ~(long)ADDR_NO_RANDOMIZE);
}

// Linked with -z initfirst, so before the constructors of all libraries.
__attribute__((constructor)) static void move_heap(int count, char **arguments, char **environment)
{
#ifndef __GLIBC__
    environment = environ; // which other C libraries set before constructors, without arguments
#endif
    (void)count, (void)arguments;
    const char *numbers = find(environment);
    if (!numbers)
        return;
    uint64_t bytes = digits(&numbers, PRELOAD_BYTES_DIGITS);
    uint64_t seed = digits(&numbers, PRELOAD_SEED_DIGITS);
    move_break(bytes);
    allocate(seed, digits(&numbers, PRELOAD_BLOCKS_DIGITS));
    if (digits(&numbers, PRELOAD_CHILDREN_DIGITS) == 1)
        free_children();
}
