// What the cache holds, and what is removed of it: never what is in use, never what lies elsewhere.
#include "scratch.h"

#include "base/files/cache_clean.h"
#include "base/files/cache_contents.h"
#include "base/files/cache_hold.h"

#include <fcntl.h>
#include <sys/file.h>
#include <time.h>

static const struct log silent = {.quiet = true};

enum { DAY_S = 86400, FILE_BYTES = 100 << 10 };

static const struct cache_cleaning everything = {.campaigns = true, .bytes = UINT64_MAX};

static int make(void **state)
{
    int made = scratch_make(state);
    struct scratch *scratch = *state;
    setenv("XDG_CACHE_HOME", scratch_path(scratch, "cache"), 1);
    return made || mkdir(scratch_path(scratch, "cache"), 0700);
}

static char *in_cache(struct scratch *scratch, const char *name)
{
    return arena_printf(&scratch->arena, "%s/cache/eswexp/%s", scratch->folder, name);
}

static void set_age(const char *path, int days)
{
    struct timespec then = {.tv_sec = time(NULL) - (time_t)days * DAY_S};
    const struct timespec times[] = {then, then};
    assert_int_equal(utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW), 0);
}

// An entry, last used some days ago, with a file of that name and 100 KiB beside it.
static char *entry(struct scratch *scratch, const char *name, const char *file, int days)
{
    char *bytes = arena_alloc(&scratch->arena, FILE_BYTES + 1);
    memset(bytes, 'x', FILE_BYTES);
    const char *place = arena_printf(&scratch->arena, "cache/eswexp/%s", name);
    char *about = scratch_file(scratch, path_join(&scratch->arena, place, file), "lua, 1df9ac8a\n");
    scratch_file(scratch, path_join(&scratch->arena, place, "tree/bytes"), bytes);
    set_age(about, days);
    set_age(in_cache(scratch, name), days);
    return in_cache(scratch, name);
}

