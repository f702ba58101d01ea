// The CPU of each round: from which CPUs it is drawn, for which benchmarks, and how often each.
#include "made_machine.h"
#include "stored.h"

#include "executor/local/drawn_cpus.h"
#include "machine/topology.h"
#include "randomizers/cpu.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/results/outcomes.h"

struct site {
    struct spec *spec;
    struct log log;
    struct prepared_variants prepared;
    struct recorder recorder;
    struct drawn_cpus drawn;
    struct error error;
};

// A campaign of so many benchmarks with two variants, which draw.
static struct site site_of(struct scratch *scratch, struct store *store, size_t cells)
{
    struct arena *arena = &scratch->arena;
    struct site site = {.log = {.quiet = true}, .spec = stored_spec(arena, 2, cells)};
    site.prepared = (struct prepared_variants){
        .spec = site.spec,
        .items = arena_new_array(arena, struct prepared_variant, 2 * cells),
        .count = 2 * cells};
    for (size_t i = 0; i < cells; i++)
        site.spec->cells[i].benchmark = arena_printf(arena, "b%zu", i);
    for (size_t i = 0; i < 2 * cells; i++) {
        struct target *target = &site.spec->cells[i / 2].targets[i % 2];
        target->draws_cpu = true;
        target->benchmark = site.spec->cells[i / 2].benchmark;
        site.prepared.items[i].target = target;
    }
    site.recorder = (struct recorder){.arena = arena, .store = store};
    return site;
}

static void settle(struct scratch *scratch, struct site *site)
{
    setenv("ESWEXP_MACHINE_ROOT", scratch->folder, 1);
    site->recorder.log = &site->log;
    struct topology topology = topology_read(&scratch->arena, scratch->folder);
    bool settled =
        drawn_cpus_settle(&site->prepared, &site->recorder, &topology, &site->drawn, &site->error);
    unsetenv("ESWEXP_MACHINE_ROOT");
    assert_done(settled, site->error);
}

static void assert_draws_from(const struct site *site, const int *cpus, size_t count)
{
    assert_int_equal(site->drawn.count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(site->drawn.cpus[i], cpus[i]);
}

static void one_of_each_core(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 4, 2});
    made_file(scratch, "sys/devices/system/cpu/isolated", "%s\n", "1,5");
    struct site site = site_of(scratch, store, 1);
    settle(scratch, &site);
    assert_draws_from(&site, (int[]){2, 3}, 2);
    assert_string_equal(store_get(store, &scratch->arena, "process.drawn"), "2,3");
    assert_false(site.prepared.items->draws_cpu); // no trial has looked yet
}

static void hybrid_cpus_give_the_fast_ones(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 6, 1});
    made_file(scratch, "sys/devices/cpu_core/cpus", "%s\n", "0-3");
    struct site site = site_of(scratch, store, 1);
    settle(scratch, &site);
    assert_draws_from(&site, (int[]){1, 2, 3}, 3);

    STORE_CLEANUP struct store *other = store_temporary(&error);
    made_file(scratch, "sys/devices/system/cpu/cpu4/cpu_capacity", "%d\n", 1024);
    made_file(scratch, "sys/devices/system/cpu/cpu5/cpu_capacity", "%d\n", 1024);
    site = site_of(scratch, other, 1);
    settle(scratch, &site);
    assert_draws_from(&site, (int[]){4, 5}, 2);
}

static void one_core_is_not_drawn(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 1, 2});
    struct site site = site_of(scratch, store, 1);
    settle(scratch, &site);
    assert_draws_from(&site, NULL, 0);
    assert_null(store_get(store, &scratch->arena, "process.drawn"));
}

static void sessions_keep_theirs(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 4, 1});
    made_file(scratch, "proc/sys/kernel/hostname", "%s\n", "here");
    assert_done(store_set(store, "process.host", "here", &error), error);
    assert_done(store_set(store, "process.drawn", "3,1", &error), error);
    struct site site = site_of(scratch, store, 1);
    settle(scratch, &site);
    assert_draws_from(&site, (int[]){3, 1}, 2);

    made_file(scratch, "sys/devices/system/cpu/online", "%s\n", "0-2");
    site = site_of(scratch, store, 1);
    settle(scratch, &site);
    assert_draws_from(&site, (int[]){1, 2}, 2);
    struct event_row *events;
    size_t count;
    assert_done(store_events(store, &scratch->arena, &events, &count, &error), error);
    assert_int_equal(count, 1);
    assert_string_equal(
        events->text,
        "of CPUs 3,1, which were drawn, not all can be used now: from now on CPUs 1,2");
}

