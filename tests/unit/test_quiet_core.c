// Which core is quiet, and why: trees that stand in for /proc and /sys and change between two
// looks.
#include "made_machine.h"

#include "machine/activity/quiet_core.h"

enum { CPUS = 16 };

static const struct made_machine large = {2, 4, 2};

// Interrupts of every CPU since the start of the machine, none of them in the span; its busy ticks
// in the span, of 1000 in all.
struct scene {
    int count;
    int interrupts[CPUS], busy[CPUS];
};

static struct quiet_cores chosen(struct scratch *scratch, const struct scene *scene, size_t wanted)
{
    make_activity(scratch, scene->count, scene->interrupts, NULL);
    const struct quiet_watch *watch = quiet_begin(&scratch->arena, scratch->folder);
    make_activity(scratch, scene->count, scene->interrupts, scene->busy);
    return quiet_end(&scratch->arena, watch, wanted);
}

static void assert_chosen(struct scratch *scratch, const struct scene *scene, int cpu,
                          const char *words)
{
    struct quiet_cores cores = chosen(scratch, scene, 1);
    assert_int_equal(cores.count, 1);
    assert_string_equal(cores.words, words);
    assert_int_equal(cores.cpus[0], cpu);
}

static void isolated_cores_come_first(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &large);
    made_file(scratch, "sys/devices/system/cpu/isolated", "%s\n", "5-6,13-14");
    struct scene scene = {.count = CPUS, .interrupts = {[5] = 100, [6] = 200}};
    assert_chosen(scratch, &scene, 5,
                  "CPU 5: isolated, sibling 13 idle, 0 interrupts/s, core 0 left to the kernel");
    made_file(scratch, "sys/devices/system/cpu/nohz_full", "%s\n", "6,14");
    assert_chosen(scratch, &scene, 6,
                  "CPU 6: isolated, nohz_full, sibling 14 idle, 0 interrupts/s, core 0 left to "
                  "the kernel");
    scene.busy[14] = 50; // of 1000: what wakes now and then
    assert_chosen(scratch, &scene, 6,
                  "CPU 6: isolated, nohz_full, sibling 14 idle, 0 interrupts/s, core 0 left to "
                  "the kernel");
}

static void busy_cores_come_last(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &large);
    made_file(scratch, "sys/devices/system/cpu/isolated", "%s\n", "5,13");
    struct scene scene = {.count = CPUS, .busy = {[13] = 900, [7] = 900, [2] = 150}};
    assert_chosen(scratch, &scene, 6,
                  "CPU 6: sibling 14 idle, 0 interrupts/s, core 0 left to the kernel");
    for (int cpu = 1; cpu < 8; cpu++)
        scene.busy[cpu] = 600;
    assert_chosen(scratch, &scene, 0,
                  "CPU 0: sibling 8 idle, 0 interrupts/s, on core 0, where the kernel does most of "
                  "its own work");
    scene.busy[8] = 300;
    assert_chosen(scratch, &scene, 5,
                  "CPU 5: isolated, sibling 13 busy (90 %), busy with other work (60 %), 0 "
                  "interrupts/s, core 0 left to the kernel");
}

static void fewest_interrupts_then_the_last(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &large);
    struct scene scene = {.count = CPUS};
    assert_chosen(scratch, &scene, 7,
                  "CPU 7: sibling 15 idle, 0 interrupts/s, core 0 left to the kernel");
    for (int cpu = 0; cpu < CPUS; cpu++)
        scene.interrupts[cpu] = 1000;
    scene.interrupts[0] = scene.interrupts[8] = 0;
    scene.interrupts[11] = 998;
    assert_chosen(scratch, &scene, 3,
                  "CPU 3: sibling 11 idle, 0 interrupts/s, core 0 left to the kernel");
}