static bool is_there(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

static struct cache_cleaned clean(struct cache_cleaning how)
{
    struct cache_cleaned cleaned;
    struct error error = {0};
    if (!cache_clean(&silent, &how, &cleaned, &error))
        fail_msg("%s", error.text);
    return cleaned;
}

static const struct cache_entry *find(const struct cache_contents *contents, const char *title)
{
    for (size_t i = 0; i < contents->count; i++)
        if (text_equal(contents->items[i].title, title))
            return &contents->items[i];
    fail_msg("there is no '%s'", title);
    return NULL;
}

static void each_entry_is_listed(void **state)
{
    struct scratch *scratch = *state;
    struct cache_contents contents;
    struct error error;
    entry(scratch, "builds/0a", "about", 3);
    entry(scratch, "builds/0b", "other", 3);
    entry(scratch, "compare/lua/1", "campaign.db", 3);
    entry(scratch, "compare/lua/2", "other", 3);
    entry(scratch, "work/0123456789abcdef", "v000/x", 3);
    scratch_file(scratch, "cache/eswexp/work/0123456789abcdef-v000.log", "log");
    scratch_file(scratch, "cache/eswexp/work/fedcba9876543210.lock", "");
    scratch_file(scratch, "cache/eswexp/work/mine", "");
    assert_true(cache_list(&scratch->arena, true, &contents, &error));
    assert_int_equal(contents.count, 7);
    const struct cache_entry *build = find(&contents, "lua, 1df9ac8a");
    assert_int_equal(build->kind, CACHE_BUILD);
    assert_true(build->bytes >= FILE_BYTES && build->bytes < 2 * FILE_BYTES);
    assert_true(labs(time(NULL) - 3 * DAY_S - build->used) < DAY_S);
    assert_int_equal(find(&contents, "builds/0b")->kind, CACHE_UNFINISHED);
    assert_int_equal(find(&contents, "lua/1")->kind, CACHE_CAMPAIGN);
    assert_int_equal(find(&contents, "compare/lua/2")->kind, CACHE_UNFINISHED);
    assert_int_equal(find(&contents, "work/0123456789abcdef")->kind, CACHE_UNFINISHED);
    assert_int_equal(find(&contents, "work/0123456789abcdef-v000.log")->kind, CACHE_LOG);
    assert_int_equal(find(&contents, "work/fedcba9876543210")->kind, CACHE_UNFINISHED);
    assert_true(contents.bytes >= 5 * FILE_BYTES);
}

static void what_is_unused_goes(void **state)
{
    struct scratch *scratch = *state;
    char *old = entry(scratch, "builds/0a", "about", 31),
         *new = entry(scratch, "builds/0b", "about", 29),
         *campaign = entry(scratch, "compare/lua/1", "campaign.db", 100);
    struct cache_cleaning how = {.older_s = 30 * DAY_S, .bytes = UINT64_MAX};
    assert_int_equal(clean(how).removed, 1);
    assert_false(is_there(old));
    assert_true(is_there(new));
    assert_true(is_there(campaign));
    how.campaigns = true;
    assert_int_equal(clean(how).removed, 1);
    assert_false(is_there(campaign));
    assert_true(is_there(new));
}

static void what_is_too_much_goes_oldest_first_and_campaigns_last(void **state)
{
    struct scratch *scratch = *state;
    char *second = entry(scratch, "builds/0a", "about", 2),
         *first = entry(scratch, "builds/0b", "about", 3),
         *campaign = entry(scratch, "compare/lua/1", "campaign.db", 9);
    entry(scratch, "work/0123456789abcdef", "v000/x", 0); // of a campaign that runs: not counted
    struct cache_cleaning how = {.older_s = 30 * DAY_S, .bytes = 350 << 10};
    assert_int_equal(clean(how).removed, 0);
    how.bytes = 250 << 10;
    assert_true(clean(how).removed_bytes >= FILE_BYTES);
    assert_false(is_there(first));
    assert_true(is_there(second));
    how.bytes = 150 << 10;
    assert_int_equal(clean(how).removed, 1);
    assert_false(is_there(second));
    assert_true(is_there(campaign));
    how.bytes = 50 << 10;
    assert_int_equal(clean(how).removed, 1);
    assert_false(is_there(campaign));
}

static void what_a_process_holds_stays(void **state)
{
    struct scratch *scratch = *state;
    struct cache_hold bundle;
    struct error error;
    char *build = entry(scratch, "builds/0a", "about", 50);
    assert_true(cache_hold_temporary(&scratch->arena, "bundle", &bundle, &error));
    int reader = open(build, O_RDONLY | O_DIRECTORY);
    char *work = entry(scratch, "work/0123456789abcdef", "v000/x", 50);
    int lock = open(arena_printf(&scratch->arena, "%s.lock", work), O_RDWR | O_CREAT, 0600);
    assert_true(flock(reader, LOCK_SH) == 0 && flock(lock, LOCK_EX) == 0);
    assert_int_equal(clean(everything).removed, 0);
    assert_true(is_there(bundle.path) && is_there(build) && is_there(work));
    close(bundle.lock);
    set_age(bundle.path, 1);
    close(reader);
    close(lock);
    assert_int_equal(clean(everything).removed, 3);
    assert_false(is_there(bundle.path) || is_there(build) || is_there(work));
    assert_false(is_there(arena_printf(&scratch->arena, "%s.lock", work)));
}

// The sweep before each campaign.
static void what_killed_processes_left_goes(void **state)
{
    struct scratch *scratch = *state;
    const struct cache_cleaning sweep = {.older_s = 30 * DAY_S, .bytes = UINT64_MAX};
    char *bundle = entry(scratch, "bundle/77", "x", 1), *task = entry(scratch, "tasks/1", "x", 1),
         *check = entry(scratch, "check/lua/1", "campaign.db", 1),
         *half = entry(scratch, "builds/0a", "tree/x", 1),
         *young = entry(scratch, "bundle/78", "x", 0),
         *work = entry(scratch, "work/0123456789abcdef", "x", 0);
    scratch_file(scratch, "cache/eswexp/work/0123456789abcdef.lock", "");
    chmod(path_join(&scratch->arena, bundle, "tree"), 0500); // a build may have made it read-only
    assert_int_equal(clean(sweep).removed, 5);
    assert_false(is_there(bundle) || is_there(task) || is_there(check) || is_there(half) ||
                 is_there(work));
    assert_true(is_there(young)); // its process may be about to lock it
}

static void no_link_is_followed(void **state)
{
    struct scratch *scratch = *state;
    char *mine = scratch_file(scratch, "mine/precious/campaign.db", "x");
    char *build = entry(scratch, "builds/0a", "about", 50);
    entry(scratch, "compare/lua/1", "campaign.db", 50);
    const char *there = scratch_path(scratch, "mine");
    const char *links[] = {path_join(&scratch->arena, build, "tree/link"),
                           in_cache(scratch, "builds/0b"), in_cache(scratch, "compare/link"),
                           in_cache(scratch, "bundle"), in_cache(scratch, "compare/lua/link")};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        assert_int_equal(symlink(there, links[i]), 0);
        set_age(links[i], 50);
    }
    assert_int_equal(clean(everything).removed, 2);
    assert_false(is_there(build));
    assert_true(is_there(mine));
}

#define cache_test(function) cmocka_unit_test_setup_teardown(function, make, scratch_remove)

int tests_of_cache_clean(void)
{
    const struct CMUnitTest tests[] = {
        cache_test(each_entry_is_listed),
        cache_test(what_is_unused_goes),
        cache_test(what_is_too_much_goes_oldest_first_and_campaigns_last),
        cache_test(what_a_process_holds_stays),
        cache_test(what_killed_processes_left_goes),
        cache_test(no_link_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
