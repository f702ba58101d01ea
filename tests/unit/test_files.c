// Reading whole files, writing them whole or not at all, making folders.
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>

static size_t entries_of(const char *path)
{
    size_t count = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count - 2; // "." and ".."
}

// Writes of more than `bytes` fail, as on a full disk.
static void limit_files_to(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void what_is_written_is_read(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    TEXT_CLEANUP struct text text = {0};
    char *path = scratch_path(scratch, "a file, named 'oddly'\n");
    assert_true(file_write(path, "one\0two", 7, &error));
    assert_true(file_read(path, 7, &text, &error));
    assert_int_equal(text.length, 7);
    assert_memory_equal(text.bytes, "one\0two", 8);
    assert_true(file_write(path, "", 0, &error));
    assert_string_equal(scratch_read(scratch, path), "");
    assert_int_equal(entries_of(scratch->folder), 1);
}

static void reading_says_why_not(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    TEXT_CLEANUP struct text text = {0};
    char *path = scratch_file(scratch, "long", "12345678");
    assert_false(file_read(path, 7, &text, &error));
    assert_string_equal(scratch_words(scratch, &error), "'@/long' is larger than 7 bytes");
    assert_false(file_read(scratch_path(scratch, "none"), 7, &text, &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot read '@/none': No such file or directory");
    assert_false(file_read(scratch->folder, 7, &text, &error));
    assert_string_equal(scratch_words(scratch, &error), "cannot read '@': Is a directory");
}

static void writing_into_nowhere(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    assert_false(file_write(scratch_path(scratch, "none/x"), "y", 1, &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot write '@/none/x': No such file or directory");
    assert_int_equal(error.code, EXIT_FAILED);
    assert_true(folder_make(scratch_path(scratch, "folder"), &error));
    assert_false(file_write(scratch_path(scratch, "folder"), "y", 1, &error));
    assert_string_equal(scratch_words(scratch, &error), "cannot write '@/folder': Is a directory");
    assert_int_equal(entries_of(scratch->folder), 1);
}

static void writing_into_a_read_only_folder(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    char *path = scratch_file(scratch, "kept/file", "old");
    chmod(scratch_path(scratch, "kept"), 0555);
    take_rights_away();
    bool written = file_write(path, "new", 3, &error);
    give_rights_back();
    assert_false(written);
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot write '@/kept/file': Permission denied");
    assert_string_equal(scratch_read(scratch, path), "old");
}

// Short texts fail when they are flushed, long ones at once: in both the old file stays.
static void writing_on_a_full_disk(void **state)
{
    static const size_t lengths[] = {100, 1 << 20};
    struct scratch *scratch = *state;
    char *path = scratch_file(scratch, "file", "old"), *bytes = calloc(1, 1 << 20);
    for (size_t i = 0; i < 2; i++) {
        struct error error = {0};
        limit_files_to(64);
        bool written = file_write(path, bytes, lengths[i], &error);
        limit_files_to(RLIM_INFINITY);
        assert_false(written);
        assert_string_equal(scratch_words(scratch, &error),
                            "cannot write '@/file': File too large");
        assert_string_equal(scratch_read(scratch, path), "old");
        assert_int_equal(entries_of(scratch->folder), 1);
    }
    free(bytes);
}

// A disk that was full in between leaves a hole: that file must not be taken for whole.
static void a_write_lost_midway_is_no_file(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct file_writer writer;
    char *path = scratch_file(scratch, "file", "old");
    assert_true(file_begin(&writer, path, &error));
    setvbuf(writer.stream, NULL, _IONBF, 0);
    assert_true(fputs("begin ", writer.stream) >= 0);
    limit_files_to(6);
    assert_true(fputs("middle ", writer.stream) < 0);
    limit_files_to(RLIM_INFINITY);
    assert_true(fputs("end", writer.stream) >= 0);
    assert_false(file_commit(&writer, &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot write '@/file': Input/output error");
    assert_string_equal(scratch_read(scratch, path), "old");
    assert_int_equal(entries_of(scratch->folder), 1);
}

static void writing_in_pieces(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct file_writer writer;
    char *path = scratch_file(scratch, "file", "old");
    assert_true(file_begin(&writer, path, &error));
    fputs("half", writer.stream);
    assert_string_equal(scratch_read(scratch, path), "old");
    file_abandon(&writer);
    assert_string_equal(scratch_read(scratch, path), "old");
    assert_int_equal(entries_of(scratch->folder), 1);

    assert_true(file_begin(&writer, path, &error));
    for (int i = 0; i < 3; i++)
        fprintf(writer.stream, "%d\n", i);
    assert_true(file_commit(&writer, &error));
    assert_string_equal(scratch_read(scratch, path), "0\n1\n2\n");
    assert_int_equal(entries_of(scratch->folder), 1);
}

static void folders_with_their_parents(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    assert_true(folder_make(scratch_path(scratch, "a/b//c/"), &error));
    assert_true(folder_exists(scratch_path(scratch, "a/b/c")));
    assert_true(folder_make(scratch_path(scratch, "a/b/c"), &error));
    assert_true(folder_make("/", &error));
    assert_true(folder_make(".", &error));
    assert_false(folder_make("", &error));
    char *file = scratch_file(scratch, "file", "x");
    assert_true(file_exists(file) && !folder_exists(file) && !file_exists(scratch->folder));
    assert_false(folder_make(scratch_path(scratch, "file/below"), &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot make the folder '@/file/below': Not a directory");
    assert_int_equal(symlink("a", scratch_path(scratch, "link")), 0);
    assert_true(folder_make(scratch_path(scratch, "link/d"), &error));
    assert_true(folder_exists(scratch_path(scratch, "a/d")));
}

static void leftovers_are_swept(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    char *path = scratch_path(scratch, "table.csv");
    scratch_file(scratch, "table.csv.0123456789abcdef.tmp", "half");
    char *held = scratch_file(scratch, "table.csv.fedcba9876543210.tmp", "being written");
    scratch_file(scratch, "table.csv.0123.tmp", "");
    scratch_file(scratch, "other.csv.0123456789abcdef.tmp", "");
    FD_CLEANUP int lock = open(held, O_RDONLY | O_CLOEXEC);
    assert_int_equal(flock(lock, LOCK_EX), 0);
    assert_true(file_write(path, "whole", 5, &error));
    assert_string_equal(scratch_read(scratch, path), "whole");
    assert_false(file_exists(scratch_path(scratch, "table.csv.0123456789abcdef.tmp")));
    assert_true(file_exists(held));
    assert_int_equal(entries_of(scratch->folder), 4);
}

static void what_is_being_written_is_not_swept(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct file_writer one, other;
    char *path = scratch_path(scratch, "table.csv");
    assert_true(file_begin(&one, path, &error));
    assert_true(file_begin(&other, path, &error));
    fputs("one", one.stream);
    fputs("other", other.stream);
    assert_true(file_commit(&one, &error));
    assert_true(file_commit(&other, &error));
    assert_string_equal(scratch_read(scratch, path), "other");
    assert_int_equal(entries_of(scratch->folder), 1);
}

static void a_folder_that_cannot_be_read_has_not_ended(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    bool good = true;
    DIR *folder = opendir(scratch->folder);
    assert_null(entry_next(folder, scratch->folder, &good, &error));
    assert_true(good);
    FD_CLEANUP int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_int_equal(dup2(file, dirfd(folder)), dirfd(folder));
    assert_null(entry_next(folder, scratch->folder, &good, &error));
    assert_false(good);
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot read the folder '@': Not a directory");
    closedir(folder);
}

int tests_of_files(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_is_written_is_read),
        scratch_test(reading_says_why_not),
        scratch_test(writing_into_nowhere),
        scratch_test(writing_into_a_read_only_folder),
        scratch_test(writing_on_a_full_disk),
        scratch_test(a_write_lost_midway_is_no_file),
        scratch_test(leftovers_are_swept),
        scratch_test(what_is_being_written_is_not_swept),
        scratch_test(a_folder_that_cannot_be_read_has_not_ended),
        scratch_test(writing_in_pieces),
        scratch_test(folders_with_their_parents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
