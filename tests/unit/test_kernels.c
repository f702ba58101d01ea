// The harness, compiled as its users compile it, and options of kernels.
#include "temporary.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Where the programs go; made by main().
static char *folder;

// Compiles the kernels of these names that no test has compiled yet, as quickly as it can: that
// they are optimized well is tested elsewhere.
static const char built[] =
    "built() { for N; do test -x $N || case $N in interpreter | timestamps | clock_rate) "
    "printf '#include \"%s\"\\n' $K/$N.c $K/$N/*.c | cc -O0 -I$K -x c - -o $N;; "
    "*) cc -O0 -I$K $K/$N.c $(ls $K/$N/*.c 2>&-) -o $N -pthread;; esac || return; done; }";

// Runs a shell command in the folder, with $K for kernels/, $H for tests/harness/ and built(); what
// it prints is shown only if its exit code is another.
static void assert_shell(const char *command, int code)
{
    char line[2048];
    snprintf(line, sizeof(line),
             "cd '%s' && K='%s' H='%s/harness'; %s; (%s) >output 2>&1; "
             "test $? = %d || ! cat output >&2",
             folder, ESWEXP_HEADERS, ESWEXP_TEST_FOLDER, built, command, code);
    if (system(line) != 0)
        fail_msg("the exit code is not %d: %s", code, command);
}

static void test_header_compiles_everywhere(void **state)
{
    (void)state;
    static const struct {
        const char *language, *levels; // at which it is tried in any case
    } compilers[] = {
        {"gcc -std=c11", "-O2"},
        {"gcc -std=gnu17", "-fsyntax-only"},
        {"clang -std=c11", "-O0"},
        {"clang -std=gnu17", ""},
        {"g++ -x c++ -std=c++17", "-fsyntax-only"},
        {"g++ -x c++ -std=c++20", "-O0"},
        {"clang++ -x c++ -std=c++17", "-O0"},
    };
    for (size_t i = 0; i < sizeof(compilers) / sizeof(*compilers); i++) {
        char command[512];
        snprintf(command, sizeof(command),
                 "set -- %s; command -v $1 || exit 0; for O in %s; do %s $O -Wall -Wextra "
                 "-pedantic -Werror -I$K $H/plain.c $H/second.c -o plain || exit 1; "
                 "test $O != -fsyntax-only || continue; "
                 "./plain --iterations 3 --minimum-time 1us >alone && "
                 "grep -qx '  throughput 1.5e+06 req/s, more is better' alone && "
                 "grep -qx '  hits 12' alone || exit 1; done",
                 compilers[i].language, is_thorough() ? "-O0 -O2" : compilers[i].levels,
                 compilers[i].language);
        assert_shell(command, 0);
    }
}

static void test_kernels_have_options(void **state)
{
    (void)state;
    assert_shell("built vecadd sort interpreter", 0);
    assert_shell("./vecadd --n 1 --iterations 1", 0);
    assert_shell("./vecadd --n 9223372036854775807 --iterations 1", 2);
    assert_shell("for A in qsort heap insertion; do for N in 1 2 3 1000; do "
                 "./sort --algorithm $A --n $N --iterations 2 --minimum-time 0 || exit; "
                 "done; done",
                 0);
    assert_shell("./sort --algorithm bogo", 2);
    assert_shell("for P in sieve fibonacci collatz sorting words; do "
                 "./interpreter --program $P --iterations 2 --minimum-time 0 || exit; done",
                 0);
    assert_shell("./interpreter --program tetris", 2);
}

