// Compares two built trees, file by file. A file of an unknown kind counts as one that an execution
// reads: identical programs of different behaviour must not be taken for the same.
#include "build/code/tree_difference.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/elf/image.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Is it a word of the list?
static bool is_in(const char *word, const char *list)
{
    size_t length = strlen(word);
    for (const char *at = list; length && (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

// Of git, of services, of build systems.
static bool is_in_ignored_folder(struct arena *scratch, const char *path)
{
    static const char folders[] = ".git .github .gitlab CMakeFiles meson-private meson-logs "
                                  "meson-info autom4te.cache .deps __pycache__";
    char *rest = arena_strdup(scratch, path);
    for (char *part; (part = strsep(&rest, "/"));)
        if (is_in(part, folders))
            return true;
    return false;
}

static bool is_ignored(const char *path)
{
    static const char sources[] = "c h cc hh cpp hpp cxx hxx inl ipp s S asm y l ld lds";
    static const char built[] = "o lo obj a la d gch pch log pyc gcno cmake mk m4 ac am ninja "
                                "ninja_log ninja_deps";
    static const char documentation[] = "md rst adoc texi";
    static const char names[] =
        "CMakeLists.txt CMakeCache.txt compile_commands.json Makefile makefile GNUmakefile "
        "Makefile.in configure config.status config.h.in libtool meson.build meson_options.txt "
        "eswexp.yaml README README.txt LICENSE LICENSE.txt COPYING CHANGELOG ChangeLog NEWS "
        "AUTHORS INSTALL .gitignore .gitattributes .gitmodules .clang-format .clang-tidy "
        ".editorconfig .mailmap";
    const char *name = path_base(path), *dot = strrchr(name, '.');
    return is_in(name, names) || (dot && (is_in(dot + 1, sources) || is_in(dot + 1, built) ||
                                          is_in(dot + 1, documentation)));
}

static bool is_named(const char *path, const struct text_list *named)
{
    for (size_t i = 0; i < named->count; i++)
        if (strstr(named->items[i], path_base(path)))
            return true;
    return false;
}

static bool files_differ(const char *a, const struct built_tree *tree_a, const char *b,
                         const struct built_tree *tree_b)
{
    IMAGE_CLEANUP struct image one = {0}, other = {0};
    struct image_digest loaded, also;
    if (!image_map(a, tree_a->place, &one) || !image_map(b, tree_b->place, &other))
        return true;
    return !images_equal(&one, &other) &&
           !(image_digest(&one, &loaded) && image_digest(&other, &also) &&
             text_equal(loaded.loaded, also.loaded));
}

static bool links_differ(const char *a, const char *b)
{
    char one[PATH_MAX], other[PATH_MAX];
    ssize_t length = readlink(a, one, sizeof one);
    return length < 0 || readlink(b, other, sizeof other) != length ||
           memcmp(one, other, (size_t)length) != 0;
}

static bool entries_differ(struct arena *scratch, const struct built_tree *a,
                           const struct built_tree *b, const char *name)
{
    const char *one = path_join(scratch, a->folder, name),
               *other = path_join(scratch, b->folder, name);
    struct stat first, second;
    if (lstat(one, &first) != 0 || lstat(other, &second) != 0 ||
        (first.st_mode & S_IFMT) != (second.st_mode & S_IFMT))
        return true;
    if (S_ISLNK(first.st_mode))
        return links_differ(one, other);
    return S_ISREG(first.st_mode) &&
           (((first.st_mode ^ second.st_mode) & S_IXUSR) || files_differ(one, a, other, b));
}

// A folder of one tree only matters by its files.
static bool is_file(struct arena *scratch, const struct built_tree *tree, const char *name)
{
    struct stat status;
    return lstat(path_join(scratch, tree->folder, name), &status) == 0 && !S_ISDIR(status.st_mode);
}

static bool matters(struct arena *scratch, const char *name, const struct text_list *named)
{
    return !is_in_ignored_folder(scratch, name) && (!is_ignored(name) || is_named(name, named));
}

const char *tree_difference(struct arena *arena, const struct built_tree *a,
                            const struct built_tree *b, const struct text_list *named)
{
    struct arena scratch = {0};
    struct text_list one = {0}, other = {0};
    struct error error;
    bool read = tree_list(&scratch, a->folder, &one, &error) &&
                tree_list(&scratch, b->folder, &other, &error);
    const char *found = read ? NULL : "";
    for (size_t i = 0, k = 0; !found && (i < one.count || k < other.count);) {
        int order = i == one.count     ? 1
                    : k == other.count ? -1
                                       : strcmp(one.items[i], other.items[k]);
        const char *name = order <= 0 ? one.items[i] : other.items[k];
        if (matters(&scratch, name, named) &&
            (order == 0 ? entries_differ(&scratch, a, b, name)
                        : is_file(&scratch, order < 0 ? a : b, name)))
            found = arena_strdup(arena, name);
        i += order <= 0;
        k += order >= 0;
    }
    arena_release(&scratch);
    return found;
}
