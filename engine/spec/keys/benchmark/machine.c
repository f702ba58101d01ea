// `machine`: processors, limits and environment of every execution.
#include "spec/keys/benchmark/machine.h"

#include "machine/cpu_list.h"
#include "model/process_settings.h"
#include "spec/keys/benchmark/internal.h"
#include "spec/process_settings.h"
#include "spec/values.h"

#include <ctype.h>
#include <sched.h>

#define AT(member) .offset = offsetof(struct target, member)

static void add_cpus(struct reading *reading, const struct node *node, cpu_set_t *cpus)
{
    const char *list = node->kind == NODE_SCALAR ? resolve(reading, node, false) : "";
    const char *rest = list;
    size_t cpu = 0, last = 0;
    while (rest && (rest == list || *rest)) {
        if (!cpus_next(&rest, &cpu, &last)) {
            mistake(&reading->mistakes, node->place,
                    "CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, "
                    "not '%s'",
                    list);
            return;
        }
        for (; cpu <= last && (reading->elsewhere || cpu_is_available(cpu)); cpu++)
            CPU_SET(cpu, cpus); // those beyond the set are ignored
        if (cpu <= last)
            mistake(&reading->mistakes, node->place,
                    "CPU %zu is not available here (available: %s)", cpu,
                    cpus_available(reading->arena));
    }
}

// "auto", "auto 4"; false: something else.
static bool read_auto(struct reading *reading, const struct node *node, struct target *target)
{
    size_t count = 1;
    const char *words = node->kind == NODE_SCALAR ? resolve(reading, node, false) : NULL;
    if (!words || !text_starts(words, "auto") || (words[4] && words[4] != ' '))
        return false;
    if (words[4] && (!value_count(words + 5, &count) || count < 1 || count > CPU_SETSIZE))
        mistake(&reading->mistakes, node->place,
                "'auto' takes a number of cores from 1 to %d, such as auto 4, not '%s'",
                CPU_SETSIZE, words + 5);
    target->cpu_auto = count;
    return true;
}

// "any", "drawn"; false: something else.
static bool read_none(struct reading *reading, const struct node *node, struct target *target)
{
    const char *word = node->kind == NODE_SCALAR ? resolve(reading, node, false) : NULL;
    target->draws_cpu = text_equal(word, "drawn");
    return target->draws_cpu || text_equal(word, "any");
}

static void read_cpus(struct reading *reading, const struct keyword *keyword,
                      const struct node *node, void *at)
{
    (void)keyword;
    struct target *target = at;
    struct node alone;
    target->cpus = NULL;
    target->cpu_count = 0;
    target->cpu_auto = 0;
    const struct node *first = node_items(node, &alone);
    cpu_set_t cpus;
    if (read_none(reading, node, target) || read_auto(reading, node, target))
        return;
    CPU_ZERO(&cpus);
    for (const struct node *item = first; item; item = item->next)
        add_cpus(reading, item, &cpus);
    target->cpus = arena_new_array(reading->arena, int, (size_t)CPU_COUNT(&cpus));
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &cpus))
            target->cpus[target->cpu_count++] = cpu;
}

static const char *environment_problem(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return "it must begin with a letter or '_'";
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return "it must consist of letters, digits and '_'";
    return text_starts(name, "ESWEXP_") ? "names with ESWEXP_ are the engine's own" : NULL;
}

static void read_environment(struct reading *reading, const struct keyword *keyword,
                             const struct node *node, void *at)
{
    (void)keyword;
    struct text_list list = {.items = arena_new(reading->arena, char *)};
    for (const struct node *child = node->first; child; child = child->next) {
        const char *problem = environment_problem(child->key);
        if (problem)
            mistake(&reading->mistakes, child->key_place,
                    "'%s' cannot be the name of an environment variable: %s", child->key, problem);
        if (child->kind != NODE_SCALAR)
            mistake(&reading->mistakes, child->place, "'%s' must be one value", child->key);
        const char *value = resolve(reading, child, true);
        if (value)
            text_list_printf(&list, reading->arena, "%s=%s", child->key, value);
    }
    *(struct text_list *)at = list;
}

#define RANGES "[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*"
#define CPUS_PATTERN "drawn|any|auto|auto 0*[1-9][0-9]*|" RANGES

