// Waiting until nothing else runs on this machine: measuring its load again and again.
#include "executor/idle.h"

#include "base/clock.h"
#include "base/text.h"
#include "machine/activity/load.h"
#include "machine/sys.h"

#include <unistd.h>

enum { MOST_S = 30 * 60, SLICE_US = 100000 };

static const int64_t log_every_ns = 60000000000;

struct idleness idle_default(void)
{
    return (struct idleness){.root = machine_root(), .most_s = MOST_S, .span_s = LOAD_SPAN_S};
}

// Sleeps in slices: a signal just before a longer sleep would not end it.
static bool pass(const struct waiting *waiting, double seconds, struct error *error)
{
    const int64_t until_ns = clock_boot_ns() + (int64_t)(seconds * 1e9);
    for (int64_t now_ns; (now_ns = clock_boot_ns()) < until_ns;) {
        if (*waiting->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted while waiting for an idle machine");
        if (waiting->deadline_ns && now_ns >= waiting->deadline_ns)
            return failed(error, EXIT_DEADLINE,
                          "the deadline came while waiting for an idle machine");
        int64_t left_us = (until_ns - now_ns) / 1000 + 1;
        usleep(left_us < SLICE_US ? (useconds_t)left_us : SLICE_US);
    }
    return true;
}

static bool is_idle(const struct load *load)
{
    return !load->busy.why && load->busy.share < LOAD_IDLE_BUSY &&
           (load->pressure.why || load->pressure.share < LOAD_IDLE_PRESSURE);
}

static void add_share(struct text *description, const char *what, const struct load_share *share,
                      double limit)
{
    if (share->why)
        text_printf(description, "%s unknown (%s)", what, share->why);
    else
        text_printf(description, "%s %.1f %% (idle: below %.0f %%)", what, 100 * share->share,
                    100 * limit);
}

static void describe(const struct load *load, struct text *description)
{
    add_share(description, "CPUs busy", &load->busy, LOAD_IDLE_BUSY);
    add_share(description, ", CPU pressure", &load->pressure, LOAD_IDLE_PRESSURE);
    for (size_t i = 0; i < load->busiest_count; i++)
        text_printf(description, "%s'%s' %.1f %%",
                    i ? ", " : "; busiest processes: ", load->busiest[i].name,
                    100 * load->busiest[i].share);
}

// A wait in progress. `most_s` is 0 where the caller does not wait.
struct wait {
    const struct waiting *waiting;
    const struct idleness *idleness;
    double most_s;
    int64_t since_ns, log_ns; // log_ns: of the next log line; 0: nothing was logged yet
};

// At the first measurement, then once a minute.
static void log_wait(struct wait *wait, const char *description)
{
    const struct log *log = wait->waiting->log;
    const int64_t now_ns = clock_boot_ns();
    double waited_s = (double)(now_ns - wait->since_ns) * 1e-9;
    if (now_ns < wait->log_ns)
        return;
    if (!wait->log_ns)
        log_note(log, "waiting at most %.3g min for an idle machine, Ctrl-C gives up: %s",
                 wait->most_s / 60, description);
    else
        log_note(log, "waited %.0f of %.3g min for an idle machine: %s", waited_s / 60,
                 wait->most_s / 60, description);
    wait->log_ns = now_ns + log_every_ns;
}

// Whether to measure again.
static bool is_awaited(struct wait *wait, const struct load *load, struct error *error)
{
    TEXT_CLEANUP struct text description = {0};
    if (!load->readable)
        return failed(error, EXIT_UNFIT, "cannot tell whether this machine is idle: %s",
                      load->busy.why);
    describe(load, &description);
    if (wait->most_s <= 0)
        return failed(error, EXIT_UNFIT, "the machine is not idle: %s", description.bytes);
    if (clock_boot_ns() >= wait->since_ns + (int64_t)(wait->most_s * 1e9))
        return failed(error, EXIT_UNFIT, "the machine did not become idle in %.3g min: %s",
                      wait->most_s / 60, description.bytes);
    log_wait(wait, description.bytes);
    return true;
}

static bool measure(struct wait *wait, bool *idle, struct error *error)
{
    struct arena arena = {0};
    const struct load_watch *watch = load_begin(&arena, wait->idleness->root);
    bool going = pass(wait->waiting, wait->idleness->span_s, error);
    if (going) {
        struct load load = load_end(&arena, watch);
        *idle = is_idle(&load);
        if (*idle && load.pressure.why)
            log_note(wait->waiting->log, "the machine is idle, judged by its busy CPUs alone: %s",
                     load.pressure.why);
        going = *idle || is_awaited(wait, &load, error);
    }
    arena_release(&arena);
    return going;
}

bool idle_await(const struct waiting *waiting, const struct idleness *idleness, struct error *error)
{
    struct wait wait = {.waiting = waiting,
                        .idleness = idleness,
                        .most_s = waiting->refused ? 0 : idleness->most_s,
                        .since_ns = clock_boot_ns()};
    bool idle = false;
    while (!idle)
        if (!measure(&wait, &idle, error))
            return false;
    return true;
}
