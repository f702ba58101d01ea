// Archives: packed the same everywhere, unpacked without trust.
#include "scratch.h"

#include "base/archive/archive.h"
#include "base/archive/archive_reader.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>

static char *packed(struct scratch *scratch, const char *tree, const char *name)
{
    struct error error = {0};
    char *path = scratch_path(scratch, name);
    if (!archive_pack(scratch_path(scratch, tree), "top", path, &error))
        fail_msg("%s", error.text);
    return path;
}

static void make_tree(struct scratch *scratch, const char *tree)
{
    char *run = scratch_file(scratch, arena_printf(&scratch->arena, "%s/b/run.sh", tree), "#!\n");
    scratch_file(scratch, arena_printf(&scratch->arena, "%s/b/data", tree), "1234");
    scratch_file(scratch, arena_printf(&scratch->arena, "%s/a", tree), "");
    assert_int_equal(chmod(run, 0700), 0);
    assert_int_equal(
        symlink("../a", scratch_path(scratch, arena_printf(&scratch->arena, "%s/b/up", tree))), 0);
}

static void round_trip(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct stat status;
    char top[256], target[16] = "";
    make_tree(scratch, "one");
    char *path = packed(scratch, "one", "one.tar.gz"), *to = scratch_path(scratch, "deep/to");
    assert_true(archive_top(path, top, &error));
    assert_string_equal(top, "top");
    if (!archive_unpack(path, to, &archive_limits, &error))
        fail_msg("%s", error.text);
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "deep/to/b/data")), "1234");
    assert_int_equal(stat(scratch_path(scratch, "deep/to/b/run.sh"), &status), 0);
    assert_true(status.st_mode & 0100);
    assert_int_equal(stat(scratch_path(scratch, "deep/to/a"), &status), 0);
    assert_false(status.st_mode & 0111);
    assert_true(readlink(scratch_path(scratch, "deep/to/b/up"), target, 15) == 4);
    assert_string_equal(target, "../a");
}

// Whatever the order in which files were made, and when.
static void same_bytes(void **state)
{
    struct scratch *scratch = *state;
    make_tree(scratch, "one");
    scratch_file(scratch, "two/b/data", "1234");
    assert_int_equal(symlink("../a", scratch_path(scratch, "two/b/up")), 0);
    scratch_file(scratch, "two/a", "");
    assert_int_equal(chmod(scratch_file(scratch, "two/b/run.sh", "#!\n"), 0755), 0);
    const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    assert_int_equal(utimensat(AT_FDCWD, scratch_path(scratch, "two/a"), old, 0), 0);
    struct text one = {0}, two = {0};
    struct error error = {0};
    assert_true(file_read(packed(scratch, "one", "1.tar.gz"), 1 << 20, &one, &error));
    assert_true(file_read(packed(scratch, "two", "2.tar.gz"), 1 << 20, &two, &error));
    assert_int_equal(one.length, two.length);
    assert_memory_equal(one.bytes, two.bytes, one.length);
    assert_memory_equal(one.bytes + 4, "\0\0\0\0", 4); // of gzip, when it was made
    text_release(&one);
    text_release(&two);
}

