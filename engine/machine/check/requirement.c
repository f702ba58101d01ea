// The subjects of requirements, and whether requirements hold.
#include "machine/check/requirement.h"

#include "base/text.h"
#include "machine/activity/throttle.h"
#include "machine/cpu_list.h"
#include "machine/frequency.h"
#include "machine/settings.h"
#include "machine/surroundings.h"
#include "machine/usage.h"

#include <string.h>

// ---- Numbers

static struct machine_number told_if(bool told, double number, const char *why)
{
    return (struct machine_number){.number = told ? number : 0, .why = told ? NULL : why};
}

static struct machine_number busy(struct arena *arena, const char *root, const struct load *load)
{
    (void)arena, (void)root;
    return (struct machine_number){load->busy.share, load->busy.why};
}

static struct machine_number pressure(struct arena *arena, const char *root,
                                      const struct load *load)
{
    (void)arena, (void)root;
    return (struct machine_number){load->pressure.share, load->pressure.why};
}

static struct machine_number cpus(struct arena *arena, const char *root, const struct load *load)
{
    (void)load;
    size_t count = surrounding_cpus_allowed(arena, root);
    return told_if(count > 0, (double)count, "the kernel does not report it");
}

static struct machine_number isolated(struct arena *arena, const char *root,
                                      const struct load *load)
{
    (void)load;
    struct machine_fact fact = setting_isolated(arena, root);
    double count = 0;
    for (size_t first, last; fact.value && cpus_next(&fact.value, &first, &last);)
        count += (double)(last - first) + 1;
    return told_if(!fact.why, count, fact.why);
}

static struct machine_number bytes_of(const char *root, const char *field)
{
    uint64_t bytes;
    bool told = usage_memory(root, field, &bytes);
    return told_if(told, (double)bytes, "/proc/meminfo does not report it");
}

static struct machine_number memory(struct arena *arena, const char *root, const struct load *load)
{
    (void)arena, (void)load;
    return bytes_of(root, "MemTotal");
}

static struct machine_number free_memory(struct arena *arena, const char *root,
                                         const struct load *load)
{
    (void)arena, (void)load;
    return bytes_of(root, "MemAvailable");
}

static struct machine_number swap(struct arena *arena, const char *root, const struct load *load)
{
    (void)arena, (void)load;
    struct machine_number all = bytes_of(root, "SwapTotal"), left = bytes_of(root, "SwapFree");
    return told_if(!all.why && !left.why, all.number - left.number, all.why ? all.why : left.why);
}

static struct machine_number throttling(struct arena *arena, const char *root,
                                        const struct load *load)
{
    (void)load;
    struct throttle_watch watch = throttle_begin(arena, root);
    return told_if(watch.count > 0, (double)watch.events, "the kernel counts none for these CPUs");
}

static struct machine_number temperature(struct arena *arena, const char *root,
                                         const struct load *load)
{
    (void)load;
    struct temperature now;
    bool told = usage_temperature(arena, root, &now);
    return told_if(told, now.celsius, "no sensor of the CPUs in /sys/class/hwmon");
}

// ---- The table

static const char *const switched[] = {"on", "off", NULL};
static const char *const pages[] = {"always", "madvise", "never", NULL};
static const char *const places[] = {"off", "partial", "full", NULL};
static const char *const supplies[] = {"mains", "battery", NULL};

#define AS_ROOT "as root: "
#define THROUGH "as root, through "
#define CPUS "/sys/devices/system/cpu"
// clang-format off
#define WORD(name, words, summary, how, read)                                                      \
    {                                                                                              \
        name, QUANTITY_WORD, words, summary, how, read, NULL                                       \
    }
// clang-format on

