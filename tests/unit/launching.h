// A launcher and the children of it, for the tests of both.
#pragma once

#include "temporary.h"
#include "testing.h"

#include "base/files/trees.h"
#include "run/launcher/launcher.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGUMENTS(...) WORDS("child", __VA_ARGS__)

// One launcher, and the last child of it.
struct fixture {
    struct launcher launcher;
    struct arena arena;
    struct outcome outcome;
    struct error error;
    char *folder;
};

static inline int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    *state = fixture;
    fixture->folder = temporary_folder(&fixture->arena);
    return !fixture->folder ||
           !launcher_start(&fixture->launcher, ESWEXP_LAUNCHER, &fixture->error);
}

static inline int tear_down(void **state)
{
    struct fixture *fixture = *state;
    launcher_stop(&fixture->launcher);
    bool removed = tree_remove(fixture->folder, &fixture->error);
    arena_release(&fixture->arena);
    free(fixture);
    return !removed;
}

static inline struct launch as_usual(char *const *arguments)
{
    static char variable[] = "A=1";
    static char *const no_environment[] = {variable, NULL};
    return (struct launch){.program = ESWEXP_TEST_PROGRAMS "/child",
                           .arguments = arguments,
                           .environment = no_environment,
                           .folder = "/",
                           .samples = -1,
                           .timeout_s = 60,
                           .grace_s = 1};
}

static inline bool run(struct fixture *fixture, const struct launch *launch)
{
    size_t ended = 0;
    return launcher_run(&fixture->launcher, launch, 1, &fixture->outcome, &ended,
                        &fixture->error) &&
           ended == 1;
}

static inline const char *said(struct fixture *fixture)
{
    return launcher_output(&fixture->launcher, &fixture->arena, &fixture->outcome, 1, SIZE_MAX,
                           NULL);
}

static inline void assert_ends(struct fixture *fixture, const struct launch *launch,
                               enum ending ending, int code)
{
    if (!run(fixture, launch))
        fail_msg("%s", fixture->error.text);
    assert_int_equal(fixture->outcome.ending, ending);
    assert_int_equal(fixture->outcome.code, code);
}

static inline void assert_says(struct fixture *fixture, const struct launch *launch,
                               const char *words)
{
    assert_ends(fixture, launch, ENDED_EXIT, 0);
    assert_string_equal(said(fixture), words);
}

// The number in a file; 0 while there is none.
static inline pid_t number_in(const char *path)
{
    char text[32] = "";
    FILE *stream = fopen(path, "r");
    if (!stream)
        return 0;
    bool whole = fgets(text, sizeof text, stream) && strchr(text, '\n');
    fclose(stream);
    return whole ? (pid_t)strtol(text, NULL, 10) : 0;
}

// Waits for the process to end; a zombie has ended, whoever is to reap it.
static inline bool is_gone(pid_t pid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    for (int tries = 0; tries < 2000; tries++, usleep(5000)) {
        FILE *stream = fopen(path, "r");
        if (!stream)
            return true;
        const char *rest = fgets(text, sizeof text, stream) ? strchr(text, ')') : NULL;
        fclose(stream);
        if (!rest || rest[2] == 'Z' || rest[2] == 'X')
            return true;
    }
    return false;
}

// Another engine runs these children; once one of them has written its number into `file`, that
// engine is killed. Nothing of it is left then.
static inline void kill_engine_at_work(struct fixture *fixture, const struct launch *launches,
                                       size_t count, const char *file)
{
    char *other = arena_printf(&fixture->arena, "%s/launcher", fixture->folder);
    pid_t engine = fork();
    if (engine == 0) {
        struct fixture own = {.outcome = {0}};
        struct outcome outcomes[LAUNCH_QUEUE_MOST];
        FILE *stream = fopen(other, "w");
        if (!stream || !launcher_start(&own.launcher, ESWEXP_LAUNCHER, &own.error))
            _exit(1);
        fprintf(stream, "%d\n", (int)own.launcher.pid);
        fclose(stream);
        for (size_t done = 0, ended = 0; done < count; done += ended)
            if (!launcher_run(&own.launcher, launches + done, count - done, outcomes, &ended,
                              &own.error))
                _exit(1);
        _exit(0);
    }
    for (int tries = 0; tries < 2000 && !number_in(file); tries++)
        usleep(5000);
    kill(engine, SIGKILL);
    waitpid(engine, NULL, 0);
    assert_true(number_in(file) > 0 && is_gone(number_in(file)));
    assert_true(number_in(other) > 0 && is_gone(number_in(other)));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