static void test_kernels_of_clocks(void **state)
{
    (void)state;
    assert_shell("built clock_rate timestamps ddot", 0);
    assert_shell("for C in multiply load nop add; do "
                 "./clock_rate --chain $C --iterations 2 --minimum-time 0 || exit; done",
                 0);
    assert_shell("./clock_rate --chain subtract", 2);
    assert_shell("for S in clock_gettime syscall counter counter_fenced; do "
                 "./timestamps --source $S --span 1 --iterations 2 --minimum-time 0 >one && "
                 "grep -q '^  resolution .* s, less' one && "
                 "grep -q '^  backward_steps' one || exit 1; done",
                 0);
    assert_shell("taskset -c $(taskset -cp $$ | sed 's/.*: //; s/[-,].*//') "
                 "./timestamps --span 1 --iterations 2 --minimum-time 0",
                 0);
    assert_shell("./timestamps --source sundial", 2);
    assert_shell("for T in 0 1000 1000000; do ./ddot --sample-time $T --n 7 || exit; done", 0);
    assert_shell("./ddot --n 0", 2);
}

// 4096 bytes of name more move the stack by as much, 16 bytes by those. A tree that stands in for
// /sys has CPUs without siblings.
static void test_kernels_of_bias_have_options(void **state)
{
    (void)state;
    assert_shell("built aliasing cache_state sibling", 0);
    assert_shell("setarch -R true || exit 0; S='--iterations 2 --warmup 0 --minimum-time 0'; "
                 "for L in 1 17 4113; do "
                 "setarch -R ./aliasing --name-length $L $S | sed -n 's/^  distance //p'; "
                 "done >distances; wc -l <distances | grep -qx 3 && "
                 "test $(sort -u distances | wc -l) = 2",
                 0);
    assert_shell("./aliasing --name-length 8193", 2);
    assert_shell("for S in hot cold; do for N in 64 100000; do "
                 "./cache_state --state $S --n $N --iterations 2 || exit; done; done",
                 0);
    assert_shell("./cache_state --state warm", 2);
    assert_shell("./sibling --neighbour loud", 2);
    assert_shell("test $(cc -dumpmachine | cut -d- -f1) != x86_64 || test $(cc -O2 -I$K -S "
                 "$K/sibling.c -o - | "
                 "sed -n '/^run:/,/ret$/p' | grep -c imulq) -ge 8",
                 0); // each chain in a register of its own
    assert_shell("for C in /sys/devices/system/cpu/cpu[0-9]*; do "
                 "D=root/sys/devices/system/cpu/${C##*/}/topology && mkdir -p $D && "
                 "echo ${C##*cpu} >$D/thread_siblings_list || exit; done; "
                 "ESWEXP_MACHINE_ROOT=root ./sibling --neighbour busy 2>told; "
                 "grep -x 'sibling: this CPU has no SMT sibling' told && exit 2",
                 2);
}

static void test_kernels_of_the_system(void **state)
{
    (void)state;
    assert_shell("built kernel_entry process_creation context_switch ipc_bandwidth", 0);
    assert_shell("for C in null write read; do ./kernel_entry --call $C --iterations 2 "
                 "--minimum-time 0 || exit; done",
                 0);
    assert_shell("./kernel_entry --call mkdir 2>&1 | grep -q 'not one of null, write, read'", 0);
    assert_shell("for W in fork exec shell; do ./process_creation --way $W --memory 100000 "
                 "--iterations 2 --minimum-time 0 || exit; done",
                 0);
    assert_shell("for M in ring overhead; do for P in 1 2 5; do "
                 "./context_switch --mode $M --processes $P --working-set 1000 --iterations 2 "
                 "--minimum-time 0 >one && grep -q \"each the mean of $P,\" one || exit 1; "
                 "done; done",
                 0);
    assert_shell("for T in pipe tcp unix; do for C in one all; do ./ipc_bandwidth --transport $T "
                 "--cpus $C --size 100001 --chunk 1000 --iterations 2 --minimum-time 0 || exit; "
                 "done; done",
                 0);
}

