// How long something takes, shown on the terminal while it runs.
#include "base/elapsed.h"

#include "base/clock.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

enum { DRAW_EVERY_NS = 200000000 };

struct elapsed {
    const struct log *log;
    const char *what;
    double expected_s;
    int64_t begun_ns;
    pthread_t thread;
    pthread_mutex_t lock; // guards is_over
    pthread_cond_t over;
    bool is_running, is_over;
};

void elapsed_add(struct text *text, double seconds)
{
    long whole = (long)(seconds + 0.5);
    if (whole >= 3600)
        text_printf(text, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        text_printf(text, "%ld min %02ld s", whole / 60, whole % 60);
    else
        text_printf(text, "%ld s", whole);
}

static void show(const struct elapsed *elapsed)
{
    TEXT_CLEANUP struct text line = {0};
    double seconds = (double)(clock_boot_ns() - elapsed->begun_ns) / 1e9;
    text_printf(&line, "%s, ", elapsed->what);
    elapsed_add(&line, seconds);
    if (elapsed->expected_s > seconds) {
        text_add(&line, ", ");
        elapsed_add(&line, elapsed->expected_s - seconds);
        text_add(&line, " left");
    }
    log_status(elapsed->log, line.bytes);
}

static struct timespec next_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time); // of pthread_cond_timedwait()
    time.tv_nsec += DRAW_EVERY_NS;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

static void *show_until_over(void *context)
{
    struct elapsed *elapsed = context;
    pthread_mutex_lock(&elapsed->lock);
    while (!elapsed->is_over) {
        const struct timespec next = next_time();
        pthread_cond_timedwait(&elapsed->over, &elapsed->lock, &next);
        if (!elapsed->is_over)
            show(elapsed);
    }
    pthread_mutex_unlock(&elapsed->lock);
    return NULL;
}

struct elapsed *elapsed_begin(struct arena *arena, const struct log *log, const char *what,
                              double expected_s)
{
    struct elapsed *elapsed = arena_new(arena, struct elapsed);
    *elapsed = (struct elapsed){.log = log,
                                .what = arena_strdup(arena, what),
                                .expected_s = expected_s,
                                .begun_ns = clock_boot_ns()};
    if (!log->terminal || log->quiet)
        return elapsed;
    show(elapsed);
    pthread_mutex_init(&elapsed->lock, NULL);
    pthread_cond_init(&elapsed->over, NULL);
    sigset_t all, before; // signals are for the other threads
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    elapsed->is_running = pthread_create(&elapsed->thread, NULL, show_until_over, elapsed) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return elapsed;
}

void elapsed_end(struct elapsed *elapsed)
{
    if (!elapsed->is_running)
        return;
    pthread_mutex_lock(&elapsed->lock);
    elapsed->is_over = true;
    pthread_cond_signal(&elapsed->over);
    pthread_mutex_unlock(&elapsed->lock);
    pthread_join(elapsed->thread, NULL);
    log_status(elapsed->log, NULL);
}
