// Code that is generated at the link, generated once; functions of builds that do not split them.
#include "linking.h"

#include "build/capture/link_arguments.h"
#include "build/capture/record.h"
#include "build/linkers/linker.h"
#include "build/lto/bitcode.h"
#include "build/lto/lto.h"
#include "build/lto/same_program.h"
#include "build/lto/words.h"
#include "build/timing.h"

static const char bitcode[] = "BC\xC0\xDE and more";

static void run(struct scratch *scratch, const char *line)
{
    char *command = arena_printf(&scratch->arena, "cd %s && %s", scratch->folder, line);
    if (system(command) != 0)
        fail_msg("'%s' failed", line);
}

// Members of bitcode and others, in archives of both kinds.
static void make_archives(struct scratch *scratch)
{
    scratch_file(scratch, "code.o", bitcode);
    scratch_file(scratch, "a_member_with_a_long_name.o", "no bitcode\n");
    scratch_file(scratch, "sub/odd.o", "odd");
    run(scratch, "ar rcS code.a code.o && "
                 "ar rcS other.a sub/odd.o && "
                 "ar rcS libboth.a code.o a_member_with_a_long_name.o sub/odd.o && "
                 "ar rcST thin.a code.o a_member_with_a_long_name.o sub/odd.o");
}

static void bitcode_is_recognised(void **state)
{
    struct scratch *scratch = *state;
    static const struct {
        const char *name;
        enum content content;
    } cases[] = {{"code.o", CONTENT_BITCODE}, {"sub/odd.o", CONTENT_OTHER},
                 {"absent.o", CONTENT_OTHER}, {"code.a", CONTENT_BITCODE},
                 {"other.a", CONTENT_OTHER},  {"libboth.a", CONTENT_BOTH},
                 {"thin.a", CONTENT_BOTH}};
    make_archives(scratch);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (content_of(scratch_path(scratch, cases[i].name)) != cases[i].content)
            fail_msg("%s", cases[i].name);
}

// Sparse: its second member lies behind 1 GiB.
static void large_archives_are_read(void **state)
{
    struct scratch *scratch = *state;
    run(scratch,
        "printf '!<arch>\\n%-16s%-12s%-6s%-6s%-8s%-10s\\140\\n' one.o/ 0 0 0 644 1200000000 "
        ">large.a && truncate -s 1200000068 large.a && "
        "printf '%-16s%-12s%-6s%-6s%-8s%-10s\\140\\nBC\\300\\336' two.o/ 0 0 0 644 4 "
        ">>large.a");
    assert_int_equal(content_of(scratch_path(scratch, "large.a")), CONTENT_BOTH);
}

static void archives_are_copied_without_bitcode(void **state)
{
    struct scratch *scratch = *state;
    static const char *const archives[] = {"libboth.a", "thin.a"};
    struct error error = {0};
    make_archives(scratch);
    for (size_t i = 0; i < 2; i++) {
        const char *copy = scratch_path(scratch, "copy.a");
        if (!archive_copy_other(scratch_path(scratch, archives[i]), copy, &error))
            fail_msg("%s", error.text);
        run(scratch, "ar p copy.a >members");
        assert_string_equal(scratch_read(scratch, scratch_path(scratch, "members")),
                            "no bitcode\nodd");
        run(scratch, "ar t copy.a | xargs -n 1 basename >members");
        assert_string_equal(scratch_read(scratch, scratch_path(scratch, "members")),
                            "a_member_with_a_long_name.o\nodd.o\n");
    }
    scratch_file(scratch, "thin.a",
                 "!<thin>\nx.o/            0           0     0     644     9  "
                 "       `\n");
    assert_false(archive_copy_other(scratch_path(scratch, "thin.a"),
                                    scratch_path(scratch, "copy.a"), &error));
    assert_non_null(strstr(error.text, "names no file"));
}

static struct plain_words words_of(struct scratch *scratch, const char *line)
{
    struct link_record record = {.folder = scratch->folder};
    struct plain_words words;
    struct error error = {0};
    char *rest = arena_strdup(&scratch->arena, line);
    for (char *word; (word = strsep(&rest, " "));)
        text_list_add(&record.arguments, &scratch->arena, word);
    if (!words_without_bitcode(&scratch->arena, &record, scratch_path(scratch, "copies"), &words,
                               &error))
        fail_msg("%s", error.text);
    return words;
}

