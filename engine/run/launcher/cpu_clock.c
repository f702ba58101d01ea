// Multiplies the CPU times that system calls return to a traced child.
#include "run/launcher/cpu_clock.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
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
        UNLESS(ARCHITECTURE, 8),
        LOAD(nr),
        IF(SYS_getrusage, 7),
        IF(SYS_times, 6),
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

static struct cpu_clock_call *call_of(struct cpu_clock *clock, pid_t thread)
{
    for (size_t i = 0; i < CPU_CLOCK_CALLS_MOST; i++)
        if (clock->calls[i].thread == thread)
            return &clock->calls[i];
    return NULL;
}

bool cpu_clock_begin(struct cpu_clock *clock, pid_t thread)
{
    struct __ptrace_syscall_info info;
    struct cpu_clock_call *call = call_of(clock, thread);
    call = call ? call : call_of(clock, 0);
    if (!call || ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0 ||
        info.op != PTRACE_SYSCALL_INFO_SECCOMP)
        return false;
    long number = (long)info.seccomp.nr;
    *call =
        (struct cpu_clock_call){thread, number, {.number = info.seccomp.args[number != SYS_times]}};
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

void cpu_clock_end(struct cpu_clock *clock, pid_t thread)
{
    struct __ptrace_syscall_info info;
    struct cpu_clock_call *call = call_of(clock, thread);
    union result result;
    if (!call)
        return;
    const struct iovec ours = {&result, size_of(call->number)},
                       theirs = {call->result.pointer, ours.iov_len};
    call->thread = 0;
    if (!call->result.pointer || ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0 ||
        info.op != PTRACE_SYSCALL_INFO_EXIT || info.exit.is_error ||
        process_vm_readv(thread, &ours, 1, &theirs, 1, 0) != (ssize_t)ours.iov_len)
        return;
    multiply(call->number, &result);
    (void)!process_vm_writev(thread, &ours, 1, &theirs, 1, 0);
}
