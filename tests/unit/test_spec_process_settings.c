// Process settings of an experiment file: CPUs, memory, priority.
#include "machine/topology.h"
#include "model/process_settings.h"
#include "scratch.h"
#include "spec_reading.h"

#include "machine/topology.h"
#include "model/process_settings.h"

static const struct target *placed(struct reading *reading, const char *machine)
{
    TEXT_CLEANUP struct text yaml = {0};
    text_printf(&yaml, GOOD "machine: {%s}\n", machine);
    return valid(reading, yaml.bytes)->cells->targets;
}

static void process_settings_are_read(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true};
    const struct target *target = placed(&reading, "cpus: auto, memory: local, priority: fifo");
    assert_int_equal(target->cpu_auto, 1);
    assert_int_equal(target->cpu_count, 0);
    assert_int_equal(target->process_settings.memory, MEMORY_LOCAL);
    assert_int_equal(target->process_settings.urgency, URGENCY_FIFO);
    assert_int_equal(target->process_settings.priority, 1);
    target = placed(&reading, "cpus: auto 4, memory: node 70, priority: -20");
    assert_int_equal(target->cpu_auto, 4);
    assert_int_equal(target->process_settings.memory, MEMORY_NODE);
    assert_true(target->process_settings.nodes.bits[0] == 0 &&
                target->process_settings.nodes.bits[1] == 64);
    assert_int_equal(target->process_settings.urgency, URGENCY_NICE);
    assert_int_equal(target->process_settings.priority, -20);
    target = placed(&reading, "cpus: 3, memory: interleave, priority: fifo 98");
    assert_int_equal(target->cpu_auto, 0);
    assert_int_equal(target->process_settings.memory, MEMORY_INTERLEAVED);
    assert_int_equal(target->process_settings.priority, 98);
    target = placed(&reading, "timeout: 1s");
    assert_int_equal(target->process_settings.memory, MEMORY_ANY);
    assert_int_equal(target->process_settings.urgency, URGENCY_INHERITED);
}

static void process_settings_may_be_swept(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true};
    const struct spec *spec = valid(&reading, GOOD "machine: {cpus: '${c}', priority: '${p}'}\n"
                                                   "sweep: {c: [auto 2, 5, auto], p: [3, fifo]}\n");
    static const size_t automatic[] = {2, 2, 0, 0, 1, 1}, counts[] = {0, 0, 1, 1, 0, 0};
    for (size_t i = 0; i < 6; i++) {
        const struct target *target = spec->cells[i].targets;
        assert_int_equal(target->cpu_auto, automatic[i]);
        assert_int_equal(target->cpu_count, counts[i]);
        assert_int_equal(target->process_settings.urgency, i % 2 ? URGENCY_FIFO : URGENCY_NICE);
        assert_int_equal(target->process_settings.priority, i % 2 ? 1 : 3);
    }
}

static void a_swept_node_is_that_cells_alone(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true};
    const struct spec *spec = valid(&reading, GOOD "machine: {cpus: 0, memory: '${m}'}\n"
                                                   "sweep: {m: [node 1, local, interleave]}\n");
    assert_true(node_set_has(&spec->cells[0].targets->process_settings.nodes, 1));
    for (size_t i = 1; i < 3; i++)
        assert_false(node_set_has(&spec->cells[i].targets->process_settings.nodes, 1));
}

static void a_node_must_be_there(void **state)
{
    struct scratch *scratch = *state;
    READING reading = {0};
    setenv("ESWEXP_MACHINE_ROOT", scratch->folder, 1);
    scratch_file(scratch, "sys/devices/system/node/has_memory", "0,2\n");
    read_yaml(&reading, "experiment: e\nbenchmarks: {t: {command: /bin/true}}\n"
                        "machine: {memory: node 1}\n");
    assert_null(reading.spec);
    assert_string_equal(reading.report.bytes, "x.yaml:3:19: error: there is no memory node 1 here "
                                              "(there is: 0, 2)\n");
    READING good = {0};
    assert_true(node_set_has(&placed(&good, "memory: node 2")->process_settings.nodes, 2));
    unsetenv("ESWEXP_MACHINE_ROOT");
}

int tests_of_spec_process_settings(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(process_settings_are_read),
        cmocka_unit_test(process_settings_may_be_swept),
        cmocka_unit_test(a_swept_node_is_that_cells_alone),
        scratch_test(a_node_must_be_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
