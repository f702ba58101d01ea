// Kept builds: what is reused is what was kept, and nothing else.
#include "refused_lock.h"
#include "scratch.h"

#include "build/kept/kept.h"
#include "build/kept/key.h"

#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>

static const uint64_t ANY_SIZE = UINT64_MAX;

// A build in the folder "shop", and where it is kept.
static char *built(struct scratch *scratch)
{
    scratch_file(scratch, "shop/checkout/src/main.c", "int main;");
    scratch_file(scratch, "shop/records/1.link", "a record");
    char *program = scratch_file(scratch, "shop/checkout/src/main", "a program");
    assert_int_equal(chmod(program, 0755), 0);
    assert_int_equal(symlink("src/main", scratch_path(scratch, "shop/checkout/latest")), 0);
    return scratch_path(scratch, "kept");
}

static void keep(struct scratch *scratch, const char *kept)
{
    struct error error = {0};
    if (!kept_store(kept, scratch_path(scratch, "shop"), "lua, 1df9ac8a", "key", ANY_SIZE, &error))
        fail_msg("%s", error.text);
}

// The folder of the next campaign, with the sources as they are checked out.
static char *next(struct scratch *scratch)
{
    scratch_file(scratch, "next/checkout/src/main.c", "int main;");
    scratch_file(scratch, "next/records/.keep", "");
    return scratch_path(scratch, "next");
}

static bool is_there(struct scratch *scratch, const char *name)
{
    struct stat status;
    return lstat(scratch_path(scratch, name), &status) == 0;
}

static void what_was_kept_is_put_in_place(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    int64_t since = 0;
    char *kept = built(scratch), *folder = next(scratch);
    keep(scratch, kept);
    assert_true(kept_restore(kept, folder, &since, &error));
    assert_true(since > time(NULL) - 60 && since <= time(NULL));
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "next/checkout/latest")),
                        "a program");
    assert_true(file_can_run(scratch_path(scratch, "next/checkout/src/main")));
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "next/records/1.link")),
                        "a record");
    assert_false(is_there(scratch, "next/kept"));
    assert_false(is_there(scratch, "next/records/.keep"));
}

// Returns why it was not reused; NULL: nothing was there.
static const char *refusal(struct scratch *scratch, const char *kept)
{
    static struct error error;
    int64_t since = 0;
    assert_false(kept_restore(kept, next(scratch), &since, &error));
    assert_false(is_there(scratch, "next/checkout/latest"));
    assert_true(is_there(scratch, "next/checkout/src/main.c"));
    return *error.text ? error.text : NULL;
}

static void what_was_damaged_is_not_used_again(void **state)
{
    struct scratch *scratch = *state;
    char *kept = built(scratch);
    keep(scratch, kept);
    scratch_file(scratch, "kept/checkout/src/main", "a prog_am");
    assert_string_equal(refusal(scratch, kept), "its files have changed since it was kept");
    assert_false(is_there(scratch, "kept"));
    keep(scratch, kept);
    scratch_file(scratch, "kept/checkout/more", "");
    assert_non_null(refusal(scratch, kept));
    keep(scratch, kept);
    assert_int_equal(chmod(scratch_path(scratch, "kept/checkout/src/main"), 0644), 0);
    assert_non_null(refusal(scratch, kept));
}

static void what_is_half_kept_is_not_used(void **state)
{
    struct scratch *scratch = *state;
    char *kept = built(scratch);
    assert_null(refusal(scratch, kept));
    keep(scratch, kept);
    assert_int_equal(unlink(scratch_path(scratch, "kept/about")), 0); // it is written last
    assert_null(refusal(scratch, kept));
}

static void assert_not_kept(struct scratch *scratch, const char *kept, uint64_t most,
                            const char *why)
{
    struct error error;
    assert_false(kept_store(kept, scratch_path(scratch, "shop"), "lua", "key", most, &error));
    assert_non_null(strstr(error.text, why));
    assert_false(is_there(scratch, "kept"));
}

