// What machine this is.
#include "machine/fingerprint.h"

#include "base/files.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { FILE_LIMIT = 1 << 20 };

// The line that begins here, or NULL if nothing is on it.
static char *line_at(struct arena *arena, const char *text)
{
    size_t length = strcspn(text, "\n");
    return length ? arena_strndup(arena, text, length) : NULL;
}

// The first line of a file, or NULL.
static char *first_line(struct arena *arena, const char *root, const char *path)
{
    struct error ignored;
    TEXT_CLEANUP struct text text = {0};
    bool read = file_read(arena_printf(arena, "%s%s", root, path), FILE_LIMIT, &text, &ignored);
    return read ? line_at(arena, text.bytes) : NULL;
}

// The value behind "key : value" in /proc/cpuinfo or /proc/meminfo, or NULL.
static char *value_of(struct arena *arena, const char *root, const char *path, const char *key)
{
    struct error ignored;
    TEXT_CLEANUP struct text text = {0};
    if (!file_read(arena_printf(arena, "%s%s", root, path), FILE_LIMIT, &text, &ignored))
        return NULL;
    for (const char *line = text.bytes; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!text_starts(line, key))
            continue;
        const char *colon = line + strlen(key) + strspn(line + strlen(key), " \t");
        if (*colon != ':')
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        return line_at(arena, colon);
    }
    return NULL;
}

static void add(struct machine_facts *facts, const char *name, const char *value, const char *why)
{
    facts->items[facts->count++] = (struct machine_fact){name, value, value ? NULL : why};
}

struct machine_facts machine_fingerprint(struct arena *arena, const char *root)
{
    struct machine_facts facts = {0};
    struct utsname system;
    uname(&system);
    add(&facts, "host", first_line(arena, root, "/proc/sys/kernel/hostname"), "not readable");
    add(&facts, "cpu", value_of(arena, root, "/proc/cpuinfo", "model name"),
        "/proc/cpuinfo names no model");
    add(&facts, "cpus", first_line(arena, root, "/sys/devices/system/cpu/online"), "not readable");
    add(&facts, "memory", value_of(arena, root, "/proc/meminfo", "MemTotal"), "not readable");
    add(&facts, "architecture", arena_strdup(arena, system.machine), NULL);
    add(&facts, "kernel", first_line(arena, root, "/proc/sys/kernel/osrelease"), "not readable");
    add(&facts, "governor",
        first_line(arena, root, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "no cpufreq here, as in most virtual machines");
    add(&facts, "boost", first_line(arena, root, "/sys/devices/system/cpu/cpufreq/boost"),
        "no switch for it here");
    add(&facts, "no turbo",
        first_line(arena, root, "/sys/devices/system/cpu/intel_pstate/no_turbo"),
        "no Intel P-state driver here");
    add(&facts, "smt", first_line(arena, root, "/sys/devices/system/cpu/smt/control"),
        "no switch for it here");
    add(&facts, "clocksource",
        first_line(arena, root, "/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "not readable");
    add(&facts, "transparent huge pages",
        first_line(arena, root, "/sys/kernel/mm/transparent_hugepage/enabled"), "not readable");
    return facts;
}