static void overwrites_nothing(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    scratch_file(scratch, "tree/a", "1");
    char *path = scratch_file(scratch, "there.tar.gz", "kept");
    assert_false(archive_pack(scratch_path(scratch, "tree"), "top", path, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(scratch_read(scratch, path), "kept");
    struct text_list left;
    assert_true(tree_list(&scratch->arena, scratch->folder, &left, &error));
    assert_int_equal(left.count, 3); // no temporary
    take_rights_away();
    assert_false(archive_pack(scratch_path(scratch, "tree"), "top",
                              scratch_path(scratch, "no/such/folder.tar.gz"), &error));
    give_rights_back();
    assert_int_equal(error.code, EXIT_FAILED);
}

// ---- Archives of others

struct entry {
    const char *path, *content, *link, *hardlink;
    unsigned type;
};

// clang-format off
#define A_FILE(name, bytes)                                                                        \
    {                                                                                              \
        .path = name, .content = bytes                                                             \
    }
// clang-format on

static char *hostile(struct scratch *scratch, const struct entry *entries, size_t count)
{
    char *path = scratch_path(scratch, "hostile.tar.gz");
    struct archive *archive = archive_write_new();
    archive_write_add_filter_gzip(archive);
    archive_write_set_format_gnutar(archive);
    assert_int_equal(archive_write_open_filename(archive, path), ARCHIVE_OK);
    for (size_t i = 0; i < count; i++) {
        struct archive_entry *entry = archive_entry_new();
        size_t size = entries[i].content ? strlen(entries[i].content) : 0;
        archive_entry_set_pathname(entry, entries[i].path);
        archive_entry_set_filetype(entry, entries[i].type ? entries[i].type : AE_IFREG);
        archive_entry_set_perm(entry, 06755);
        archive_entry_set_size(entry, (la_int64_t)size);
        if (entries[i].link)
            archive_entry_set_symlink(entry, entries[i].link);
        if (entries[i].hardlink)
            archive_entry_set_hardlink(entry, entries[i].hardlink);
        assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
        if (size)
            assert_int_equal(archive_write_data(archive, entries[i].content, size), size);
        archive_entry_free(entry);
    }
    archive_write_free(archive);
    return path;
}

static void assert_refused(struct scratch *scratch, const struct entry *entries, size_t count,
                           const struct archive_limits *limits, const char *why)
{
    struct error error = {0};
    char *to = scratch_path(scratch, "to");
    assert_false(archive_unpack(hostile(scratch, entries, count), to, limits, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (!strstr(error.text, why))
        fail_msg("no \"%s\" in: %s", why, error.text);
    assert_false(folder_exists(to));
    assert_false(file_exists(scratch_path(scratch, "out")));
}
#define REFUSED(why, ...)                                                                          \
    assert_refused(scratch, (const struct entry[]){__VA_ARGS__},                                   \
                   sizeof((const struct entry[]){__VA_ARGS__}) / sizeof(struct entry),             \
                   &archive_limits, why)

static void leads_out(void **state)
{
    struct scratch *scratch = *state;
    REFUSED("leads out of its folder", A_FILE("top/../../out", "x"));
    REFUSED("leads out of its folder", A_FILE("top/..", "x"));
    REFUSED("leads out of its folder", A_FILE("/tmp/out", "x"));
    REFUSED("leads out of its folder", A_FILE("top/./out", "x"));
    REFUSED("leads out of its folder", A_FILE("top//out", "x"));
    REFUSED("outside the one folder", A_FILE("top/a", "x"), A_FILE("out", "x"));
    REFUSED("outside the one folder", A_FILE("top/a", "x"), A_FILE("topmost/out", "x"));
    REFUSED("outside the one folder", A_FILE("top/a", "x"), A_FILE("to/out", "x"));
    REFUSED("is no folder", A_FILE("top", "x"));
}

static void links_that_lead_out(void **state)
{
    struct scratch *scratch = *state;
    REFUSED("link that leads out", {.path = "top/a", .link = "/etc", .type = AE_IFLNK});
    REFUSED("link that leads out", {.path = "top/a", .link = "..", .type = AE_IFLNK});
    REFUSED("link that leads out", {.path = "top/b/a", .link = "../../x", .type = AE_IFLNK});
    REFUSED("link that leads out", {.path = "top/b/a", .link = "c/../../../x", .type = AE_IFLNK});
    // up through a link that itself stays inside
    REFUSED("link that leads out", {.path = "top/a/b/c", .link = "../../..", .type = AE_IFLNK},
            {.path = "top/a/b/d", .link = "c/../out", .type = AE_IFLNK});
    REFUSED("is a hard link", A_FILE("top/a", "x"), {.path = "top/b", .hardlink = "top/a"});
    REFUSED("neither a file", {.path = "top/a", .type = AE_IFIFO});
    REFUSED("neither a file", {.path = "top/a", .type = AE_IFCHR});
}

// A link is never written through: it is made when all else is.
static void through_a_link(void **state)
{
    struct scratch *scratch = *state;
    REFUSED("exists twice", {.path = "top/a", .link = "b", .type = AE_IFLNK},
            A_FILE("top/a/x", "x"));
    REFUSED("exists twice", A_FILE("top/a", "x"), A_FILE("top/a", "y"));
    REFUSED("lies behind a link", {.path = "top/a", .link = "b", .type = AE_IFLNK},
            A_FILE("top/b/x", "x"), {.path = "top/a/l", .link = "x", .type = AE_IFLNK});
}

static void too_large(void **state)
{
    struct scratch *scratch = *state;
    const struct entry entries[] = {A_FILE("top/a", "12345678"), A_FILE("top/b", "12345678")};
    assert_refused(scratch, entries, 2, &(struct archive_limits){.bytes = 15, .entries = 10},
                   "exceeds the size limit");
    assert_refused(scratch, entries, 2, &(struct archive_limits){.bytes = 16, .entries = 1},
                   "exceeds the limit for entries");
    struct error error = {0};
    assert_true(archive_unpack(hostile(scratch, entries, 2), scratch_path(scratch, "to"),
                               &(struct archive_limits){.bytes = 16, .entries = 2}, &error));
    struct stat status;
    assert_int_equal(stat(scratch_path(scratch, "to/a"), &status), 0);
    assert_int_equal(status.st_mode & 06000, 0); // nobody's rights are taken over
    // never over what is there
    assert_false(archive_unpack(hostile(scratch, entries, 2), scratch_path(scratch, "to"),
                                &archive_limits, &error));
    assert_true(file_exists(scratch_path(scratch, "to/a")));
}

// 8 MiB of zeros take 8 KiB.
static void too_much_for_its_size(void **state)
{
    enum { ZEROS = 8 << 20 };
    struct scratch *scratch = *state;
    char *zeros = scratch_file(scratch, "one/zeros", "");
    assert_int_equal(truncate(zeros, ZEROS), 0);
    const struct archive_limits tight = {
        .bytes = (uint64_t)64 << 30, .entries = 10, .times = 200, .spare = 1 << 20};
    const struct archive_limits enough = {
        .bytes = (uint64_t)64 << 30, .entries = 10, .times = 200, .spare = ZEROS};
    struct error error = {0};
    char *path = packed(scratch, "one", "zeros.tar.gz");
    assert_false(archive_unpack(path, scratch_path(scratch, "to"), &tight, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "with its entry 'zeros' it takes more than 1 MiB, and more "
                                       "than 200 times its size"));
    assert_false(folder_exists(scratch_path(scratch, "to")));
    assert_true(archive_unpack(path, scratch_path(scratch, "to"), &enough, &error));
    assert_true(archive_limits.spare + 200 * (2 << 20) < (uint64_t)2 << 30);
}

static void not_archives(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    char top[256];
    assert_false(archive_top(scratch_file(scratch, "text", "not an archive\n"), top, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_false(archive_top(scratch_path(scratch, "missing"), top, &error));
    assert_int_equal(error.code, EXIT_USAGE);
}

static void links_inside(void **state)
{
    (void)state;
    assert_true(link_stays_inside("a", "b/c"));
    assert_true(link_stays_inside("a/b/c", "../../d"));
    assert_true(link_stays_inside("a/b", ".."));
    assert_false(link_stays_inside("a", ".."));
    assert_false(link_stays_inside("a/b", "../../c"));
    assert_false(link_stays_inside("a/b", "/c"));
    assert_false(link_stays_inside("a/b", "c/../d"));
    assert_true(link_stays_inside("a", "..b"));
}

int tests_of_archive(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(round_trip),
        scratch_test(same_bytes),
        scratch_test(overwrites_nothing),
        scratch_test(leads_out),
        scratch_test(links_that_lead_out),
        scratch_test(through_a_link),
        scratch_test(too_large),
        scratch_test(not_archives),
        scratch_test(too_much_for_its_size),
        cmocka_unit_test(links_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