// The program's file is gone while it runs: what it times must not be a child that gave up.
static void test_a_failed_exec_is_not_timed(void **state)
{
    (void)state;
    // Field 11 of stat tells that a first child has come to its end.
    assert_shell(
        "built process_creation && for W in exec shell; do "
        "cp process_creation vanishing; ./vanishing --way $W --minimum-time 1000s 2>said & P=$!; "
        "for I in $(seq 300); do test $(cut -d' ' -f11 /proc/$P/stat) -gt 0 && break; "
        "sleep 0.1; done; rm vanishing; wait $P; "
        "test $? = 3 && grep -q 'an exec failed' said || exit 1; done",
        0);
}

static void test_killed_kernels_leave_no_process(void **state)
{
    (void)state;
    assert_shell("built context_switch ipc_bandwidth && cp context_switch ring_of_5 && "
                 "cp ipc_bandwidth two_of_us && live() { ps -eo stat=,comm= | grep -v ^Z | "
                 "grep -c 'ring_of_5$\\|two_of_us$'; }; "
                 "(exec ./ring_of_5 --processes 5 --minimum-time 1000s) & A=$!; "
                 "(exec ./two_of_us --minimum-time 1000s) & B=$!; "
                 "for I in $(seq 100); do test $(live) = 7 && break; sleep 0.1; done; "
                 "test $(live) = 7 || exit 1; kill -9 $A $B; "
                 "for I in $(seq 100); do test $(live) = 0 && exit; sleep 0.1; done; exit 1",
                 0);
}

// A value that cannot be is one line, and no crash; all that have no bound but memory are here.
static void test_kernels_refuse_what_cannot_be(void **state)
{
    (void)state;
    static const char *const calls[] = {
        "bandwidth --size 18446744073709551360",
        "bandwidth --size 1125899906842624",
        "bandwidth --size 300",
        "bandwidth --access 5",
        "latency --size 18446744073709551615",
        "latency --stride 12",
        "clock_rate --batches 9223372036854775808",
        "context_switch --processes 18446744073709551615",
        "context_switch --working-set 18446744073709551615",
        "process_creation --memory 18446744073709551615",
        "ipc_bandwidth --cpus some",
        "min4 --n 9223372036854775807",
        "sort --n 9223372036854775807",
        "sort --algorithm bogo",
        "primes --threads 2000",
        "set_intersection --size 67108865",
    };
    for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
        char command[512];
        snprintf(command, sizeof(command),
                 "set -- %s; built $1 || exit 1; timeout 10 ./$@ 2>said; test $? = 2 && "
                 "test $(wc -l <said) = 1",
                 calls[i]);
        assert_shell(command, 0);
    }
}