const struct requirement_subject requirement_subjects[] = {
    {"load", QUANTITY_SHARE, NULL, "busy share of all CPUs over 5 s",
     "stop other programs, or wait for their end with --wait-idle", NULL, busy},
    {"pressure", QUANTITY_SHARE, NULL,
     "share of the last 10 s in which some process waited for a CPU",
     "stop other programs, or wait for their end with --wait-idle", NULL, pressure},
    WORD("governor", NULL, "of cpufreq, on all CPUs", AS_ROOT "cpupower frequency-set -g GOVERNOR",
         frequency_governor),
    WORD("driver", NULL, "of cpufreq", "choose it at boot", frequency_driver),
    WORD("preference", NULL, "for performance or energy", AS_ROOT "cpupower set --epp PREFERENCE",
         frequency_preference),
    WORD("boost", switched, "clocks above the nominal one",
         THROUGH CPUS "/intel_pstate/no_turbo or " CPUS "/cpufreq/boost", frequency_boost),
    WORD("smt", switched, "second threads of cores", THROUGH CPUS "/smt/control", setting_smt),
    WORD("thp", pages, "transparent huge pages",
         THROUGH "/sys/kernel/mm/transparent_hugepage/enabled", setting_thp),
    WORD("aslr", places, "of the kernel", AS_ROOT "sysctl kernel.randomize_va_space", setting_aslr),
    WORD("clocksource", NULL, "where the kernel reads the time", "choose it at boot",
         setting_clocksource),
    WORD("numa_balancing", switched, "moving pages between nodes",
         AS_ROOT "sysctl kernel.numa_balancing", setting_numa_balancing),
    WORD("nmi_watchdog", switched, "the kernel's search for CPUs that hang",
         AS_ROOT "sysctl kernel.nmi_watchdog", setting_nmi_watchdog),
    WORD("hypervisor", NULL, "its name, or none", "take another machine", surrounding_hypervisor),
    WORD("container", NULL, "its kind, or none", "measure outside of it", surrounding_container),
    WORD("power", supplies, "what the machine runs on", "connect or disconnect the power supply",
         setting_power),
    {"cpus", QUANTITY_NUMBER, NULL, "that this process may use",
     "allow it more (taskset, cpuset), or take another machine", NULL, cpus},
    {"isolated", QUANTITY_NUMBER, NULL, "CPUs that the scheduler leaves alone",
     "boot with isolcpus=LIST", NULL, isolated},
    {"memory", QUANTITY_BYTES, NULL, "of the machine", "take another machine", NULL, memory},
    {"free_memory", QUANTITY_BYTES, NULL, "that is available", "stop the programs that hold it",
     NULL, free_memory},
    {"swap", QUANTITY_BYTES, NULL, "that is in use", AS_ROOT "swapoff -a", NULL, swap},
    {"throttling", QUANTITY_NUMBER, NULL, "times since the machine started",
     "cool it better, and start it again", NULL, throttling},
    {"temperature", QUANTITY_NUMBER, NULL, "of the CPUs, in °C", "let it cool down", NULL,
     temperature},
    {0},
};

_Static_assert(sizeof requirement_subjects / sizeof *requirement_subjects <=
                   REQUIREMENT_SUBJECTS_MOST,
               "there are more subjects than said");

// ---- Judging

bool requirement_is_about_load(const struct requirement *requirement)
{
    return requirement->subject->number == busy || requirement->subject->number == pressure;
}

static bool number_holds(const struct requirement *requirement, double number)
{
    switch (requirement->relation) {
    case IS:
        return number == requirement->number;
    case IS_NOT:
        return number != requirement->number;
    case BELOW:
        return number < requirement->number;
    case AT_MOST:
        return number <= requirement->number;
    case ABOVE:
        return number > requirement->number;
    case AT_LEAST:
        return number >= requirement->number;
    }
    return false;
}

static const char *in_words(struct arena *arena, enum quantity quantity, double number)
{
    if (quantity == QUANTITY_SHARE)
        return arena_printf(arena, "%.1f %%", 100 * number);
    if (quantity == QUANTITY_BYTES)
        return number < 0x1p30 ? arena_printf(arena, "%.3g MiB", number / 0x1p20)
                               : arena_printf(arena, "%.3g GiB", number / 0x1p30);
    return arena_printf(arena, "%.4g", number);
}

// Of "intel_pstate, active" the driver alone, too: a comma ends a requirement.
static bool says(const char *value, const char *word)
{
    size_t length = strlen(word);
    return strncmp(value, word, length) == 0 && (!value[length] || value[length] == ',');
}

static struct requirement_judged judge(struct arena *arena, const char *root,
                                       const struct load *load,
                                       const struct requirement *requirement)
{
    const struct requirement_subject *subject = requirement->subject;
    struct requirement_judged judged = {.requirement = requirement};
    const char *why;
    if (subject->word) {
        struct machine_fact fact = subject->word(arena, root);
        why = fact.why;
        judged.is = fact.value;
        judged.holds =
            fact.value && says(fact.value, requirement->word) == (requirement->relation == IS);
    } else {
        struct machine_number told = subject->number(arena, root, load);
        why = told.why;
        judged.is = in_words(arena, subject->quantity, told.number);
        judged.holds = !why && number_holds(requirement, told.number);
    }
    if (why)
        judged.is = arena_printf(arena, "not known here: %s", why);
    return judged;
}

const struct requirement_judged *requirements_judge(struct arena *arena, const char *root,
                                                    const struct load *load,
                                                    const struct requirement *requirements,
                                                    size_t count)
{
    struct requirement_judged *judged = arena_new_array(arena, struct requirement_judged, count);
    for (size_t i = 0; i < count; i++)
        judged[i] = judge(arena, root, load, &requirements[i]);
    return judged;
}
