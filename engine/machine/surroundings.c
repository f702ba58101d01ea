// What this system runs in.
#include "machine/surroundings.h"

#include "machine/cpu_list.h"
#include "machine/sys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Hypervisor

// Makers whose machines are not of metal, by the beginning of what their firmware says.
static const char *by_firmware(struct arena *arena, const char *root)
{
    static const char *const makers[] = {"QEMU",       "KVM",       "VMware", "innotek",
                                         "Xen",        "Parallels", "Bochs",  "BHYVE",
                                         "Amazon EC2", "Google",    "Apple V"};
    static const char *const files[] = {"/sys/class/dmi/id/sys_vendor",
                                        "/sys/class/dmi/id/product_name",
                                        "/sys/class/dmi/id/bios_vendor"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        const char *line = sys_line(arena, root, files[f]);
        for (size_t i = 0; line && i < sizeof makers / sizeof *makers; i++)
            if (text_starts(line, makers[i]))
                return line;
        if (line && text_equal(line, "Virtual Machine"))
            return "Hyper-V";
    }
    return NULL;
}

// Whether the CPU says that it is a hypervisor's; x86 has a flag for it.
static bool has_flag(const char *flags)
{
    for (const char *at = flags; (at = strstr(at, "hypervisor")); at++)
        if ((at == flags || at[-1] == ' ') && strchr(" \n", at[strlen("hypervisor")]))
            return true;
    return false;
}

struct machine_fact surrounding_hypervisor(struct arena *arena, const char *root)
{
    const char *flags = sys_value(arena, root, "/proc/cpuinfo", "flags");
    const char *type = sys_line(arena, root, "/sys/hypervisor/type");
    const char *kernel = sys_line(arena, root, "/proc/sys/kernel/osrelease");
    const char *named = type ? type : by_firmware(arena, root);
    if (kernel && (strstr(kernel, "microsoft") || strstr(kernel, "Microsoft")))
        named = "WSL";
    if (flags) // a cloud's machine of metal has its maker's name, too
        return machine_told(!has_flag(flags) && !type ? "none" : named ? named : "unnamed", NULL);
    return machine_told(named, "this kind of CPU does not report it");
}

// ---- Container

struct machine_fact surrounding_container(struct arena *arena, const char *root)
{
    static const char *const names[] = {"docker", "kubepods", "libpod", "containerd", "lxc"};
    static const char *const marks[][2] = {{"/.dockerenv", "docker"},
                                           {"/run/.containerenv", "podman"}};
    const char *told = sys_line(arena, root, "/run/systemd/container");
    const char *groups = sys_text(arena, root, "/proc/1/cgroup");
    for (size_t i = 0; !told && i < sizeof marks / sizeof *marks; i++)
        told = sys_exists(root, marks[i][0]) ? marks[i][1] : NULL;
    for (size_t i = 0; !told && groups && i < sizeof names / sizeof *names; i++)
        told = strstr(groups, names[i]) ? names[i] : NULL;
    return machine_told(told ? told : groups ? "none" : NULL, "/proc/1 is not readable");
}

// ---- Quota

// What one group grants, in CPUs; INFINITY: all.
static double quota_in(struct arena *arena, const char *root, const char *folder)
{
    uint64_t quota, period;
    const char *both = sys_line(arena, root, arena_printf(arena, "%s/cpu.max", folder));
    if (both) {
        char *end;
        double least = strtod(both, &end), per = strtod(end, NULL);
        return least > 0 && per > 0 ? least / per : INFINITY; // "max 100000"
    }
    bool told =
        sys_number(root, arena_printf(arena, "%s/cpu.cfs_quota_us", folder), &quota) && // or -1
        sys_number(root, arena_printf(arena, "%s/cpu.cfs_period_us", folder), &period) && period;
    return told ? (double)quota / (double)period : INFINITY;
}

// Of a group and all above it. In a container the path may be one that is seen outside only: then
// the topmost is its own.
static double quota_above(struct arena *arena, const char *root, const char *mount,
                          const char *group)
{
    double least = INFINITY;
    char *path = arena_strdup(arena, group);
    for (char *slash = path + strlen(path); slash; slash = strrchr(path, '/')) {
        *slash = '\0';
        least = fmin(least, quota_in(arena, root, arena_printf(arena, "%s%s", mount, path)));
    }
    return least;
}

// A line of /proc/self/cgroup: "0::/path" of version 2, "4:cpu,cpuacct:/path" of version 1.
static double quota_by(struct arena *arena, const char *root, const char *line)
{
    static const char *const mounts[2][2] = {{"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"},
                                             {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}};
    const char *kinds = strchr(line, ':'), *group = kinds ? strchr(kinds + 1, ':') : NULL;
    double least = INFINITY;
    if (!group)
        return least;
    const char *named =
        arena_printf(arena, ",%.*s,", (int)(group - kinds) - 1, kinds + 1); // ",cpu,cpuacct,"
    bool second = text_equal(named, ",,");
    for (size_t i = 0; i < 2 && (second || strstr(named, ",cpu,")); i++)
        least = fmin(least, quota_above(arena, root, mounts[second][i], group + 1));
    return least;
}

bool surrounding_quota_cpus(struct arena *arena, const char *root, double *cpus)
{
    char *groups = sys_text(arena, root, "/proc/self/cgroup"), *line;
    *cpus = INFINITY;
    while (groups && (line = strsep(&groups, "\n")))
        *cpus = fmin(*cpus, quota_by(arena, root, line));
    return isfinite(*cpus);
}

struct machine_fact surrounding_quota(struct arena *arena, const char *root)
{
    double cpus;
    bool told = sys_exists(root, "/proc/self/cgroup");
    bool set = surrounding_quota_cpus(arena, root, &cpus);
    return machine_told(set    ? arena_printf(arena, "%.3g CPUs", cpus)
                        : told ? "none"
                               : NULL,
                        "/proc/self/cgroup is not readable");
}

// ---- CPUs

static size_t cpus_in(const char *list)
{
    size_t count = 0;
    for (size_t first, last; list && *list && cpus_next(&list, &first, &last);)
        count += last - first + 1;
    return count;
}

size_t surrounding_cpus_online(struct arena *arena, const char *root)
{
    return cpus_in(sys_line(arena, root, "/sys/devices/system/cpu/online"));
}

size_t surrounding_cpus_allowed(struct arena *arena, const char *root)
{
    return cpus_in(sys_value(arena, root, "/proc/self/status", "Cpus_allowed_list"));
}
