// Finding the control group to divide: both versions, both at once, none, and one that is not ours.
#include "scratch.h"

#include "machine/memory_group.h"

// As a Linux system of either kind has it.
static const char mounts_1[] =
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu rw shared:9 - cgroup cgroup rw,cpu\n"
    "35 31 0:32 /docker/ab /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
static const char mounts_2[] = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 "
                               "rw,nsdelegate,memory_recursiveprot\n";

static const char *place(struct scratch *scratch, const char **why)
{
    return memory_group_place(&scratch->arena, scratch->folder, why);
}

static void test_version_1(void **state)
{
    struct scratch *scratch = *state;
    const char *why;
    scratch_file(scratch, "proc/self/mountinfo", mounts_1);
    scratch_file(scratch, "proc/self/cgroup", "4:memory:/docker/ab/c\n1:cpu:/\n0::/x\n");
    assert_null(place(scratch, &why));
    assert_string_equal(why, "no control group counts memory here");
    scratch_file(scratch, "sys/fs/cgroup/memory/c/memory.max_usage_in_bytes", "1\n");
    assert_null(place(scratch, &why));
    assert_string_equal(why, "only root may divide its control group");
    scratch_file(scratch, "sys/fs/cgroup/memory/c/cgroup.procs", "");
    assert_string_equal(place(scratch, &why), "/sys/fs/cgroup/memory/c");
    scratch_file(scratch, "proc/self/cgroup", "4:memory:/docker/ab\n");
    scratch_file(scratch, "sys/fs/cgroup/memory/memory.max_usage_in_bytes", "1\n");
    scratch_file(scratch, "sys/fs/cgroup/memory/cgroup.procs", "");
    assert_string_equal(place(scratch, &why), "/sys/fs/cgroup/memory");
}

static void test_version_2(void **state)
{
    struct scratch *scratch = *state;
    const char *why;
    scratch_file(scratch, "proc/self/mountinfo", mounts_2);
    scratch_file(scratch, "proc/self/cgroup", "0::/user/app.slice/run-1.scope\n");
    scratch_file(scratch, "sys/fs/cgroup/user/app.slice/run-1.scope/cgroup.controllers",
                 "memory\n");
    scratch_file(scratch, "sys/fs/cgroup/user/app.slice/cgroup.procs", "");
    assert_null(place(scratch, &why));
    assert_non_null(strstr(why, "no group to divide"));
    scratch_file(scratch, "sys/fs/cgroup/user/app.slice/cgroup.subtree_control",
                 "cpu memoryless\n");
    assert_null(place(scratch, &why));
    scratch_file(scratch, "sys/fs/cgroup/user/app.slice/cgroup.subtree_control", "cpu memory\n");
    assert_string_equal(place(scratch, &why), "/sys/fs/cgroup/user/app.slice");
    scratch_file(scratch, "proc/self/cgroup", "0::/\n"); // the root, which may have both
    scratch_file(scratch, "sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
    scratch_file(scratch, "sys/fs/cgroup/cgroup.procs", "");
    assert_null(place(scratch, &why));
    scratch_file(scratch, "sys/fs/cgroup/cgroup.subtree_control", "memory\n");
    assert_string_equal(place(scratch, &why), "/sys/fs/cgroup");
    scratch_file(scratch, "proc/self/cgroup", "0::/run-2.scope\n");
    scratch_file(scratch, "sys/fs/cgroup/run-2.scope/cgroup.controllers", "cpu memory\n");
    assert_string_equal(place(scratch, &why), "/sys/fs/cgroup");
}

static void test_nothing_and_nonsense(void **state)
{
    struct scratch *scratch = *state;
    const char *why;
    assert_null(place(scratch, &why));
    scratch_file(scratch, "proc/self/cgroup", "memory\n::\n4:memory\n:::\n");
    scratch_file(scratch, "proc/self/mountinfo",
                 "30 23\n - \n1 2 3 4 5 6 - cgroup2\n\n1 2 3 / 5 6 - cgroup2 7\n");
    assert_null(place(scratch, &why));
    assert_string_equal(why, "no control group counts memory here");
}

int tests_of_memory_group(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_version_1, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(test_version_2, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(test_nothing_and_nonsense, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
