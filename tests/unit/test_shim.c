// How a build is led to the linker shim, and the shim to the linkers of the compilers that call it.
#include "scratch.h"
#include "testing.h"

#include "build/capture/record.h"
#include "build/stand_in/shim.h"
#include "build/toolchain/linker.h"

#include <stdio.h>

static void write_tool(struct scratch *scratch, const char *name, const char *script)
{
    const char *path =
        scratch_file(scratch, name, arena_printf(&scratch->arena, "#!/bin/sh\n%s\n", script));
    assert_int_equal(chmod(path, 0755), 0);
}

// The settings of an installation into "shim", with the tools of "bin" first in PATH.
static struct text_list install(struct scratch *scratch)
{
    struct arena *arena = &scratch->arena;
    const struct toolchain toolchain = {
        .cc = "cc", .compiler_version = "cc 12", .linkers = {"/usr/bin/ld"}};
    const char *before = arena_strdup(arena, getenv("PATH"));
    struct text_list settings = {0};
    struct error error = {0};
    setenv("PATH", arena_printf(arena, "%s/bin:%s", scratch->folder, before), 1);
    bool good = tree_remove(scratch_path(scratch, "shim"), &error) &&
                shim_install(arena, &toolchain, true, ESWEXP_SHIM, scratch_path(scratch, "shim"),
                             scratch_path(scratch, "records"), &settings, &error);
    setenv("PATH", before, 1);
    if (!good)
        fail_msg("%s", error.text);
    return settings;
}

// NULL: the variable is not set.
static const char *value_of(const struct text_list *settings, const char *name)
{
    for (size_t i = settings->count; i-- > 0;)
        if (text_starts(settings->items[i], name) && settings->items[i][strlen(name)] == '=')
            return settings->items[i] + strlen(name) + 1;
    return NULL;
}

static void stored_flags_of_go_stay(void **state)
{
    struct scratch *scratch = *state;
    write_tool(scratch, "bin/go", "echo -tags=stored -toolexec=wrap");
    const char *tool = arena_printf(&scratch->arena, " -toolexec=%s/shim/go-tool", scratch->folder);
    static const char *const variables[] = {NULL, "", "-v"};
    for (size_t i = 0; i < 3; i++) {
        unsetenv("GOFLAGS");
        if (variables[i])
            setenv("GOFLAGS", variables[i], 1);
        struct text_list settings = install(scratch);
        const char *before = i < 2 ? "-tags=stored -toolexec=wrap" : "-v";
        const char *own = value_of(&settings, "ESWEXP_GO_TOOL");
        assert_string_equal(value_of(&settings, "GOFLAGS"),
                            arena_printf(&scratch->arena, "%s%s", before, tool));
        assert_string_equal(own ? own : "none", i < 2 ? "wrap" : "none");
    }
    unsetenv("GOFLAGS");
}

static void linkers_with_a_version_have_stand_ins(void **state)
{
    struct scratch *scratch = *state;
    write_tool(scratch, "bin/ld.lld-99.1", "true");
    write_tool(scratch, "bin/ld.lld-x", "true");
    struct text_list settings = install(scratch);
    assert_string_equal(value_of(&settings, "ESWEXP_LD_LLD_99_1"),
                        scratch_path(scratch, "bin/ld.lld-99.1"));
    assert_true(file_can_run(scratch_path(scratch, "shim/ld.lld-99.1")));
    assert_false(file_exists(scratch_path(scratch, "shim/ld.lld-x")));
}

static void options_of_clang_follow_its_version(void **state)
{
    struct scratch *scratch = *state;
    write_tool(scratch, "bin/clang", "echo Debian clang version 14.0.6");
    struct text_list settings = install(scratch);
    assert_string_equal(value_of(&settings, "CCC_OVERRIDE_OPTIONS"),
                        "#^--end-no-unused-arguments ^-ffunction-sections "
                        "^--start-no-unused-arguments");
    write_tool(scratch, "bin/clang-old", "echo clang version 9.0.1");
    setenv("CC", "ccache clang-old", 1);
    setenv("CCC_OVERRIDE_OPTIONS", "#+-v", 1);
    settings = install(scratch);
    unsetenv("CC");
    unsetenv("CCC_OVERRIDE_OPTIONS");
    assert_string_equal(value_of(&settings, "CCC_OVERRIDE_OPTIONS"), "#^-ffunction-sections +-v");
    assert_null(value_of(&settings, "CCACHE_EXTRAFILES"));
}

// Runs the shim as a compiler does; the first line that is printed.
static const char *linked_by(struct scratch *scratch, const struct text_list *settings,
                             const char *line)
{
    char output[256] = "";
    const char *whole = "env";
    for (size_t i = 0; i < settings->count; i++)
        whole = arena_printf(&scratch->arena, "%s '%s'", whole, settings->items[i]);
    whole = arena_printf(&scratch->arena, "cd %s && %s %s", scratch->folder, whole, line);
    FILE *pipe = popen(whole, "r");
    assert_non_null(pipe);
    if (!fgets(output, sizeof output, pipe))
        output[0] = '\0';
    assert_int_equal(pclose(pipe), 0);
    return arena_strndup(&scratch->arena, output, strcspn(output, "\n"));
}

static void the_calling_compiler_names_the_linker(void **state)
{
    struct scratch *scratch = *state;
    write_tool(scratch, "opt/gcc",
               arena_printf(&scratch->arena,
                            "case $COMPILER_PATH in *shim*) echo no;; *) echo %s/opt/$1-$2;; esac",
                            scratch->folder));
    write_tool(scratch, "opt/-print-prog-name=ld-", "echo its own");
    write_tool(scratch, "rust/ld", "echo named");
    write_tool(scratch, "bin/ld", "echo of cc");
    struct text_list settings = install(scratch);
    text_list_add(&settings, &scratch->arena,
                  arena_printf(&scratch->arena, "ESWEXP_LD_LD=%s/bin/ld", scratch->folder));
    assert_string_equal(linked_by(scratch, &settings, "shim/ld"), "of cc");
    assert_string_equal(linked_by(scratch, &settings, "COLLECT_GCC=opt/absent shim/ld"), "of cc");
    assert_string_equal(linked_by(scratch, &settings, "COLLECT_GCC=opt/gcc shim/ld"), "its own");
    assert_string_equal(
        linked_by(scratch, &settings, "COLLECT_GCC=opt/gcc ESWEXP_NAMED_LD_LD=rust/ld shim/ld"),
        "named");
}

static void clang_names_the_linker(void **state)
{
    struct scratch *scratch = *state;
    if (system("command -v clang >/dev/null && command -v ld.gold >/dev/null") != 0) {
        printf("skipped: clang or gold is not installed\n");
        return;
    }
    scratch_file(scratch, "a.c", "int main(void) { return 0; }\n");
    struct text_list settings = install(scratch); // of cc, which has no gold
    linked_by(scratch, &settings, "clang -fuse-ld=gold a.c -o program");
    assert_true(file_can_run(scratch_path(scratch, "program")));
}

int tests_of_shim(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(stored_flags_of_go_stay),
        scratch_test(linkers_with_a_version_have_stand_ins),
        scratch_test(options_of_clang_follow_its_version),
        scratch_test(the_calling_compiler_names_the_linker),
        scratch_test(clang_names_the_linker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