// What a check does not see when the work is taken out, or done wrongly, it does not check.
static void test_checks_see_broken_work(void **state)
{
    (void)state;
    static const struct {
        const char *kernel, *file, *change; // the file's part after kernels/; of sed
        const char *words;                  // those behind "|" are of another run
        bool is_thorough;                   // for prove alone
    } cases[] = {
        {"bandwidth", "bandwidth.c",
         "s/memset(target, 0, size);//; s/memcpy(target, source, size);//; "
         "s/b->access->copy(.*;/;/; s/b->access->write(.*;/;/; s/READ_FOUR(12, KEPT)//",
         "--operation bzero|--operation bcopy|--operation copy|--operation write|--operation read",
         false},
        {"latency", "latency.c", "s/FOUR(FOUR(at = \\*at;))/at = *at;/", "--minimum-time 1ms",
         false},
        {"vecadd", "vecadd.c", "s/c\\[i\\] = a\\[i\\] + b\\[i\\];/;/", "--warmup 0", true},
        {"ddot", "ddot.c", "s/sum += x\\[i\\] \\* y\\[i\\]/sum += x[i]/", "--warmup 0", true},
        {"sort", "sort.c", "s/s->sort(s->sorted, s->n);//", "--warmup 0", true},
        {"min4", "min4.c", "s/m->pass->run(m->output, m->n);//", "--warmup 0", false},
        {"set_intersection", "set_intersection/search.h", "s/middle + 1;/middle + 2;/",
         "--warmup 0", false},
        {"primes", "primes.c", "s/n % 2 == 0/n % 4 == 0/", "--warmup 0", true},
        {"cache_state", "cache_state.c", "s/i < lines; i++/i + 1 < lines; i++/", "--warmup 0",
         true},
        {"sibling", "sibling.c", "s/ STEP(h)//", "--warmup 0", true},
        {"aliasing", "aliasing.c", "s/turns = i;/;/", "--warmup 0", true},
        {"kernel_entry", "kernel_entry.c", "s/O_RDWR/O_RDONLY/", "--call write", false},
        {"context_switch", "context_switch.c", "s/b += pairs\\[i + 1\\]/;/", "--working-set 64",
         false},
        {"ipc_bandwidth", "ipc_bandwidth.c", "s/receipt->sum += /(void)/", "--size 10000", true},
        {"clock_rate", "clock_rate/texts.h", "s/rol $7/rol $8/; s/#57/#56/", "--warmup 0", false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        if (cases[i].is_thorough && !is_thorough())
            continue;
        char command[1024];
        snprintf(command, sizeof(command),
                 "test -d broken || cp -r $K broken; F=%s && N=%s && sed '%s' $K/$F >broken/$F && "
                 "! cmp -s broken/$F $K/$F && mkdir broken_$N && cd broken_$N && "
                 "(K=../broken; built $N) && cp $K/$F ../broken/$F || exit 1; "
                 "for W in $(echo '%s' | tr ' |' ', '); do timeout 60 ./$N "
                 "--iterations 2 --warmup 0 --minimum-time 0 $(echo $W | tr , ' '); "
                 "test $? = 3 || exit 1; done",
                 cases[i].file, cases[i].kernel, cases[i].change, cases[i].words);
        assert_shell(command, 0);
    }
}

// Whose processes end while they are timed: a reader, and neighbours that were to keep CPUs busy.
static void test_lost_processes_are_seen(void **state)
{
    (void)state;
    assert_shell(
        "built ipc_bandwidth || exit 1; "
        "child() { for I in $(seq 100); do ps -o pid= --ppid $1 && break; sleep 0.1; "
        "done; }; for T in pipe tcp unix; do (exec ./ipc_bandwidth --transport $T --size 100 "
        "--minimum-time 1000s) & A=$!; (sleep 20; kill -9 $A) & G=$!; "
        "R=$(child $A); sleep 0.1; kill -9 $R; wait $A; C=$?; kill $G; "
        "test $C = 3 || exit 1; done",
        0);
    assert_shell("built primes || exit 1; "
                 "(exec ./primes --busy 1 --limit 1000 --iterations 1 --minimum-time 300ms) & "
                 "A=$!; for I in $(seq 1000); do R=$(ps -o pid= --ppid $A) && kill -9 $R && "
                 "break; done; wait $A",
                 3);
}

static int remove_folder(void **state)
{
    (void)state;
    char line[1024];
    snprintf(line, sizeof(line), "rm -r '%s'", folder);
    return system(line);
}

int tests_of_kernels(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header_compiles_everywhere),
        cmocka_unit_test(test_kernels_have_options),
        cmocka_unit_test(test_kernels_of_bias_have_options),
        cmocka_unit_test(test_kernels_of_clocks),
        cmocka_unit_test(test_kernels_of_the_system),
        cmocka_unit_test(test_kernels_refuse_what_cannot_be),
        cmocka_unit_test(test_checks_see_broken_work),
        cmocka_unit_test(test_lost_processes_are_seen),
        cmocka_unit_test(test_a_failed_exec_is_not_timed),
        cmocka_unit_test(test_killed_kernels_leave_no_process),
    };
    struct arena arena = {0};
    folder = temporary_folder(&arena);
    if (!folder)
        return 1;
    int failures = cmocka_run_group_tests(tests, NULL, remove_folder);
    arena_release(&arena);
    return failures;
}
