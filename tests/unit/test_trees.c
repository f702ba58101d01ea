// Copying and removing whole trees: links, odd names, modes, and what must not be touched.
#include "scratch.h"

#include "base/files/paths.h"
#include "base/files/trees.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

static bool is_object(const char *path, const char *relative)
{
    assert_true(text_ends(path, relative));
    return text_ends(relative, ".o") || text_equal(relative, "deep/build");
}

static char *link_of(struct scratch *scratch, const char *name)
{
    char target[256];
    ssize_t length = readlink(scratch_path(scratch, name), target, sizeof target);
    assert_true(length >= 0);
    return arena_strndup(&scratch->arena, target, (size_t)length);
}

static bool is_there(struct scratch *scratch, const char *name)
{
    struct stat status;
    return lstat(scratch_path(scratch, name), &status) == 0;
}

static void copy(struct scratch *scratch, const char *from, const char *to)
{
    struct error error = {0};
    if (!tree_copy(scratch_path(scratch, from), scratch_path(scratch, to), is_object, &error))
        fail_msg("%s", error.text);
}

static void a_tree_is_copied(void **state)
{
    static const char *const names[] = {"plain", ".hidden", "deep/er/file", "a b\tc\n'\"$(x)*",
                                        "-rf",   "naïve",   "deep/..."};
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        scratch_file(scratch, path_join(&scratch->arena, "from", names[i]), names[i]);
    mkdir(scratch_path(scratch, "from/empty"), 0755);
    copy(scratch, "from", "to");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *name = path_join(&scratch->arena, "to", names[i]);
        assert_string_equal(scratch_read(scratch, scratch_path(scratch, name)), names[i]);
    }
    assert_true(folder_exists(scratch_path(scratch, "to/empty")));
}

static void links_stay_links(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "from/file", "x");
    assert_int_equal(symlink("file", scratch_path(scratch, "from/good")), 0);
    assert_int_equal(symlink("nowhere", scratch_path(scratch, "from/dangling")), 0);
    assert_int_equal(symlink(".", scratch_path(scratch, "from/circle")), 0);
    assert_int_equal(mkfifo(scratch_path(scratch, "from/fifo"), 0600), 0);
    copy(scratch, "from", "to");
    assert_string_equal(link_of(scratch, "to/good"), "file");
    assert_string_equal(link_of(scratch, "to/dangling"), "nowhere");
    assert_string_equal(link_of(scratch, "to/circle"), ".");
    assert_false(is_there(scratch, "to/fifo"));
}

