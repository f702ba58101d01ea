// Children of the launcher: placed in memory as drawn, or told of why not.
#include "launching.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

struct addresses {
    uint64_t function, local, heap, library, stack_limit;
};

static struct addresses addresses(struct fixture *fixture, const struct launch *launch)
{
    struct addresses found = {0};
    assert_ends(fixture, launch, ENDED_EXIT, 0);
    uint64_t *all[] = {&found.function, &found.local, &found.heap, &found.library,
                       &found.stack_limit};
    char *at =
        launcher_output(&fixture->launcher, &fixture->arena, &fixture->outcome, 1, 200, NULL);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = strtoull(at, &at, i < 4 ? 16 : 10);
    return found;
}

static void places_as_drawn(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = as_usual(ARGUMENTS("addresses"));
    launch.address_layout = (struct address_layout){.stack_offset = 304,
                                                    .stack_limit = (130 << 20) + 0x5000,
                                                    .aslr = ASLR_FIXED,
                                                    .record_addresses = true};
    struct addresses first = addresses(fixture, &launch);
    uint64_t stack = fixture->outcome.stack_start;
    assert_false(fixture->outcome.stop_refused);
    assert_true(fixture->outcome.image_start && fixture->outcome.image_start <= first.function);
    assert_true(stack > first.local && fixture->outcome.heap_start <= first.heap);
    for (int i = 0; i < 20; i++) {
        struct addresses again = addresses(fixture, &launch);
        assert_memory_equal(&again, &first, sizeof first);
    }
    launch.address_layout.stack_offset += 16;
    struct addresses moved = addresses(fixture, &launch);
    assert_int_equal(first.local - moved.local, 16);
    assert_int_equal(stack - fixture->outcome.stack_start, 16);
    assert_int_equal(first.library, moved.library);
    launch.address_layout.stack_limit += 0x3000;
    moved = addresses(fixture, &launch);
    assert_int_equal(first.library - moved.library, 0x3000);
    assert_int_equal(first.stack_limit, moved.stack_limit); // set back
    launch.environment = WORDS("A=1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    assert_int_equal(moved.local - addresses(fixture, &launch).local, 48);
    launch.address_layout = (struct address_layout){.aslr = ASLR_KERNEL};
    assert_true(addresses(fixture, &launch).local != addresses(fixture, &launch).local);
}

// Refuses ptrace() and every change of personality, as containers do.
static bool refuse(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xffffffff, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// 0, or which expectation did not hold.
static int in_a_container(struct fixture *fixture)
{
    if (!refuse() || !launcher_start(&fixture->launcher, ESWEXP_LAUNCHER, &fixture->error))
        return 1;
    struct launch launch = as_usual(ARGUMENTS("addresses"));
    launch.address_layout.aslr = ASLR_FIXED;
    if (!run(fixture, &launch) || fixture->outcome.ending != ENDED_NOT_STARTED ||
        fixture->outcome.code != EPERM || strcmp(fixture->outcome.stage, "personality") != 0)
        return 2;
    launch.address_layout =
        (struct address_layout){.stack_limit = 140 << 20, .record_addresses = true};
    if (!run(fixture, &launch) || fixture->outcome.ending != ENDED_EXIT ||
        !fixture->outcome.stop_refused || fixture->outcome.stack_start)
        return 3;
    if (!strstr(said(fixture), " 146800640")) // the limit is left
        return 4;
    launch.lists_files = true;
    return run(fixture, &launch) && fixture->outcome.ending == ENDED_EXIT &&
                   !fixture->outcome.files_listed
               ? 0
               : 5;
}

static void says_what_is_refused(void **state)
{
    (void)state;
    int status = 0;
    pid_t inside = fork();
    if (inside == 0) {
        struct fixture own = {.outcome = {0}};
        _exit(in_a_container(&own));
    }
    assert_int_equal(waitpid(inside, &status, 0), inside);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int tests_of_address_layout(void)
{
    const struct CMUnitTest tests[] = {
        TEST(places_as_drawn),
        cmocka_unit_test(says_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
