// How a build is started without eswexp: the same bytes above the stack, and a script that says it.
#include "testing.h"

#include "base/text.h"
#include "model/process_settings.h"
#include "replay/start_script.h"
#include "run/launcher/starting.h"
#include "run/start/environment.h"
#include "run/start/same_stack.h"

#include <string.h>

static char name[] = "/shop/v000/run/t", word[] = "it's", path[] = "PATH=/bin",
            padding[] = "ESWEXP_PADDING=xxxxxxxxxxxxxxxxxxxx";
static char *arguments[] = {name, word, NULL}, *environment[] = {path, padding, NULL};

static struct launch launch_at(uint64_t stack_offset)
{
    return (struct launch){.program = name,
                           .arguments = arguments,
                           .environment = environment,
                           .folder = "/work",
                           .address_layout = {.stack_offset = stack_offset}};
}

static size_t bytes_of(char *const *strings)
{
    size_t bytes = 0;
    for (; *strings; strings++)
        bytes += strlen(*strings) + 1;
    return bytes;
}

// Path for execve(), argv and environment, whose first argument is the path.
static size_t bytes_started(const struct same_stack *same, const char *program)
{
    return 2 * (same->slashes + strlen(program) + 1) + sizeof word + bytes_of(same->environment);
}

static size_t bytes_launched(uint64_t offset)
{
    return offset + sizeof name + bytes_of(arguments) + bytes_of(environment);
}

static void stacks_are_the_same(void **state)
{
    static const char *const programs[] = {"/shop/v000/run/t", "/k/t", "/a/longer/path/than/it/t"};
    (void)state;
    struct arena arena = {0};
    for (uint64_t offset = 0; offset <= 64; offset += 16) {
        struct launch launch = launch_at(offset);
        for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
            struct same_stack same = same_stack(&arena, &launch, programs[i], arguments);
            assert_int_equal(same.left, 0);
            assert_int_equal(bytes_started(&same, programs[i]), bytes_launched(offset));
        }
    }
    arena_release(&arena);
}

static void padding_changes_only_where_slashes_do_not_suffice(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct launch launch = launch_at(32);
    struct same_stack same = same_stack(&arena, &launch, name, arguments);
    assert_int_equal(same.slashes, 16);
    assert_string_equal(same.environment[1], padding);
    same = same_stack(&arena, &launch, "/shop/v000/run/longer/by/a/few/words", arguments);
    assert_int_equal(same.slashes, 0);
    assert_int_equal(strlen(same.environment[1]), strlen(padding) - 8);
    assert_true(text_starts(same.environment[1], "ESWEXP_PADDING=x"));
    arena_release(&arena);
}

static void long_paths_leave_the_rest(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct launch launch = launch_at(0);
    char longest[201];
    memset(longest, '/', 200);
    longest[200] = '\0';
    struct same_stack same = same_stack(&arena, &launch, longest, arguments);
    assert_int_equal(same.left, 2 * (200 - (long)strlen(name)));
    assert_string_equal(same.environment[1], padding);
    arena_release(&arena);
}

static struct start start_of(struct arena *arena, const struct launch *launch)
{
    struct start start = {
        .what = "build 7", .launch = launch, .folder = "/k e'p/t", .program = "/k/t", .cpus = ""};
    for (char *const *one = arguments; *one; one++)
        text_list_add(&start.arguments, arena, *one);
    return start;
}

static void scripts_quote_their_words(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct text_list set = {0};
    struct launch launch = launch_at(0);
    launch.address_layout.aslr = ASLR_FIXED;
    struct start start = start_of(&arena, &launch);
    const char *script = start_script(&arena, &start, &set);
    assert_non_null(strstr(script, "\ncd '/k e'\\''p/t' || exit\n"));
    assert_non_null(strstr(script, "\nexec setarch \"$(uname -m)\" -R env -i \\\n    PATH=/bin"));
    assert_non_null(strstr(script, "/k/t 'it'\\''s' \"$@\"\n"));
    assert_null(strstr(script, "taskset"));
    assert_null(strstr(script, "ulimit"));
    assert_null(strstr(script, "Not set here"));
    assert_int_equal(set.count, 2);
    arena_release(&arena);
}

static void scripts_say_what_they_cannot_set(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct text_list set = {0};
    struct launch launch = launch_at(0);
    launch.address_layout.stack_limit = 128 << 20;
    launch.process_settings = (struct process_settings){.urgency = URGENCY_NICE, .priority = -5};
    launch.memory_limit_bytes = 1 << 20;
    struct start start = start_of(&arena, &launch);
    start.cpus = "2,3";
    start.prints_samples = true;
    const char *script = start_script(&arena, &start, &set);
    assert_non_null(strstr(script, "\nulimit -S -s 131072 || exit\n"));
    assert_non_null(strstr(script, "\nexec taskset -c 2,3 env -i"));
    assert_non_null(strstr(script, "# The kernel chooses addresses"));
    assert_non_null(strstr(script, "# Not set here: machine.priority: -5."));
    assert_non_null(strstr(script, "# Not set here: the limit of memory, 1048576 bytes."));
    assert_non_null(strstr(script, "--iterations"));
    arena_release(&arena);
}

struct layout_field {
    const char *name;
    size_t offset;
    enum start_part part;
};

#define FIELD(type, name, part) {#name, offsetof(struct address_layout, name), part},
static const struct layout_field fields[] = {ADDRESS_LAYOUT_FIELDS(FIELD)};

#define SAME_FIELD(type, name, part) type name;
struct same_fields {
    ADDRESS_LAYOUT_FIELDS(SAME_FIELD)
};
_Static_assert(sizeof(struct same_fields) == sizeof(struct address_layout), "all are in the list");

static const char *script_of(struct arena *arena, const struct address_layout *layout)
{
    struct launch launch = launch_at(0);
    struct text_list set = {0};
    struct error error = {0};
    char *own[] = {NULL}, **whole;
    assert_done(environment_make(arena, own, false, layout, &whole, &error), error);
    launch.environment = whole;
    launch.address_layout = *layout;
    struct start start = start_of(arena, &launch);
    return start_script(arena, &start, &set);
}

static void every_field_of_a_layout_is_in_the_script(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct address_layout base = {
        .environment_bytes = 8192, .moves_heap = true, .seeds_hashes = true};
    const char *script = script_of(&arena, &base);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct address_layout other = base;
        ((unsigned char *)&other)[fields[i].offset] ^= 1;
        bool differs = !text_equal(script, script_of(&arena, &other));
        if (differs == (fields[i].part == START_RECORDED))
            fail_msg("%s: the script %s", fields[i].name, differs ? "has it" : "lacks it");
    }
    arena_release(&arena);
}

int tests_of_start_script(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_are_the_same),
        cmocka_unit_test(padding_changes_only_where_slashes_do_not_suffice),
        cmocka_unit_test(long_paths_leave_the_rest),
        cmocka_unit_test(scripts_quote_their_words),
        cmocka_unit_test(scripts_say_what_they_cannot_set),
        cmocka_unit_test(every_field_of_a_layout_is_in_the_script),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
