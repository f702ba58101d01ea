// Which calls fail: those of the kind FAULT_KIND, from the FAULT_AT-th on FAULT_TIMES of them.
//
// How many calls of each kind there were, how many failed, whether libgit2 made the first that did,
// and a hash of the order of the calls that change files or processes is in the file FAULT_CALLS: a
// number of 64 bits each. Behind them is what called each of the kind FAULT_STACKS: a hash of its
// stack, and one of the program's own functions on it.
#define _GNU_SOURCE
#include "faulty.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

enum {
    STEP_NS = 25000000, // more than results wait for each other, store/transactions.c
    STACKS_MOST = 1 << 21,
    FRAMES_MOST = 64,
};

static const char *const kinds[KINDS] = {
    "pwrite", "sync", "write", "rename",  "truncate", "copy",       "make", "remove",  "start",
    "memory", "open", "read",  "receive", "send",     "descriptor", "lock", "allocate"};

struct counts {
    atomic_ulong calls[KINDS], failed, in_git, order;
    struct {
        uint64_t all, own;
    } stacks[STACKS_MOST];
};

static struct counts *counts;
static int kind = -1, stacked = -1;
static unsigned long at, times;
static atomic_ulong steps;

static int kind_named(const char *name)
{
    for (int i = 0; name && i < KINDS; i++)
        if (strcmp(name, kinds[i]) == 0)
            return i;
    return -1;
}

static unsigned long number_of(const char *name)
{
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : 0;
}

static void share(const char *path)
{
    long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || syscall(SYS_ftruncate, fd, sizeof *counts) != 0)
        abort();
    void *shared =
        (void *)syscall(SYS_mmap, NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED)
        abort();
    syscall(SYS_close, fd);
    counts = shared;
}

static void stop_counting(void)
{
    counts = NULL;
}

// Only this program is meant, not what it starts.
__attribute__((constructor(102))) static void begin(void)
{
    static const char *const names[] = {"LD_PRELOAD",  "FAULT_KIND",  "FAULT_AT",
                                        "FAULT_TIMES", "FAULT_CALLS", "FAULT_STACKS"};
    kind = kind_named(getenv("FAULT_KIND"));
    stacked = kind_named(getenv("FAULT_STACKS"));
    at = number_of("FAULT_AT");
    times = number_of("FAULT_TIMES");
    pthread_atfork(NULL, NULL, stop_counting);
    if (getenv("FAULT_CALLS"))
        share(getenv("FAULT_CALLS"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
}

static bool is_counted(void)
{
    return counts;
}

// ---- What called

// FNV-1a
#define FNV_BASIS 0xcbf29ce484222325
#define FNV_PRIME 0x100000001b3

struct stack {
    uint64_t all, own;
    int frames;
    bool git;
};

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *data)
{
    struct stack *stack = data;
    struct dl_find_object found;
    void *address = (void *)_Unwind_GetIP(context);
    if (_dl_find_object(address, &found) != 0 || ++stack->frames > FRAMES_MOST)
        return _URC_END_OF_STACK;
    uint64_t offset = (uint64_t)address - (uint64_t)found.dlfo_map_start;
    const char *library = found.dlfo_link_map->l_name;
    stack->all = (stack->all ^ offset) * FNV_PRIME;
    if (!*library)
        stack->own = (stack->own ^ offset) * FNV_PRIME;
    stack->git = stack->git || strstr(library, "/libgit2.");
    return _URC_NO_REASON;
}

static struct stack stack_here(void)
{
    struct stack stack = {.all = FNV_BASIS, .own = FNV_BASIS};
    _Unwind_Backtrace(add_frame, &stack);
    return stack;
}

static void note_order(enum kind group)
{
    static const bool kept[KINDS] = {
        [KIND_MEMORY] = true,  [KIND_OPEN] = true, [KIND_READ] = true,
        [KIND_RECEIVE] = true, [KIND_LOCK] = true, [KIND_DESCRIPTOR] = true,
        [KIND_ALLOCATE] = true};
    unsigned long before = counts->order;
    while (!kept[group] && !atomic_compare_exchange_weak(&counts->order, &before,
                                                         (before ^ (group + 1ul)) * FNV_PRIME))
        ;
}

bool fails(enum kind group, int number)
{
    if (!is_counted())
        return false;
    unsigned long call = atomic_fetch_add(&counts->calls[group], 1) + 1;
    note_order(group);
    if ((int)group == stacked && call <= STACKS_MOST) {
        struct stack stack = stack_here();
        counts->stacks[call - 1].all = stack.all;
        counts->stacks[call - 1].own = stack.own;
    }
    if ((int)group != kind || call < at || call - at >= times)
        return false;
    if (atomic_fetch_add(&counts->failed, 1) == 0)
        counts->in_git = stack_here().git;
    errno = number;
    return true;
}

// So that there are always as many calls, what the program does may not depend on how fast it is:
// its boot clock goes on by a step whenever it is asked.
int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock != CLOCK_BOOTTIME || !is_counted())
        return (int)syscall(SYS_clock_gettime, clock, now);
    long ns = (long)(atomic_fetch_add(&steps, 1) + 1) * STEP_NS;
    *now = (struct timespec){ns / 1000000000, ns % 1000000000};
    return 0;
}
