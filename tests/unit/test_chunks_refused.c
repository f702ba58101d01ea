// Chunks that are not taken over: foreign ones, damaged ones, those of other programs.
#include "chunked.h"

#include "base/files/trees.h"
#include "store/chunk/merge.h"
#include "store/facts.h"
#include "store/store.h"

#include <sys/stat.h>

static char *facts_of(struct made *made)
{
    return rows_of(&made->arena, made->path, "SELECT * FROM fact, event");
}

// What the campaign holds is the same afterwards.
static void refuse_of(struct made *made, const char *path, enum exit_code code, const char *words,
                      const char *before, const char *facts)
{
    struct error error = {0};
    size_t blocks = 99;
    assert_false(chunk_merge(made->store, path, &blocks, &error));
    assert_int_equal(blocks, 0);
    if (!strstr(error.text, words))
        fail_msg("%s", error.text);
    assert_int_equal(error.code, code);
    assert_string_equal(contents(made, 1, &made->path), before);
    assert_string_equal(facts_of(made), facts);
}

static void refuse(struct made *made, const char *path, enum exit_code code, const char *words)
{
    refuse_of(made, path, code, words, contents(made, 1, &made->path), facts_of(made));
}

static void set_fact(const char *path, const char *key, const char *value)
{
    struct error error = {0};
    struct store *store = store_reopen(path, &error);
    assert_non_null(store);
    assert_done(store_set(store, key, value, &error), error);
    store_close(store);
}

static void test_foreign(void **state)
{
    struct made *made = *state;
    char *path = made_chunk(made, "one", 0, 3), *good = made_chunk(made, "good", 0, 6);
    measure(path, "n1", 100, 1);
    measure(good, "n1", 100, 1);
    refuse(made, made_path(made, "missing"), EXIT_USAGE, "does not exist");
    set_fact(path, "id", "fedcba9876543210");
    refuse(made, path, EXIT_USAGE, "belongs to another campaign");
    set_fact(path, "id", "0123456789abcdef");
    set_fact(path, "spec", "experiment: other\n");
    refuse(made, path, EXIT_USAGE, "belongs to another campaign");
    set_fact(path, "spec", made->spec->text);
    rows_of(&made->arena, path, "UPDATE execution SET seed = '0' WHERE position = 2");
    refuse(made, path, EXIT_USAGE, "has other blocks");
    rows_of(&made->arena, path, "PRAGMA user_version = 2");
    refuse(made, path, EXIT_USAGE, "has format 2");
    rows_of(&made->arena, path, "PRAGMA application_id = 1");
    refuse(made, path, EXIT_USAGE, "not a campaign's");
    merge(made, good, 6);
}

static void test_no_host(void **state)
{
    struct made *made = *state;
    char *path = made_chunk(made, "one", 0, 3);
    measure(path, "n1", 100, 1);
    rows_of(&made->arena, path, "DELETE FROM fact WHERE key = 'host'");
    refuse(made, path, EXIT_USAGE, "on which machine");
}

static void test_other_programs(void **state)
{
    struct made *made = *state;
    char *a = made_chunk(made, "a", 0, 3), *b = made_chunk(made, "b", 3, 3);
    measure(a, "n1", 100, 1);
    measure(b, "n2", 100, 1);
    merge(made, a, 3);
    set_fact(b, "toolchain.sort.O2", "gcc 13");
    set_fact(b, "program.sort.O2", "6ed");
    refuse(made, b, EXIT_FAILED,
           "program, sort.O2: '5ha' and '6ed'; toolchain, sort.O2: 'gcc 12' and 'gcc 13'");
    set_fact(b, "toolchain.sort.O2", "gcc 12");
    set_fact(b, "program.sort.O2", "5ha");
    merge(made, b, 3);
}

static void overwrite(const char *path, off_t page)
{
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, page * 4096 + 8, SEEK_SET);
    for (int i = 0; i < 4000; i++)
        fputc(0xa5, file);
    fclose(file);
}

// Cut anywhere or with a page overwritten, a file is refused; the last page is of an empty table.
static void test_damaged(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    char *path = made_chunk(made, "one", 0, 6), *damaged = made_path(made, "damaged");
    measure(path, "n1", 100, 1);
    rows_of(&made->arena, path, "INSERT INTO dimension VALUES(0, 0, 'time', 1, 1, 1, 1, 1)");
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    char *before = contents(made, 1, &made->path), *facts = facts_of(made);
    off_t pages = status.st_size / 4096;
    assert_true(pages > 20);
    for (off_t page = 0; page < pages; page++) {
        assert_done(file_copy(path, damaged, &error), error);
        assert_int_equal(truncate(damaged, page * 4096), 0);
        refuse_of(made, damaged, EXIT_USAGE, "", before, facts);
        assert_done(file_copy(path, damaged, &error), error);
        overwrite(damaged, page);
        if (page < pages - 1)
            refuse_of(made, damaged, EXIT_USAGE, "", before, facts);
    }
    merge(made, damaged, 6);
    assert_holds(made, 1, &path);
}

int tests_of_chunks_refused(void)
{
    const struct CMUnitTest tests[] = {
        chunked_test(test_foreign),
        chunked_test(test_no_host),
        chunked_test(test_other_programs),
        chunked_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
