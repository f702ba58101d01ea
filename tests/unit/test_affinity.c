// Where executions of a campaign run: chosen once, kept when it is resumed, and the engine out
// of their way. Trees stand in for machines; the engine moves on this one.
#include "made_machine.h"
#include "stored.h"

#include "executor/local/affinity.h"
#include "executor/local/process_settings_record.h"
#include "machine/topology.h"
#include "model/process_settings.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/results/outcomes.h"

struct site {
    struct arena *arena;
    struct spec *spec;
    struct log log;
    struct prepared_variants prepared;
    struct recorder recorder;
    struct engine_cpus engine_cpus;
    struct drawn_cpus drawn;
    struct error error;
};

static struct prepared_variants prepared_of(struct arena *arena, const struct spec *spec,
                                            size_t count)
{
    return (struct prepared_variants){.spec = spec,
                                      .items =
                                          arena_new_array(arena, struct prepared_variant, count),
                                      .count = count};
}

// A campaign with one target for each of `counts` (of `cpus: auto`; 0 ends them), on a machine of
// its own.
static struct site site_of(struct scratch *scratch, const size_t *counts)
{
    struct site site = {.arena = &scratch->arena, .log = {.quiet = true}};
    size_t cells = 0;
    while (counts[cells])
        cells++;
    site.spec = stored_spec(site.arena, 1, cells);
    site.prepared = prepared_of(site.arena, site.spec, cells);
    for (size_t i = 0; i < cells; i++) {
        site.spec->cells[i].targets->cpu_auto = counts[i];
        site.prepared.items[i].target = site.spec->cells[i].targets;
    }
    setenv("ESWEXP_MACHINE_ROOT", scratch->folder, 1);
    return site;
}

static bool settle(struct site *site, struct store *store)
{
    site->recorder = (struct recorder){.arena = site->arena, .log = &site->log, .store = store};
    bool settled =
        affinity_settle(&site->prepared, &site->recorder, &site->engine_cpus, &site->drawn,
                        &site->error) &&
        process_settings_record(&site->prepared, &site->recorder, &site->drawn, &site->error);
    unsetenv("ESWEXP_MACHINE_ROOT");
    return settled;
}

static void all_get_the_same_cores(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){2, 4, 2});
    struct site site = site_of(scratch, (size_t[]){1, 3, 1, 0});
    assert_done(settle(&site, store), site.error);
    const struct prepared_variant *prepared_variants = site.prepared.items;
    assert_int_equal(prepared_variants[0].cpu_count, 1);
    assert_int_equal(prepared_variants[1].cpu_count, 3);
    static const int cpus[] = {7, 6, 5};
    assert_memory_equal(prepared_variants[1].cpus, cpus, sizeof cpus);
    assert_int_equal(prepared_variants[2].cpus[0], 7);
    assert_string_equal(store_get(store, site.arena, "process.cpus"), "7,6,5");
}

static void what_was_chosen_is_kept(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){2, 4, 2});
    assert_done(store_set(store, "process.cpus", "3", &error), error);
    assert_done(store_set(store, "process.host", "here", &error), error);
    made_file(scratch, "proc/sys/kernel/hostname", "%s\n", "here");
    struct site site = site_of(scratch, (size_t[]){1, 0});
    assert_done(settle(&site, store), site.error);
    assert_int_equal(site.prepared.items->cpus[0], 3);

    made_file(scratch, "sys/devices/system/cpu/online", "%s\n", "0-2,4-10,12-15");
    site = site_of(scratch, (size_t[]){1, 0});
    assert_done(settle(&site, store), site.error);
    assert_int_equal(site.prepared.items->cpus[0], 7);
    struct event_row *events;
    size_t count;
    assert_done(store_events(store, site.arena, &events, &count, &error), error);
    assert_int_equal(count, 1);
    assert_true(text_starts(
        events->text,
        "CPU 3 of earlier sessions cannot be used now: from now on CPU 7: sibling 15 "));

    made_file(scratch, "proc/sys/kernel/hostname", "%s\n", "elsewhere");
    assert_done(store_set(store, "process.cpus", "5", &error), error);
    site = site_of(scratch, (size_t[]){1, 0});
    assert_done(settle(&site, store), site.error);
    assert_int_equal(site.prepared.items->cpus[0], 7);
}

static void too_few_cores_are_unfit(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 2, 2});
    struct site site = site_of(scratch, (size_t[]){4, 0});
    assert_false(settle(&site, store));
    assert_int_equal(site.error.code, EXIT_UNFIT);
    assert_string_equal(site.error.text,
                        "machine.cpus: auto 4 needs that many physical cores: only 2 "
                        "physical cores may be used here");
}

static void memory_is_near_the_cores(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 4, 1});
    struct site site = site_of(scratch, (size_t[]){1, 1, 0});
    for (size_t i = 0; i < 2; i++)
        site.spec->cells[i].targets->process_settings.memory =
            i ? MEMORY_INTERLEAVED : MEMORY_LOCAL;
    assert_done(settle(&site, store), site.error);
    assert_int_equal(site.prepared.items[0].process_settings.memory,
                     MEMORY_ANY); // one node
    assert_int_equal(site.prepared.items[1].process_settings.memory, MEMORY_ANY);
    assert_string_equal(store_get(store, site.arena, "process.memory"),
                        "machine.memory: interleave changes nothing: there is one memory node "
                        "here");

    // Nodes that are not there are refused, in words: of this machine there are fewer.
    make_machine(scratch, &(struct made_machine){2, 4, 1});
    made_file(scratch, "proc/sys/kernel/hostname", "%s\n", "another");
    made_file(scratch, "sys/devices/system/node/online", "%s\n", "0,1023");
    made_file(scratch, "sys/devices/system/node/node1023/cpulist", "%s\n", "4-7");
    site = site_of(scratch, (size_t[]){1, 0});
    site.spec->cells->targets->process_settings.memory = MEMORY_LOCAL;
    assert_false(settle(&site, store));
    assert_true(node_set_has(&site.prepared.items->process_settings.nodes, 1023));
    assert_int_equal(site.error.code, EXIT_UNFIT);
    assert_true(text_starts(site.error.text, "machine.memory: local is refused here: "));
}

