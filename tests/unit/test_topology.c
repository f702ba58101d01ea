// Cores, packages, nodes and CPUs set apart, told from trees that stand in for /sys.
#include "made_machine.h"

#include "machine/topology.h"
#include "model/process_settings.h"

static const struct made_machine large = {2, 4, 2};

static struct topology read_topology(struct scratch *scratch)
{
    return topology_read(&scratch->arena, scratch->folder);
}

static void packages_cores_and_threads_are_told(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &large);
    made_file(scratch, "sys/devices/system/cpu/isolated", "%s\n", "5,13");
    made_file(scratch, "sys/devices/system/cpu/nohz_full", "%s\n", "13");
    struct topology topology = read_topology(scratch);
    assert_int_equal(topology.count, 16);
    for (int i = 0; i < 16; i++) {
        const struct cpu *cpu = &topology.cpus[i];
        assert_int_equal(cpu->number, i);
        assert_true(cpu->online && cpu->allowed);
        assert_int_equal(cpu->core, i % 8);
        assert_int_equal(cpu->core_id, i % 4);
        assert_int_equal(cpu->package, i % 8 / 4);
        assert_int_equal(cpu->node, i % 8 / 4);
        assert_int_equal(cpu->isolated, i == 5 || i == 13);
        assert_int_equal(cpu->nohz_full, i == 13);
    }
}

static void offline_cpus_are_no_siblings(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &large);
    made_file(scratch, "sys/devices/system/cpu/online", "%s\n", "0-4,6-13");
    struct topology topology = read_topology(scratch);
    assert_int_equal(topology.count, 16);
    assert_false(topology.cpus[5].online || topology.cpus[5].allowed);
    assert_false(topology.cpus[15].online);
    assert_int_equal(topology.cpus[15].core, 15);
    assert_true(topology.cpus[13].online);
}

static void without_a_topology_each_cpu_is_a_core(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "proc/stat", "cpu  1 1 1 1\ncpu0 1 1 1 1\ncpu2 1 1 1 1\nintr 5\n");
    struct topology topology = read_topology(scratch);
    assert_int_equal(topology.count, 2);
    assert_int_equal(topology.cpus[1].number, 2);
    assert_int_equal(topology.cpus[1].core, 2);
    assert_true(topology.cpus[1].online && topology.cpus[1].allowed);
}

static void nothing_at_all_is_one_cpu(void **state)
{
    struct scratch *scratch = *state;
    struct topology topology = read_topology(scratch);
    assert_int_equal(topology.count, 1);
    assert_int_equal(topology.cpus[0].number, 0);
}

static void nonsense_is_survived(void **state)
{
    struct scratch *scratch = *state;
    make_machine(scratch, &(struct made_machine){1, 2, 1});
    made_file(scratch, "sys/devices/system/cpu/present", "%s\n", "0-1,what,4-2");
    made_file(scratch, "sys/devices/system/cpu/isolated", "%s\n", "-5");
    made_file(scratch, "sys/devices/system/cpu/cpu0/topology/core_id", "%s\n", "-1");
    made_file(scratch, "sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "%s\n", "0");
    made_file(scratch, "sys/devices/system/node/node0/cpulist", "%s\n", "zero");
    struct topology topology = read_topology(scratch);
    assert_int_equal(topology.count, 2);
    assert_int_equal(topology.cpus[0].core_id, 0);
    assert_int_equal(topology.cpus[1].core, 1); // a list of siblings that it is not on
    assert_false(topology.cpus[0].isolated);
}

static void this_machine_has_cpus(void **state)
{
    struct scratch *scratch = *state;
    size_t allowed = 0;
    struct topology topology = topology_read(&scratch->arena, "");
    for (size_t i = 0; i < topology.count; i++)
        allowed += topology.cpus[i].allowed;
    assert_true(allowed >= 1);
}

static void nodes_with_memory_are_told(void **state)
{
    struct scratch *scratch = *state;
    size_t count;
    struct node_set nodes = memory_nodes(&scratch->arena, scratch->folder, &count);
    assert_true(count == 1 && node_set_has(&nodes, 0));
    make_machine(scratch, &large);
    nodes = memory_nodes(&scratch->arena, scratch->folder, &count);
    assert_true(count == 2 && nodes.bits[0] == 3);
    made_file(scratch, "sys/devices/system/node/has_memory", "%s\n", "1,64");
    nodes = memory_nodes(&scratch->arena, scratch->folder, &count);
    assert_true(count == 2 && nodes.bits[0] == 2 && nodes.bits[1] == 1);
    assert_false(node_set_has(&nodes, NODES_MAX));
}

int tests_of_topology(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(packages_cores_and_threads_are_told),
        scratch_test(offline_cpus_are_no_siblings),
        scratch_test(without_a_topology_each_cpu_is_a_core),
        scratch_test(nothing_at_all_is_one_cpu),
        scratch_test(nonsense_is_survived),
        scratch_test(this_machine_has_cpus),
        scratch_test(nodes_with_memory_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
