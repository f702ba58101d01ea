// What a link reads is found, kept once, and used where the original is lost.
#include "scratch.h"
#include "testing.h"

#include "base/shell_words.h"
#include "build/capture/capture.h"
#include "build/capture/input_place.h"
#include "build/capture/input_store.h"
#include "build/capture/inputs.h"
#include "build/capture/thin_archive.h"

#include <dirent.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <sys/wait.h>

// A link in the scratch folder's "tree", whose records lie outside of it.
struct link {
    struct scratch *scratch;
    struct link_record record;
    const char *records;
    struct error error;
};

static struct link link_of(struct scratch *scratch, const char *line)
{
    struct link link = {.scratch = scratch};
    link.records = scratch_path(scratch, "records");
    link.record = (struct link_record){
        .folder = scratch_path(scratch, "tree"), .linker = "/usr/bin/ld", .output = "p"};
    link.record.made = (struct link_made){scratch_path(scratch, "tree/p"), "", ""};
    if (!folder_make(link.record.folder, &link.error) ||
        !text_split_words(&scratch->arena, line, &link.record.arguments, &link.error))
        fail_msg("%s", link.error.text);
    return link;
}

static void keep(struct link *link)
{
    if (!inputs_keep(&link->scratch->arena, &link->record, link->records, &link->error))
        fail_msg("%s", link->error.text);
}

// Its arguments, with the scratch folder's name and digests taken out.
static const char *placed(struct link *link)
{
    struct scratch *scratch = link->scratch;
    TEXT_CLEANUP struct text text = {0};
    struct link_record record = link->record;
    if (!inputs_place(&scratch->arena, &record, link->records, &link->error))
        return scratch_words(scratch, &link->error);
    for (size_t i = 0; i < record.arguments.count; i++) {
        const char *word = record.arguments.items[i], *inputs = strstr(word, "/inputs/");
        const char *folder = strstr(word, scratch->folder);
        text_printf(&text, "%s%.*s", i ? " " : "", (int)(folder ? folder - word : 0), word);
        if (inputs) // a SHA-256 behind it
            text_printf(&text, "KEPT%s", inputs + strlen("/inputs/") + 64);
        else
            text_printf(&text, "%s%s", folder ? "@" : "",
                        folder ? folder + strlen(scratch->folder) : word);
    }
    return arena_strdup(&scratch->arena, text.bytes ? text.bytes : "");
}

static bool exists(void *context, const char *path)
{
    (void)context;
    return file_exists(path);
}

