// Puts memory out of all caches.
#pragma once

#include <stddef.h>

#if defined(__x86_64__)
#define EVICT_LINE(at) __asm__ volatile("clflush %0" : : "m"(*(at)) : "memory")
#define EVICT_WAIT() __asm__ volatile("mfence" : : : "memory")
#elif defined(__aarch64__)
#define EVICT_LINE(at) __asm__ volatile("dc civac, %0" : : "r"(at) : "memory")
#define EVICT_WAIT() __asm__ volatile("dsb ish" : : : "memory")
#endif

#if defined(EVICT_LINE)
// By the instruction for it, a line at a time; none of these processors has shorter ones.
static inline void evict(const char *memory, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64)
        EVICT_LINE(memory + at);
    EVICT_WAIT();
}
#else
// By writing elsewhere more than caches hold.
static inline void evict(const char *memory, size_t bytes)
{
    static volatile char elsewhere[256 << 20];
    (void)memory, (void)bytes;
    for (size_t at = 0; at < sizeof(elsewhere); at += 64)
        elsewhere[at]++;
}
#endif
