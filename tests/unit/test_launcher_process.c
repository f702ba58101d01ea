// Process settings of children: memory, priority, and the end of those that spin in real
// time. What the kernel refuses here is left out.
#include "launching.h"

#include "machine/topology.h"
#include "model/process_settings.h"

#include <errno.h>
#include <sched.h>
#include <sys/resource.h>

static struct launch stands(char *const *arguments)
{
    struct launch launch = as_usual(arguments);
    launch.program = ESWEXP_TEST_PROGRAMS "/process_settings";
    return launch;
}

static struct process_settings fifo(int priority)
{
    return (struct process_settings){.urgency = URGENCY_FIFO, .priority = priority};
}

// Whether the kernel grants it; a refusal is told with its step.
static bool is_granted(struct fixture *fixture, const struct process_settings *process_settings,
                       const char *step)
{
    struct launch launch = stands(ARGUMENTS("say"));
    launch.process_settings = *process_settings;
    assert_true(run(fixture, &launch));
    if (fixture->outcome.ending != ENDED_NOT_STARTED)
        return true;
    assert_string_equal(fixture->outcome.stage, step);
    return false;
}

static void is_as_the_engine_unless_told(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = stands(ARGUMENTS("say"));
    char words[128];
    snprintf(words, sizeof words, "nice %d scheduler %d ", getpriority(PRIO_PROCESS, 0),
             sched_getscheduler(0));
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_non_null(strstr(said(fixture), words));
}

static void is_as_nice_as_told(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = stands(ARGUMENTS("say"));
    launch.process_settings = (struct process_settings){.urgency = URGENCY_NICE, .priority = 19};
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_non_null(strstr(said(fixture), " nice 19 scheduler 0 0 limit -1"));
    launch.process_settings.urgency =
        URGENCY_INHERITED; // that of the last child is not the next one's
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_null(strstr(said(fixture), " nice 19 "));
    launch.process_settings = (struct process_settings){.urgency = URGENCY_NICE, .priority = -20};
    if (is_granted(fixture, &launch.process_settings, "setpriority"))
        assert_non_null(strstr(said(fixture), " nice -20 "));
}

static void takes_memory_where_told(void **state)
{
    struct fixture *fixture = *state;
    size_t count;
    struct process_settings process_settings = {.memory = MEMORY_NODE,
                                                .nodes = memory_nodes(&fixture->arena, "", &count)};
    char words[64];
    if (count > 60 || !is_granted(fixture, &process_settings, "set_mempolicy"))
        skip();
    snprintf(words, sizeof words, "memory 2 %llx ",
             (unsigned long long)process_settings.nodes.bits[0]);
    assert_non_null(strstr(said(fixture), words));
    process_settings.memory = MEMORY_INTERLEAVED;
    assert_true(is_granted(fixture, &process_settings, "set_mempolicy"));
    words[7] = '3';
    assert_non_null(strstr(said(fixture), words));
    process_settings.memory = MEMORY_ANY;
    assert_true(is_granted(fixture, &process_settings, ""));
    assert_non_null(strstr(said(fixture), "memory 0 0 "));
    process_settings = (struct process_settings){.memory = MEMORY_NODE};
    node_set_add(&process_settings.nodes, NODES_MAX - 1);
    assert_false(is_granted(fixture, &process_settings, "set_mempolicy"));
}

static void real_time_is_limited(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = stands(ARGUMENTS("say"));
    launch.process_settings = fifo(7);
    if (!is_granted(fixture, &launch.process_settings, "sched_setscheduler"))
        skip();
    launch.timeout_s = 2;
    launch.grace_s = 0.5;
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_non_null(strstr(said(fixture), " scheduler 1 7 limit 3500000 parent 8"));
    launch.process_settings =
        (struct process_settings){.memory = MEMORY_ANY}; // nor is its launcher's
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_non_null(strstr(said(fixture), " scheduler 0 0 limit -1 parent 0"));
}

// All of it on one CPU, where only the launcher's higher priority lets it act.
static void what_spins_in_real_time_is_ended(void **state)
{
    struct fixture *fixture = *state;
    cpu_set_t all;
    int cpu = 0;
    struct launch launch = stands(ARGUMENTS("spin"));
    launch.process_settings = fifo(1);
    if (!is_granted(fixture, &launch.process_settings, "sched_setscheduler"))
        skip();
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    while (!CPU_ISSET(cpu, &all))
        cpu++;
    launch.cpus = &cpu;
    launch.cpu_count = 1;
    launch.timeout_s = 1;
    launch.grace_s = 0.2;
    assert_ends(fixture, &launch, ENDED_TIMEOUT, SIGTERM);
    assert_true(fixture->outcome.seconds >= 1);
    launch.arguments = ARGUMENTS("stubborn");
    assert_ends(fixture, &launch, ENDED_TIMEOUT, SIGKILL);
    launch = as_usual(ARGUMENTS("exit", "0"));
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
}

// Where no launcher ends it, the kernel does.
static void the_kernel_ends_it_at_last(void **state)
{
    const struct process_settings process_settings = fifo(1);
    int status = 0;
    pid_t child = fork();
    (void)state;
    if (child == 0) {
        alarm(30);
        if (process_settings_apply(&process_settings, 0.3))
            _exit(errno);
        for (volatile unsigned long i = 0;; i++)
            ;
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == EPERM)
        skip();
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGXCPU);
}

int tests_of_launcher_process(void)
{
    const struct CMUnitTest tests[] = {
        TEST(is_as_the_engine_unless_told),     TEST(is_as_nice_as_told),
        TEST(takes_memory_where_told),          TEST(real_time_is_limited),
        TEST(what_spins_in_real_time_is_ended), cmocka_unit_test(the_kernel_ends_it_at_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