static void words_of_a_link_are_told_apart(void **state)
{
    struct scratch *scratch = *state;
    static const char *const files[] = {"a.o",      "list",      "main",      "l/libx.a",
                                        "m/libx.a", "m/libx.so", "m/odd.lib", "libsoname.so"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        scratch_file(scratch, path_join(&scratch->arena, "tree", files[i]), "");
    static const char *const cases[][2] = {
        {"a.o -o main b.o", "a.o"}, // no b.o
        {"--version-script=list -e main a.o", "list a.o"},
        {"-dynamic-list list -T list -Tlist", "list list list"},
        {"-Map list --Map=list -soname libsoname.so -u main -z main", ""},
        {"-lx -L l", "l/libx.a"},
        {"-lx -Lm -L l", "m/libx.so"},
        {"-Bstatic -lx -Lm", "m/libx.a"},
        {"-Bstatic -Bdynamic -l x -Lm", "m/libx.so"},
        {"-static --library-path=m --library=x", "m/libx.a"},
        {"-l:odd.lib -Lm -lnone", "m/odd.lib"},
        {"--start-group a.o --end-group --as-needed", "a.o"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct link link = link_of(scratch, cases[i][0]);
        struct input_words words =
            inputs_find(&scratch->arena, &link.record.arguments, link.record.folder, exists, NULL);
        const char *found = "";
        for (size_t k = 0; k < words.count; k++)
            found = arena_printf(&scratch->arena, "%s%s%s", found, k ? " " : "",
                                 words.items[k].path + strlen(link.record.folder) + 1);
        if (!text_equal(found, cases[i][1]))
            fail_msg("'%s': '%s'", cases[i][0], found);
    }
    assert_true(input_is_of_system("/usr/lib/x86_64-linux-gnu/libm.so"));
    assert_false(input_is_of_system("/home/user/lib/libm.so"));
}

static void originals_stay_and_lost_ones_are_replaced(void **state)
{
    struct scratch *scratch = *state;
    const char *object = scratch_file(scratch, "tree/a.o", "object");
    const char *list = scratch_file(scratch, "tree/list", "{ global: *; };");
    const char *library = scratch_file(scratch, "tree/l/libx.a", "library");
    struct link link = link_of(scratch, "a.o --version-script=list -Ll -lx -o p");
    keep(&link);
    assert_string_equal(placed(&link), "a.o --version-script=list -Ll -lx -o p");
    assert_int_equal(unlink(object), 0);
    scratch_file(scratch, "tree/list", "{ local: *; };");
    assert_string_equal(placed(&link), "KEPT/a.o --version-script=KEPT/list -Ll -lx -o p");
    assert_int_equal(unlink(library), 0);
    assert_string_equal(placed(&link), "-LKEPT KEPT/a.o --version-script=KEPT/list -Ll -lx -o p");
    scratch_file(scratch, "tree/a.o", "object"); // made again, alike
    scratch_file(scratch, "tree/list", "{ global: *; };");
    assert_string_equal(placed(&link), "-LKEPT a.o --version-script=list -Ll -lx -o p");
    assert_true(file_exists(list));
}

// As by a tool that keeps the time of modification.
static void write_in_place(const char *path, const char *bytes)
{
    struct stat before;
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &before), 0);
    struct timespec times[2] = {before.st_atim, before.st_mtim};
    assert_true(fputs(bytes, file) >= 0 && fflush(file) == 0);
    assert_int_equal(futimens(fileno(file), times), 0);
    assert_int_equal(fclose(file), 0);
}

static void inputs_that_are_written_in_place_are_kept(void **state)
{
    struct scratch *scratch = *state;
    const char *object = scratch_file(scratch, "tree/a.o", "object");
    const char *archive = scratch_file(scratch, "outside/x.a", "archive");
    struct link link = link_of(scratch, "a.o ../outside/x.a");
    keep(&link);
    write_in_place(object, "OTHER!");
    write_in_place(archive, "OTHER!!");
    assert_string_equal(placed(&link), "KEPT/a.o KEPT/x.a");
}

static void put_elf(const char *path, unsigned type)
{
    ElfW(Ehdr) header = {.e_ident = ELFMAG, .e_type = (ElfW(Half))type};
    struct error error = {0};
    assert_true(file_write(path, (const char *)&header, sizeof header, &error));
}

static const char *linked_object(struct link *link, const char *name, unsigned type)
{
    struct scratch *scratch = link->scratch;
    const char *path = scratch_file(scratch, name, "");
    put_elf(path, type);
    link->records = scratch_path(scratch, "shop/records"); // not beside it
    keep(link);
    return path;
}

// Compilers delete them, so they are not copied.
static void temporary_objects_are_linked(void **state)
{
    struct scratch *scratch = *state;
    struct link link = link_of(scratch, "../outside/a.o");
    assert_int_equal(setenv("TMPDIR", scratch_path(scratch, "outside"), 1), 0);
    const char *object = linked_object(&link, "outside/a.o", ET_REL);
    assert_int_equal(link.record.inputs.count, 1);
    assert_string_equal(placed(&link), "../outside/a.o");
    struct stat status;
    assert_int_equal(stat(object, &status), 0);
    write_in_place(object, "OTHER!");
    const char *told = placed(&link);
    assert_int_equal(unsetenv("TMPDIR"), 0);
    if (status.st_nlink > 1) // and not a clone
        assert_string_equal(
            told, "'@/tree/../outside/a.o', which the link of the program read, has changed "
                  "since, and the build overwrote what was kept of it, too: let it "
                  "write a new file instead");
    else
        assert_string_equal(told, "KEPT/a.o");
}