// What happens now counts more than what happened since the start of the machine.
static void interrupts_of_now_count(void **state)
{
    static const int before[CPUS] = {[6] = 1000, [7] = 10};
    static const int after[CPUS] = {[0] = 1 << 30, [1] = 1 << 30, [2] = 1 << 30, [3] = 1 << 30,
                                    [4] = 1 << 30, [5] = 1 << 30, [6] = 1000,    [7] = 1 << 30};
    struct scratch *scratch = *state;
    make_machine(scratch, &large);
    make_activity(scratch, CPUS, before, NULL);
    const struct quiet_watch *watch = quiet_begin(&scratch->arena, scratch->folder);
    make_activity(scratch, CPUS, after, NULL);
    assert_int_equal(quiet_end(&scratch->arena, watch, 1).cpus[0], 6);
}

static void several_cores_are_of_one_node(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &large);
    struct scene scene = {.count = CPUS, .interrupts = {[1] = 9, [2] = 9, [3] = 9}};
    struct quiet_cores cores = chosen(scratch, &scene, 3);
    assert_string_equal(cores.words, "CPUs 5-7: siblings 13-15 idle, each at most 0 interrupts/s, "
                                     "core 0 left to the kernel");
    assert_int_equal(cores.cpus[0], 7);   // the best first
    scene.busy[6] = scene.busy[15] = 900; // two of the second node are left, three of the first
    assert_string_equal(chosen(scratch, &scene, 3).words,
                        "CPUs 1-3: siblings 9-11 idle, each at most 0 interrupts/s, core 0 left to "
                        "the kernel");
    assert_string_equal(chosen(scratch, &scene, 4).words,
                        "CPUs 0-3: siblings 8-11 idle, each at most 0 interrupts/s, core 0 among "
                        "them, where the kernel does most of its own work");
    assert_string_equal(chosen(scratch, &scene, 5).words,
                        "CPUs 1-5: on several memory nodes, siblings 9-13 idle, each at most 0 "
                        "interrupts/s, core 0 left to the kernel");
    assert_string_equal(
        chosen(scratch, &scene, 8).words,
        "CPUs 0-7: on several memory nodes, siblings 8-15 busy (90 %), busy with "
        "other work (90 %), each at most 0 interrupts/s, no other core may be used: "
        "the engine shares it with the benchmark");
    cores = chosen(scratch, &scene, 9);
    assert_int_equal(cores.count, 0);
    assert_string_equal(cores.words, "only 8 physical cores may be used here");
}

static void one_cpu_is_shared(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &(struct made_machine){1, 1, 1});
    struct scene scene = {.count = 1};
    assert_chosen(scratch, &scene, 0,
                  "CPU 0: 0 interrupts/s, one CPU only: the engine and the kernel share it with "
                  "the benchmark");
    make_machine(scratch, &(struct made_machine){1, 1, 2});
    scene.count = 2;
    assert_chosen(scratch, &scene, 0,
                  "CPU 0: sibling 1 idle, 0 interrupts/s, no other core may be used: the engine "
                  "shares it with the benchmark");
}

static void what_is_not_told_is_said(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &large);
    made_file(scratch, "sys/devices/system/cpu/online", "%s\n", "0-4,8-12");
    const struct quiet_watch *watch = quiet_begin(&scratch->arena, scratch->folder);
    struct quiet_cores cores = quiet_end(&scratch->arena, watch, 1);
    assert_string_equal(cores.words,
                        "CPU 4: sibling 12 left alone, load unknown (/proc/stat has no ticks of "
                        "single CPUs), interrupts unknown (/proc/interrupts cannot be read), "
                        "core 0 left to the kernel");
}

int tests_of_quiet_core(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(isolated_cores_come_first),       scratch_test(busy_cores_come_last),
        scratch_test(fewest_interrupts_then_the_last), scratch_test(interrupts_of_now_count),
        scratch_test(several_cores_are_of_one_node),   scratch_test(one_cpu_is_shared),
        scratch_test(what_is_not_told_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