static void mode_and_time_are_kept(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct timespec times[2] = {{1000000000, 123456000}, {1234567890, 987654000}};
    char *from = scratch_file(scratch, "from", "#!/bin/sh\n"),
         *to = scratch_file(scratch, "to", "x");
    chmod(from, 0751);
    chmod(to, 0444);
    utimensat(AT_FDCWD, from, times, 0);
    assert_true(file_copy(from, to, &error));
    struct stat status;
    assert_int_equal(stat(to, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0751);
    assert_int_equal(status.st_mtim.tv_sec, 1234567890);
    assert_int_equal(status.st_mtim.tv_nsec, 987654000);
    assert_string_equal(scratch_read(scratch, to), "#!/bin/sh\n");
}

static ino_t refilled(struct scratch *scratch, const char *from, const char *to)
{
    struct error error = {0};
    struct stat status;
    if (!file_refill(from, to, &error))
        fail_msg("%s", error.text);
    assert_int_equal(stat(to, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0555);
    assert_string_equal(scratch_read(scratch, to), scratch_read(scratch, from));
    return status.st_ino;
}

static void a_file_is_refilled(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    char *from = scratch_file(scratch, "from", "longer"), *to = scratch_path(scratch, "to");
    char *other = scratch_file(scratch, "other", "short");
    chmod(from, 0555);
    chmod(other, 0555);
    ino_t first = refilled(scratch, from, to);
    assert_int_equal(refilled(scratch, other, to), first);
    assert_int_equal(refilled(scratch, from, to), first);
    assert_int_equal(symlink("other", scratch_path(scratch, "link")), 0);
    (void)refilled(scratch, from, scratch_path(scratch, "link"));
    assert_string_equal(scratch_read(scratch, other), "short");
    assert_false(file_refill(scratch_path(scratch, "none"), to, &error));
}

// Some C libraries return from posix_spawn() before the child executes the program.
static void wait_until_executing(pid_t child, ino_t program)
{
    char link[64];
    struct stat status = {0};
    snprintf(link, sizeof link, "/proc/%d/exe", (int)child);
    for (int tries = 0; tries < 2000 && status.st_ino != program; tries++) {
        assert_int_equal(stat(link, &status), 0);
        usleep(5000);
    }
    assert_int_equal(status.st_ino, program);
}

static void a_running_program_is_not_refilled(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct stat before, after;
    char *program = scratch_path(scratch, "program");
    assert_true(file_refill("/bin/sleep", program, &error));
    assert_int_equal(stat(program, &before), 0);
    char seconds[] = "60";
    char *const arguments[] = {program, seconds, NULL};
    pid_t child;
    assert_int_equal(posix_spawn(&child, program, NULL, NULL, arguments, NULL), 0);
    wait_until_executing(child, before.st_ino);
    assert_true(file_refill("/bin/true", program, &error));
    assert_int_equal(stat(program, &after), 0);
    assert_true(before.st_ino != after.st_ino);
    assert_int_equal(kill(child, 0), 0);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

// A make decides by these times whether to build again.
static void times_in_a_tree_are_kept(void **state)
{
    struct scratch *scratch = *state;
    struct timespec times[2] = {{1000000000, 0}, {1111111111, 0}};
    utimensat(AT_FDCWD, scratch_file(scratch, "from/file", "x"), times, 0);
    copy(scratch, "from", "to");
    struct stat status;
    assert_int_equal(stat(scratch_path(scratch, "to/file"), &status), 0);
    assert_int_equal(status.st_mtim.tv_sec, 1111111111);
}

static void what_is_skipped_is_left_out(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "from/a.c", "");
    scratch_file(scratch, "from/a.o", "");
    scratch_file(scratch, "from/deep/b.o", "");
    scratch_file(scratch, "from/deep/b.c", "");
    scratch_file(scratch, "from/deep/build/c.c", "");
    scratch_file(scratch, "from/build/d.c", "");
    copy(scratch, "from", "to");
    assert_true(is_there(scratch, "to/a.c") && is_there(scratch, "to/deep/b.c"));
    assert_true(is_there(scratch, "to/build/d.c"));
    assert_false(is_there(scratch, "to/a.o") || is_there(scratch, "to/deep/b.o"));
    assert_false(is_there(scratch, "to/deep/build"));
}

// As with XDG_CACHE_HOME inside the project.
static void a_copy_inside_its_source_ends(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    scratch_file(scratch, "from/a.c", "x");
    assert_true(folder_make(scratch_path(scratch, "from/.cache/work"), &error));
    copy(scratch, "from", "from/.cache/work/tree");
    assert_true(is_there(scratch, "from/.cache/work/tree/a.c"));
    assert_true(is_there(scratch, "from/.cache/work/tree/.cache/work"));
    assert_false(is_there(scratch, "from/.cache/work/tree/.cache/work/tree"));
}

static void copying_says_why_not(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    char *to = scratch_path(scratch, "to");
    assert_false(tree_copy(scratch_path(scratch, "none"), to, NULL, &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot read '@/none': No such file or directory");
    char *file = scratch_file(scratch, "from/secret", "x");
    chmod(file, 0);
    assert_int_equal(mkdir(to, 0777), 0);
    chmod(to, 0777);
    take_rights_away();
    bool copied = tree_copy(scratch_path(scratch, "from"), to, NULL, &error);
    give_rights_back();
    assert_false(copied);
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot read '@/from/secret': Permission denied");
}

static void removing_follows_no_link(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    char *kept = scratch_file(scratch, "kept/file", "x");
    scratch_file(scratch, "tree/deep/er/file", "x");
    scratch_file(scratch, "tree/-rf\n*", "x");
    assert_int_equal(symlink("../kept", scratch_path(scratch, "tree/link")), 0);
    assert_int_equal(symlink(kept, scratch_path(scratch, "tree/deep/link")), 0);
    assert_int_equal(symlink("nowhere", scratch_path(scratch, "tree/dangling")), 0);
    assert_int_equal(mkfifo(scratch_path(scratch, "tree/fifo"), 0600), 0);
    assert_true(tree_remove(scratch_path(scratch, "tree"), &error));
    assert_false(is_there(scratch, "tree"));
    assert_string_equal(scratch_read(scratch, kept), "x");

    assert_int_equal(symlink("kept", scratch_path(scratch, "link")), 0);
    assert_true(tree_remove(scratch_path(scratch, "link"), &error));
    assert_string_equal(scratch_read(scratch, kept), "x");
    assert_true(tree_remove(kept, &error));
    assert_false(is_there(scratch, "kept/file"));
    assert_true(tree_remove(kept, &error)); // gone already
}

// Some builds make folders that their owner may not write.
static void removing_what_is_read_only(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    scratch_file(scratch, "tree/module/file", "x");
    static const char *const names[] = {"tree/module/file", "tree/module", "tree", ""};
    for (size_t i = 0; geteuid() == 0 && i < sizeof names / sizeof *names; i++)
        assert_int_equal(chown(scratch_path(scratch, names[i]), NOBODY, NOBODY), 0);
    chmod(scratch_path(scratch, "tree/module"), 0);
    take_rights_away();
    bool removed = tree_remove(scratch_path(scratch, "tree"), &error);
    give_rights_back();
    assert_true(removed);
    assert_false(is_there(scratch, "tree"));
}

static void removing_says_why_not(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    scratch_file(scratch, "shut/tree/file", "x");
    if (geteuid() != 0)
        chmod(scratch_path(scratch, "shut"), 0555);
    take_rights_away();
    bool removed = tree_remove(scratch_path(scratch, "shut/tree"), &error);
    give_rights_back();
    chmod(scratch_path(scratch, "shut"), 0755);
    assert_false(removed);
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot remove '@/shut/tree': Permission denied");
}

int tests_of_trees(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_tree_is_copied),
        scratch_test(links_stay_links),
        scratch_test(mode_and_time_are_kept),
        scratch_test(a_file_is_refilled),
        scratch_test(a_running_program_is_not_refilled),
        scratch_test(times_in_a_tree_are_kept),
        scratch_test(what_is_skipped_is_left_out),
        scratch_test(a_copy_inside_its_source_ends),
        scratch_test(copying_says_why_not),
        scratch_test(removing_follows_no_link),
        scratch_test(removing_what_is_read_only),
        scratch_test(removing_says_why_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
