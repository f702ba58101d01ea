// How long something takes, shown on the terminal while it runs.
#include "base/elapsed.h"

#include "base/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

enum { DRAW_EVERY_NS = 200000000 };

// Off a terminal: the first note, and the others.
static const int64_t FIRST_NOTE_NS = 30000000000, NOTE_EVERY_NS = 60000000000;

struct elapsed {
    const struct log *log;
    char what[256];
    double expected_s;
    int64_t begun_ns, note_ns; // the next note
    pthread_t thread;
    pthread_mutex_t lock; // guards is_over and what
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

const char *time_wording(struct arena *arena, double seconds)
{
    long whole = (long)(seconds + 0.5);
    if (seconds < 0.995)
        return arena_printf(arena, "%.*f ms", seconds < 0.00995 ? 1 : 0, 1e3 * seconds);
    return seconds < 9.95 ? arena_printf(arena, "%.1f s", seconds)
           : whole < 60   ? arena_printf(arena, "%ld s", whole)
           : whole < 3600 ? arena_printf(arena, "%ld min %02ld s", whole / 60, whole % 60)
                          : arena_printf(arena, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
}

static void show(struct elapsed *elapsed)
{
    TEXT_CLEANUP struct text line = {0};
    int64_t now_ns = clock_boot_ns();
    double seconds = (double)(now_ns - elapsed->begun_ns) / 1e9;
    if (!elapsed->log->terminal && now_ns < elapsed->note_ns)
        return;
    elapsed->note_ns = now_ns + NOTE_EVERY_NS;
    text_printf(&line, "%s, ", elapsed->what);
    elapsed_add(&line, seconds);
    if (elapsed->expected_s > seconds) {
        text_add(&line, ", ");
        elapsed_add(&line, elapsed->expected_s - seconds);
        text_add(&line, " left");
    }
    if (elapsed->log->terminal)
        log_status(elapsed->log, line.bytes);
    else
        log_note(elapsed->log, "%s", line.bytes);
}

static struct timespec next_time(const struct elapsed *elapsed)
{
    struct timespec time;
    int64_t wait_ns = elapsed->log->terminal ? DRAW_EVERY_NS : elapsed->note_ns - clock_boot_ns();
    clock_gettime(CLOCK_REALTIME, &time); // of pthread_cond_timedwait()
    wait_ns = time.tv_nsec + (wait_ns > 0 ? wait_ns : 0);
    time.tv_sec += wait_ns / 1000000000;
    time.tv_nsec = wait_ns % 1000000000;
    return time;
}

static void *show_until_over(void *context)
{
    struct elapsed *elapsed = context;
    pthread_mutex_lock(&elapsed->lock);
    while (!elapsed->is_over) {
        const struct timespec next = next_time(elapsed);
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
    *elapsed = (struct elapsed){.log = log, .expected_s = expected_s, .begun_ns = clock_boot_ns()};
    elapsed->note_ns = elapsed->begun_ns + FIRST_NOTE_NS;
    snprintf(elapsed->what, sizeof elapsed->what, "%s", what);
    if (log->quiet)
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

void elapsed_change(struct elapsed *elapsed, const char *what)
{
    if (!elapsed->is_running)
        return;
    pthread_mutex_lock(&elapsed->lock);
    snprintf(elapsed->what, sizeof elapsed->what, "%s", what);
    pthread_mutex_unlock(&elapsed->lock);
}
