// Writing below a folder: atomically, through no symbolic link, whatever is put in the way.
#include "scratch.h"

#include "base/files/folder.h"
#include "base/files/trees.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static bool write_below(const struct folder *folder, const char *name, const char *content,
                        struct error *error)
{
    struct file_writer writer;
    if (!folder_begin(&writer, folder, name, error))
        return false;
    fputs(content, writer.stream);
    return file_commit(&writer, error);
}

static struct folder opened(struct scratch *scratch, const char *name)
{
    struct error error = {0};
    struct folder folder = {0};
    const char *path = *name ? scratch_path(scratch, name) : scratch->folder;
    if (!folder_open(&folder, path, &error))
        fail_msg("%s", error.text);
    return folder;
}

static void writes_files_and_folders(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    FOLDER_CLEANUP struct folder folder = opened(scratch, "");
    for (int again = 0; again < 2; again++) {
        FOLDER_CLEANUP struct folder csv = {0};
        assert_true(folder_enter(&csv, &folder, "csv", &error));
        assert_string_equal(csv.path, scratch_path(scratch, "csv"));
        assert_true(write_below(&csv, "a.csv", again ? "new" : "old", &error));
    }
    struct text_list names = {0};
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "csv/a.csv")), "new");
    assert_true(tree_list(&scratch->arena, scratch->folder, &names, &error));
    assert_int_equal(names.count, 2);
}

static void a_folder_may_be_reached_through_a_link(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    assert_true(folder_make(scratch_path(scratch, "real"), &error));
    assert_int_equal(symlink("real", scratch_path(scratch, "link")), 0);
    FOLDER_CLEANUP struct folder folder = opened(scratch, "link"), below = {0};
    assert_true(folder_enter(&below, &folder, "csv", &error));
    assert_true(write_below(&below, "a.csv", "x", &error));
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "real/csv/a.csv")), "x");
}

#define REFUSED(name)                                                                              \
    "'@/" name "' is a symbolic link: eswexp writes only inside a campaign's own folder; remove "  \
    "it"

static void links_below_are_refused(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    char *victim = scratch_file(scratch, "victim/a.csv", "precious");
    assert_true(folder_make(scratch_path(scratch, "here"), &error));
    assert_int_equal(symlink("../victim", scratch_path(scratch, "here/csv")), 0);
    assert_int_equal(symlink(victim, scratch_path(scratch, "here/file")), 0);
    assert_int_equal(symlink("../none", scratch_path(scratch, "here/dangling")), 0);
    FOLDER_CLEANUP struct folder here = opened(scratch, "here"), below = {0};
    assert_false(folder_enter(&below, &here, "csv", &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(scratch_words(scratch, &error), REFUSED("here/csv"));
    assert_false(folder_enter(&below, &here, "dangling", &error));
    assert_string_equal(scratch_words(scratch, &error), REFUSED("here/dangling"));
    assert_false(write_below(&here, "file", "x", &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(scratch_words(scratch, &error), REFUSED("here/file"));
    assert_false(write_below(&here, "dangling", "x", &error));
    assert_string_equal(scratch_read(scratch, victim), "precious");
    assert_false(file_exists(scratch_path(scratch, "none")));
}

// Who looks first and writes then is beaten here.
static void a_link_that_comes_later_is_not_followed(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct file_writer writer;
    char *victim = scratch_file(scratch, "victim", "precious");
    char *folder_path = scratch_path(scratch, "csv"), *moved = scratch_path(scratch, "moved");
    FOLDER_CLEANUP struct folder folder = opened(scratch, ""), csv = {0};
    assert_true(folder_enter(&csv, &folder, "csv", &error));
    assert_true(folder_begin(&writer, &csv, "a.csv", &error));
    assert_int_equal(symlink(victim, scratch_path(scratch, "csv/a.csv")), 0);
    assert_int_equal(rename(folder_path, moved), 0);
    assert_int_equal(mkdir(scratch_path(scratch, "other"), 0777), 0);
    assert_int_equal(symlink("other", folder_path), 0);
    fputs("x", writer.stream);
    assert_true(file_commit(&writer, &error));
    assert_string_equal(scratch_read(scratch, victim), "precious");
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "moved/a.csv")), "x");
    assert_int_equal(rmdir(scratch_path(scratch, "other")), 0); // it is empty
}

static void the_temporary_cannot_be_foreseen(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct file_writer one, two;
    FOLDER_CLEANUP struct folder folder = opened(scratch, "");
    char *victim = scratch_file(scratch, "victim", "precious");
    const char *old = arena_printf(&scratch->arena, "%s/a.csv.%d.tmp", scratch->folder, getpid());
    assert_int_equal(symlink(victim, old), 0);
    assert_true(folder_begin(&one, &folder, "a.csv", &error));
    assert_true(folder_begin(&two, &folder, "a.csv", &error));
    assert_string_not_equal(one.temporary, two.temporary);
    file_abandon(&one);
    file_abandon(&two);
    assert_true(file_write(scratch_path(scratch, "a.csv"), "x", 1, &error));
    assert_string_equal(scratch_read(scratch, victim), "precious");
}

static void what_is_no_folder(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    FOLDER_CLEANUP struct folder folder = opened(scratch, ""), below = {0};
    scratch_file(scratch, "csv", "a file");
    assert_false(folder_enter(&below, &folder, "csv", &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot make the folder '@/csv': Not a directory");
    assert_int_equal(error.code, EXIT_FAILED);
    assert_false(folder_open(&below, scratch_path(scratch, "none"), &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot open the folder '@/none': No such file or directory");
    assert_false(folder_enter(&below, &folder, "..", &error));
}

static void forget_openat2(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        _exit(77);
}

// Exits with a number of its own for each thing that is wrong.
static int without_openat2(struct scratch *scratch)
{
    struct error error = {0};
    struct folder here = {0}, below = {0}, link = {0};
    forget_openat2();
    if (syscall(SYS_openat2, AT_FDCWD, "/", NULL, 0) != -1 || errno != ENOSYS)
        return 1;
    if (!folder_open(&here, scratch->folder, &error) ||
        !folder_enter(&below, &here, "csv", &error) || !write_below(&below, "a", "x", &error))
        return 2;
    return folder_enter(&link, &here, "link", &error) ? 3 : 0;
}

static void older_kernels_follow_no_link_either(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    int status = 0;
    assert_true(folder_make(scratch_path(scratch, "victim"), &error));
    assert_int_equal(symlink("victim", scratch_path(scratch, "link")), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(without_openat2(scratch));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "csv/a")), "x");
}

int tests_of_folder(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(writes_files_and_folders),
        scratch_test(a_folder_may_be_reached_through_a_link),
        scratch_test(links_below_are_refused),
        scratch_test(a_link_that_comes_later_is_not_followed),
        scratch_test(the_temporary_cannot_be_foreseen),
        scratch_test(what_is_no_folder),
        scratch_test(older_kernels_follow_no_link_either),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
