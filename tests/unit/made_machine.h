// Trees that stand in for /proc and /sys of machines with several packages, cores and threads.
#pragma once

#include "scratch.h"

#include <stdarg.h>

// CPUs are numbered as x86 does: the first threads of all cores, package by package, then the
// second ones.
struct made_machine {
    int packages, cores, threads; // cores of a package, threads of a core
};

static inline int made_cpus(const struct made_machine *machine)
{
    return machine->packages * machine->cores * machine->threads;
}

PRINTF_LIKE(3, 4)
static inline void made_file(struct scratch *scratch, const char *name, const char *format, ...)
{
    char *content = NULL;
    va_list arguments;
    va_start(arguments, format);
    assert_true(vasprintf(&content, format, arguments) >= 0);
    va_end(arguments);
    scratch_file(scratch, name, content);
    free(content);
}

// The list of a core's CPUs.
static inline const char *made_siblings(struct scratch *scratch, const struct made_machine *machine,
                                        int core)
{
    const char *list = arena_printf(&scratch->arena, "%d", core);
    for (int thread = 1; thread < machine->threads; thread++)
        list = arena_printf(&scratch->arena, "%s,%d", list,
                            core + thread * machine->packages * machine->cores);
    return list;
}

// Every package is a memory node.
static inline void make_machine(struct scratch *scratch, const struct made_machine *machine)
{
    int cores = machine->packages * machine->cores;
    struct arena *arena = &scratch->arena;
    for (int cpu = 0; cpu < made_cpus(machine); cpu++) {
        const char *folder = arena_printf(arena, "sys/devices/system/cpu/cpu%d/topology", cpu);
        int core = cpu % cores;
        made_file(scratch, arena_printf(arena, "%s/core_id", folder), "%d\n",
                  core % machine->cores);
        made_file(scratch, arena_printf(arena, "%s/physical_package_id", folder), "%d\n",
                  core / machine->cores);
        made_file(scratch, arena_printf(arena, "%s/thread_siblings_list", folder), "%s\n",
                  made_siblings(scratch, machine, core));
    }
    for (int package = 0; package < machine->packages; package++) {
        const char *list = "";
        for (int core = 0; core < machine->cores; core++)
            list = arena_printf(arena, "%s%s%s", list, core ? "," : "",
                                made_siblings(scratch, machine, package * machine->cores + core));
        made_file(scratch, arena_printf(arena, "sys/devices/system/node/node%d/cpulist", package),
                  "%s\n", list);
    }
    made_file(scratch, "sys/devices/system/node/online", "0-%d\n", machine->packages - 1);
    made_file(scratch, "sys/devices/system/cpu/present", "0-%d\n", made_cpus(machine) - 1);
    made_file(scratch, "sys/devices/system/cpu/online", "0-%d\n", made_cpus(machine) - 1);
}

// What has happened on each of `count` CPUs since the start of the machine; `busy` of 1000 ticks,
// NULL: none have passed.
static inline void make_activity(struct scratch *scratch, int count, const int *interrupts,
                                 const int *busy)
{
    TEXT_CLEANUP struct text stat = {0}, head = {0}, row = {0};
    text_add(&stat, "cpu  1 1 1 1\n");
    for (int cpu = 0; cpu < count; cpu++) {
        text_printf(&stat, "cpu%d %d 0 0 %d 0 0 0 0 0 0\n", cpu, busy ? busy[cpu] : 0,
                    busy ? 1000 - busy[cpu] : 0);
        text_printf(&head, " CPU%d", cpu);
        text_printf(&row, " %d", interrupts[cpu]);
    }
    scratch_file(scratch, "proc/stat", stat.bytes);
    made_file(scratch, "proc/interrupts", "%s\nLOC: %s Local timer interrupts\nERR: 77\n",
              head.bytes, row.bytes);
}
