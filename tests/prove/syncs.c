// Preloaded into a program: how often it waits for the disk, and the longest time between two of
// these, in seconds, into the file that SYNCS names.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int fdatasync(int fd);
int fsync(int fd);

static unsigned long waits;
static double last_s, longest_s;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int wait_for_disk(const char *name, int fd)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int result = real(fd);
    double now = now_s();
    if (waits++ > 0 && now - last_s > longest_s)
        longest_s = now - last_s;
    last_s = now;
    return result;
}

int fdatasync(int fd)
{
    return wait_for_disk("fdatasync", fd);
}

int fsync(int fd)
{
    return wait_for_disk("fsync", fd);
}

__attribute__((destructor)) static void report(void)
{
    FILE *file = getenv("SYNCS") ? fopen(getenv("SYNCS"), "w") : NULL;
    if (file) {
        fprintf(file, "%lu %.6f\n", waits, longest_s);
        fclose(file);
    }
}