// Its path may be what the program loads.
static void shared_libraries_stay(void **state)
{
    struct scratch *scratch = *state;
    struct link link = link_of(scratch, "../outside/x.so");
    const char *library = linked_object(&link, "outside/x.so", ET_DYN);
    put_elf(library, ET_DYN);
    FILE *file = fopen(library, "a");
    assert_true(file && fputs("stripped", file) >= 0 && fclose(file) == 0);
    assert_string_equal(placed(&link), "../outside/x.so");
    assert_int_equal(unlink(library), 0);
    assert_string_equal(placed(&link), "KEPT/x.so");
}

static size_t kept_files(struct scratch *scratch, const char *records)
{
    struct text_list names = {0};
    struct error error = {0};
    const char *folder = path_join(&scratch->arena, records, INPUTS_FOLDER);
    size_t count = 0;
    assert_true(tree_list(&scratch->arena, folder, &names, &error));
    for (size_t i = 0; i < names.count; i++)
        count += strchr(names.items[i], '/') && !text_starts(names.items[i], "seen/");
    return count;
}

static void the_same_content_is_kept_once(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "tree/libx.a", "library");
    scratch_file(scratch, "tree/copy/libx.a", "library");
    scratch_file(scratch, "tree/a.o", "object");
    for (size_t i = 0; i < 20; i++) {
        struct link link = link_of(scratch, "a.o libx.a copy/libx.a libx.a");
        keep(&link);
        assert_int_equal(link.record.inputs.count, 4);
        assert_string_equal(link.record.inputs.items[1].kept, link.record.inputs.items[2].kept);
    }
    assert_int_equal(kept_files(scratch, scratch_path(scratch, "records")), 2);
}

static void what_is_kept_is_bounded(void **state)
{
    struct scratch *scratch = *state;
    const char *first = scratch_file(scratch, "tree/a.o", "1234567890");
    const char *second = scratch_file(scratch, "tree/b.o", "abcdefghij");
    struct link link = link_of(scratch, "a.o b.o");
    assert_int_equal(setenv("ESWEXP_INPUTS_SIZE", "15", 1), 0);
    keep(&link);
    assert_string_equal(placed(&link), "a.o b.o");
    assert_int_equal(unlink(first), 0);
    assert_string_equal(placed(&link), "KEPT/a.o b.o");
    assert_int_equal(unlink(second), 0);
    assert_string_equal(placed(&link),
                        "'@/tree/b.o', which the link of the program read, is gone since, and was "
                        "beyond the limit of what is kept (set ESWEXP_INPUTS_SIZE)");
    assert_int_equal(setenv("ESWEXP_INPUTS_SIZE", "much", 1), 0);
    assert_false(inputs_keep(&scratch->arena, &link.record, link.records, &link.error));
    assert_string_equal(link.error.text, "ESWEXP_INPUTS_SIZE is 'much', not a size such as 8Gi");
    assert_int_equal(unsetenv("ESWEXP_INPUTS_SIZE"), 0);
}