static void assert_words(struct scratch *scratch, const char *line, size_t first, size_t last,
                         const char *expected)
{
    struct plain_words words = words_of(scratch, line);
    TEXT_CLEANUP struct text joined = {0};
    text_add(&joined, "");
    for (size_t i = 0; i < words.items.count; i++) {
        const char *word = words.items.items[i], *slash = strrchr(word, '/');
        text_printf(&joined, "%s%s", i ? " " : "", slash ? slash + 1 : word);
    }
    assert_string_equal(joined.bytes, expected);
    if (words.had_bitcode && (words.first != first || words.last != last))
        fail_msg("'%s': %zu, %zu", line, words.first, words.last);
}

static void bitcode_leaves_the_arguments(void **state)
{
    struct scratch *scratch = *state;
    make_archives(scratch);
    run(scratch, "mkdir lib both shared && cp code.a lib/libcode.a && cp other.a lib/libother.a && "
                 "cp libboth.a both/ && cp code.a shared/libcode.a && touch shared/libcode.so");
    assert_words(scratch, "-pie x.o code.o -z now code.a y.o", 2, 4, "-pie x.o -z now y.o");
    assert_words(scratch, "-plugin p.so -plugin-opt=O2 -plugin-opt thin x.o", 0, 0, "x.o");
    assert_words(scratch, "x.o -lcode -lother -Llib -lc", 1, 1, "x.o -lother -Llib -lc");
    assert_words(scratch, "x.o -Lshared -Llib -lcode", 0, 0, "x.o -Lshared -Llib -lcode");
    assert_words(scratch, "-Bstatic -Lshared -lcode -Bdynamic", 2, 2,
                 "-Bstatic -Lshared -Bdynamic");
    assert_words(scratch, "-l :libcode.a -L lib x.o", 0, 0, "-L lib x.o");
    // objects that take the place of bitcode are needed, even if only asked for
    assert_words(scratch, "x.o --start-lib y.o code.o --end-lib z.o", 1, 1,
                 "x.o --start-lib y.o --end-lib z.o");
    struct plain_words words = words_of(scratch, "x.o y.o");
    assert_false(words.had_bitcode);
}

static void objects_are_put_between_words(void **state)
{
    struct scratch *scratch = *state;
    struct plain_words words = {0};
    struct text_list objects = {0};
    text_list_add(&words.items, &scratch->arena, "a");
    text_list_add(&words.items, &scratch->arena, "b");
    text_list_add(&objects, &scratch->arena, "1");
    text_list_add(&objects, &scratch->arena, "2");
    struct text_list list = words_with_objects(&scratch->arena, &words, 1, &objects);
    assert_int_equal(list.count, 4);
    assert_string_equal(list.items[1], "1");
    assert_string_equal(list.items[3], "b");
    list = words_with_objects(&scratch->arena, &words, 2, &objects);
    assert_string_equal(list.items[3], "2");
}

static const char *difference(struct scratch *scratch, const char *one, const char *two,
                              struct text_list *lacking)
{
    const char *words;
    struct error error = {0};
    run(scratch, arena_printf(&scratch->arena, "cc -o one %s && cc -o two %s", one, two));
    if (!programs_compare(&scratch->arena, scratch_path(scratch, "one"),
                          scratch_path(scratch, "two"), &words, lacking, &error))
        fail_msg("%s", error.text);
    return words;
}

