// Counters of thermal throttling, as the kernel has them for some CPUs.
#include "machine/activity/throttle.h"

#include "base/clock.h"
#include "base/files/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { CPUS_MOST = 4096 };

static uint64_t read_counter(const char *path)
{
    char text[32] = {0};
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd >= 0 && read(fd, text, sizeof text - 1) > 0 ? strtoull(text, NULL, 10) : 0;
}

static uint64_t sum_of(const struct throttle_watch *watch)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < watch->count; i++)
        sum += read_counter(watch->files[i]);
    return sum;
}

struct throttle_watch throttle_begin(struct arena *arena, const char *root)
{
    static const char *const counters[] = {"core", "package"};
    struct throttle_watch watch = {.files =
                                       arena_new_array(arena, const char *, (size_t)2 * CPUS_MOST)};
    struct arena scratch = {0};
    for (int cpu = 0; cpu < CPUS_MOST; cpu++) {
        const char *folder = arena_printf(&scratch, "%s/sys/devices/system/cpu/cpu%d", root, cpu);
        if (!folder_exists(folder))
            break; // those that are offline have a folder, too
        for (int i = 0; i < 2; i++) {
            const char *file = arena_printf(&scratch, "%s/thermal_throttle/%s_throttle_count",
                                            folder, counters[i]);
            if (file_exists(file))
                watch.files[watch.count++] = arena_strdup(arena, file);
        }
    }
    arena_release(&scratch);
    watch.events = sum_of(&watch);
    watch.looked_ns = clock_boot_ns();
    return watch;
}

uint64_t throttle_read(struct throttle_watch *watch, int64_t after_ns)
{
    int64_t now_ns = clock_boot_ns();
    if (watch->count == 0 || now_ns - watch->looked_ns < after_ns)
        return 0;
    uint64_t before = watch->events;
    watch->events = sum_of(watch);
    watch->looked_ns = now_ns;
    return watch->events > before ? watch->events - before : 0;
}