// A site whose one cell has these variants.
static struct site compared(struct scratch *scratch, const struct target *targets, size_t count)
{
    struct site site = {.arena = &scratch->arena, .log = {.quiet = true}};
    site.spec = stored_spec(site.arena, count, 1);
    site.prepared = prepared_of(site.arena, site.spec, count);
    for (size_t i = 0; i < count; i++) {
        const char *variant = site.spec->cells->targets[i].variant;
        site.spec->cells->targets[i] = targets[i];
        site.spec->cells->targets[i].variant = variant;
        site.prepared.items[i].target = &site.spec->cells->targets[i];
    }
    setenv("ESWEXP_MACHINE_ROOT", scratch->folder, 1);
    return site;
}

static void variants_are_told_apart(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 4, 1});
    const struct target targets[] = {
        {0},
        {.cpu_auto = 1},
        {.cpus = (int[]){0},
         .cpu_count = 1,
         .process_settings = {.urgency = URGENCY_NICE, .priority = 4}},
    };
    struct site site = compared(scratch, targets, 3);
    assert_done(settle(&site, store), site.error);
    assert_int_equal(site.prepared.items[0].cpu_count, 0);
    assert_int_equal(site.prepared.items[1].cpus[0], 3);
    assert_int_equal(site.prepared.items[2].cpus[0], 0);
    const char *const *names = (const char *const *)site.spec->variants;
    assert_string_equal(store_get(store, site.arena, "process.standing"),
                        arena_printf(site.arena,
                                     "%s: executed on any CPU; %s: executed on CPU 3; %s: executed "
                                     "on CPU 0 with priority 4",
                                     names[0], names[1], names[2]));
}

// In another session a core may be another: both are told.
static void sessions_are_told_apart(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    const struct target urgent = {.cpu_auto = 1,
                                  .process_settings = {.urgency = URGENCY_NICE, .priority = 4}};
    const struct target targets[] = {urgent, {0}};
    for (size_t cpus = 4; cpus >= 2; cpus -= 2)
        for (int session = 0; session < 2; session++) {
            make_machine(scratch, &(struct made_machine){1, (int)cpus, 1});
            struct site site = compared(scratch, targets, 2);
            assert_done(settle(&site, store), site.error);
        }
    struct site site = compared(scratch, targets, 2);
    const char *const *names = (const char *const *)site.spec->variants;
    assert_string_equal(
        store_get(store, site.arena, "process.standing"),
        arena_printf(site.arena,
                     "%s: executed on CPU 3 with priority 4; %s: executed on any CPU; in a later "
                     "session %s: executed on CPU 1 with priority 4; %s: executed on any CPU",
                     names[0], names[1], names[0], names[1]));
}

static void memory_may_be_remote(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    const struct target remote = {
        .cpus = (int[]){7}, .cpu_count = 1, .process_settings = {.memory = MEMORY_REMOTE}};
    make_machine(scratch, &(struct made_machine){1, 8, 1});
    struct site site = compared(scratch, &remote, 1);
    assert_false(settle(&site, store));
    assert_int_equal(site.error.code, EXIT_UNFIT);
    assert_string_equal(site.error.text,
                        arena_printf(site.arena,
                                     "machine.memory: remote of variant '%s' needs a memory node "
                                     "that is not its CPUs' own: there is one memory node here",
                                     site.spec->variants[0]));

    make_machine(scratch, &(struct made_machine){2, 4, 1}); // CPU 7 is of node 1
    site = compared(scratch, &remote, 1);
    (void)!settle(&site, store); // the kernel here may have one node and refuse
    assert_true(node_set_has(&site.prepared.items->process_settings.nodes, 0));
    assert_false(node_set_has(&site.prepared.items->process_settings.nodes, 1));
}

static void the_engine_goes_elsewhere(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    cpu_set_t all, now;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    struct site site = site_of(scratch, (size_t[]){1, 0});
    int last = CPU_SETSIZE - 1;
    while (!CPU_ISSET(last, &all))
        last--;
    site.spec->cells->targets->cpu_auto = 0;
    site.spec->cells->targets->cpus = &last;
    site.spec->cells->targets->cpu_count = 1;
    assert_done(settle(&site, store), site.error);
    engine_leave(&site.engine_cpus);
    assert_int_equal(sched_getaffinity(0, sizeof now, &now), 0);
    bool alone = CPU_COUNT(&all) == 1;
    assert_int_equal(CPU_COUNT(&now), alone ? 1 : CPU_COUNT(&all) - 1);
    assert_int_equal(CPU_ISSET(last, &now) != 0, alone);
    engine_return(&site.engine_cpus);
    assert_int_equal(sched_getaffinity(0, sizeof now, &now), 0);
    assert_true(CPU_EQUAL(&now, &all));
}

int tests_of_affinity(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(all_get_the_same_cores),  scratch_test(what_was_chosen_is_kept),
        scratch_test(too_few_cores_are_unfit), scratch_test(memory_is_near_the_cores),
        scratch_test(variants_are_told_apart), scratch_test(sessions_are_told_apart),
        scratch_test(memory_may_be_remote),    scratch_test(the_engine_goes_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