static void programs_are_compared(void **state)
{
    struct scratch *scratch = *state;
    static const char begin[] = "__attribute__((constructor)) void begin_%s(void) {}\n";
    struct text_list lacking;
    char text[128];
    scratch_file(scratch, "m.c", "int main(void) { return 0; }\n");
    scratch_file(scratch, "f.c", "int f(int x) { return x; }\n");
    scratch_file(scratch, "g.c", "int f(int x) { return x * x * x; }\n");
    snprintf(text, sizeof text, begin, "a");
    scratch_file(scratch, "a.c", text);
    snprintf(text, sizeof text, begin, "b");
    scratch_file(scratch, "b.c", text);
    assert_null(difference(scratch, "m.c f.c a.c b.c", "f.c a.c m.c b.c", &lacking));
    assert_string_equal(difference(scratch, "m.c f.c", "m.c", &lacking), "'f'");
    assert_int_equal(lacking.count, 1);
    assert_string_equal(lacking.items[0], "f");
    assert_string_equal(difference(scratch, "m.c f.c", "m.c g.c", &lacking), "'f'");
    assert_int_equal(lacking.count, 0);
    static const char *const kinds[] = {"-pie -fPIE", "-no-pie -fno-pie"};
    for (size_t i = 0; i < 2; i++) {
        const char *one = arena_printf(&scratch->arena, "%s m.c a.c b.c", kinds[i]);
        const char *two = arena_printf(&scratch->arena, "%s m.c b.c a.c", kinds[i]);
        assert_string_equal(difference(scratch, one, two, &lacking), "the order of constructors");
    }
    static const char *const loading[] = {"m.c -Wl,--no-as-needed -lresolv -lm",
                                          "m.c -Wl,--no-as-needed -lm -lresolv", "m.c",
                                          "m.c -Wl,--as-needed -Wl,-u,puts"};
    for (size_t i = 1; i < 4; i++)
        assert_string_equal(difference(scratch, loading[i - 1], loading[i], &lacking),
                            "the shared libraries, or their symbols");
    if (system(
            "echo 'int main(void) { return 0; }' | cc -m32 -x c - -o /dev/null >/dev/null 2>&1") ==
        0)
        assert_non_null(difference(scratch, "-m32 m.c", "-m32 m.c", &lacking));
}

// ---- Programs

static const char first_source[] = "extern volatile int table[8];\n"
                                   "__attribute__((noinline)) static int own(int x)\n"
                                   "{ return table[x & 7] + 1; }\n"
                                   "__attribute__((noinline)) int one(int x)\n"
                                   "{ return own(x) * 3 + own(x + 1); }\n"
                                   "__attribute__((noinline)) int two(int x)\n"
                                   "{ return own(x) * 5 + own(x + 3); }\n";
static const char second_source[] = "#include <stdio.h>\n"
                                    "volatile int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
                                    "int one(int), two(int);\n"
                                    "__attribute__((noinline)) static int own(int x)\n"
                                    "{ return one(table[x & 7]); }\n"
                                    "int main(void)\n"
                                    "{ printf(\"%d\\n\", own(2) + two(table[1])); return 0; }\n";

static const char *const names[] = {"link_order", "function_alignment", "aslr", NULL};

// Layouts of one program: each prints the same, and they differ.
static void link_two(struct build *build)
{
    struct build_result results[2] = {0};
    for (size_t i = 0; i < 2; i++) {
        const char *output = output_path(build, i);
        if (!try_link(build, names, 40 + i, output, &results[i]))
            fail_msg("%s", build->error.text);
        assert_prints(build, output, "44\n");
    }
    assert_string_not_equal(results[0].layout_id, results[1].layout_id);
}

static void layouts_take_the_objects_of_gcc(void **state)
{
    struct scratch *scratch = *state;
    static const char *const linkers[] = {"bfd", "gold", "mold"};
    for (size_t i = 0; i < 3; i++) {
        struct build build = two_files(scratch, linkers[i], first_source, second_source);
        if (!is_here(i == 2 ? "mold" : arena_printf(&scratch->arena, "ld.%s", linkers[i])))
            continue;
        text_list_add(&build.target.cflags, &scratch->arena, "-flto");
        prepare(&build);
        assert_int_equal(program_notes(build.program)->count, 0);
        assert_int_equal(program_whole_objects(build.program)->count, 0);
        link_two(&build);
        // none is left of the names that the plugin got
        run(scratch, "test -z \"$(find shop/lto -name '*.ltrans*')\"");
        // the project's own link neither takes nor makes them
        double seconds;
        run(scratch, "mv shop/lto/objects shop/lto/kept");
        if (!program_time_link(build.program, &seconds, &build.error))
            fail_msg("%s", build.error.text);
        run(scratch, "test ! -e shop/lto/objects && mv shop/lto/kept shop/lto/objects");
        // a link that generated anew would not need it
        run(scratch, "rm shop/lto/objects/0.o");
        struct build_result result;
        assert_false(try_link(&build, names, 42, output_path(&build, 2), &result));
    }
}