// A benchmark draws if each of its points and variants that work does: the executions of a round
// are to be alike.
static void what_uses_several_draws_none(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 2, 1});
    struct site site = site_of(scratch, store, 4);
    static char fails[] = "exit 1";
    struct tried tried[] = {
        {.concurrency = CONCURRENCY_NONE},    {.concurrency = CONCURRENCY_NONE},
        {.concurrency = CONCURRENCY_NONE},    {.concurrency = CONCURRENCY_THREADS},
        {.concurrency = CONCURRENCY_UNKNOWN}, {.concurrency = CONCURRENCY_NONE},
        {.concurrency = CONCURRENCY_NONE},    {.failure = fails},
    };
    const struct trial trial = {.items = tried};
    settle(scratch, &site);
    const struct repetitions repetitions[] = {
        {.blocks = 5}, {.blocks = 5}, {.blocks = 5}, {.blocks = 5}};
    assert_done(
        drawn_cpus_decide(&site.prepared, &site.recorder, &site.drawn, &trial, repetitions, &error),
        error);
    static const bool draws[] = {true, true, false, false, false, false, true, true};
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(site.prepared.items[i].draws_cpu, draws[i]);
    struct event_row *events;
    size_t count;
    assert_done(store_events(store, &scratch->arena, &events, &count, &error), error);
    assert_int_equal(count, 2);
    assert_true(text_ends(events[0].text, "' starts threads: executed on any CPU"));
    assert_true(text_ends(
        events[1].text,
        "' may use several CPUs at once (the trial could not tell): executed on any CPU"));

    struct site later = site_of(scratch, store, 4); // resumed: no trial is made again
    settle(scratch, &later);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(later.prepared.items[i].draws_cpu, draws[i]);
}

// What is left out of a campaign is not tried: nothing is said of it.
static void what_is_left_out_does_not_count(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 2, 1});
    struct site site = site_of(scratch, store, 3);
    site.spec->cells[1].benchmark = site.spec->cells[0].benchmark;
    static char fails[] = "exit 1", numactl[] = "/usr/bin/numactl";
    struct text_list binds = {.items = (char *[]){numactl, NULL}, .count = 1};
    for (size_t i = 0; i < 2; i++) {
        site.spec->cells[1].targets[i].benchmark = site.spec->cells[0].benchmark;
        site.spec->cells[2].targets[i].command = binds;
    }
    struct tried tried[6] = {{.concurrency = CONCURRENCY_NONE}, {.concurrency = CONCURRENCY_NONE}};
    tried[4].concurrency = tried[5].concurrency = CONCURRENCY_NONE;
    const struct trial trial = {.items = tried};
    struct repetitions repetitions[] = {{.blocks = 5}, {.blocks = 0}, {.blocks = 5}};
    settle(scratch, &site);
    assert_done(
        drawn_cpus_decide(&site.prepared, &site.recorder, &site.drawn, &trial, repetitions, &error),
        error);
    assert_true(site.prepared.items[0].draws_cpu && site.prepared.items[1].draws_cpu);
    assert_false(site.prepared.items[4].draws_cpu); // it may refuse the CPU that is drawn

    tried[1] = (struct tried){.failure = fails, .concurrency = CONCURRENCY_THREADS};
    assert_done(
        drawn_cpus_decide(&site.prepared, &site.recorder, &site.drawn, &trial, repetitions, &error),
        error);
    assert_false(site.prepared.items[0].draws_cpu); // it fails, but it may not always
    repetitions[0].blocks = repetitions[2].blocks = 0;
    STORE_CLEANUP struct store *other = store_temporary(&error);
    site.recorder.store = other;
    assert_done(
        drawn_cpus_decide(&site.prepared, &site.recorder, &site.drawn, &trial, repetitions, &error),
        error);
    struct event_row *events;
    size_t count;
    assert_done(store_events(other, &scratch->arena, &events, &count, &error), error);
    assert_int_equal(count, 0);
}

