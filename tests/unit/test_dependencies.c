// What sources include, whatever the names.
#include "scratch.h"

#include "build/toolchain/dependencies.h"

static struct text_list dependencies(struct scratch *scratch, struct target *target)
{
    struct error error = {0};
    struct text_list files = {0};
    target->directory = scratch->folder;
    if (!sources_dependencies(&scratch->arena, target, ESWEXP_HEADERS, &files, &error))
        fail_msg("%s", error.text);
    return files;
}

static void assert_has(const struct text_list *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_equal(files->items[i], path))
            return;
    fail_msg("'%s' is not among them", path);
}

static void headers_of_headers(void **state)
{
    struct scratch *scratch = *state;
    struct target target = {.kind = TARGET_SOURCES};
    char *source = scratch_file(scratch, "a dir/one#1.c",
                                "#include <stdio.h>\n#include \"eswexp.h\"\n#include \"x.h\"\n");
    char *first = scratch_file(scratch, "inc/x.h", "#include \"../deep/$y z.h\"\n");
    char *second = scratch_file(scratch, "deep/$y z.h", "#define Y 1\n");
    text_list_add(&target.sources, &scratch->arena, source);
    text_list_add(&target.cflags, &scratch->arena, "-Iinc");
    struct text_list files = dependencies(scratch, &target);
    assert_has(&files, source);
    assert_has(&files, first);
    assert_has(&files, second);
    assert_has(&files, ESWEXP_HEADERS "/eswexp.h");
    assert_int_equal(files.count, 4); // nothing of the system's
}

static void many(void **state)
{
    struct scratch *scratch = *state;
    struct target target = {.kind = TARGET_SOURCES};
    TEXT_CLEANUP struct text text = {0};
    for (int i = 0; i < 40; i++) {
        const char *name = arena_printf(&scratch->arena, "a-rather-long-name-of-a-header-%d.h", i);
        scratch_file(scratch, name, "");
        text_printf(&text, "#include \"%s\"\n", name);
    }
    text_list_add(&target.sources, &scratch->arena, scratch_file(scratch, "a.c", text.bytes));
    text_list_add(&target.sources, &scratch->arena, scratch_file(scratch, "b.cpp", "int b;\n"));
    struct text_list files = dependencies(scratch, &target);
    assert_int_equal(files.count, 42);
    assert_has(&files, scratch_path(scratch, "a-rather-long-name-of-a-header-39.h"));
    assert_has(&files, scratch_path(scratch, "b.cpp"));
}

static void missing_header(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct text_list files = {0};
    struct target target = {.kind = TARGET_SOURCES, .directory = scratch->folder};
    text_list_add(&target.sources, &scratch->arena,
                  scratch_file(scratch, "a.c", "#include \"nowhere.h\"\n"));
    assert_false(sources_dependencies(&scratch->arena, &target, ESWEXP_HEADERS, &files, &error));
    assert_non_null(strstr(error.text, "nowhere.h"));
}

int tests_of_dependencies(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(headers_of_headers),
        scratch_test(many),
        scratch_test(missing_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
