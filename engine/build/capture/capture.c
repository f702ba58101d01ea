// Picks the link to repeat and removes arguments that must not be repeated.
#include "build/capture/capture.h"

#include "base/files/paths.h"
#include "build/capture/link_arguments.h"
#include "build/toolchain/linker.h"
#include "build/toolchain/toolchain.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int is_record(const struct dirent *entry)
{
    return text_ends(entry->d_name, ".link");
}

// All records, in order of time.
static bool read_records(struct arena *arena, const char *folder, struct link_record **records,
                         size_t *count, struct error *error)
{
    struct dirent **entries;
    int found = scandir(folder, &entries, is_record, alphasort);
    if (found < 0)
        return failed_errno(error, "cannot read '%s'", folder);
    *records = arena_new_array(arena, struct link_record, (size_t)found);
    *count = 0;
    bool good = true;
    for (int i = 0; i < found; i++) {
        const char *path = path_join(arena, folder, entries[i]->d_name);
        good = good && record_read(arena, path, &(*records)[*count], error);
        ++*count;
        free(entries[i]);
    }
    free(entries);
    return good;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// How well a link's output matches the wanted program: 3 the same file, 2 the program that
// libtool's wrapper script of that name runs, 1 the same name elsewhere (an installed copy), 0
// another.
static int likeness(const char *output, const char *wanted, struct arena *arena)
{
    if (text_equal(output, wanted))
        return 3;
    const char *name = base_name(output);
    char *hidden = arena_printf(arena, "%s/.libs", path_folder(arena, wanted));
    bool same = text_equal(name, base_name(wanted));
    bool behind = text_equal(path_folder(arena, output), hidden);
    if (behind && (same || (text_starts(name, "lt-") && text_equal(name + 3, base_name(wanted)))))
        return 2;
    return same ? 1 : 0;
}

// Removes arguments that name the output, write other files, or strip the symbols that identify a
// layout. Symbol tables are not loaded, so an unstripped program has the same addresses.
static void clean(struct arena *arena, struct capture *capture)
{
    static const char *const valued[] = {"output", "o", "Map", "dependency-file", NULL};
    static const char *const plain[] = {"s", "strip-all", "x", "discard-all",
                                        "M", "print-map", NULL};
    const struct text_list given = capture->record.arguments;
    struct text_list kept = {.items = arena_new_array(arena, char *, 1)};
    for (size_t i = 0; i < given.count; i++) {
        const char *word = given.items[i];
        bool drop = text_starts(word, "-o") && !text_starts(word, "-omagic");
        for (const char *const *name = valued; *name; name++)
            drop = link_value(&given, &i, *name) || drop;
        struct text_list one = {.items = &given.items[i], .count = 1};
        for (const char *const *name = plain; *name; name++)
            drop = drop || link_has(&one, *name);
        if (!drop)
            text_list_add(&kept, arena, word);
    }
    capture->record.arguments = kept;
}

static bool describe(struct arena *arena, struct capture *capture, struct error *error)
{
    const struct text_list *arguments = &capture->record.arguments;
    const char *version;
    capture->own_script = link_own_script(arguments);
    capture->static_pie = link_has(arguments, "no-dynamic-linker");
    return linker_identify(arena, capture->record.linker, &capture->kind, &version, error);
}

bool capture_outputs(struct arena *arena, const char *records, struct text_list *outputs,
                     struct error *error)
{
    struct link_record *all = NULL;
    size_t count = 0;
    if (!read_records(arena, records, &all, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *output = path_absolute(arena, path_join(arena, all[i].folder, all[i].output));
        if (file_can_run(output))
            text_list_add_once(outputs, arena, output);
    }
    return true;
}

bool capture_pick(struct arena *arena, const char *records, const char *folder, const char *command,
                  struct capture *capture, struct error *error)
{
    struct link_record *all = NULL;
    size_t count = 0;
    if (!read_records(arena, records, &all, &count, error))
        return false;
    if (!count)
        return failed(error, EXIT_FAILED,
                      "no link of a program was recorded: the build must link it through gcc or "
                      "clang, without an absolute --ld-path or a linker called by its path");
    const char *wanted = path_absolute(arena, path_join(arena, folder, command));
    int best = -1;
    for (size_t i = 0; i < count; i++) {
        const char *given = path_join(arena, all[i].folder, all[i].output);
        const char *output = path_absolute(arena, given);
        int like = likeness(output, wanted, arena);
        if (like < best)
            continue;
        best = like;
        *capture = (struct capture){.record = all[i], .output = output};
    }
    clean(arena, capture);
    return describe(arena, capture, error);
}

// An LTO plugin writes its resolutions to a file; each link needs its own.
static const char *own_resolution(struct arena *arena, const char *word, const char *output)
{
    static const char option[] = "-plugin-opt=-fresolution=";
    return text_starts(word, option) ? arena_printf(arena, "%s%s.res", option, output) : word;
}

static void add_words(struct arena *arena, struct text_list *arguments,
                      const struct text_list *words)
{
    for (size_t i = 0; i < words->count; i++)
        text_list_add(arguments, arena, words->items[i]);
}

// lld generates code at the link (LTO), by default in the way of its output. A program that is
// fixed in place of position-independent would have other code, and sections of other sizes.
static void keep_code_model(struct arena *arena, const struct capture *capture,
                            struct text_list *arguments)
{
    const struct text_list *recorded = &capture->record.arguments;
    bool is_pie = link_has(recorded, "pie") || link_has(recorded, "pic-executable");
    for (size_t i = 0; i < recorded->count; i++)
        is_pie = is_pie && !strstr(recorded->items[i], "relocation-model="); // given once only
    if (!is_pie || capture->kind != LINKER_LLD)
        return;
    text_list_add(arguments, arena, "-mllvm");
    text_list_add(arguments, arena, "-relocation-model=pic");
}

struct text_list capture_arguments(struct arena *arena, const struct capture *capture,
                                   const char *output, bool fixed, const struct text_list *objects,
                                   const struct text_list *options)
{
    const struct text_list *recorded = &capture->record.arguments;
    struct text_list arguments = {0};
    text_list_add(&arguments, arena, capture->record.linker);
    text_list_add(&arguments, arena, "-o");
    text_list_add(&arguments, arena, output);
    add_words(arena, &arguments, objects);
    for (size_t i = 0; i < recorded->count; i++) {
        struct text_list one = {.items = &recorded->items[i], .count = 1};
        if (!fixed || !(link_has(&one, "pie") || link_has(&one, "pic-executable")))
            text_list_add(&arguments, arena, own_resolution(arena, recorded->items[i], output));
    }
    if (fixed)
        keep_code_model(arena, capture, &arguments);
    add_words(arena, &arguments, options);
    return arguments;
}