static void records_hold_the_inputs(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "tree/a.o", "object");
    scratch_file(scratch, "outside/b.o", "other");
    struct link link = link_of(scratch, "a.o ../outside/b.o");
    struct recorded_links links, libraries;
    keep(&link);
    const char *path = path_join(&scratch->arena, link.records, "1.link");
    assert_true(record_write(path, &link.record, &link.error));
    assert_true(links_read(&scratch->arena, link.records, &links, &libraries, &link.error));
    assert_int_equal(links.count, 1);
    const struct link_inputs *read = &links.items[0].record.inputs;
    assert_int_equal(read->count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct link_input *one = &read->items[i], *other = &link.record.inputs.items[i];
        assert_string_equal(one->path, other->path);
        assert_string_equal(one->kept, other->kept);
        assert_string_equal(one->sha256, other->sha256);
        assert_true(one->bytes == other->bytes && one->modified_ns == other->modified_ns &&
                    one->changed_ns == other->changed_ns);
    }
    // who keeps the tree needs nothing of what still lies there
    assert_int_equal(kept_files(scratch, link.records), 2);
    assert_true(inputs_prune(&links, &libraries, link.records, link.record.folder, &link.error));
    assert_int_equal(kept_files(scratch, link.records), 1);
    assert_int_equal(unlink(scratch_path(scratch, "outside/b.o")), 0);
    assert_string_equal(placed(&link), "a.o KEPT/b.o");
    // of libraries, too
    assert_true(inputs_prune(&libraries, &links, link.records, link.record.folder, &link.error));
    assert_int_equal(kept_files(scratch, link.records), 1);
    links.items[0].record.inputs.items[1].kept = "";
    assert_false(inputs_prune(&libraries, &links, link.records, link.record.folder, &link.error));
    assert_string_equal(
        scratch_words(scratch, &link.error),
        "a later link could not read '@/tree/../outside/b.o', which was beyond the limit "
        "of what is kept (set ESWEXP_INPUTS_SIZE)");
}

// Go's links name what is kept by its place: packages in a list, the main package, the program.
static void inputs_of_go_stay(void **state)
{
    struct scratch *scratch = *state;
    struct arena *arena = &scratch->arena;
    const char *records = scratch_path(scratch, "records");
    const char *inputs = path_join(arena, records, "inputs");
    const char *imports = path_join(arena, records, "1.imports");
    struct text_list words = {0};
    text_list_add(&words, arena, "-importcfg");
    text_list_add(&words, arena, imports);
    text_list_add(&words, arena, path_join(arena, inputs, "main/_pkg_.a"));
    struct recorded_link link = {.records = records,
                                 .record = {.linker = "/usr/lib/go/pkg/tool/linux_amd64/link",
                                            .output = path_join(arena, inputs, "program/app"),
                                            .arguments = words}};
    const struct recorded_links links = {&link, 1}, none = {NULL, 0};
    struct error error = {0};
    scratch_file(scratch, "records/inputs/main/_pkg_.a", "main");
    scratch_file(scratch, "records/inputs/listed/fmt.a", "fmt");
    scratch_file(scratch, "records/inputs/program/app", "app");
    scratch_file(scratch, "records/inputs/other/b.o", "of another link");
    scratch_file(scratch, "records/1.imports",
                 arena_printf(arena, "# import config\npackagefile fmt=%s/listed/fmt.a\n", inputs));
    assert_true(inputs_prune(&links, &none, records, scratch->folder, &error));
    assert_true(file_exists(path_join(arena, inputs, "main/_pkg_.a")));
    assert_true(file_exists(path_join(arena, inputs, "listed/fmt.a")));
    assert_true(file_exists(path_join(arena, inputs, "program/app")));
    assert_false(file_exists(path_join(arena, inputs, "other/b.o")));
    assert_int_equal(unlink(imports), 0);
    assert_false(inputs_prune(&links, &none, records, scratch->folder, &error));
}

// Its first word, placed.
static const char *archive_of(struct link *link)
{
    struct link_record record = link->record;
    if (!inputs_place(&link->scratch->arena, &record, link->records, &link->error))
        fail_msg("%s", link->error.text);
    return record.arguments.items[0];
}

