// The table of checks, the most important first.
#include "machine/check/internal.h"

static const struct {
    const char *name;
    checker *run;
    bool tunable;
    const char *why, *remedy;
} checks[] = {
    {"load", check_load, false,
     "Other programs take time, caches and memory bandwidth from the benchmark.",
     "Stop them, or let 'eswexp run --wait-idle' wait for their end."},
    {"CPU quota", check_quota, false,
     "A process that has used up its quota stands still until the next period begins.",
     "Raise the quota of its cgroup (cpu.max) or container, or measure outside of it."},
    {"power supply", check_power, false,
     "On battery the firmware may slow the CPUs down at any time.", "Plug it in."},
    {"throttling", check_throttling, false,
     "A CPU that is too hot, or draws too much, slows down during a measurement.",
     "Cool it better, or set a lower limit for its clock (cpupower frequency-set -u)."},
    {"temperature", check_temperature, false,
     "Near its limit a CPU slows down; how much depends on the temperature of the room.",
     "Cool it better, or let it rest before measuring."},
    {"governor", check_governor, true,
     "Other governors keep the clock low, or raise it only after a run has begun.",
     "As root: cpupower frequency-set -g performance"},
    {"boost", check_boost, true,
     "Above its nominal clock a CPU's speed depends on its temperature and on how many cores work.",
     NULL},
    {"energy preference", check_preference, true,
     "It tells the firmware how readily to raise the clock.",
     "As root: cpupower set --epp performance"},
    {"frequency limits", check_limits, false,
     "The clock may move between them; a low upper limit makes the machine slower.",
     "As root: cpupower frequency-set -u VALUE, with the value of cpuinfo_max_freq, if the limit "
     "is not on purpose."},
    {"frequency driver", check_driver, false,
     "It decides what the settings of the clock mean, and who sets it: kernel or firmware.", NULL},
    {"hypervisor", check_hypervisor, false,
     "Other guests share cores, caches and memory, and this machine cannot see their load.",
     "Compare within one session only, as eswexp does; where each percent counts, use a machine "
     "of your own."},
    {"container", check_container, false,
     "Its limits and its seccomp filter may refuse what measuring needs.", NULL},
    {"CPUs", check_cpus, false,
     "The kernel and other programs need a CPU beside the one that is measured.",
     "Use a machine, or a set of CPUs (taskset, cpuset), with two or more."},
    {"SMT", check_smt, false,
     "Two threads share the units and caches of a core: a busy sibling takes up to half of them.",
     "As root: echo off >/sys/devices/system/cpu/smt/control; 'eswexp run --tune' takes only the "
     "siblings of 'machine.cpus' offline."},
    {"isolated CPUs", check_isolation, false,
     "On an isolated CPU the kernel runs only what was placed there explicitly.",
     "Boot with isolcpus=N nohz_full=N, and name N in 'machine.cpus'."},
    {"interrupts", check_interrupts, false,
     "Each takes some microseconds and some cache lines from the program on its CPU.",
     "As root: systemctl stop irqbalance; then 'eswexp run --tune' keeps them off the CPUs in "
     "'machine.cpus', as does /proc/irq/N/smp_affinity_list."},
    {"memory", check_memory, false,
     "When little is free, the kernel reclaims memory during a measurement.",
     "Stop the programs that hold it."},
    {"swap", check_swap, false, "A page that must be read back from the disk costs milliseconds.",
     "As root: swapoff -a, if the memory suffices."},
    {"swappiness", check_swappiness, false,
     "It sets how readily the kernel swaps out pages of programs.",
     "As root: sysctl vm.swappiness=1"},
    {"clocksource", check_clocksource, false,
     "Without the CPU's own counter each reading of the clock costs a system call, and its "
     "resolution is coarse.",
     "Ask the kernel's log why (dmesg | grep -i clocksource); tsc=reliable at boot may help."},
    {"huge pages", check_thp, true,
     "With 'always', a program gets them, and their speed, whenever enough memory is free.",
     "As root: echo madvise >/sys/kernel/mm/transparent_hugepage/enabled"},
    {"NUMA balancing", check_numa_balancing, true,
     "It unmaps pages at intervals to see who uses them, and moves them between nodes.",
     "As root: sysctl kernel.numa_balancing=0"},
    {"NMI watchdog", check_nmi_watchdog, true,
     "It holds one hardware counter, and interrupts every CPU now and then.",
     "As root: sysctl kernel.nmi_watchdog=0"},
    {"ASLR", check_aslr, false,
     "eswexp draws the addresses of stack, heap and mappings; for that it switches the kernel's "
     "randomization off in the child.",
     NULL},
    {"hardware counters", check_counters, false, "Cycles, instructions and misses come from them.",
     "As root: sysctl kernel.perf_event_paranoid=2, or less"},
    {"energy", check_energy, false, "RAPL counts the energy that the CPUs use.",
     "Ask the kernel's log why (dmesg | grep -i rapl)."},
    {"kernel", check_kernel, false,
     "Another kernel schedules, pages and mitigates attacks in other ways.", NULL},
    {"mitigations", check_mitigations, false,
     "They cost time in system calls and indirect branches, on users' machines, too.", NULL},
    {"microcode", check_microcode, false, "Another version may change the speed of the same CPU.",
     NULL},
};

struct machine_checks machine_checks(struct arena *arena, const char *root, const struct load *load)
{
    const struct check_input input = {arena, root, load};
    size_t count = sizeof checks / sizeof *checks;
    struct machine_check *items = arena_new_array(arena, struct machine_check, count);
    for (size_t i = 0; i < count; i++) {
        struct check_result result = checks[i].run(&input);
        bool wanting = result.fitness == FIT_NOT || result.fitness == FIT_LESS;
        const char *remedy = result.remedy ? result.remedy : checks[i].remedy;
        items[i] = (struct machine_check){.name = checks[i].name,
                                          .fitness = result.fitness,
                                          .is = result.is,
                                          .why = checks[i].why,
                                          .remedy = wanting ? remedy : NULL,
                                          .tunable = wanting && checks[i].tunable};
    }
    return (struct machine_checks){items, count};
}
