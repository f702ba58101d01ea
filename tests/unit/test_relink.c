// What relinking reads and writes, without a linker: command lines, maps, scripts, digests.
#include "scratch.h"
#include "testing.h"

#include "base/shell_words.h"
#include "build/capture/capture.h"
#include "build/capture/link_arguments.h"
#include "build/layout/link.h"
#include "build/layout/sections.h"
#include "build/toolchain/sha256.h"
#include "model/layout.h"

#include <stdio.h>

static struct text_list words_of(struct scratch *scratch, const char *line)
{
    struct text_list words;
    struct error error;
    assert_true(text_split_words(&scratch->arena, line, &words, &error));
    return words;
}

static void digests_are_those_of_fips_180(void **state)
{
    (void)state;
    static const char *const known[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
    struct sha256 hash;
    char hex[65];
    for (size_t i = 0; i < 3; i++) {
        sha256_begin(&hash);
        sha256_add(&hash, known[i][0], strlen(known[i][0]));
        sha256_end(&hash, hex);
        assert_string_equal(hex, known[i][1]);
    }
    sha256_begin(&hash);
    for (size_t i = 0; i < 1000000; i++)
        sha256_add(&hash, "a", 1);
    sha256_end(&hash, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void response_files_are_expanded(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    const char *inner = scratch_file(scratch, "inner", "b.o \"with blank.o\"\n");
    const char *content = arena_printf(&scratch->arena, "a\\ a.o @%s 'c.o'", inner);
    const char *outer = scratch_file(scratch, "outer", content);
    struct text_list given = {0}, expanded;
    text_list_add(&given, &scratch->arena, "-o");
    text_list_add(&given, &scratch->arena, "@absent"); // a file name like any other
    text_list_add(&given, &scratch->arena, arena_printf(&scratch->arena, "@%s", outer));
    assert_true(link_expand(&scratch->arena, given.items, &expanded, &error));
    static const char *const expected[] = {"-o", "@absent", "a a.o", "b.o", "with blank.o", "c.o"};
    assert_int_equal(expanded.count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(expanded.items[i], expected[i]);
    scratch_file(scratch, "outer", arena_printf(&scratch->arena, "@%s", outer));
    assert_false(link_expand(&scratch->arena, given.items, &expanded, &error));
    assert_non_null(strstr(error.text, "contains itself"));
}

static void programs_and_libraries_are_told_from_probes(void **state)
{
    static const struct {
        const char *line, *folder;
        enum link_kind kind;
    } cases[] = {
        {"-o prog a.o", "/p", LINK_PROGRAM},
        {"a.o --output=sub/prog", "/p", LINK_PROGRAM},
        {"-oprog a.o", "/p", LINK_PROGRAM},
        {"a.o", "/p", LINK_PROGRAM},
        {"-shared -o libx.so a.o", "/p", LINK_LIBRARY},
        {"-o libx.so --Bshareable a.o", "/p", LINK_LIBRARY},
        {"-shared -o conftest.so a.o", "/p", LINK_OTHER},
        {"-r -o all.o a.o", "/p", LINK_OTHER},
        {"-o conftest a.o", "/p", LINK_OTHER},
        {"-o /dev/null a.o", "/p", LINK_OTHER},
        {"-o cmTC_1f2e a.o", "/p/out/CMakeFiles/CMakeScratch/x", LINK_OTHER},
        {"-o a.out a.o", "/p/out/CMakeFiles/3.25/CompilerIdC", LINK_OTHER},
        {"-o CMakeFiles/x.dir/x a.o", "/p/out", LINK_PROGRAM},
        {"-o /p/out/meson-private/sanitycheckc.exe a.o", "/p/out", LINK_OTHER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text_list words = words_of(*state, cases[i].line);
        if (link_kind(&words, cases[i].folder) != cases[i].kind)
            fail_msg("'%s' in '%s'", cases[i].line, cases[i].folder);
    }
}

static void own_scripts_are_found(void **state)
{
    static const char *const cases[][2] = {
        {"-T my.ld a.o", "my.ld"}, {"--script=my.ld", "my.ld"},     {"-Tmy.ld a.o", "my.ld"},
        {"-Ttext=0x1000", NULL},   {"-Ttext-segment 0x1000", NULL}, {"-o a a.o", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text_list words = words_of(*state, cases[i][0]);
        assert_true(text_equal(link_own_script(&words), cases[i][1]));
    }
}

static struct placed_sections read_data(struct scratch *scratch, const struct linker *linker,
                                        const char *map, struct placed_sections *code)
{
    struct placed_sections data;
    struct error error = {0};
    const char *path = scratch_file(scratch, "map", map);
    if (!sections_read(&scratch->arena, path, scratch->folder, linker, code, &data, &error))
        fail_msg("%s", error.text);
    return data;
}

static struct placed_sections read_map(struct scratch *scratch, const struct linker *linker,
                                       const char *map)
{
    struct placed_sections code;
    read_data(scratch, linker, map, &code);
    return code;
}

static void maps_of_gnu_ld_are_read(void **state)
{
    struct placed_sections placed =
        read_map(*state, &bfd_linker,
                 "Discarded input sections\n\n"
                 " .text.gone     0x0000000000000000        0x3 a.o\n\n"
                 "Linker script and memory map\n\n"
                 ".text           0x0000000000001050      0x15d\n"
                 " *(.text.unlikely .text.*_unlikely .text.unlikely.*)\n"
                 " .text.unlikely 0x0000000000001050        0x9 a.o\n"
                 " .text          0x0000000000001060       0x22 /usr/lib/x86_64-linux-gnu/Scrt1.o\n"
                 " .text          0x0000000000001082        0x0 a.o\n"
                 " .text.startup.main\n"
                 "                0x0000000000001090        0x9 a.o\n"
                 " .text.a_function_with_a_long_name\n"
                 "                0x0000000000001146       0x1d a.o\n"
                 "                0x0000000000001146                a_function_with_a_long_name\n"
                 " .text.f        0x0000000000001163       0x10 dir with blank/lib.a(m.o)\n"
                 " .text          0x0000000000001180        0xd old.o\n"
                 " .text.a_function_with_a_long_name\n"
                 "                0x0000000000001190        0x3 a.o\n"
                 " .text.g        0x00000000000011a0        0x4 /tmp/ccAbCd.ltrans0.ltrans.o\n");
    assert_int_equal(placed.count, 4);
    assert_int_equal(placed.whole_objects, 1);
    assert_string_equal(placed.items[0].name, ".text.a_function_with_a_long_name");
    assert_int_equal(placed.items[0].size, 0x20); // two of one name move as one
    assert_int_equal(placed.addresses[0], 0x1146);
    assert_string_equal(placed.items[1].file, "dir with blank/lib.a:m.o");
    assert_string_equal(placed.items[2].name, ".text");
    assert_string_equal(placed.items[3].file, "*.ltrans0.ltrans.o");
    assert_int_equal(placed.items[3].object, 3);
}

static void maps_of_lld_and_mold_are_read(void **state)
{
    struct placed_sections placed = read_map(
        *state, &lld_linker,
        "             VMA              LMA     Size Align Out     In      Symbol\n"
        "            16e0             16e0      15d    16 .text\n"
        "            16e0             16e0       22    16         /usr/lib/Scrt1.o:(.text)\n"
        "            17c9             17c9        d     1         a.o:(.text.f)\n"
        "            17c9             17c9        d     1                 f\n"
        "            1838             1838       15     1         ./libl.a(l.o):(.text.g)\n"
        "            1850             1850        5     1         <internal>:(.text.thunk)\n");
    assert_int_equal(placed.count, 2);
    assert_int_equal(placed.items[1].size, 0x15);
    assert_string_equal(placed.items[1].file, "./libl.a:l.o");
    placed = read_map(*state, &mold_linker,
                      "               VMA       Size Align Out     In      Symbol\n"
                      "            0x1670        349    16 .text\n"
                      "            0x1759         13     1         a.o:(.text.f)\n"
                      "            0x1759          0     1                 f\n"
                      "            0x17c8          5     1         libl.a(l.o):(.text.g)\n");
    assert_int_equal(placed.count, 2);
    assert_int_equal(placed.items[0].size, 13);
    assert_int_equal(placed.addresses[1], 0x17c8);
}

// Strings that the linker merges stay where they are, and data that it protects.
static void data_is_told_from_code(void **state)
{
    static const char map[] =
        "Linker script and memory map\n\n"
        " .text.f        0x0000000000001163       0x10 a.o\n"
        " .rodata.cst4   0x0000000000002000        0x4 /usr/lib/x86_64-linux-gnu/Scrt1.o\n"
        " .rodata.table  0x0000000000002010       0xa0 a.o\n"
        " .rodata.str1.1\n"
        "                0x00000000000020b0        0x9 a.o\n"
        " .rodata.f.cst16\n"
        "                0x00000000000020c0       0x10 a.o\n"
        " .data.rel.ro.local.names\n"
        "                0x0000000000003d00       0x10 a.o\n"
        " .init_array    0x0000000000003d10        0x8 a.o\n"
        " .tdata.t       0x0000000000003d18        0x4 a.o\n"
        " .data          0x0000000000004000        0x8 b.o\n"
        " .data.rel.local.p\n"
        "                0x0000000000004008        0x8 a.o\n"
        " .bss           0x0000000000005000       0x90 b.o\n"
        " .bss.strange   0x0000000000005090        0x4 a.o\n"
        " COMMON         0x00000000000050a0        0x4 b.o\n";
    static const char *const names[] = {".rodata.table", ".data", ".data.rel.local.p", ".bss",
                                        ".bss.strange"};
    static const enum section_kind kinds[] = {SECTION_CONSTANTS, SECTION_DATA, SECTION_DATA,
                                              SECTION_BSS, SECTION_BSS};
    struct placed_sections code, data = read_data(*state, &bfd_linker, map, &code);
    assert_int_equal(code.count, 1);
    assert_int_equal(data.count, 5);
    assert_int_equal(data.whole_objects, 2);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(data.items[i].name, names[i]);
        assert_int_equal(data.items[i].kind, kinds[i]);
    }
    assert_int_equal(data.items[0].object, data.items[4].object);
    data = read_data(*state, &gold_linker, map, &code); // which orders by names alone
    assert_int_equal(data.count, 3);
}

static struct section example_sections[] = {
    {.name = ".text.g", .file = "b.o", .ordinal = 2, .modulus = 64, .offset = 32},
    {.name = ".text.f", .file = "lib.a:m.o", .ordinal = 1, .modulus = 128},
    {.name = ".text.g", .file = "*.ltrans0.ltrans.o", .ordinal = 0},
};

static void scripts_are_rendered(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct rendering rendering;
    struct layout layout = {.sections = example_sections,
                            .section_count = 3,
                            .reordered = true,
                            .image_base = 0x1000000};
    const char *output = scratch_path(scratch, "out");
    assert_true(layout_render(&scratch->arena, &layout, &lld_linker, output, &rendering, &error));
    assert_int_equal(rendering.arguments.count, 3);
    assert_string_equal(rendering.arguments.items[0], "--image-base=0x1000000");
    assert_string_equal(rendering.arguments.items[1], "-T");
    assert_string_equal(scratch_read(scratch, rendering.arguments.items[2]),
                        "SECTIONS\n{\n  .text.eswexp : ALIGN(4096)\n  {\n"
                        "    . = ALIGN(64);\n    . += 32;\n    \"b.o\"(\".text.g\")\n"
                        "    . = ALIGN(128);\n    \"lib.a:m.o\"(\".text.f\")\n"
                        "    *.ltrans0.ltrans.o(\".text.g\")\n"
                        "  }\n}\nINSERT BEFORE .text;\n");
}

static struct section example_data[] = {
    {.name = ".rodata.k", .file = "b.o", .kind = SECTION_CONSTANTS, .modulus = 64, .offset = 16},
    {.name = ".bss.z", .file = "b.o", .kind = SECTION_BSS, .ordinal = 2, .modulus = 64},
    {.name = ".bss.y", .file = "b.o", .kind = SECTION_BSS, .ordinal = 1, .modulus = 64},
};

static void data_has_its_own_output_sections(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct rendering rendering;
    struct layout layout = {.sections = example_sections,
                            .section_count = 3,
                            .data = example_data,
                            .data_count = 3,
                            .data_arranged = true};
    const char *output = scratch_path(scratch, "out");
    assert_true(layout_render(&scratch->arena, &layout, &bfd_linker, output, &rendering, &error));
    assert_string_equal(scratch_read(scratch, rendering.arguments.items[1]),
                        "SECTIONS\n{\n  .rodata.eswexp : ALIGN(64)\n  {\n"
                        "    . = ALIGN(64);\n    . += 16;\n    \"b.o\"(\".rodata.k\")\n"
                        "  }\n}\nINSERT AFTER .rodata;\n"
                        "SECTIONS\n{\n  .bss.eswexp : ALIGN(64)\n  {\n"
                        "    . = ALIGN(64);\n    \"b.o\"(\".bss.z\")\n"
                        "    . = ALIGN(64);\n    \"b.o\"(\".bss.y\")\n"
                        "  }\n}\nINSERT AFTER .bss;\n");
    assert_true(layout_render(&scratch->arena, &layout, &gold_linker, output, &rendering, &error));
    assert_string_equal(scratch_read(scratch, rendering.arguments.items[1]),
                        ".rodata.eswpad.0\n.rodata.k\n.bss.eswpad.1\n.bss.z\n"
                        ".bss.eswpad.2\n.bss.y\n");
    assert_non_null(strstr(rendering.pads, ".bss.eswpad.1,\"awR\",@nobits\n\t.balign 64\n"));
    assert_null(strstr(rendering.pads, ".text"));
}

static void orders_for_gold_group_names(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct rendering rendering;
    struct layout layout = {
        .sections = example_sections, .section_count = 3, .reordered = true, .padded = true};
    const char *output = scratch_path(scratch, "out");
    assert_true(layout_render(&scratch->arena, &layout, &gold_linker, output, &rendering, &error));
    assert_string_equal(scratch_read(scratch, rendering.arguments.items[1]),
                        ".text.g\n.text.eswpad.2\n.text.f\n");
    assert_int_equal(rendering.layout.sections[0].ordinal, 0);
    assert_non_null(
        strstr(rendering.pads,
               ".text.eswpad.2,\"axR\",@progbits\n\t.balign 128\n\t.skip 124, 0xcc\n\t.4byte 2\n"));
}

static void captured_links_are_cleaned(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct capture capture;
    struct recorded_links links, libraries;
    const char *records = scratch_path(scratch, "records");
    assert_true(folder_make(records, &error));
    assert_true(links_read(&scratch->arena, records, &links, &libraries, &error));
    assert_int_equal(links.count, 0);
    struct link_record record = {.folder = scratch->folder, .linker = "/usr/bin/ld"};
    static const char *const outputs[] = {"q", "p", "q"};
    for (size_t i = 0; i < 3; i++) {
        const char *line = arena_printf(&scratch->arena,
                                        "-pie -o %s -s a.o -Map=x -Map y --dependency-file=z "
                                        "-plugin-opt=-fresolution=/tmp/r.res -lm",
                                        outputs[i]);
        record.output = outputs[i];
        record.made = (struct link_made){scratch_path(scratch, outputs[i]), "", ""};
        record.arguments = words_of(scratch, line);
        const char *path = arena_printf(&scratch->arena, "%s/%zu.link", records, i);
        assert_true(record_write(path, &record, &error));
    }
    record.output = "libq.so";
    record.made.path = scratch_path(scratch, "libq.so");
    record.arguments = words_of(scratch, "-shared -o libq.so a.o");
    assert_true(record_write(arena_printf(&scratch->arena, "%s/3.link", records), &record, &error));
    assert_true(links_read(&scratch->arena, records, &links, &libraries, &error));
    assert_int_equal(links.count, 3);
    assert_int_equal(libraries.count, 1);
    assert_string_equal(libraries.items[0].output, scratch_path(scratch, "libq.so"));
    const char *path = scratch_path(scratch, "p");
    assert_true(capture_link(&scratch->arena, links_find(&scratch->arena, &links, path), path,
                             &capture, &error));
    assert_string_equal(capture.output, scratch_path(scratch, "p"));
    assert_null(capture.base_refusal);
    struct text_list objects = words_of(scratch, "pad.o"), options = words_of(scratch, "-T s");
    struct text_list words =
        capture_arguments(&scratch->arena, &capture, "new", true, &objects, &options);
    static const char *const expected[] = {"/usr/bin/ld", "-o",  "new",
                                           "pad.o",       "a.o", "-plugin-opt=-fresolution=new.res",
                                           "-lm",         "-T",  "s"};
    assert_int_equal(words.count, 9);
    for (size_t i = 0; i < words.count; i++)
        assert_string_equal(words.items[i], expected[i]);
}

int tests_of_relink(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_fips_180),
        scratch_test(response_files_are_expanded),
        scratch_test(programs_and_libraries_are_told_from_probes),
        scratch_test(own_scripts_are_found),
        scratch_test(maps_of_gnu_ld_are_read),
        scratch_test(maps_of_lld_and_mold_are_read),
        scratch_test(data_is_told_from_code),
        scratch_test(scripts_are_rendered),
        scratch_test(data_has_its_own_output_sections),
        scratch_test(orders_for_gold_group_names),
        scratch_test(captured_links_are_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
