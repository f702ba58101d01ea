// Links by Go's linker, without Go: arguments, versions, layouts, verification, build ids.
#include "scratch.h"
#include "testing.h"

#include "base/shell_words.h"
#include "build/capture/go_flags.h"
#include "build/capture/go_link.h"
#include "build/capture/go_program.h"
#include "build/capture/record.h"
#include "build/layout/link.h"
#include "build/layout/verify.h"
#include "build/linkers/linker.h"
#include "build/stand_in/go_tool.h"
#include "model/layout.h"

#include <stdio.h>

static struct text_list words_of(struct scratch *scratch, const char *line)
{
    struct text_list words;
    struct error error;
    assert_true(text_split_words(&scratch->arena, line, &words, &error));
    return words;
}

static void assert_words(struct scratch *scratch, const struct text_list *words, const char *line)
{
    struct text_list expected = words_of(scratch, line);
    assert_int_equal(words->count, expected.count);
    for (size_t i = 0; i < words->count; i++)
        assert_string_equal(words->items[i], expected.items[i]);
}

static void linkers_are_told_by_their_path(void **state)
{
    (void)state;
    assert_true(is_go_linker("/usr/lib/go-1.23/pkg/tool/linux_amd64/link"));
    assert_false(is_go_linker("/usr/bin/ld") || is_go_linker("/opt/link/ld"));
}

