// The energy that CPUs and their memory used, as RAPL counts it below /sys/class/powercap.
#include "machine/rapl.h"

#include "base/clock.h"
#include "base/text.h"
#include "machine/sys.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#define POWERCAP "/sys/class/powercap"

enum { ZONES_MOST = 32, CONSTRAINTS_MOST = 5 };

// Where nothing limits a domain. Limits are held on average: for a while it may be more.
static const double UNLIMITED_W = 1000, OVER_LIMIT = 2;

// A counter moves about every millisecond, and not always on time.
static const double LATE_S = 0.1;

static const char root_only[] =
    "only root may read its energy_uj (sudo chmod a+r " POWERCAP "/intel-rapl*/energy_uj; for good "
    "a udev rule: SUBSYSTEM==\"powercap\", RUN+=\"/bin/chmod a+r /sys%p/energy_uj\")";

static bool number_of(const struct rapl *rapl, const char *folder, const char *file,
                      uint64_t *number)
{
    struct arena scratch = {0};
    bool is_one = sys_number(rapl->root, arena_printf(&scratch, "%s/%s", folder, file), number);
    arena_release(&scratch);
    return is_one;
}

static const char *why_unreadable(const struct rapl *rapl, const struct rapl_domain *domain)
{
    struct arena scratch = {0};
    const char *path = arena_printf(&scratch, "%s%s/energy_uj", rapl->root, domain->folder);
    bool there = faccessat(AT_FDCWD, path, F_OK, AT_EACCESS) == 0;
    bool readable = there && faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0;
    arena_release(&scratch);
    return readable ? "its energy_uj is not a number" : there ? root_only : "it has no energy_uj";
}

// Its counter, or what is wrong with it.
static const char *read_counter(const struct rapl *rapl, const struct rapl_domain *domain,
                                uint64_t *energy_uj)
{
    if (!number_of(rapl, domain->folder, "energy_uj", energy_uj))
        return why_unreadable(rapl, domain);
    return *energy_uj > domain->range_uj ? "its energy_uj is above its max_energy_range_uj" : NULL;
}

// The largest power that a constraint names, or 0.
static double limit_w(const struct rapl *rapl, const char *folder)
{
    static const char *const kinds[] = {"power_limit", "max_power"};
    double most_w = 0;
    for (int i = 0; i < 2 * CONSTRAINTS_MOST; i++) {
        char file[64];
        uint64_t power_uw;
        snprintf(file, sizeof file, "constraint_%d_%s_uw", i / 2, kinds[i % 2]);
        if (number_of(rapl, folder, file, &power_uw))
            most_w = fmax(most_w, (double)power_uw * 1e-6);
    }
    return most_w;
}

static bool is_known(const struct rapl *rapl, const char *name)
{
    for (size_t i = 0; i < rapl->count; i++)
        if (text_equal(rapl->domains[i].name, name))
            return true;
    return false;
}

static enum rapl_part part_of(const char *zone)
{
    return text_starts(zone, "package-") ? RAPL_PACKAGES
           : text_equal(zone, "core")    ? RAPL_CORES
           : text_equal(zone, "dram")    ? RAPL_DRAM
                                         : RAPL_PARTS;
}

// Adds the zone in `folder` if it is of these parts; returns its name.
static const char *add_zone(struct rapl *rapl, struct arena *arena, unsigned parts,
                            const char *folder, const char *package, double package_w)
{
    uint64_t ignored;
    const char *zone = sys_line(arena, rapl->root, arena_printf(arena, "%s/name", folder));
    enum rapl_part part = zone ? part_of(zone) : RAPL_PARTS;
    const char *name = zone && package ? arena_printf(arena, "%s %s", package, zone) : zone;
    if (!(parts & 1U << part) || rapl->count == RAPL_DOMAINS_MOST || is_known(rapl, name))
        return name;
    struct rapl_domain *domain = &rapl->domains[rapl->count++];
    double own_w = limit_w(rapl, folder), most_w = own_w > 0 ? own_w : package_w;
    *domain = (struct rapl_domain){.name = name,
                                   .folder = folder,
                                   .part = part,
                                   .most_w = most_w > 0 ? OVER_LIMIT * most_w : UNLIMITED_W};
    bool has_range = number_of(rapl, folder, "max_energy_range_uj", &domain->range_uj);
    const char *fault = has_range && domain->range_uj
                            ? read_counter(rapl, domain, &ignored)
                            : "its max_energy_range_uj is not a number above 0";
    domain->fault = fault ? arena_printf(arena, "%s: %s", name, fault) : NULL;
    return name;
}

