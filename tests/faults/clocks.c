// Preloaded into a program: its boot clock and its time of day are off by as many seconds as the
// file CLOCKS says at the moment ("BOOT REAL"), as after a suspend or once somebody set the time.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static char file[4096];

// Only this program is meant, not what it starts.
__attribute__((constructor)) static void begin(void)
{
    if (getenv("CLOCKS"))
        snprintf(file, sizeof file, "%s", getenv("CLOCKS"));
    unsetenv("LD_PRELOAD");
    unsetenv("CLOCKS");
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    long boot_s = 0, real_s = 0;
    FILE *stream = *file ? fopen(file, "re") : NULL;
    if (stream) {
        if (fscanf(stream, "%ld %ld", &boot_s, &real_s) != 2)
            abort();
        fclose(stream);
    }
    if (syscall(SYS_clock_gettime, clock, now))
        return -1;
    now->tv_sec += clock == CLOCK_BOOTTIME ? boot_s : clock == CLOCK_REALTIME ? real_s : 0;
    return 0;
}