static void flags_are_split_as_go_does(void **state)
{
    struct scratch *scratch = *state;
    static const struct {
        const char *flags, *tool;
    } cases[] = {{"", NULL},
                 {"-trimpath -toolexec=", NULL},
                 {"-tags=toolexec=x", NULL},
                 {"-toolexec=one --toolexec=two -v", "two"},
                 {"'-ldflags=-s -toolexec=x' \"-toolexec='/a b/t' -w\"", "'/a b/t' -w"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *tool = go_user_tool(&scratch->arena, cases[i].flags);
        if (tool != cases[i].tool && !text_equal(tool, cases[i].tool))
            fail_msg("'%s': '%s'", cases[i].flags, tool);
    }
    struct text_list fields = go_fields(&scratch->arena, "  '/a b/t'\t-w ");
    assert_int_equal(fields.count, 2);
    assert_string_equal(fields.items[0], "/a b/t");
    assert_string_equal(fields.items[1], "-w");
}

static int ran(const char *path, char **argv)
{
    assert_string_equal(path, "/a b/t");
    assert_string_equal(argv[0], path);
    assert_string_equal(argv[1], "-w");
    assert_string_equal(argv[2], "/go/link");
    assert_string_equal(argv[3], "main.a");
    assert_null(argv[4]);
    return 7;
}

static void tools_run_behind_the_users_own(void **state)
{
    (void)state;
    char link[] = "/go/link", package[] = "main.a";
    char *argv[] = {link, package, NULL};
    unsetenv(RECORDS_VARIABLE);
    setenv(GO_USER_TOOL_VARIABLE, "'/a b/t' -w", 1);
    assert_int_equal(go_tool(argv, ran), 7);
    unsetenv(GO_USER_TOOL_VARIABLE);
}

static void programs_are_told_from_libraries(void **state)
{
    static const struct {
        const char *line;
        bool program, independent;
    } cases[] = {{"-o a.out main.a", true, false},
                 {"-buildmode=exe main.a", true, false},
                 {"-buildmode pie main.a", true, true},
                 {"-buildmode=exe -buildmode=pie main.a", true, true},
                 {"-buildmode=c-shared main.a", false, false},
                 {"-buildmode=plugin main.a", false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text_list words = words_of(*state, cases[i].line);
        assert_int_equal(go_makes_program(&words), cases[i].program);
        assert_int_equal(go_is_independent(&words), cases[i].independent);
    }
}

static void build_ids_lose_what_the_go_command_replaces(void **state)
{
    struct scratch *scratch = *state;
    struct text_list words = words_of(scratch, "-o a.out -buildid=A/B/C/A main.a");
    assert_string_equal(go_link_id(&scratch->arena, &words), "A/B/C");
    words = words_of(scratch, "-buildid=A/B/C/A -buildid= main.a");
    assert_null(go_link_id(&scratch->arena, &words));
    words = words_of(scratch, "-o a.out main.a");
    assert_null(go_link_id(&scratch->arena, &words));
}

// The parts of the build id that name the link change with every capture, and -s takes the symbols.
static void repeated_links_depend_on_packages_alone(void **state)
{
    struct scratch *scratch = *state;
    struct text_list given =
        words_of(scratch, "-o a.out -importcfg imports -s -X=main.version=-o -buildmode=exe "
                          "-buildid=A/B/C/A -randlayout=7 -extldflags -static -extld=gcc main.a");
    struct text_list words = go_repeatable(&scratch->arena, &given);
    assert_words(scratch, &words,
                 "-importcfg imports -w -X=main.version=-o -buildmode=exe -buildid=C/B/C/C "
                 "-extldflags -static -extld=gcc main.a");
    struct text_list stripped = words_of(scratch, "-s=true --s=1 -s=false main.a");
    stripped = go_repeatable(&scratch->arena, &stripped);
    assert_words(scratch, &stripped, "-w -w -s=false main.a");
    struct text_list options = words_of(scratch, "-randlayout=5 -extldflags=-Wl,-z");
    struct text_list all = go_link_arguments(&scratch->arena, "link", "new", &options, &words);
    assert_words(scratch, &all,
                 "link -o new '-extldflags=-static -Wl,-z' -randlayout=5 -importcfg imports -w "
                 "-X=main.version=-o -buildmode=exe -buildid=C/B/C/C -extld=gcc main.a");
    struct text_list none = {0};
    given = words_of(scratch, "-buildid=mine main.a");
    words = go_repeatable(&scratch->arena, &given);
    all = go_link_arguments(&scratch->arena, "link", "new", &none, &words);
    assert_words(scratch, &all, "link -o new -buildid=mine main.a");
}

static void versions_tell_what_can_move(void **state)
{
    (void)state;
    static const char *const new[] = {"link version go1.23.5", "link version go1.100",
                                      "link version go1.25rc1 X:nocoverageredesign",
                                      "link version devel go1.24-0123abcdef Mon Nov 2 buildID=x/y",
                                      "link version devel +0123abcdef buildID=x/y"};
    static const char *const old[] = {"link version go1.19.8", "link version go1.22.12",
                                      "link version devel go1.22-0123abcdef buildID=x/y"};
    for (size_t i = 0; i < sizeof new / sizeof *new; i++)
        assert_ptr_equal(linker_of_version(new[i]), &go_linker);
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        assert_ptr_equal(linker_of_version(old[i]), &old_go_linker);
    struct toolchain_facts facts = linker_facts(&old_go_linker);
    assert_true(facts.cannot.order_functions && !facts.cannot.set_image_base);
    assert_non_null(strstr(facts.order_instead, "Go 1.23"));
    facts = linker_facts(&go_linker);
    assert_true(!facts.cannot.order_functions && facts.cannot.set_offsets);
}

static void layouts_become_seed_and_address(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct rendering rendering;
    struct section sections[2] = {{.name = "main.f"}, {.name = "main.g"}};
    struct layout layout = {.sections = sections,
                            .section_count = 2,
                            .reordered = true,
                            .order_seed = UINT64_C(5) << 33,
                            .image_base = 0x10000000};
    assert_true(layout_render(&scratch->arena, &layout, &go_linker, "new", &rendering, &error));
    assert_words(scratch, &rendering.arguments,
                 "-T=0x10001000 -extldflags=-Wl,-Ttext-segment=0x10000000 -randlayout=6");
    layout = (struct layout){.sections = sections, .section_count = 2, .reordered = true};
    assert_true(layout_render(&scratch->arena, &layout, &go_linker, "new", &rendering, &error));
    assert_words(scratch, &rendering.arguments, "-randlayout=1"); // 0 would leave the order
}

// ---- Symbols

enum { FUNCTIONS = 20 };
static char names[FUNCTIONS][16];

// Functions main.a, main.b … in this order, or in the reverse one; each of 16 bytes from `base` on.
static struct symbols make_symbols(struct scratch *scratch, uint64_t base, bool reversed)
{
    struct symbols symbols = {.items = arena_new_array(&scratch->arena, struct symbol, FUNCTIONS),
                              .count = FUNCTIONS};
    for (size_t i = 0; i < FUNCTIONS; i++) {
        snprintf(names[i], sizeof names[i], "main.%c", (char)('a' + i));
        size_t place = reversed ? FUNCTIONS - i : i;
        symbols.items[i] = (struct symbol){.name = names[i],
                                           .file = "",
                                           .address = base + 16 * place,
                                           .size = 16,
                                           .function = true};
    }
    return symbols;
}

static void orders_and_bases_are_verified(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct symbols first = make_symbols(scratch, 0x401000, false), now;
    struct section sections[FUNCTIONS] = {0};
    struct anchor anchor[FUNCTIONS] = {0};
    for (size_t i = 0; i < FUNCTIONS; i++)
        anchor[i] = (struct anchor){.name = first.items[i].name, .file = ""};
    const struct anchors anchors = {.code = anchor};
    struct layout layout = {.sections = sections, .section_count = FUNCTIONS, .reordered = true};
    now = make_symbols(scratch, 0x401000, true);
    assert_true(layout_verify(&layout, &go_linker, &anchors, &now, &error));
    now = make_symbols(scratch, 0x501000, false); // elsewhere, in the same order
    assert_false(layout_verify(&layout, &go_linker, &anchors, &now, &error));
    assert_non_null(strstr(error.text, "order of the first link"));
    layout = (struct layout){.image_base = 0x500000};
    assert_true(layout_verify(&layout, &go_linker, &anchors, &now, &error));
    assert_false(layout_verify(&layout, &go_linker, &anchors, &first, &error));
    assert_non_null(strstr(error.text, "before the image base"));
}

// C functions and marks of Go's linker are no units of a layout.
static void functions_of_go_are_units(void **state)
{
    struct scratch *scratch = *state;
    struct symbol items[] = {
        {.name = "_cgo_start", .file = "", .address = 0x401000, .size = 8, .function = true},
        {.name = "main.f", .file = "", .address = 0x401040, .size = 16, .function = true},
        {.name = "main.g", .file = "", .address = 0x401020, .size = 32, .function = true},
        {.name = "memcpy.x", .file = "", .address = 0x402000, .size = 16, .function = true},
        {.name = "runtime.etext", .file = "go.go", .address = 0x401050, .function = true},
        {.name = "runtime.text", .file = "go.go", .address = 0x401000, .function = true}};
    const struct symbols symbols = {.items = items, .count = sizeof items / sizeof *items};
    struct placed_sections placed;
    sections_of_symbols(&scratch->arena, &symbols, &placed);
    assert_int_equal(placed.count, 2);
    assert_string_equal(placed.items[0].name, "main.g");
    assert_int_equal(placed.items[0].size, 32);
    assert_int_equal(placed.addresses[1], 0x401040);
    assert_int_equal(placed.items[1].ordinal, 1);
    assert_true(placed.items[0].symbol != placed.items[1].symbol);
}

static void programs_are_found_by_their_build_id(void **state)
{
    static const char source[] = "\t.section .note.go.buildid,\"a\",@note\n"
                                 "\t.long 4, 8, 4\n\t.asciz \"Go\\0\"\n\t.ascii \"A/B/C/D9\"\n";
    struct scratch *scratch = *state;
    struct error error = {0};
    const char *object = scratch_path(scratch, "noted.o"), *log = scratch_path(scratch, "log");
    assert_true(text_compile("cc", source, "s", object, log, &error));
    assert_string_equal(go_program_id(&scratch->arena, object), "A/B/C");
    const char *plain = scratch_path(scratch, "plain.o");
    assert_true(text_compile("cc", "\t.text\n", "s", plain, log, &error));
    assert_null(go_program_id(&scratch->arena, plain));
    assert_null(go_program_id(&scratch->arena, scratch_file(scratch, "script", "#!/bin/sh\n")));
    assert_null(go_program_id(&scratch->arena, scratch_path(scratch, "absent")));
}

int tests_of_go_links(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linkers_are_told_by_their_path),
        scratch_test(flags_are_split_as_go_does),
        scratch_test(tools_run_behind_the_users_own),
        scratch_test(programs_are_told_from_libraries),
        scratch_test(build_ids_lose_what_the_go_command_replaces),
        scratch_test(repeated_links_depend_on_packages_alone),
        cmocka_unit_test(versions_tell_what_can_move),
        scratch_test(layouts_become_seed_and_address),
        scratch_test(orders_and_bases_are_verified),
        scratch_test(functions_of_go_are_units),
        scratch_test(programs_are_found_by_their_build_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