static void layouts_take_the_objects_of_llvm(void **state)
{
    struct scratch *scratch = *state;
    static const char *const kinds[] = {"-flto=full", "-flto=thin"};
    if (!is_here("clang") || !is_here("ld.lld"))
        return;
    for (size_t i = 0; i < 2; i++) {
        struct build build = two_files(scratch, "lld", first_source, second_source);
        build.target.compiler = "clang";
        text_list_add(&build.target.cflags, &scratch->arena, kinds[i]);
        prepare(&build);
        assert_int_equal(program_notes(build.program)->count, 0);
        assert_int_equal(program_whole_objects(build.program)->count, 0);
        run(scratch, "rm shop/objects/*"); // the bitcode
        link_two(&build);
    }
}

static void generated_code_is_not_aligned_by_compiling(void **state)
{
    struct scratch *scratch = *state;
    struct build build = two_files(scratch, "lld", first_source, second_source);
    if (!is_here("clang") || !is_here("ld.lld"))
        return;
    build.target.compiler = "clang";
    text_list_add(&build.target.cflags, &scratch->arena, "-flto");
    prepare(&build);
    struct layout *layouts = program_layouts(build.program, &scratch->arena);
    struct build_result result;
    layouts[0].compile_alignment = 32;
    assert_false(
        program_link(build.program, layouts, output_path(&build, 0), &result, &build.error));
    assert_non_null(strstr(build.error.text, "set 'mode: link'"));
}

// GNU ld takes h() of the first archive for code that it sees only once it is generated.
static void other_programs_are_not_taken(void **state)
{
    struct scratch *scratch = *state;
    struct build build = build_of(scratch);
    char *source = scratch_file(scratch, "empty.c", "int main(void) { return 0; }\n");
    if (!is_here("clang") ||
        system(arena_printf(&scratch->arena, "clang -flto -fuse-ld=bfd -o %s.out %s 2>/dev/null",
                            source, source)) != 0) {
        printf("skipped: clang and GNU ld link no bitcode here\n");
        return;
    }
    scratch_file(scratch, "project/a.c",
                 "int f(int), g(int);\nint main(int c, char **v)\n"
                 "{ (void)v; return f(c) + g(c) == 77 ? 0 : 1; }\n");
    scratch_file(scratch, "project/b.c",
                 "int f(int), h(int);\nint g(int x) { return h(x) + f(x); }\n");
    scratch_file(scratch, "project/fa.c", "int f(int x) { return x + 1; }\n");
    scratch_file(scratch, "project/h1.c", "int h(int x) { return x * 100; }\n");
    scratch_file(scratch, "project/h2.c", "int h(int x) { return 70 + 3 * x / (x * x); }\n");
    build.target.kind = TARGET_PROJECT;
    build.target.directory = scratch_path(scratch, "project");
    build.target.build = "clang -O1 -c fa.c h1.c h2.c && clang -O1 -flto -c a.c b.c && "
                         "ar rc a.a fa.o h1.o && ar rc b.a h2.o && "
                         "clang -flto -fuse-ld=bfd a.o a.a b.o b.a -o p";
    text_list_add(&build.target.command, &scratch->arena, "./p");
    prepare(&build);
    assert_int_equal(program_notes(build.program)->count, 1);
    assert_non_null(strstr(program_notes(build.program)->items[0],
                           "'p': every layout repeats the link-time optimization"));
    run(scratch, "shop/first");
}

// lld reads the bitcode before the archive that it needs, and adds the generated objects behind
// all: the archive's constructor comes before the program's.
static void constructors_of_archives_keep_their_place(void **state)
{
    struct scratch *scratch = *state;
    struct build build = build_of(scratch);
    if (!is_here("clang") || !is_here("ld.lld"))
        return;
    scratch_file(scratch, "project/a.c",
                 "int b(int), of_archive(int);\nvolatile int x;\n"
                 "__attribute__((constructor)) static void begin_a(void) { x = b(x); }\n"
                 "int main(void) { return of_archive(x) == 8 ? 0 : 1; }\n");
    scratch_file(scratch, "project/b.c",
                 "extern volatile int x;\nint b(int y) { return 4 * y; }\n"
                 "__attribute__((constructor)) static void begin_b(void) { x += 3; }\n");
    scratch_file(scratch, "project/archive.c",
                 "extern volatile int x;\nint of_archive(int y) { return y + 1; }\n"
                 "__attribute__((constructor)) static void begin(void) { x = 1; }\n");
    build.target.kind = TARGET_PROJECT;
    build.target.directory = scratch_path(scratch, "project");
    build.target.build = "clang -O1 -c archive.c && ar rc archive.a archive.o && "
                         "clang -O1 -flto=thin -c a.c b.c && "
                         "clang -flto=thin -fuse-ld=lld a.o b.o archive.a -o p";
    text_list_add(&build.target.command, &scratch->arena, "./p");
    prepare(&build);
    assert_int_equal(program_notes(build.program)->count, 0);
    run(scratch, "shop/first");
}

