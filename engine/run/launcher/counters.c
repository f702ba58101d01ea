// Counters of perf_event_open(2) over an execution.
#include "run/launcher/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HARDWARE(name) PERF_COUNT_HW_##name, PERF_TYPE_HARDWARE
#define SOFTWARE(name) PERF_COUNT_SW_##name, PERF_TYPE_SOFTWARE

const struct counter_kind counter_kinds[COUNTERS] = {
    [COUNTER_CYCLES] = {HARDWARE(CPU_CYCLES), false, false, 1},
    [COUNTER_INSTRUCTIONS] = {HARDWARE(INSTRUCTIONS), true, false, 1},
    [COUNTER_CACHE_REFERENCES] = {HARDWARE(CACHE_REFERENCES), false, false, 1},
    [COUNTER_CACHE_MISSES] = {HARDWARE(CACHE_MISSES), true, false, 1},
    [COUNTER_BRANCHES] = {HARDWARE(BRANCH_INSTRUCTIONS), false, false, 1},
    [COUNTER_BRANCH_MISSES] = {HARDWARE(BRANCH_MISSES), true, false, 1},
    [COUNTER_TASK_CLOCK] = {SOFTWARE(TASK_CLOCK), false, false, 1e-9},
    [COUNTER_MIGRATIONS] = {SOFTWARE(CPU_MIGRATIONS), false, true, 1},
};

// A group starts when its first counter does.
static int open_at(enum counter counter, int group, bool user_code_alone)
{
    const struct counter_kind *kind = &counter_kinds[counter];
    struct perf_event_attr attributes = {
        .type = kind->type,
        .size = sizeof attributes,
        .config = kind->config,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .inherit = 1,
        .disabled = group < 0,
        .enable_on_exec = group < 0,
        .exclude_kernel = user_code_alone,
        .exclude_hv = user_code_alone,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, group, PERF_FLAG_FD_CLOEXEC);
}

// Counts kernel code, unless perf_event_paranoid forbids it. The task clock does not distinguish.
static int open_counter(enum counter counter, int group, bool *user_code_alone)
{
    int fd = *user_code_alone ? -1 : open_at(counter, group, false);
    bool forbidden = *user_code_alone || errno == EACCES || errno == EPERM;
    if (fd >= 0 || !forbidden || counter_kinds[counter].kernel_only)
        return fd;
    fd = open_at(counter, group, true);
    *user_code_alone |= fd >= 0 && counter_kinds[counter].type == PERF_TYPE_HARDWARE;
    return fd;
}

struct counters counters_open(uint64_t figures)
{
    struct counters counters = {.user_code_alone = false};
    for (int i = 0; i < COUNTERS; i++) {
        int group = counter_kinds[i].joins ? counters.fds[i - 1] : -1;
        counters.fds[i] =
            counter_is_asked(figures, i) ? open_counter(i, group, &counters.user_code_alone) : -1;
    }
    return counters;
}

static void read_counter(enum counter counter, int fd, struct figures *figures)
{
    struct {
        uint64_t count, enabled, running;
    } read_out;
    if (read(fd, &read_out, sizeof read_out) != sizeof read_out || read_out.running == 0)
        return;
    double share = (double)read_out.running / (double)read_out.enabled;
    double least =
        figure_is_known(figures, FIGURE_COUNTED_SHARE) ? figures->values[FIGURE_COUNTED_SHARE] : 1;
    figure_set(figures, counter_figure(counter),
               (double)read_out.count / share * counter_kinds[counter].scale);
    figure_set(figures, FIGURE_COUNTED_SHARE, share < least ? share : least);
}

void counters_read(struct counters *counters, struct figures *figures)
{
    for (int i = 0; i < COUNTERS; i++) {
        if (counters->fds[i] < 0)
            continue;
        read_counter(i, counters->fds[i], figures);
        close(counters->fds[i]);
    }
    if (counters->user_code_alone)
        figure_set(figures, FIGURE_USER_CODE_ALONE, 1);
}

int counter_try(enum counter counter, bool *user_code_alone)
{
    *user_code_alone = false;
    int fd = open_counter(counter, -1, user_code_alone), number = errno;
    if (fd < 0)
        return number;
    close(fd);
    return 0;
}
