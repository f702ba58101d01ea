// Tells the files that a linker's command line names from its other words.
#include "build/capture/inputs.h"

#include "base/files/paths.h"
#include "build/capture/link_arguments.h"

#include <string.h>

// Options whose value, "=" or the next word, is a file that the link reads.
static const char *const file_options[] = {"T",
                                           "script",
                                           "default-script",
                                           "dT",
                                           "version-script",
                                           "dynamic-list",
                                           "export-dynamic-symbol-list",
                                           "retain-symbols-file",
                                           "just-symbols",
                                           "R",
                                           "symbol-ordering-file",
                                           "section-ordering-file",
                                           "call-graph-ordering-file",
                                           "c",
                                           "mri-script",
                                           "plugin",
                                           "lto-sample-profile",
                                           NULL};

// Options whose value is the next word, and no file to read.
static const char *const other_options[] = {"o",
                                            "output",
                                            "Map",
                                            "dependency-file",
                                            "soname",
                                            "h",
                                            "e",
                                            "entry",
                                            "u",
                                            "undefined",
                                            "m",
                                            "z",
                                            "rpath",
                                            "rpath-link",
                                            "a",
                                            "A",
                                            "architecture",
                                            "b",
                                            "format",
                                            "G",
                                            "F",
                                            "filter",
                                            "f",
                                            "auxiliary",
                                            "I",
                                            "y",
                                            "trace-symbol",
                                            "Y",
                                            "assert",
                                            "defsym",
                                            "wrap",
                                            "init",
                                            "fini",
                                            "exclude-libs",
                                            "plugin-opt",
                                            "mllvm",
                                            "hash-style",
                                            "sort-section",
                                            "section-start",
                                            "Ttext",
                                            "Tdata",
                                            "Tbss",
                                            "Ttext-segment",
                                            "oformat",
                                            "dynamic-linker",
                                            "image-base",
                                            "require-defined",
                                            "print-symbol-order",
                                            "reproduce",
                                            "O",
                                            "dynamic-linker",
                                            NULL};

static const char *value_of(const struct text_list *words, size_t *index,
                            const char *const *options)
{
    const char *value = NULL;
    for (; !value && *options; options++)
        value = link_value(words, index, *options);
    return value;
}

// What decides where -l looks, as far as the command line was read.
struct search {
    struct arena *arena;
    const char *folder;
    struct text_list folders; // of -L, all of which hold for each -l
    bool is_static;
    input_exists *there;
    void *context;
};

static const char *existing(const struct search *search, const char *name)
{
    char *path = path_join(search->arena, search->folder, name);
    return search->there(search->context, path) ? path : NULL;
}

static const char *folder_of(const struct text_list *words, size_t *index)
{
    const char *word = words->items[*index], *value = link_value(words, index, "library-path");
    value = value ? value : link_value(words, index, "L");
    return value ? value : text_starts(word, "-L") && word[2] ? word + 2 : NULL;
}

static void find_folders(struct search *search, const struct text_list *words)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *folder = folder_of(words, &i);
        if (folder)
            text_list_add(&search->folders, search->arena, folder);
    }
}

static const char *library_of(const struct text_list *words, size_t *index)
{
    const char *word = words->items[*index], *value = link_value(words, index, "library");
    value = value ? value : link_value(words, index, "l");
    return value ? value : text_starts(word, "-l") && word[2] ? word + 2 : NULL;
}

// The first of the folders that has the library decides.
static const char *find_library(const struct search *search, const char *name)
{
    static const char *const endings[] = {".so", ".a"};
    for (size_t i = 0; i < search->folders.count; i++) {
        const char *folder = search->folders.items[i], *found = NULL;
        if (*name == ':')
            found = existing(search, path_join(search->arena, folder, name + 1));
        for (size_t e = search->is_static; *name != ':' && !found && e < 2; e++)
            found = existing(search,
                             arena_printf(search->arena, "%s/lib%s%s", folder, name, endings[e]));
        if (found)
            return found;
    }
    return NULL;
}

static void note_kind(struct search *search, const char *word)
{
    static const char *const fixed[] = {"-Bstatic", "-dn", "-non_shared", "-static", "--static"};
    static const char *const loaded[] = {"-Bdynamic", "-dy", "-call_shared"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        search->is_static = search->is_static || text_equal(word, fixed[i]);
    for (size_t i = 0; i < sizeof loaded / sizeof *loaded; i++)
        search->is_static = search->is_static && !text_equal(word, loaded[i]);
}

// The file that the word at *index, or the value behind it, names; NULL: none.
static struct input_word read_word(struct search *search, const struct text_list *words,
                                   size_t *index)
{
    const char *word = words->items[*index], *name;
    struct input_word input = {.index = *index};
    note_kind(search, word);
    if (folder_of(words, index))
        return input;
    if ((name = library_of(words, index))) {
        input.is_library = true;
        input.path = find_library(search, name);
        return input;
    }
    if (value_of(words, index, other_options))
        return input;
    name = value_of(words, index, file_options);
    if (!name && text_starts(word, "-T") &&
        link_own_script(&(struct text_list){&words->items[*index], 1}))
        name = word + 2;
    if (!name && !text_starts(word, "-"))
        name = word;
    input.path = name ? existing(search, name) : NULL;
    input.prefix = name && *index == input.index ? (size_t)(name - word) : 0;
    input.index = *index;
    return input;
}

struct input_words inputs_find(struct arena *arena, const struct text_list *arguments,
                               const char *folder, input_exists *there, void *context)
{
    struct search search = {arena, folder, {0}, false, there, context};
    struct input_words found = {.items =
                                    arena_new_array(arena, struct input_word, arguments->count)};
    find_folders(&search, arguments);
    for (size_t i = 0; i < arguments->count; i++) {
        struct input_word input = read_word(&search, arguments, &i);
        if (input.path)
            found.items[found.count++] = input;
    }
    return found;
}

bool input_is_of_system(const char *path)
{
    static const char *const roots[] = {"/usr/lib", "/usr/share/", "/lib/", "/lib64/"};
    static const char *const parts[] = {"/lib/gcc/",
                                        "/lib/clang/"}; // of compilers installed elsewhere
    bool of_system = false;
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        of_system = of_system || text_starts(path, roots[i]);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        of_system = of_system || strstr(path, parts[i]);
    return of_system;
}
