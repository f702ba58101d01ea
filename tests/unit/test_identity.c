// Which function of one variant is which of another: stable names, and the identities of sections.
#include "testing.h"

#include "build/layout/identity.h"
#include "build/layout/stable_name.h"

#include <string.h>

static const struct {
    const char *name, *stable;
} names[] = {
    {".text.f", ".text.f"},
    {".text", ".text"},
    {"f.constprop.0", "f.constprop"},
    {"f.constprop.1.isra.0", "f.constprop"},
    {"f.part.3.cold", "f.part.cold"},
    {"f.isra.0", "f"},
    {"f.llvm.1234567890", "f"},
    {"f.__uniq.99.llvm.7", "f"},
    {"f.lto_priv.12", "f"},
    {"f.partial", "f.partial"},
    {"f.part.x", "f.part.x"},
    {"_ZN4core3fmt5write17h0123456789abcdefE", "_ZN4core3fmt5writeE"},
    {"_ZN4core3fmt5write17h0123456789abcdefE.llvm.77", "_ZN4core3fmt5writeE"},
    {"_ZN3foo17h0123E", "_ZN3foo17h0123E"},
    {".text._RNvCs4kTz9_7mycrate3foo", ".text._RNvC7mycrate3foo"},
    {"_RNvNtCsbmNqQUJIY6D_4core3fmt5write", "_RNvNtC4core3fmt5write"},
    {"_ZN12_GLOBAL__N_13fooEv", "_ZN12_GLOBAL__N_13fooEv"},
    {"_ZZ4mainENKUlvE_clEv", "_ZZ4mainENKUlvE_clEv"},
    {"", ""},
};

static void names_lose_what_compilers_number(void **state)
{
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(stable_name(&arena, names[i].name), names[i].stable);
    arena_release(&arena);
}

static const struct {
    const char *file, *stable;
} files[] = {
    {"a.o", "a.o"},
    {"/build/old/src/a.o", "a.o"},
    {"lib/libz.a:inflate.o", "inflate.o"},
    {"main-loop.o", "main-loop.o"},
    {"cc1234.o", "cc1234.o"},
    {"records/1.kept/12-a.o", "a.o"},
    {"records/1.kept/3-ccAbC12d.o", ""},
    {"/tmp/ccAbC12d.o", ""},    // gcc
    {"/tmp/main-3f6a9c.o", ""}, // clang
    {"*.ltrans0.ltrans.o", ""},
    {"deps/x-1f2e.x.77aa-cgu.3.rcgu.o", ""},
};

static void objects_lose_folders_and_chance(void **state)
{
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_string_equal(stable_object(&arena, files[i].file), files[i].stable);
    arena_release(&arena);
}

// gcc numbers the static variables of an object; those of one name are numbered by the link.
static void a_static_variable_keeps_its_identity(void **state)
{
    (void)state;
    struct section old[] = {{.file = "a.o", .name = ".bss.counter.0"},
                            {.file = "a.o", .name = ".data.v1"},
                            {.file = "a.o", .name = ".data"}};
    struct section new[] = {{.file = "a.o", .name = ".bss.counter.3"},
                            {.file = "a.o", .name = ".data.v2"},
                            {.file = "b.o", .name = ".data", .object = 1}};
    struct placed_sections before = {.items = old, .count = 3}, after = {.items = new, .count = 3};
    sections_identify(&before);
    sections_identify(&after);
    assert_true(old[0].symbol == new[0].symbol);
    assert_true(old[1].symbol != new[1].symbol);
    assert_true(old[2].symbol != new[2].symbol); // the data of another object
}

// Link-time optimization, another build system and a move to another file change objects' names.
static void a_function_keeps_its_identity_in_another_object(void **state)
{
    (void)state;
    struct section old[] = {{.file = "a.o", .name = ".text.f"},
                            {.file = "a.o", .name = ".text.helper"},
                            {.file = "b.o", .name = ".text.helper", .object = 1},
                            {.file = "b.o", .name = ".text", .object = 1}};
    struct section new[] = {{.file = "*.ltrans0.ltrans.o", .name = ".text.f"},
                            {.file = "x/a.c.o", .name = ".text.helper", .object = 1},
                            {.file = "y/b.o", .name = ".text.helper", .object = 2},
                            {.file = "y/c.o", .name = ".text", .object = 3}};
    struct placed_sections before = {.items = old, .count = 4}, after = {.items = new, .count = 4};
    sections_identify(&before);
    sections_identify(&after);
    for (size_t i = 0; i < 3; i++)
        assert_true(old[i].symbol == new[i].symbol);
    assert_true(old[1].symbol != old[2].symbol);
    assert_true(old[3].symbol != new[3].symbol); // the code of another object
}

static void same_functions_have_same_identities(void **state)
{
    (void)state;
    struct section old[] = {
        {.file = "old/a.o", .name = ".text.f", .object = 0},
        {.file = "old/a.o", .name = ".text.g.constprop.0", .object = 0},
        {.file = "old/b.o", .name = ".text.f", .object = 1},
        {.file = "old/sub/a.o", .name = ".text.f", .object = 2},
    };
    struct section new[] = {
        {.file = "new/0.o", .name = ".text.first", .object = 0},
        {.file = "new/a.o", .name = ".text.f", .object = 1},
        {.file = "new/a.o", .name = ".text.added", .object = 1},
        {.file = "new/a.o", .name = ".text.g.constprop.3", .object = 1},
        {.file = "new/b.o", .name = ".text.f", .object = 2},
        {.file = "new/sub/a.o", .name = ".text.f", .object = 3},
    };
    static const size_t same[] = {1, 3, 4, 5};
    struct placed_sections before = {.items = old, .count = 4}, after = {.items = new, .count = 6};
    sections_identify(&before);
    sections_identify(&after);
    for (size_t i = 0; i < 4; i++) {
        assert_true(old[i].symbol == new[same[i]].symbol);
        assert_true(old[i].unit == new[same[i]].unit);
        for (size_t j = 0; j < i; j++)
            assert_true(old[i].symbol != old[j].symbol);
    }
    assert_true(old[0].unit == old[1].unit && old[0].unit != old[3].unit);
    assert_true(new[0].symbol != new[1].symbol &&new[2].symbol != new[3].symbol);
}

int tests_of_identity(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_lose_what_compilers_number),
        cmocka_unit_test(objects_lose_folders_and_chance),
        cmocka_unit_test(a_static_variable_keeps_its_identity),
        cmocka_unit_test(a_function_keeps_its_identity_in_another_object),
        cmocka_unit_test(same_functions_have_same_identities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