static void add_package(struct rapl *rapl, struct arena *arena, unsigned parts, const char *folder)
{
    const char *package = add_zone(rapl, arena, parts, folder, NULL, 0);
    double package_w = package ? limit_w(rapl, folder) : 0;
    for (int i = 0; package && i < ZONES_MOST; i++)
        if (!add_zone(rapl, arena, parts, arena_printf(arena, "%s:%d", folder, i), package,
                      package_w))
            break;
}

struct rapl rapl_find(struct arena *arena, const char *root, unsigned parts)
{
    struct rapl rapl = {.root = root};
    for (int i = 0; i < ZONES_MOST; i++)
        add_package(&rapl, arena, parts, arena_printf(arena, POWERCAP "/intel-rapl:%d", i));
    for (int i = 0; i < ZONES_MOST; i++)
        add_package(&rapl, arena, parts, arena_printf(arena, POWERCAP "/intel-rapl-mmio:%d", i));
    return rapl;
}

bool rapl_has(const struct rapl *rapl, enum rapl_part part, const char **why)
{
    static const char *const absent[] = {"no RAPL counters below " POWERCAP
                                         ", as in most virtual machines",
                                         "RAPL has no core domain", "RAPL has no dram domain"};
    bool any = false;
    for (size_t i = 0; i < rapl->count; i++) {
        const struct rapl_domain *domain = &rapl->domains[i];
        if (domain->part != part)
            continue;
        any = true;
        if ((*why = domain->fault))
            return false;
    }
    bool none = !rapl->count && !sys_exists(rapl->root, POWERCAP "/intel-rapl:0") &&
                !sys_exists(rapl->root, POWERCAP "/intel-rapl-mmio:0");
    *why = any ? NULL : absent[none ? RAPL_PACKAGES : part];
    return any;
}

void rapl_read(const struct rapl *rapl, struct rapl_reading *reading)
{
    for (size_t i = 0; i < rapl->count; i++)
        reading->fault[i] = read_counter(rapl, &rapl->domains[i], &reading->energy_uj[i]);
    reading->at_ns = clock_boot_ns();
}

// Microjoules that one counter moved by. Only the smallest number that its end allows can be told
// from those that another turn of the counter would add, if there was no time for another turn.
static const char *moved(const struct rapl_domain *domain, uint64_t before_uj, uint64_t after_uj,
                         double seconds, double *moved_uj)
{
    double most_uj = domain->most_w * 1e6 * (seconds + LATE_S), range_uj = (double)domain->range_uj;
    *moved_uj = (double)after_uj - (double)before_uj + (after_uj < before_uj ? range_uj : 0);
    if (after_uj == before_uj)
        return "its energy_uj did not change: it does not count, or the time is too short";
    if (*moved_uj > most_uj)
        return "its energy_uj changed by more than its power allows: it was reset, or counts "
               "something else";
    if (*moved_uj + range_uj <= most_uj)
        return "its energy_uj may have wrapped around more than once: only shorter executions can "
               "be measured";
    return NULL;
}

bool rapl_between(const struct rapl *rapl, enum rapl_part part, const struct rapl_reading *before,
                  const struct rapl_reading *after, struct arena *arena, double *joules,
                  const char **why)
{
    double seconds = (double)(after->at_ns - before->at_ns) * 1e-9, sum_uj = 0;
    if (!rapl_has(rapl, part, why))
        return false;
    for (size_t i = 0; i < rapl->count; i++) {
        const struct rapl_domain *domain = &rapl->domains[i];
        double moved_uj = 0;
        if (domain->part != part)
            continue;
        const char *fault = before->fault[i] ? before->fault[i] : after->fault[i];
        if (!fault)
            fault = moved(domain, before->energy_uj[i], after->energy_uj[i], seconds, &moved_uj);
        if (fault) {
            *why = arena_printf(arena, "%s: %s", domain->name, fault);
            return false;
        }
        sum_uj += moved_uj;
    }
    *joules = sum_uj / 1e6;
    return true;
}
