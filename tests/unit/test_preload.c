// Programs that load no preloaded library are known by their files.
#include "scratch.h"
#include "testing.h"

#include "base/files/files.h"
#include "run/start/preload.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *copy_of(struct scratch *scratch, const char *program, const char *name)
{
    struct error error;
    const char *path = scratch_path(scratch, name);
    if (!file_copy(program, path, &error))
        fail_msg("%s", error.text);
    return path;
}

static void change(const char *path, long at, unsigned char byte)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fputc(byte, file), byte);
    assert_int_equal(fclose(file), 0);
}

static void dynamic_programs_load_it(void **state)
{
    struct scratch *scratch = *state;
    assert_null(preload_refusal("/proc/self/exe"));
    assert_null(preload_refusal(scratch_file(scratch, "script", "#!/bin/sh\ntrue\n")));
    assert_null(preload_refusal(scratch_file(scratch, "empty", "")));
    assert_null(preload_refusal(scratch_path(scratch, "absent")));
}

static void others_do_not(void **state)
{
    struct scratch *scratch = *state;
    const char *program = copy_of(scratch, "/proc/self/exe", "program");
    change(program, offsetof(ElfW(Ehdr), e_phnum), 0); // without program headers, none to load
    assert_string_equal(preload_refusal(program), "is linked statically");
    const char *line = arena_printf(&scratch->arena, "#! %s -x\n", program);
    assert_string_equal(preload_refusal(scratch_file(scratch, "script", line)),
                        "is linked statically");
    change(program, EI_CLASS, sizeof(void *) == 8 ? ELFCLASS32 : ELFCLASS64);
    assert_string_equal(preload_refusal(program), "is of another architecture than eswexp");
}

static void rights_of_another_user_forbid_it(void **state)
{
    const char *program = copy_of(*state, "/proc/self/exe", "program");
    if (chown(program, 65534, 65534) != 0) {
        printf("skipped: only root may give files away\n");
        return;
    }
    assert_null(preload_refusal(program));
    assert_int_equal(chmod(program, 04755), 0);
    assert_string_equal(preload_refusal(program), "has the rights of another user");
}

int tests_of_preload(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(dynamic_programs_load_it),
        scratch_test(others_do_not),
        scratch_test(rights_of_another_user_forbid_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
