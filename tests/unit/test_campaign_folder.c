// Folders of campaigns that begin at once: each has its own.
#include "refused_lock.h"
#include "scratch.h"

#include "campaign/folder.h"

#include <sys/wait.h>

static struct campaign_folder taken(struct scratch *scratch, const char *path)
{
    struct campaign_folder folder;
    struct error error = {0};
    if (!folder_take_free(&scratch->arena, path, &folder, &error))
        fail_msg("%s", error.text);
    return folder;
}

static void of_one_second(void **state)
{
    struct scratch *scratch = *state;
    const char *home = scratch_path(scratch, "results");
    const char *name = campaign_folder(&scratch->arena, NULL, home, "bench");
    assert_string_equal(path_folder(&scratch->arena, name), scratch_path(scratch, "results/bench"));
    struct campaign_folder first = taken(scratch, name), second = taken(scratch, name),
                           third = taken(scratch, name);
    assert_string_equal(first.path, name);
    assert_string_equal(second.path, arena_printf(&scratch->arena, "%s-2", name));
    assert_string_equal(third.path, arena_printf(&scratch->arena, "%s-3", name));
    folder_release(&scratch->arena, &second, false);
    assert_false(folder_exists(second.path));
    assert_true(folder_exists(third.path));
    folder_release(&scratch->arena, &third, true);
    folder_release(&scratch->arena, &first, false);
    assert_false(folder_exists(first.path));
    assert_true(folder_exists(third.path));
}

static void nothing_is_left_of_one(void **state)
{
    struct scratch *scratch = *state;
    struct campaign_folder folder = taken(scratch, scratch_path(scratch, "results/bench/now"));
    folder_release(&scratch->arena, &folder, false);
    assert_false(folder_exists(scratch_path(scratch, "results")));
}

// Of processes that take and release at once, none fails, and no two have the same.
static void of_many_processes(void **state)
{
    enum { PROCESSES = 8 };
    struct scratch *scratch = *state;
    const char *path = scratch_path(scratch, "results/bench/now");
    for (int i = 0; i < PROCESSES; i++) {
        pid_t child = fork();
        if (child == 0) {
            taken(scratch, path);
            _exit(0);
        }
    }
    for (int i = 0, status = 0; i < PROCESSES; i++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    struct campaign_folder next = taken(scratch, path);
    assert_string_equal(next.path, arena_printf(&scratch->arena, "%s-%d", path, PROCESSES + 1));
    folder_release(&scratch->arena, &next, false);
}

#define NO_LOCK "cannot lock the folder '@/campaign': Input/output error"

static void assert_failed(struct scratch *scratch, bool done, struct error *error)
{
    assert_false(done);
    assert_int_equal(error->code, EXIT_FAILED);
    assert_string_equal(scratch_words(scratch, error), NO_LOCK);
}

// A lock that fails tells nothing of other processes.
static void a_lock_that_fails_is_no_running_campaign(void **state)
{
    struct scratch *scratch = *state;
    struct campaign_folder folder;
    struct error error = {0};
    bool running = false;
    const char *path = scratch_path(scratch, "campaign");
    assert_true(folder_make(path, &error));
    locks_are_refused = true;
    bool taken = folder_take(&scratch->arena, path, &folder, &error);
    assert_failed(scratch, taken, &error);
    assert_failed(scratch, folder_retake(path, &folder, &error), &error);
    assert_failed(scratch, folder_taken(path, &running, &error), &error);
    locks_are_refused = false;
    assert_true(folder_retake(path, &folder, &error));
    assert_true(folder_taken(path, &running, &error) && running);
    struct campaign_folder other;
    assert_false(folder_retake(path, &other, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    close(folder.lock);
    assert_true(folder_taken(path, &running, &error) && !running);
}

int tests_of_campaign_folder(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(of_one_second),
        scratch_test(nothing_is_left_of_one),
        scratch_test(of_many_processes),
        scratch_test(a_lock_that_fails_is_no_running_campaign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