static void what_cannot_be_kept_leaves_nothing(void **state)
{
    struct scratch *scratch = *state;
    char *kept = built(scratch);
    assert_not_kept(scratch, kept, 100, "larger than the cache");
    assert_int_equal(mkfifo(scratch_path(scratch, "shop/checkout/pipe"), 0600), 0);
    assert_not_kept(scratch, kept, ANY_SIZE, "checkout/pipe' is no file");
}

static void what_cannot_be_locked_is_not_kept(void **state)
{
    struct scratch *scratch = *state;
    char *kept = built(scratch);
    locks_are_refused = true;
    assert_not_kept(scratch, kept, ANY_SIZE, "cannot lock");
    locks_are_refused = false;
    keep(scratch, kept);
    keep(scratch, kept); // as another process does at the same time
}

// ---- The key

struct keyed {
    struct scratch *scratch;
    struct target target;
    struct toolchain toolchain;
    struct kept_inputs inputs;
    const char *before;
};

static const char *key_of(struct keyed *keyed)
{
    struct error error;
    TEXT_CLEANUP struct text key = {0};
    if (!kept_key(&keyed->inputs, &key, &error))
        fail_msg("%s", error.text);
    return arena_strdup(&keyed->scratch->arena, key.bytes);
}

static void assert_changed(struct keyed *keyed)
{
    const char *now = key_of(keyed);
    assert_string_not_equal(keyed->before, now);
    keyed->before = now;
}

static void begin(struct keyed *keyed, struct scratch *scratch)
{
    scratch_file(scratch, "sources/main.c", "int main;");
    *keyed = (struct keyed){
        .scratch = scratch,
        .target = {.repository = "/p",
                   .commit = "1df9ac8a",
                   .directory = "/w/checkout",
                   .build = "make"},
        .toolchain = {.cc = "cc", .compiler_version = "gcc 13", .linker_version = "ld 2.42"},
        .inputs = {.folder = "/w",
                   .sources = scratch_path(scratch, "sources"),
                   .shim = scratch_file(scratch, "shim", "a shim")}};
    keyed->inputs.target = &keyed->target;
    keyed->inputs.toolchain = &keyed->toolchain;
    keyed->before = key_of(keyed);
}

static void texts_change_the_key(void **state)
{
    struct keyed keyed;
    begin(&keyed, *state);
    const char **texts[] = {&keyed.target.repository, &keyed.target.commit,
                            &keyed.target.directory,  &keyed.target.setup,
                            &keyed.target.build,      &keyed.target.compiler,
                            &keyed.target.linker,     &keyed.toolchain.compiler_version,
                            &keyed.toolchain.cxx,     &keyed.toolchain.linker_version,
                            &keyed.inputs.folder};
    struct text_list *lists[] = {&keyed.target.cflags, &keyed.target.ldflags, &keyed.target.libs};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = "another";
        assert_changed(&keyed);
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        text_list_add(lists[i], &keyed.scratch->arena, "-O2");
        assert_changed(&keyed);
    }
    keyed.target.submodules++;
    assert_changed(&keyed);
    assert_string_equal(keyed.before, key_of(&keyed));
}

static void files_change_the_key(void **state)
{
    struct keyed keyed;
    begin(&keyed, *state);
    scratch_file(keyed.scratch, "sources/main.c", "int main2;");
    assert_changed(&keyed);
    scratch_file(keyed.scratch, "sources/more.c", "");
    assert_changed(&keyed);
    assert_int_equal(chmod(scratch_path(keyed.scratch, "sources/more.c"), 0755), 0);
    assert_changed(&keyed);
    scratch_file(keyed.scratch, "shim", "another shim");
    assert_changed(&keyed);
    char *compiler = scratch_file(keyed.scratch, "cc", "#!/bin/sh");
    assert_int_equal(chmod(compiler, 0755), 0);
    keyed.toolchain.cc = compiler;
    assert_changed(&keyed);
    scratch_file(keyed.scratch, "cc", "#!/bin/sh\n# a newer one of the same name");
    assert_int_equal(chmod(compiler, 0755), 0);
    assert_changed(&keyed);
}

