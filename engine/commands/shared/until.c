// Reading a deadline. It counts by the boot clock, which does not jump when somebody sets the time.
#include "commands/shared/until.h"

#include "base/clock.h"
#include "spec/values.h"

#include <stddef.h>
#include <time.h>

// Whether one of the formats reads the whole word.
static bool read_local(const char *word, const char *const *formats, struct tm *local)
{
    for (; *formats; formats++) {
        struct tm read = *local;
        const char *end = strptime(word, *formats, &read);
        if (end && !*end) {
            *local = read;
            local->tm_isdst = -1;
            return true;
        }
    }
    return false;
}

static bool read_moment(const char *word, time_t now, time_t *moment)
{
    static const char *const hours[] = {"%H:%M", "%H:%M:%S", NULL};
    static const char *const dates[] = {"%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M",
                                        "%Y-%m-%d %H:%M:%S", NULL};
    struct tm local;
    localtime_r(&now, &local);
    local.tm_sec = 0;
    bool of_a_day = read_local(word, hours, &local);
    if (!of_a_day && !read_local(word, dates, &local))
        return false;
    *moment = mktime(&local);
    if (of_a_day && *moment <= now) {
        local.tm_mday++;
        local.tm_isdst = -1;
        *moment = mktime(&local);
    }
    return true;
}

bool until_read(const char *word, int64_t *deadline_ns, struct error *error)
{
    struct timespec now;
    time_t moment;
    double seconds;
    *deadline_ns = 0;
    if (!word)
        return true;
    clock_gettime(CLOCK_REALTIME, &now);
    if (read_moment(word, now.tv_sec, &moment))
        seconds = difftime(moment, now.tv_sec) - (double)now.tv_nsec * 1e-9;
    else if (!value_duration(word, &seconds))
        return failed(error, EXIT_USAGE,
                      "--until '%s' is not a time: use 06:30, 2026-01-31T06:30, or 90min from now",
                      word);
    if (seconds <= 0)
        return failed(error, EXIT_USAGE, "--until '%s' is in the past", word);
    if (seconds > SPAN_MOST_S)
        return failed(error, EXIT_USAGE, "--until '%s' is more than 100 years away", word);
    *deadline_ns = clock_boot_ns() + (int64_t)(seconds * 1e9);
    return true;
}
