// Stand-ins lead compilers that cargo and rustc call to the linker shim, and nobody else.
#include "scratch.h"
#include "testing.h"

#include "build/capture/record.h"
#include "build/stand_in/rust.h"

#include <stdio.h>

static void compilers_are_told_by_their_names(void **state)
{
    (void)state;
    static const char *const yes[] = {"cargo",
                                      "rustc",
                                      "rustup",
                                      "cc",
                                      "c++",
                                      "g++-12",
                                      "clang-14",
                                      "x86_64-linux-gnu-gcc",
                                      "clang",
                                      "clang++-14",
                                      "arm-none-eabi-gcc-12.2"};
    static const char *const no[] = {"ld",       "ld.lld",       "gcc-ar",    "clang-format",
                                     "ccache",   "gcc-nm-12",    "cargo-fmt", "clang-14-x",
                                     "rust-gdb", "clang-tidy-14"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!stand_in_is(yes[i]))
            fail_msg("'%s'", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (stand_in_is(no[i]))
            fail_msg("'%s'", no[i]);
}

static void write_tool(struct scratch *scratch, const char *name, const char *script)
{
    const char *path =
        scratch_file(scratch, name, arena_printf(&scratch->arena, "#!/bin/sh\n%s\n", script));
    assert_int_equal(chmod(path, 0755), 0);
}

// What a shell line prints, with the settings of the stand-ins.
static const char *printed(struct scratch *scratch, const struct text_list *settings,
                           const char *line)
{
    char output[4096] = "";
    const char *whole = "";
    for (size_t i = 0; i < settings->count; i++)
        whole = arena_printf(&scratch->arena, "%s'%s' ", whole, settings->items[i]);
    whole = arena_printf(&scratch->arena, "env %s sh -c '%s'", whole, line);
    FILE *pipe = popen(whole, "r");
    assert_non_null(pipe);
    size_t length = fread(output, 1, sizeof output - 1, pipe);
    output[length] = '\0';
    assert_int_equal(pclose(pipe), 0);
    TEXT_CLEANUP struct text text = {0};
    for (const char *c = output; *c; c++) {
        bool here = text_starts(c, scratch->folder);
        text_add_bytes(&text, here ? "@" : c, 1);
        c += here ? strlen(scratch->folder) - 1 : 0;
    }
    return arena_strdup(&scratch->arena, text.bytes ? text.bytes : "");
}

static void links_of_cargo_are_led_to_the_shim(void **state)
{
    struct scratch *scratch = *state;
    struct text_list settings = {0};
    struct error error = {0};
    const char *before = arena_strdup(&scratch->arena, getenv("PATH"));
    write_tool(scratch, "bin/cargo", "cc -Bnowhere -B$HOME/rust -fuse-ld=lld a.o; cc -c a.c");
    write_tool(scratch, "bin/cc", "echo \"$0 $* lld: $ESWEXP_NAMED_LD_LLD\"");
    write_tool(scratch, "rust/ld.lld", "true");
    const char *path = arena_printf(&scratch->arena, "%s/bin:%s", scratch->folder, before);
    assert_int_equal(setenv("PATH", path, 1), 0);
    bool good = stand_ins_install(&scratch->arena, ESWEXP_SHIM, scratch_path(scratch, "shim"),
                                  &settings, &error);
    assert_int_equal(setenv("PATH", before, 1), 0);
    if (!good)
        fail_msg("%s", error.text);
    text_list_add(&settings, &scratch->arena,
                  arena_printf(&scratch->arena, "HOME=%s", scratch->folder));
    assert_string_equal(printed(scratch, &settings, "cargo"),
                        "@/bin/cc -B@/shim -Bnowhere -B@/rust -fuse-ld=lld a.o lld: @/rust/ld.lld\n"
                        "@/bin/cc -c a.c lld: \n");
    assert_string_equal(printed(scratch, &settings, "cc -Bx a.o"), "@/bin/cc -Bx a.o lld: \n");
}

int tests_of_stand_in(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compilers_are_told_by_their_names),
        scratch_test(links_of_cargo_are_led_to_the_shim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
