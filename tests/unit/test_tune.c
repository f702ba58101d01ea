// Tuning a folder that looks like a machine, and putting it back.
#include "scratch.h"

#include "machine/cpu_list.h"
#include "machine/tune/recover.h"
#include "machine/tune/restore.h"
#include "machine/tune/tune.h"

#include <signal.h>
#include <sys/wait.h>

#define WATCHDOG "proc/sys/kernel/nmi_watchdog"
#define GOVERNOR "sys/devices/system/cpu/cpu3/cpufreq/scaling_governor"
#define ONLINE "sys/devices/system/cpu/cpu3/online"
#define PAGES "sys/kernel/mm/transparent_hugepage/enabled"

static const struct log quiet = {.quiet = true};

static void make_machine(struct scratch *scratch)
{
    scratch_file(scratch, WATCHDOG, "1\n");
    scratch_file(scratch, PAGES, "[always] madvise never\n");
    scratch_file(scratch, "proc/sys/kernel/numa_balancing", "0\n");
    scratch_file(scratch, "proc/sys/kernel/random/boot_id", "one\n");
    setenv("ESWEXP_MACHINE_ROOT", scratch->folder, 1);
}

static struct tuning tuned(struct scratch *scratch)
{
    struct tuning tuning = tuning_of(&scratch->arena, &quiet);
    struct error error = {0};
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    if (!tune_machine(&tuning, &error) || !tune_cpus(&tuning, &cpus, &error))
        fail_msg("%s", error.text);
    return tuning;
}

static void check_file(struct scratch *scratch, const char *name, const char *text)
{
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, name)), text);
}

// Ends both processes of a tuning as kill -9 does; here that is a copy of this one.
static void tune_and_be_killed(struct scratch *scratch)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct tuning tuning = tuned(scratch);
        kill(tuning.keeper, SIGKILL);
        waitpid(tuning.keeper, NULL, 0);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    check_file(scratch, WATCHDOG, "0");
}

static void says_what_it_did_and_undoes_it(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    make_machine(scratch);
    struct tuning tuning = tuned(scratch);
    assert_int_equal(tuning.told.count, 2);
    assert_string_equal(
        tuning.told.items[0],
        "tuned for this campaign: transparent huge pages madvise (was always), NMI watchdog 0 (was "
        "1); unchanged: NUMA balancing; not available: energy preference, governor, boost of a "
        "policy, boost, no_turbo");
    assert_string_equal(tuning.told.items[1],
                        "benchmarks are not bound to CPUs (machine.cpus): interrupts and SMT "
                        "siblings are left as they are");
    assert_int_equal(tuning.refused.count, 0);
    check_file(scratch, WATCHDOG, "0");
    check_file(scratch, PAGES, "madvise");
    assert_false(tune_restore(&quiet, &error)); // we live
    assert_int_equal(error.code, EXIT_UNFIT);
    check_file(scratch, WATCHDOG, "0");
    tune_end(&tuning);
    check_file(scratch, WATCHDOG, "1\n");
    check_file(scratch, PAGES, "[always] madvise never\n");
    assert_true(tune_restore(&quiet, &error)); // nothing to do
}

static void restores_after_a_kill(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    make_machine(scratch);
    tune_and_be_killed(scratch);
    assert_true(tune_restore(&quiet, &error));
    check_file(scratch, WATCHDOG, "1\n");
    check_file(scratch, PAGES, "[always] madvise never\n");
    tune_and_be_killed(scratch);
    (void)tune_recover(&quiet, 0);
    check_file(scratch, WATCHDOG, "1\n");
}

// Who changes a setting afterwards means it, as does who starts the machine anew.
static void restores_no_more_than_was_tuned(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    make_machine(scratch);
    tune_and_be_killed(scratch);
    scratch_file(scratch, "proc/sys/kernel/numa_balancing", "1\n");
    scratch_file(scratch, "proc/sys/kernel/random/boot_id", "two\n");
    assert_true(tune_restore(&quiet, &error));
    check_file(scratch, WATCHDOG, "0");
    scratch_file(scratch, "proc/sys/kernel/random/boot_id", "one\n");
    assert_true(tune_restore(&quiet, &error)); // that journal is gone
    check_file(scratch, WATCHDOG, "0");
}

// A device that is gone takes its setting with it; nonsense is left alone.
static void passes_over_what_is_gone_or_strange(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    make_machine(scratch);
    scratch_file(scratch, "proc/sys/kernel/numa_balancing", "\x01\x02");
    scratch_file(scratch, "sys/devices/system/cpu/cpufreq/boost", "");
    tune_and_be_killed(scratch);
    check_file(scratch, "proc/sys/kernel/numa_balancing", "\x01\x02");
    check_file(scratch, "sys/devices/system/cpu/cpufreq/boost", "");
    assert_int_equal(unlink(scratch_path(scratch, PAGES)), 0);
    assert_true(tune_restore(&quiet, &error));
    check_file(scratch, WATCHDOG, "1\n");
    assert_false(file_exists(scratch_path(scratch, PAGES)));
}

// What is away with a CPU is not gone: when the CPU comes back, it has the tuned governor.
static void keeps_what_is_away_with_a_cpu(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    size_t changed;
    struct saved_file files[] = {{"/" GOVERNOR, "powersave\n", 10}, {"/" ONLINE, "1\n", 2}};
    make_machine(scratch);
    struct journal journal = journal_of(&scratch->arena, scratch->folder);
    journal.files = files;
    journal.count = 2;
    scratch_file(scratch, ONLINE "/cannot be written", "");
    assert_true(journal_lock(&journal, &error));
    assert_false(journal_restore(&journal, 0, &quiet, &changed, &error));
    assert_int_equal(journal.count, 2);
    assert_int_equal(unlink(scratch_path(scratch, ONLINE "/cannot be written")), 0);
    assert_int_equal(rmdir(scratch_path(scratch, ONLINE)), 0);
    scratch_file(scratch, ONLINE, "0");
    scratch_file(scratch, GOVERNOR, "performance\n");
    assert_true(journal_restore(&journal, 2, &quiet, &changed, &error));
    journal_close(&journal);
    check_file(scratch, ONLINE, "1\n");
    check_file(scratch, GOVERNOR, "powersave\n");
}

int tests_of_tune(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        scratch_test(says_what_it_did_and_undoes_it),
        scratch_test(restores_after_a_kill),
        scratch_test(restores_no_more_than_was_tuned),
        scratch_test(passes_over_what_is_gone_or_strange),
        scratch_test(keeps_what_is_away_with_a_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
