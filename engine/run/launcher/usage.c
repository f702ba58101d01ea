// Reads figures from struct rusage.
#include "run/launcher/usage.h"

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static long without(long count, size_t ours)
{
    return count > (long)ours ? count - (long)ours : 0;
}

void usage_read(const struct rusage *usage, size_t stops, struct figures *figures)
{
    // One involuntary switch is ours: at its exec the launcher wakes up on its CPU.
    long involuntary = without(usage->ru_nivcsw, 1), voluntary = without(usage->ru_nvcsw, stops);
    figure_set(figures, FIGURE_USER_TIME, seconds_of(usage->ru_utime));
    figure_set(figures, FIGURE_SYSTEM_TIME, seconds_of(usage->ru_stime));
    figure_set(figures, FIGURE_MINOR_FAULTS, (double)usage->ru_minflt);
    figure_set(figures, FIGURE_MAJOR_FAULTS, (double)usage->ru_majflt);
    figure_set(figures, FIGURE_PAGE_FAULTS, (double)usage->ru_minflt + (double)usage->ru_majflt);
    figure_set(figures, FIGURE_VOLUNTARY_SWITCHES, (double)voluntary);
    figure_set(figures, FIGURE_INVOLUNTARY_SWITCHES, (double)involuntary);
    figure_set(figures, FIGURE_CONTEXT_SWITCHES, (double)(voluntary + involuntary));
    figure_set(figures, FIGURE_PEAK_MEMORY, (double)usage->ru_maxrss * 1024);
}
