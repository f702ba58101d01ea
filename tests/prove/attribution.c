// Programs whose time depends on one property of their layout, which PROPERTY names, and on nothing
// else: the loop is as long as the property says (attribution.py).
#include <stdint.h>

// So long that starting the process hardly counts.
enum { LEAST = 1000000 };

// A kilobyte each, so that their order moves them further than their alignment.
#define FUNCTION(name)                                                                             \
    __attribute__((noinline)) int name(int value)                                                  \
    {                                                                                              \
        __asm__ volatile("jmp 1f\n\t.skip 1024\n1:");                                              \
        return value + 1;                                                                          \
    }
#define EIGHT(name)                                                                                \
    FUNCTION(name##0)                                                                              \
    FUNCTION(name##1)                                                                              \
    FUNCTION(name##2)                                                                              \
    FUNCTION(name##3)                                                                              \
    FUNCTION(name##4)                                                                              \
    FUNCTION(name##5)                                                                              \
    FUNCTION(name##6)                                                                              \
    FUNCTION(name##7)
EIGHT(a)
EIGHT(b)
EIGHT(c)

typedef int function(int);
static function *const functions[] = {a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3,
                                      b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7};

// From 0 to 2: half of how much longer the loop is.
static double modulo_64(const void *stack)
{
    (void)stack;
    return (double)((uintptr_t)a0 % 64) / 64;
}

static double stack_modulo_4096(const void *stack)
{
    return (double)((uintptr_t)stack % 4096) / 2048;
}

static double distance(const void *stack)
{
    (void)stack;
    uintptr_t one = (uintptr_t)a0, other = (uintptr_t)c7;
    return (double)(one < other ? other - one : one - other) / 12288;
}

static double nothing(const void *stack)
{
    (void)stack;
    return 0.5;
}

// A chain of multiplications takes their latency, wherever its code lies. Odd numbers stay odd.
static uint64_t chain(uint64_t steps)
{
    uint64_t number = steps | 1;
    for (uint64_t i = 0; i < steps; i++)
        for (int link = 0; link < 8; link++)
            number *= number;
    return number;
}

int main(void)
{
    double (*const properties[])(const void *) = {modulo_64, stack_modulo_4096, distance, nothing};
    int value = 0;
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        value = functions[i](value);
    long steps = (long)(LEAST * (1 + 2 * properties[PROPERTY](&value)));
    return value != sizeof functions / sizeof *functions || chain((uint64_t)steps) == 0;
}
