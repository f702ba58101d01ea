// Multiplies the CPU times that system calls return to a traced child, and shortens its timers of
// CPU time.
#include "run/launcher/cpu_clock.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <time.h>

enum { TIMES = 4, NS_IN_S = 1000000000, US_IN_S = 1000000 };

#if defined __x86_64__
enum { HAS_FILTER = 1, ARCHITECTURE = AUDIT_ARCH_X86_64 };
#elif defined __aarch64__
enum { HAS_FILTER = 1, ARCHITECTURE = AUDIT_ARCH_AARCH64 };
#else
enum { HAS_FILTER = 0, ARCHITECTURE = 0 };
#endif

// ---- The stops

#define LOAD(member)                                                                               \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, member))
#define UNLESS(value, jump) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, jump)
#define IF(value, jump) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), jump, 0)
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)

bool cpu_clock_filter(void)
{
    // Clocks of other processes and threads have negative numbers.
    static struct sock_filter lines[] = {
        LOAD(arch),
        UNLESS(ARCHITECTURE, 11),
        LOAD(nr),
        IF(SYS_getrusage, 10),
        IF(SYS_times, 9),
        IF(SYS_setitimer, 8),
        IF(SYS_timer_create, 7),
        IF(SYS_timer_settime, 6),
        UNLESS(SYS_clock_gettime, 4),
        LOAD(args[0]), // its lower half
        IF(CLOCK_PROCESS_CPUTIME_ID, 3),
        IF(CLOCK_THREAD_CPUTIME_ID, 2),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 1U << 31, 1, 0),
        RETURN(SECCOMP_RET_ALLOW),
        RETURN(SECCOMP_RET_TRACE),
    };
    static const struct sock_fprog program = {sizeof lines / sizeof *lines, lines};
    return HAS_FILTER && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// Whether a call returns a CPU time; the others set a timer.
static bool is_read(long number)
{
    return number == SYS_clock_gettime || number == SYS_getrusage || number == SYS_times;
}

static struct cpu_clock_call *call_of(struct cpu_clock *clock, pid_t thread)
{
    for (size_t i = 0; i < CPU_CLOCK_CALLS_MOST; i++)
        if (clock->calls[i].thread == thread)
            return &clock->calls[i];
    return NULL;
}

static struct cpu_clock_call *free_call(struct cpu_clock *clock, pid_t thread)
{
    struct cpu_clock_call *call = call_of(clock, thread);
    return call ? call : call_of(clock, 0);
}

// ---- Timers

static bool is_cpu_clock(int clock)
{
    return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
}

static uint64_t timer_bit(uint64_t number)
{
    return number < 64 ? UINT64_C(1) << number : 0;
}

// The argument with the time in which a timer of CPU time rings, or with the place of its number;
// -1: another timer, or one that rings at a moment of a clock.
static int timer_argument(const struct cpu_clock *clock, long number, const uint64_t *arguments)
{
    if (number == SYS_timer_create)
        return is_cpu_clock((int)arguments[0]) ? 2 : -1;
    if (number == SYS_setitimer)
        return arguments[0] != ITIMER_REAL ? 1 : -1;
    bool ours = clock->timers & timer_bit(arguments[0]);
    return ours && !(arguments[1] & TIMER_ABSTIME) ? 2 : -1;
}

static void note_timer(struct cpu_clock *clock, const struct cpu_clock_call *call)
{
    int number = -1; // timer_t of the kernel
    const struct iovec ours = {&number, sizeof number},
                       theirs = {call->data.pointer, sizeof number};
    if (process_vm_readv(call->thread, &ours, 1, &theirs, 1, 0) == sizeof number && number >= 0)
        clock->timers |= timer_bit((uint64_t)number);
}

// An interval and a time, in seconds and parts of a second; also into memory that the child cannot
// write.
static bool write_time(const struct cpu_clock_call *call, const int64_t *time)
{
    bool done = true;
    for (size_t i = 0; i < 4; i++)
        done = done && ptrace(PTRACE_POKEDATA, call->thread, (char *)call->data.pointer + 8 * i,
                              time[i]) == 0;
    return done;
}

