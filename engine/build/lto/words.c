// Takes bitcode out of a link's arguments.
#include "build/lto/words.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/link_arguments.h"
#include "build/lto/bitcode.h"
#include "build/toolchain/tool.h"

#include <unistd.h>

// ---- Libraries by name

// The folders of -L, wherever they stand.
static struct text_list library_folders(struct arena *arena, const struct link_record *record)
{
    const struct text_list *words = &record->arguments;
    struct text_list folders = {0};
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->items[i], *value = link_value(words, &i, "library-path");
        if (!value && text_equal(word, "-L") && i + 1 < words->count)
            value = words->items[++i];
        else if (!value && text_starts(word, "-L") && word[2])
            value = word + 2;
        if (value)
            text_list_add(&folders, arena, path_join(arena, record->folder, value));
    }
    return folders;
}

// The archive that -lNAME finds; NULL: a shared library, or nothing.
static const char *find_archive(struct arena *arena, const struct text_list *folders,
                                const char *name, bool is_static)
{
    for (size_t i = 0; i < folders->count; i++) {
        const char *folder = folders->items[i];
        const char *path = name[0] == ':' ? arena_printf(arena, "%s/%s", folder, name + 1)
                                          : arena_printf(arena, "%s/lib%s.a", folder, name);
        if (name[0] != ':' && !is_static &&
            file_exists(arena_printf(arena, "%s/lib%s.so", folder, name)))
            return NULL;
        if (file_exists(path))
            return path;
    }
    return NULL;
}

// ---- Inputs

struct reader {
    struct arena *arena;
    const struct link_record *record;
    struct text_list folders;
    const char *copies;
    bool is_static;
    size_t group;  // the item that is --start-lib
    bool in_group; // whose objects the linker takes only if they are needed
};

static bool is_among(const char *word, const char *const *options)
{
    struct text_list one = {.items = (char *[]){(char *)word}, .count = 1};
    for (; *options; options++)
        if (link_has(&one, *options))
            return true;
    return false;
}

static void follow_modes(struct reader *reader, const char *word, size_t at)
{
    static const char *const fixed[] = {"Bstatic", "static", "dn", "non_shared", NULL};
    static const char *const shared[] = {"Bdynamic", "dy", "call_shared", NULL};
    static const char *const begin[] = {"start-lib", NULL}, *const end[] = {"end-lib", NULL};
    if (is_among(word, fixed) || is_among(word, shared))
        reader->is_static = is_among(word, fixed);
    if (is_among(word, begin) || is_among(word, end))
        reader->in_group = is_among(word, begin);
    if (is_among(word, begin))
        reader->group = at;
}

// The file that an argument names as an input, or NULL; moves *index to the last word of it.
static const char *input_of(const struct reader *reader, size_t *index)
{
    const struct text_list *words = &reader->record->arguments;
    const char *word = words->items[*index], *name = link_value(words, index, "library");
    if (!name && text_equal(word, "-l") && *index + 1 < words->count)
        name = words->items[++*index];
    else if (!name && text_starts(word, "-l") && word[2])
        name = word + 2;
    if (name)
        return find_archive(reader->arena, &reader->folders, name, reader->is_static);
    return word[0] == '-' ? NULL : path_join(reader->arena, reader->record->folder, word);
}

static bool is_plugin(const struct text_list *words, size_t *index)
{
    return link_value(words, index, "plugin") || link_value(words, index, "plugin-opt");
}

static bool copy_archive(const struct reader *reader, const char *path, struct plain_words *words,
                         struct error *error)
{
    char program[] = "ranlib";
    char *copy = arena_printf(reader->arena, "%s/%zu-%s", reader->copies, words->items.count,
                              path_base(path));
    char *arguments[] = {program, copy, NULL};
    struct tool tool = {.arguments = arguments, .environment = environ, .timeout_s = 60};
    struct tool_end end = {0};
    bool good = folder_make(reader->copies, error) && archive_copy_other(path, copy, error) &&
                tool_run(&tool, NULL, &end, error) &&
                (tool_succeeded(&end) || tool_failed(&end, "'ranlib'", error));
    text_release(&end.output);
    text_list_add(&words->items, reader->arena, copy);
    return good;
}

bool words_without_bitcode(struct arena *arena, const struct link_record *record,
                           const char *folder, struct plain_words *words, struct error *error)
{
    const struct text_list *given = &record->arguments;
    struct reader reader = {.arena = arena,
                            .record = record,
                            .folders = library_folders(arena, record),
                            .copies = folder};
    *words = (struct plain_words){.had_bitcode = false};
    for (size_t i = 0; i < given->count; i++) {
        if (is_plugin(given, &i))
            continue;
        follow_modes(&reader, given->items[i], words->items.count);
        size_t begin = i;
        const char *path = input_of(&reader, &i);
        enum content content = path ? content_of(path) : CONTENT_OTHER;
        size_t at = reader.in_group ? reader.group : words->items.count;
        if (content == CONTENT_BOTH && !copy_archive(&reader, path, words, error))
            return false;
        for (; content == CONTENT_OTHER && begin <= i; begin++)
            text_list_add(&words->items, arena, given->items[begin]);
        if (content == CONTENT_OTHER)
            continue;
        words->first = words->had_bitcode ? words->first : at;
        words->last = at;
        words->had_bitcode = true;
    }
    return true;
}

struct text_list words_with_objects(struct arena *arena, const struct plain_words *words, size_t at,
                                    const struct text_list *objects)
{
    struct text_list list = {0};
    for (size_t i = 0; i <= words->items.count; i++) {
        for (size_t j = 0; i == at && j < objects->count; j++)
            text_list_add(&list, arena, objects->items[j]);
        if (i < words->items.count)
            text_list_add(&list, arena, words->items.items[i]);
    }
    return list;
}
