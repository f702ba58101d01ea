// The table of checks, in order of importance.
#include "machine/check/internal.h"

static const struct {
    const char *name;
    look *look;
    bool tunable;
    const char *why, *remedy;
} checks[] = {
    {"load", look_load, false,
     "What else runs takes time, caches and memory bandwidth from what is measured.",
     "Stop it, or let 'eswexp run --wait-idle' wait for its end."},
    {"CPU quota", look_quota, false,
     "Who has used it up stands still until the next tenth of a second begins.",
     "Raise the quota of its cgroup (cpu.max) or container, or measure outside of it."},
    {"power supply", look_power, false, "On battery, firmware slows the CPUs as it sees fit.",
     "Plug it in."},
    {"throttling", look_throttling, false,
     "A CPU that is too hot, or draws too much, slows down in the midst of a measurement.",
     "Cool it better, or set a lower limit for its clock (cpupower frequency-set -u)."},
    {"temperature", look_temperature, false,
     "Near its limit a CPU slows down, and less on a cold morning.",
     "Cool it better, or let it rest before measuring."},
    {"governor", look_governor, true,
     "Other governors let the clock follow the load, so a run begins slowly, or keep it low.",
     "As root: cpupower frequency-set -g performance"},
    {"boost", look_boost, true,
     "Above its nominal clock a CPU's speed depends on its heat and on how many cores work.", NULL},
    {"energy preference", look_preference, true,
     "It tells the firmware how readily to raise the clock.",
     "As root: cpupower set --epp performance"},
    {"frequency limits", look_limits, false,
     "Between them the clock may move; a low upper limit measures a slower machine.",
     "As root: cpupower frequency-set -u with what cpuinfo_max_freq says, if it is not on "
     "purpose."},
    {"frequency driver", look_driver, false,
     "It decides what the settings of the clock mean, and whether the kernel has a say.", NULL},
    {"hypervisor", look_hypervisor, false,
     "Other guests share cores, caches and memory, and what they do cannot be seen from here.",
     "Compare within one session only, as eswexp does; where each percent counts, use a machine "
     "of your own."},
    {"container", look_container, false,
     "Its limits and its seccomp filter may refuse what measuring needs.", NULL},
    {"CPUs", look_cpus, false,
     "The kernel and what else runs need a CPU beside the one that is measured.",
     "Take a machine, or a set of CPUs (taskset, cpuset), of two or more."},
    {"SMT", look_smt, false,
     "Two threads share a core's units and caches: a busy sibling takes up to half of it.",
     "As root: echo off >/sys/devices/system/cpu/smt/control; 'eswexp run --tune' takes only the "
     "siblings of 'machine.cpus' offline."},
    {"isolated CPUs", look_isolation, false,
     "On an isolated CPU the kernel runs nothing that was not put there.",
     "Boot with isolcpus=N nohz_full=N, and name N in 'machine.cpus'."},
    {"interrupts", look_interrupts, false,
     "Each takes some microseconds, and cache lines, from what runs on its CPU.",
     "As root: systemctl stop irqbalance; then 'eswexp run --tune' keeps them off the CPUs in "
     "'machine.cpus', as does /proc/irq/N/smp_affinity_list."},
    {"memory", look_memory, false,
     "Where little is free, the kernel works to free some while a measurement runs.",
     "Stop what holds it."},
    {"swap", look_swap, false, "A page that must come back from the disk costs milliseconds.",
     "As root: swapoff -a, if there is memory enough."},
    {"swappiness", look_swappiness, false, "It says how readily pages of programs are swapped out.",
     "As root: sysctl vm.swappiness=1"},
    {"clocksource", look_clocksource, false,
     "From another than the CPU's own counter, each look at the clock costs a system call, and its "
     "resolution is coarse.",
     "Ask the kernel's log why (dmesg | grep -i clocksource); tsc=reliable at boot may help."},
    {"huge pages", look_thp, true,
     "Where they come unasked, it is the free memory of the moment that decides how fast it is.",
     "As root: echo madvise >/sys/kernel/mm/transparent_hugepage/enabled"},
    {"NUMA balancing", look_numa_balancing, true,
     "It takes pages away at intervals to see who uses them, and moves them between nodes.",
     "As root: sysctl kernel.numa_balancing=0"},
    {"NMI watchdog", look_nmi_watchdog, true,
     "It holds one hardware counter, and interrupts every CPU now and then.",
     "As root: sysctl kernel.nmi_watchdog=0"},
    {"ASLR", look_aslr, false,
     "eswexp draws where stack, heap and mappings begin, for which it switches the kernel's own "
     "choice off in the child alone.",
     NULL},
    {"hardware counters", look_counters, false, "Cycles, instructions and misses come from them.",
     "As root: sysctl kernel.perf_event_paranoid=2, or less"},
    {"energy", look_energy, false, "RAPL tells what the CPUs draw.",
     "Ask the kernel's log why (dmesg | grep -i rapl)."},
    {"kernel", look_kernel, false,
     "Another one schedules, pages and guards against attacks in other ways.", NULL},
    {"mitigations", look_mitigations, false,
     "They cost time in system calls and indirect branches, as users will have it, too.", NULL},
    {"microcode", look_microcode, false, "Another one may change the speed of the same CPU.", NULL},
};

struct machine_checks machine_checks(struct arena *arena, const char *root, const struct load *load)
{
    const struct survey survey = {arena, root, load};
    size_t count = sizeof checks / sizeof *checks;
    struct machine_check *items = arena_new_array(arena, struct machine_check, count);
    for (size_t i = 0; i < count; i++) {
        struct sight sight = checks[i].look(&survey);
        bool wanting = sight.fitness == FIT_NOT || sight.fitness == FIT_LESS;
        const char *remedy = sight.remedy ? sight.remedy : checks[i].remedy;
        items[i] = (struct machine_check){.name = checks[i].name,
                                          .fitness = sight.fitness,
                                          .is = sight.is,
                                          .why = checks[i].why,
                                          .remedy = wanting ? remedy : NULL,
                                          .tunable = wanting && checks[i].tunable};
    }
    return (struct machine_checks){items, count};
}