// A quarter of the time, but 0, which stops a timer, only for 0. What does not ring in the child's
// usual time is a limit, and stays.
static bool shorten(const struct cpu_clock *clock, struct cpu_clock_call *call)
{
    static const double tick_s = 0.01, most_s = 1e6;
    const int64_t parts = call->number == SYS_setitimer ? US_IN_S : NS_IN_S;
    const struct iovec ours = {call->time, sizeof call->time},
                       theirs = {call->data.pointer, ours.iov_len};
    int64_t shorter[4];
    if (process_vm_readv(call->thread, &ours, 1, &theirs, 1, 0) != (ssize_t)ours.iov_len)
        return false;
    for (size_t i = 0; i < 4; i += 2) {
        double rings_s = (double)call->time[i] + (double)call->time[i + 1] / (double)parts;
        if (call->time[i] < 0 || rings_s > (i ? clock->usual_s + tick_s : most_s))
            return false;
        int64_t sum = (call->time[i] * parts + call->time[i + 1] + TIMES - 1) / TIMES;
        shorter[i] = sum / parts;
        shorter[i + 1] = sum % parts;
    }
    return write_time(call, shorter);
}

bool cpu_clock_begin(struct cpu_clock *clock, pid_t thread)
{
    struct __ptrace_syscall_info info;
    struct cpu_clock_call *call = free_call(clock, thread);
    if (!call || ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0 ||
        info.op != PTRACE_SYSCALL_INFO_SECCOMP)
        return false;
    long number = (long)info.seccomp.nr;
    bool returns = is_read(number);
    int argument = returns ? number != SYS_times : timer_argument(clock, number, info.seccomp.args);
    if (argument < 0)
        return false;
    struct cpu_clock_call begun = {thread, number, {.number = info.seccomp.args[argument]}, {0}};
    if (!returns && number != SYS_timer_create && !shorten(clock, &begun))
        return false;
    *call = begun;
    return true;
}

// ---- The times

static int64_t us_of(const struct timeval *time)
{
    return (int64_t)time->tv_sec * US_IN_S + time->tv_usec;
}

static struct timeval times_of(int64_t us)
{
    return (struct timeval){TIMES * us / US_IN_S, TIMES * us % US_IN_S};
}

// What a call returned, in memory of the child.
union result {
    struct timespec clock;
    struct rusage usage;
    struct tms ticks;
};

static size_t size_of(long number)
{
    return number == SYS_getrusage ? sizeof(struct rusage)
           : number == SYS_times   ? sizeof(struct tms)
                                   : sizeof(struct timespec);
}

// User time includes system time: the stops are system time, of which a program that reads user
// time in a loop would have much.
static void multiply(long number, union result *result)
{
    if (number == SYS_getrusage) {
        int64_t system_us = us_of(&result->usage.ru_stime);
        result->usage.ru_utime = times_of(us_of(&result->usage.ru_utime) + system_us);
        result->usage.ru_stime = times_of(system_us);
    } else if (number == SYS_times) {
        struct tms *ticks = &result->ticks;
        *ticks = (struct tms){
            TIMES * (ticks->tms_utime + ticks->tms_stime), TIMES * ticks->tms_stime,
            TIMES * (ticks->tms_cutime + ticks->tms_cstime), TIMES * ticks->tms_cstime};
    } else {
        int64_t ns = TIMES * ((int64_t)result->clock.tv_sec * NS_IN_S + result->clock.tv_nsec);
        result->clock = (struct timespec){ns / NS_IN_S, ns % NS_IN_S};
    }
}

static void multiply_result(const struct cpu_clock_call *call)
{
    struct __ptrace_syscall_info info;
    union result result;
    const struct iovec ours = {&result, size_of(call->number)},
                       theirs = {call->data.pointer, ours.iov_len};
    if (!call->data.pointer ||
        ptrace(PTRACE_GET_SYSCALL_INFO, call->thread, sizeof info, &info) <= 0 ||
        info.op != PTRACE_SYSCALL_INFO_EXIT || info.exit.is_error ||
        process_vm_readv(call->thread, &ours, 1, &theirs, 1, 0) != (ssize_t)ours.iov_len)
        return;
    multiply(call->number, &result);
    (void)!process_vm_writev(call->thread, &ours, 1, &theirs, 1, 0);
}

void cpu_clock_end(struct cpu_clock *clock, pid_t thread)
{
    struct cpu_clock_call *call = call_of(clock, thread);
    if (!call)
        return;
    if (is_read(call->number))
        multiply_result(call);
    else if (call->number == SYS_timer_create)
        note_timer(clock, call);
    else
        (void)!write_time(call, call->time);
    call->thread = 0;
}
