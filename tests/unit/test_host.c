// The host's lock: one holder at a time, freed however it ends, and nothing else is written to.
#include "scratch.h"

#include "base/clock.h"
#include "executor/host.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <sys/file.h>
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
    if (!host_take(&waiting, NULL, "/a/campaign", &lock, &error))
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
    assert_false(host_take(&waiting, NULL, "/a/campaign", &lock, error));
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
        bool taken = host_take(&waiting, NULL, "/its/\033folder", &lock, &error);
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
    assert_non_null(strstr(error.text, arena_printf(&((struct scratch *)*state)->arena,
                                                    "; process %d of %s: ", (int)child,
                                                    getpwuid(geteuid())->pw_name)));
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

// One that flock(1) or any program took, or whose note is of somebody else: the kernel tells.
static void a_note_of_another_process_counts_for_nothing(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    const char *path = lock_here(scratch);
    scratch_file(scratch, "host.lock", "eswexp 1700000000 1 /not/its/folder");
    FD_CLEANUP int lock = open(path, O_RDONLY | O_CLOEXEC);
    assert_int_equal(flock(lock, LOCK_EX), 0);
    assert_int_equal(refusal((struct waiting){.refused = true}, &error), EXIT_UNFIT);
    assert_null(strstr(error.text, "/not/its/folder"));
    assert_non_null(
        strstr(error.text, arena_printf(&scratch->arena, "(process %d of %s, which began at 2",
                                        (int)getpid(), getpwuid(geteuid())->pw_name)));
    assert_non_null(strstr(error.text, program_invocation_short_name));
    scratch_file(scratch, "host.lock", ""); // another file of that name
    host_release(take(true));
}

// What is printed while a campaign waits for `seconds`, with a line every 0.1 s off a terminal.
static const char *printed_while_waiting(struct scratch *scratch, struct log log, double seconds)
{
    const char *path = scratch_path(scratch, "printed");
    struct error error = {0};
    int lock = -1, kept = dup(STDERR_FILENO);
    struct waiting waiting = {.log = &log,
                              .stop = &stop,
                              .deadline_ns = clock_boot_ns() + (int64_t)(seconds * 1e9),
                              .note_every_ns = 100000000};
    FD_CLEANUP int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    dup2(file, STDERR_FILENO);
    bool taken = host_take(&waiting, NULL, "/a/campaign", &lock, &error);
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_false(taken);
    return scratch_read(scratch, path);
}

static void waiting_shows_progress(void **state)
{
    struct scratch *scratch = *state;
    lock_here(scratch);
    pid_t child = holder();
    const char *said = printed_while_waiting(scratch, (struct log){0}, 0.4);
    assert_non_null(strstr(said, "waiting for its end, Ctrl-C gives up\n"));
    const char *first = strstr(said, "eswexp: waited 0 s: another campaign is measuring on this "
                                     "machine ('/its/?folder', since ");
    assert_non_null(first);
    assert_non_null(strstr(first + 1, "eswexp: waited 0 s: "));
    assert_null(strstr(printed_while_waiting(scratch, (struct log){.quiet = true}, 0.4), "waited"));
    said = printed_while_waiting(scratch, (struct log){.terminal = true}, 1.3);
    assert_non_null(strstr(said, "\r\033[Kwaited 1 s: another campaign is measuring"));
    assert_string_equal(said + strlen(said) - strlen("\r\033[K"), "\r\033[K"); // cleared
    end(child);
}

static void another_file_may_be_the_lock(void **state)
{
    struct scratch *scratch = *state;
    struct waiting waiting = {.log = &silent, .stop = &stop, .refused = true};
    struct error error = {0};
    const char *other = scratch_path(scratch, "other.lock");
    int lock = -1;
    lock_here(scratch);
    pid_t child = holder();
    assert_true(host_take(&waiting, other, "/a/campaign", &lock, &error));
    assert_true(text_starts(scratch_read(scratch, other), "eswexp "));
    host_release(lock);
    end(child);
}

static void it_is_for_all_users_and_no_child_inherits_it(void **state)
{
    struct stat status;
    const char *path = lock_here(*state);
    mode_t kept = umask(077);
    int lock = take(true);
    assert_int_equal(umask(kept), 077);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0644);
    assert_true(fcntl(lock, F_GETFD) & FD_CLOEXEC);
    host_release(lock);
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
    if (geteuid() == 0) { // a lock that another user made, which root could write into
        scratch_file(scratch, "host.lock", "eswexp 0 1 /old");
        assert_int_equal(chown(path, NOBODY, NOBODY), 0);
        host_release(take(true));
        assert_string_equal(scratch_read(scratch, path), "eswexp 0 1 /old");
        assert_int_equal(remove(path), 0);
    }
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
                            "it, or name another one by --lock or ESWEXP_HOST_LOCK");
        assert_int_equal(remove(path), 0);
    }
    setenv("ESWEXP_HOST_LOCK", scratch_path(scratch, "none/host.lock"), 1);
    assert_int_equal(refusal((struct waiting){0}, &error), EXIT_FAILED);
    assert_non_null(strstr(error.text, "ESWEXP_HOST_LOCK names another"));
}

int tests_of_host(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_second_one_does_not_get_it),
        scratch_test(who_waits_gets_it_when_the_holder_is_killed),
        scratch_test(a_note_of_another_process_counts_for_nothing),
        scratch_test(waiting_shows_progress),
        scratch_test(another_file_may_be_the_lock),
        scratch_test(it_is_for_all_users_and_no_child_inherits_it),
        scratch_test(one_that_is_removed_is_made_anew),
        scratch_test(files_of_others_stay_as_they_are),
        scratch_test(other_kinds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