// lld 17 and newer take the bitcode of such objects, of whose native code others make programs.
static void fat_objects_are_generated_in_every_link(void **state)
{
    struct scratch *scratch = *state;
    struct capture capture = {.linker = &lld_linker};
    const struct relink relink = {.capture = &capture};
    const struct lto_place place = {.folder = scratch->folder};
    struct error error = {0};
    const char *note;
    text_list_add(&capture.record.arguments, &scratch->arena, "-pie");
    text_list_add(&capture.record.arguments, &scratch->arena, "--fat-lto-objects");
    assert_true(lto_generate(&scratch->arena, &relink, &place, &capture, &note, &error));
    assert_non_null(note);
    assert_non_null(strstr(note, "every layout repeats"));
    assert_non_null(capture.base_refusal);
}

// ---- Builds that do not split functions

static size_t whole_objects(struct scratch *scratch, const char *line)
{
    struct build build = build_of(scratch);
    scratch_file(scratch, "project/1.c", first_source);
    scratch_file(scratch, "project/2.c", second_source);
    scratch_file(scratch, "project/empty.s", "");
    scratch_file(scratch, "project/own.cfg", "-DOWN\n");
    build.target.kind = TARGET_PROJECT;
    build.target.directory = scratch_path(scratch, "project");
    build.target.build = line;
    text_list_add(&build.target.command, &scratch->arena, "./p");
    prepare(&build);
    link_two(&build);
    return program_whole_objects(build.program)->count;
}