static const char *const switches[] = {"false", "true", NULL};

static const struct keyword variable_entry = {
    "VARIABLE",
    SCALAR,
    TYPE_TEXT,
    .example = "'1'",
    .help = "The value of this environment variable. The names in ${…} of 'args' stand for their "
            "values here, too.",
};

const struct keyword machine_keys[] = {
    {"cpus", SCALAR | LIST | NONEMPTY, TYPE_TEXT, .read = read_cpus, .pattern = CPUS_PATTERN,
     .high = CPU_SETSIZE - 1, .fallback = "drawn", .example = "auto",
     .help = "CPUs that the program may use. drawn: one CPU for each round, the same for all "
             "variants; programs that use several at once are not pinned. Numbers and ranges such "
             "as 0-3,6. auto: one CPU of a quiet physical core, chosen when the campaign begins; "
             "auto 4: a CPU of each of four cores, on one memory node where possible. any: not "
             "pinned."},
    {"memory", SCALAR, TYPE_TEXT, AT(process_settings), read_memory,
     .pattern = "any|local|remote|interleave|node [0-9]+", .fallback = "any", .example = "any",
     .help = "Nodes that memory comes from. local: those of 'cpus'; remote: all others; "
             "interleave: all in turn; node 1: that node; any: where the kernel takes it."},
    {"priority", SCALAR, TYPE_TEXT, AT(process_settings), read_priority,
     .pattern = "-?0*1?[0-9]|-0*20|fifo|fifo 0*([1-9]|[1-8][0-9]|9[0-8])", .low = -20, .high = 19,
     .fallback = "0", .example = "-5",
     .help = "A nice value from -20 to 19; or fifo, or fifo 1 to fifo 98: real time (SCHED_FIFO). "
             "If the machine refuses it, the exit code is 5, before anything is measured."},
    {"timeout", SCALAR | EXPERIMENT_ONLY, TYPE_DURATION, AT(timeout_s), .low = 1e-3,
     .high = 30 * 86400.0, .fallback = "5min", .example = "60s",
     .help = "An execution that lasts longer is ended and has failed."},
    {"memory_limit", SCALAR | EXPERIMENT_ONLY, TYPE_SIZE, AT(memory_limit_bytes), .low = 0x1p20,
     .high = 0x1p50, .fallback = "no limit", .example = "2Gi",
     .help = "Private writable memory that each process may have."},
    {"env", MAP, TYPE_KEYS, AT(environment), read_environment, .entry = &variable_entry,
     .example = "{OMP_NUM_THREADS: '4'}",
     .help = "Environment variables, besides PATH and LC_ALL=C. The environment is padded to the "
             "size that was drawn, so no value's length moves the stack."},
    {"canary", SCALAR | EXPERIMENT_ONLY, TYPE_CHOICE, AT(canary), .choices = switches,
     .fallback = "true", .example = "false",
     .help = "Whether the machine is watched: a reference workload runs between blocks."},
    {"require", SCALAR | LIST | EXPERIMENT_ONLY, TYPE_TEXT, .read = read_requirements,
     .pattern = "[^<>=!]*(<=|>=|!=|=|<|>).*", .example = "[governor=performance, load<5%]",
     .help = "What the machine must be like before anything is built; else the exit code is 5. "
             "'eswexp doctor' says what it is like."},
    {0},
};

void machine_read(struct reading *reading, const struct node *map, struct target *target,
                  bool again)
{
    if (!again) {
        target->timeout_s = 300;
        target->canary = true;
        target->draws_cpu = true;
        if (map)
            grammar_check(reading, map, machine_keys);
    }
    if (map)
        grammar_read(reading, map, machine_keys, target, again);
    enum memory_policy memory = target->process_settings.memory;
    if ((memory == MEMORY_LOCAL || memory == MEMORY_REMOTE) && !target->cpus && !target->cpu_auto)
        mistake(&reading->mistakes, node_child(map, "memory")->place,
                "'memory: %s' needs numbers or auto in 'cpus': nodes are %s relative to CPUs",
                memory_wording(reading->arena, &target->process_settings),
                memory_wording(reading->arena, &target->process_settings));
}