// Fewer CPUs are left: the campaign says so, whenever it learns of it.
static void without_a_choice_all_run_anywhere(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    make_machine(scratch, &(struct made_machine){1, 2, 1});
    struct site site = site_of(scratch, store, 1);
    settle(scratch, &site);
    assert_done(store_set(store, "process.concurrency.b0", "none", &error), error);
    settle(scratch, &site);
    assert_true(site.prepared.items->draws_cpu);
    made_file(scratch, "sys/devices/system/cpu/online", "%s\n", "1");
    settle(scratch, &site);
    assert_false(site.prepared.items->draws_cpu);
    assert_draws_from(&site, NULL, 0);
    struct event_row *events;
    size_t count;
    assert_done(store_events(store, &scratch->arena, &events, &count, &error), error);
    assert_int_equal(count, 1);
    assert_string_equal(
        events->text,
        "of CPUs 0,1, which were drawn, not all can be used now: from now on any CPU");
}

static void all_are_drawn_equally_often(void **state)
{
    struct scratch *scratch = *state;
    struct site site = site_of(scratch, NULL, 1);
    static const int cpus[] = {4, 6, 9};
    const struct drawn_cpus drawn = {cpus, 3};
    struct repetitions repetitions = {.blocks = 30, .executions = 2, .first_block = 1};
    struct plan plan = plan_make(&scratch->arena, site.spec, PHASE_REAL, &repetitions);
    size_t times[10] = {0}, changes = 0;
    int round[30][3] = {{0}};
    for (size_t i = 0; i < plan.execution_count; i++) {
        const struct planned_execution *execution = &plan.executions[i];
        const struct planned_build *build = &plan.builds[execution->build];
        const struct planned_block *block = &plan.blocks[build->block];
        int cpu = *drawn_cpu(site.spec, site.prepared.items[build->variant].target, block,
                             execution, &drawn);
        int *of_round = &round[block->number - 1][execution->number];
        assert_true(*of_round == 0 || *of_round == cpu); // whatever the variant
        times[cpu] += *of_round == 0;
        *of_round = cpu;
    }
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(times[cpus[i]], 20);
    for (size_t block = 1; block < 30; block++)
        changes += round[block][1] != round[block - 1][1];
    assert_in_range(changes, 10, 28); // in no fixed order
}

// Of an attribution: one for a block, and another for variants that redraw it.
static void a_factor_is_redrawn(void **state)
{
    struct scratch *scratch = *state;
    struct site site = site_of(scratch, NULL, 1);
    static const int cpus[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const struct drawn_cpus drawn = {cpus, 8};
    struct randomizer_use first = {.kind = &cpu_randomizer, .coupled = true}, second = first;
    second.redrawn = 1;
    struct target *targets = site.spec->cells->targets;
    targets[0].uses = &first;
    targets[1].uses = &second;
    targets[0].use_count = targets[1].use_count = 1;
    struct planned_block block = {.build_count = 2, .execution_count = 4};
    size_t apart = 0;
    for (block.number = 1; block.number <= 40; block.number++) {
        int of[2][3];
        for (size_t variant = 0; variant < 2; variant++)
            for (size_t number = 1; number <= 2; number++)
                of[variant][number] =
                    *drawn_cpu(site.spec, &targets[variant], &block,
                               &(struct planned_execution){.number = number}, &drawn);
        assert_true(of[0][1] == of[0][2] && of[1][1] == of[1][2]);
        apart += of[0][1] != of[1][1];
    }
    assert_in_range(apart, 25, 40);
}

int tests_of_drawn_cpus(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(one_of_each_core),
        scratch_test(hybrid_cpus_give_the_fast_ones),
        scratch_test(one_core_is_not_drawn),
        scratch_test(sessions_keep_theirs),
        scratch_test(what_uses_several_draws_none),
        scratch_test(all_are_drawn_equally_often),
        scratch_test(what_is_left_out_does_not_count),
        scratch_test(without_a_choice_all_run_anywhere),
        scratch_test(a_factor_is_redrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