static void functions_are_split_without_flags(void **state)
{
    struct scratch *scratch = *state;
    static const char *const lines[] = {
        "gcc -O1 1.c 2.c -o p", "gcc -O1 -flto 1.c 2.c -o p",
        "gcc -O1 -E 1.c -o 1.i && gcc -O1 1.i 2.c -o p",
        "gcc -O1 -Werror -c -x assembler empty.s -o 0.o && gcc -O1 0.o -x c -std=c11 1.c 2.c -o p"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (whole_objects(scratch, lines[i]))
            fail_msg("'%s' leaves objects whole", lines[i]);
    assert_int_equal(whole_objects(scratch, "gcc -O1 -fno-function-sections 1.c 2.c -o p"), 1);
}

static void functions_of_fortran_are_split(void **state)
{
    struct scratch *scratch = *state;
    if (!is_here("gfortran"))
        return;
    scratch_file(scratch, "project/f.f90",
                 "integer function one(x) bind(c)\n"
                 "  use iso_c_binding\n  integer(c_int), value :: x\n  one = x + 1\n"
                 "end function\n"
                 "integer function two(x) bind(c)\n"
                 "  use iso_c_binding\n  integer(c_int), value :: x\n  two = x * 7\n"
                 "end function\n");
    scratch_file(scratch, "project/3.c",
                 "#include <stdio.h>\nint one(int), two(int);\n"
                 "int main(void) { printf(\"%d\\n\", one(1) + two(6)); return 0; }\n");
    assert_int_equal(whole_objects(scratch, "gfortran -O1 -c f.f90 && gcc -O1 3.c f.o -o p"), 0);
}

static void scripts_that_place_text_alone_are_told(void **state)
{
    (void)state;
    assert_true(script_has_text_alone(".text : { *(.text.*_unlikely .text.hot.*) *(.text) }"));
    assert_false(script_has_text_alone(".text : { *(.text .text.*) }"));
    assert_false(script_has_text_alone(".text:{KEEP(*(SORT(.text*)))}"));
    assert_false(script_has_text_alone("*(.text2) *(.data)"));
}

// The functions of a program that has a script of its own, and of which nothing is moved.
static void scripts_of_the_project_are_noted(void **state)
{
    struct scratch *scratch = *state;
    static const char *const options[] = {"", "-fno-function-sections "};
    if (!is_here("ld.bfd"))
        return;
    scratch_file(scratch, "project/1.c", first_source);
    scratch_file(scratch, "project/2.c", second_source);
    for (size_t i = 0; i < 2; i++) {
        struct build build = build_of(scratch);
        build.target.kind = TARGET_PROJECT;
        build.target.directory = scratch_path(scratch, "project");
        build.target.build =
            arena_printf(&scratch->arena,
                         "ld.bfd --verbose | sed -n \"/^====/,/^====/{/^====/!p}\" | "
                         "sed \"s/\\.text \\.stub \\.text\\.\\*/.text .stub/\" >own.ld && "
                         "gcc -O1 -fuse-ld=bfd -no-pie %s1.c 2.c -Wl,-T,own.ld -o p",
                         options[i]);
        text_list_add(&build.target.command, &scratch->arena, "./p");
        prepare(&build);
        assert_int_equal(program_notes(build.program)->count, !i);
        if (!i)
            assert_non_null(strstr(program_notes(build.program)->items[0],
                                   "'p': its linker script 'own.ld' places .text alone"));
    }
}

static void clang_splits_functions_without_flags(void **state)
{
    struct scratch *scratch = *state;
    static const char *const lines[] = {
        "clang -O1 -Werror 1.c 2.c -o p", "clang -O1 --config ./own.cfg 1.c 2.c -o p",
        "clang -Werror -c -x assembler empty.s -o 0.o && clang -O1 0.o -x c 1.c 2.c -o p"};
    if (!is_here("clang"))
        return;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (whole_objects(scratch, lines[i]))
            fail_msg("'%s' leaves objects whole", lines[i]);
    assert_int_equal(whole_objects(scratch, "clang -O1 -fno-function-sections 1.c 2.c -o p"), 1);
}

// An object of a plain compilation must not come out of the cache.
static void ccache_tells_split_objects_from_others(void **state)
{
    struct scratch *scratch = *state;
    static const char *const compilers[] = {"gcc", "clang"};
    if (!is_here("ccache"))
        return;
    setenv("CCACHE_DIR", scratch_path(scratch, "ccache"), 1);
    for (size_t i = 0; i < 2; i++) {
        if (!is_here(compilers[i]))
            continue;
        const char *line =
            arena_printf(&scratch->arena,
                         "ccache %s -O1 -c 1.c && ccache %s -O1 -c 2.c && %s 1.o 2.o "
                         "-o p",
                         compilers[i], compilers[i], compilers[i]);
        scratch_file(scratch, "plain/1.c", first_source);
        scratch_file(scratch, "plain/2.c", second_source);
        run(scratch, arena_printf(&scratch->arena,
                                  "rm -rf shop && cd plain && export SOURCE_DATE_EPOCH=315532800 "
                                  "LC_ALL=C && %s",
                                  line));
        assert_int_equal(whole_objects(scratch, line), 0);
        assert_int_equal(whole_objects(scratch, line), 0);
    }
    unsetenv("CCACHE_DIR");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(bitcode_is_recognised),
        scratch_test(large_archives_are_read),
        scratch_test(archives_are_copied_without_bitcode),
        scratch_test(bitcode_leaves_the_arguments),
        scratch_test(objects_are_put_between_words),
        scratch_test(programs_are_compared),
        scratch_test(layouts_take_the_objects_of_gcc),
        scratch_test(layouts_take_the_objects_of_llvm),
        scratch_test(generated_code_is_not_aligned_by_compiling),
        scratch_test(other_programs_are_not_taken),
        scratch_test(constructors_of_archives_keep_their_place),
        scratch_test(fat_objects_are_generated_in_every_link),
        scratch_test(functions_are_split_without_flags),
        scratch_test(functions_of_fortran_are_split),
        cmocka_unit_test(scripts_that_place_text_alone_are_told),
        scratch_test(scripts_of_the_project_are_noted),
        scratch_test(clang_splits_functions_without_flags),
        scratch_test(ccache_tells_split_objects_from_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
