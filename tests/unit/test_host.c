// The host's lock: one holder at a time, freed however it ends, and nothing else is written to.
#include "scratch.h"

#include "base/clock.h"
#include "executor/host.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static const struct log silent = {.quiet = true};
static volatile sig_atomic_t stop;

static const char *lock_here(struct scratch *scratch)
{
    const char *path = scratch_path(scratch, "host.lock");
    setenv("ESWEXP_HOST_LOCK", path, 1);
    stop = 0;
    return path;
}

static int take(bool refused)
{
    struct waiting waiting = {.log = &silent, .stop = &stop, .refused = refused};
    struct error error = {0};
    int lock = -1;
    if (!host_take(&waiting, "/a/campaign", &lock, &error))
        fail_msg("%s", error.text);
    return lock;
}

// The code with which it is not taken; the words are in *error.
static enum exit_code refusal(struct waiting waiting, struct error *error)
{
    int lock = -1;
    waiting.log = &silent;
    waiting.stop = &stop;
    *error = (struct error){0};
    assert_false(host_take(&waiting, "/a/campaign", &lock, error));
    assert_int_equal(lock, -1);
    return error->code;
}

// Another process that has the lock until it is killed.
static pid_t holder(void)
{
    int pair[2];
    char word = 0;
    assert_int_equal(pipe(pair), 0);
    pid_t child = fork();
    if (child == 0) {
        struct waiting waiting = {.log = &silent, .stop = &stop};
        struct error error = {0};
        int lock = -1;
        bool taken = host_take(&waiting, "/its/\033folder", &lock, &error);
        if (!taken || write(pair[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(pair[1]);
    assert_int_equal(read(pair[0], &word, 1), 1);
    close(pair[0]);
    return child;
}

static void end(pid_t child)
{
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void a_second_one_does_not_get_it(void **state)
{
    struct error error;
    lock_here(*state);
    pid_t child = holder();
    assert_int_equal(refusal((struct waiting){.refused = true}, &error), EXIT_UNFIT);
    assert_non_null(strstr(error.text, "('/its/?folder', since 2"));
    assert_int_equal(refusal((struct waiting){.deadline_ns = clock_boot_ns() + 1000000}, &error),
                     EXIT_UNFIT);
    stop = 1;
    assert_int_equal(refusal((struct waiting){0}, &error), EXIT_INTERRUPTED);
    end(child);
    host_release(take(true));
}

static void who_waits_gets_it_when_the_holder_is_killed(void **state)
{
    lock_here(*state);
    pid_t first = holder(), killer = fork();
    if (killer == 0) {
        usleep(150000);
        kill(first, SIGKILL);
        _exit(0);
    }
    host_release(take(false));
    assert_int_equal(waitpid(killer, NULL, 0), killer);
    assert_int_equal(waitpid(first, NULL, 0), first);
}

static void it_is_for_all_users_and_no_child_inherits_it(void **state)
{
    struct stat status;
    const char *path = lock_here(*state);
    mode_t kept = umask(077);
    int lock = take(true);
    assert_int_equal(umask(kept), 077);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0666);
    assert_true(fcntl(lock, F_GETFD) & FD_CLOEXEC);
    host_release(lock);
    assert_int_equal(chmod(path, 0644), 0);
    take_rights_away();
    host_release(take(true));
    give_rights_back();
}

static void one_that_is_removed_is_made_anew(void **state)
{
    const char *path = lock_here(*state);
    pid_t child = holder(), remover = fork();
    if (remover == 0) {
        usleep(150000);
        unlink(path);
        kill(child, SIGKILL);
        _exit(0);
    }
    int lock = take(false);
    assert_true(file_exists(path));
    host_release(lock);
    assert_int_equal(waitpid(remover, NULL, 0), remover);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void files_of_others_stay_as_they_are(void **state)
{
    struct scratch *scratch = *state;
    const char *path = lock_here(scratch);
    struct stat status;
    scratch_file(scratch, "host.lock", "my diary");
    host_release(take(true));
    assert_string_equal(scratch_read(scratch, path), "my diary");
    scratch_file(scratch, "host.lock", "");
    assert_int_equal(link(path, scratch_path(scratch, "linked")), 0);
    int lock = take(true);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, 0);
    host_release(lock);
}

static void other_kinds_are_refused(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    const char *path = lock_here(scratch), *target = scratch_file(scratch, "target", "");
    for (int kind = 0; kind < 4; kind++) {
        assert_int_equal(kind == 0   ? symlink(target, path)
                         : kind == 1 ? symlink("nowhere", path)
                         : kind == 2 ? mkdir(path, 0777)
                                     : mkfifo(path, 0666),
                         0);
        assert_int_equal(refusal((struct waiting){0}, &error), EXIT_FAILED);
        assert_string_equal(scratch_words(scratch, &error),
                            "'@/host.lock' is no regular file and no lock for this machine: remove "
                            "it, or name another one in ESWEXP_HOST_LOCK");
        assert_int_equal(remove(path), 0);
    }
    setenv("ESWEXP_HOST_LOCK", scratch_path(scratch, "none/host.lock"), 1);
    assert_int_equal(refusal((struct waiting){0}, &error), EXIT_FAILED);
    assert_non_null(strstr(error.text, "ESWEXP_HOST_LOCK names another"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_second_one_does_not_get_it),
        scratch_test(who_waits_gets_it_when_the_holder_is_killed),
        scratch_test(it_is_for_all_users_and_no_child_inherits_it),
        scratch_test(one_that_is_removed_is_made_anew),
        scratch_test(files_of_others_stay_as_they_are),
        scratch_test(other_kinds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