static void make_program(struct keyed *keyed, const char *name, const char *text)
{
    assert_int_equal(chmod(scratch_file(keyed->scratch, name, text), 0755), 0);
}

static void programs_of_the_commands_change_the_key(void **state)
{
    struct keyed keyed;
    begin(&keyed, *state);
    struct arena *arena = &keyed.scratch->arena;
    make_program(&keyed, "mycc", "#!/bin/sh");
    make_program(&keyed, "prepare", "#!/bin/sh");
    keyed.target.build = arena_printf(arena, "make CC='%s'", scratch_path(keyed.scratch, "mycc"));
    keyed.target.setup = arena_printf(arena, "cd x&&%s", scratch_path(keyed.scratch, "prepare"));
    assert_changed(&keyed);
    make_program(&keyed, "mycc", "#!/bin/sh\n# a newer one");
    assert_changed(&keyed);
    make_program(&keyed, "prepare", "#!/bin/sh\n# a newer one");
    assert_changed(&keyed);
}

static void settings_of_go_change_the_key(void **state)
{
    struct keyed keyed;
    begin(&keyed, *state);
    unsetenv("GOENV");
    setenv("XDG_CONFIG_HOME", keyed.scratch->folder, 1);
    keyed.before = key_of(&keyed);
    scratch_file(keyed.scratch, "go/env", "GOFLAGS=-race\n");
    assert_changed(&keyed);
    setenv("GOENV", scratch_path(keyed.scratch, "own"), 1);
    assert_changed(&keyed);
    scratch_file(keyed.scratch, "own", "GOFLAGS=-race\n");
    assert_changed(&keyed);
    unsetenv("GOENV");
    unsetenv("XDG_CONFIG_HOME");
}

static void variables_change_the_key_unless_they_are_of_the_session(void **state)
{
    struct keyed keyed;
    begin(&keyed, *state);
    setenv("CFLAGS", "-O3", 1);
    assert_changed(&keyed);
    setenv("PATH_TO_THE_SDK", "/sdk", 1);
    assert_changed(&keyed);
    unsetenv("CFLAGS");
    assert_changed(&keyed);
    setenv("SSH_CLIENT", "10.0.0.1 22", 1);
    setenv("OLDPWD", "/elsewhere", 1);
    setenv("MAKEFLAGS", "-j7", 1);
    assert_string_equal(keyed.before, key_of(&keyed));
}

static void hosts_may_share_a_name(void **state)
{
    struct keyed keyed;
    struct utsname system;
    begin(&keyed, *state);
    uname(&system);
    assert_non_null(strstr(keyed.before, system.nodename));
    setenv("ESWEXP_CACHE_HOST", "ci", 1);
    assert_changed(&keyed);
    setenv("ESWEXP_CACHE_HOST", "", 1);
    assert_changed(&keyed);
    unsetenv("ESWEXP_CACHE_HOST");
    assert_string_equal(keyed.before, key_of(&keyed));
}

int tests_of_kept(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_was_kept_is_put_in_place),
        scratch_test(what_was_damaged_is_not_used_again),
        scratch_test(what_is_half_kept_is_not_used),
        scratch_test(what_cannot_be_kept_leaves_nothing),
        scratch_test(what_cannot_be_locked_is_not_kept),
        scratch_test(texts_change_the_key),
        scratch_test(files_change_the_key),
        scratch_test(programs_of_the_commands_change_the_key),
        scratch_test(settings_of_go_change_the_key),
        scratch_test(variables_change_the_key_unless_they_are_of_the_session),
        scratch_test(hosts_may_share_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