static void thin_archives_are_kept_with_their_members(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "tree/sub/a.o", "object");
    const char *member = scratch_file(scratch, "tree/a_member_with_a_long_name.o", "other");
    const char *line = arena_printf(&scratch->arena,
                                    "cd '%s/tree' && ar qcS --thin sub/x.a "
                                    "a_member_with_a_long_name.o sub/a.o 2>/dev/null",
                                    scratch->folder);
    if (system(line) != 0) {
        printf("skipped: there is no ar that makes thin archives\n");
        return;
    }
    struct link link = link_of(scratch, "sub/x.a");
    keep(&link);
    assert_int_equal(link.record.inputs.count, 3);
    assert_string_equal(placed(&link), "sub/x.a");
    assert_int_equal(unlink(member), 0);
    const char *archive = archive_of(&link);
    assert_true(text_ends(archive, "/tree/sub/x.a"));
    // a link that read another member at that path leads to its own
    struct link later = link_of(scratch, "sub/x.a");
    scratch_file(scratch, "tree/a_member_with_a_long_name.o", "a later one");
    keep(&later);
    assert_int_equal(unlink(member), 0);
    assert_string_not_equal(archive_of(&later), archive);
    // the archive's own words lead to both members from there
    struct text_list members =
        thin_members(&scratch->arena, archive, path_folder(&scratch->arena, archive));
    assert_int_equal(members.count, 2);
    assert_string_equal(scratch_read(scratch, members.items[0]), "other");
    assert_string_equal(scratch_read(scratch, members.items[1]), "object");
}

// Starts a process that writes into a pipe of this name.
static pid_t write_pipe(struct scratch *scratch, const char *name, const char *content)
{
    const char *pipe = scratch_path(scratch, name);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    pid_t writer = fork();
    if (writer == 0) {
        FILE *file = fopen(pipe, "w");
        _exit(file && fputs(content, file) >= 0 && fclose(file) == 0 ? 0 : 1);
    }
    return writer;
}

static void pipes_are_read_once(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    pid_t response = write_pipe(scratch, "response", "b.o c.o");
    pid_t list = write_pipe(scratch, "list", "{ local: *; };");
    const char *line = arena_printf(&scratch->arena, "a.o @%s/response --version-script=%s/list",
                                    scratch->folder, scratch->folder);
    struct text_list words;
    assert_true(text_split_words(&scratch->arena, line, &words, &error));
    bool spooled = false, good = inputs_spool(&scratch->arena, words.items,
                                              scratch_path(scratch, "records"), &spooled, &error);
    assert_int_equal(waitpid(response, NULL, 0), response);
    assert_int_equal(waitpid(list, NULL, 0), list);
    if (!good)
        fail_msg("%s", error.text);
    assert_true(spooled);
    assert_string_equal(words.items[0], "a.o");
    assert_true(text_starts(words.items[1], "@") && text_ends(words.items[1], "/pipe"));
    assert_string_equal(scratch_read(scratch, words.items[1] + 1), "b.o c.o");
    assert_true(text_starts(words.items[2], "--version-script=/"));
    assert_string_equal(scratch_read(scratch, strchr(words.items[2], '/')), "{ local: *; };");
}

// Such as /dev/stdout where the next command reads it.
static void pipes_that_the_link_writes_are_not_read(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct text_list words;
    int ends[2] = {-1, -1}, output = dup(STDOUT_FILENO);
    assert_true(output >= 0 && pipe(ends) == 0);
    const char *line = arena_printf(&scratch->arena, "a.o /proc/self/fd/%d", ends[1]);
    assert_true(text_split_words(&scratch->arena, line, &words, &error));
    assert_int_equal(dup2(ends[1], STDOUT_FILENO), STDOUT_FILENO);
    bool spooled = false, good = inputs_spool(&scratch->arena, words.items,
                                              scratch_path(scratch, "records"), &spooled, &error);
    assert_int_equal(dup2(output, STDOUT_FILENO), STDOUT_FILENO);
    assert_true(good && !spooled);
    assert_int_equal(close(output) | close(ends[0]) | close(ends[1]), 0);
}

int tests_of_inputs(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(words_of_a_link_are_told_apart),
        scratch_test(originals_stay_and_lost_ones_are_replaced),
        scratch_test(inputs_that_are_written_in_place_are_kept),
        scratch_test(temporary_objects_are_linked),
        scratch_test(shared_libraries_stay),
        scratch_test(the_same_content_is_kept_once),
        scratch_test(what_is_kept_is_bounded),
        scratch_test(records_hold_the_inputs),
        scratch_test(inputs_of_go_stay),
        scratch_test(thin_archives_are_kept_with_their_members),
        scratch_test(pipes_are_read_once),
        scratch_test(pipes_that_the_link_writes_are_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
