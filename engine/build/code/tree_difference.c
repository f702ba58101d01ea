// Compares two built trees, file by file. A file of an unknown kind counts as one that an execution
// reads: identical programs of different behaviour must not be taken for the same.
#include "build/code/tree_difference.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/elf/image.h"

#include <fnmatch.h>
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

static bool has_part(struct arena *scratch, const char *path, const char *folders)
{
    char *rest = arena_strdup(scratch, path);
    for (char *part; (part = strsep(&rest, "/"));)
        if (is_in(part, folders))
            return true;
    return false;
}

// Of git, of services, of build systems.
static bool is_in_ignored_folder(struct arena *scratch, const char *path)
{
    return has_part(scratch, path,
                    ".git .github .gitlab .gitea .forgejo .circleci .vscode .idea CMakeFiles "
                    "meson-private meson-logs meson-info autom4te.cache .deps __pycache__");
}

bool tree_file_is_of_build(const char *path)
{
    static const char sources[] = "c h cc hh cpp hpp cxx hxx inl ipp s S asm y l ld lds";
    static const char built[] = "o lo obj a la d gch pch log pyc gcno cmake mk m4 ac am ninja "
                                "ninja_log ninja_deps";
    static const char names[] =
        "CMakeLists.txt CMakeCache.txt compile_commands.json Makefile makefile GNUmakefile "
        "Makefile.in configure config.status config.h.in libtool meson.build meson_options.txt "
        "meson.options eswexp.yaml";
    const char *name = path_base(path), *dot = strrchr(name, '.');
    return is_in(name, names) || (dot && (is_in(dot + 1, sources) || is_in(dot + 1, built)));
}

// Documentation, and settings of services and editors. In a folder of documentation other kinds of
// files are documentation, too.
static bool is_documentation(struct arena *scratch, const char *path)
{
    static const char kinds[] =
        "md mkd mdown mdwn markdown rst adoc asciidoc asc texi texinfo org pod rdoc textile";
    static const char kinds_in_folder[] =
        "txt html css svg png jpg 1 2 3 4 5 6 7 8 9 xml tex bib in dox puml";
    static const char names[] =
        "README LICENSE LICENCE COPYING COPYRIGHT NOTICE PATENTS CHANGELOG ChangeLog Changelog "
        "CHANGES Changes HISTORY NEWS AUTHORS MAINTAINERS CONTRIBUTORS CONTRIBUTING CREDITS THANKS "
        "INSTALL HACKING TODO RELEASING SECURITY CODEOWNERS CITATION Doxyfile Jenkinsfile";
    static const char settings[] =
        ".gitignore .gitattributes .gitmodules .git-blame-ignore-revs .gitlab-ci .travis .appveyor "
        "appveyor .cirrus .drone .woodpecker .build azure-pipelines .azure-pipelines .codecov "
        "codecov .coveralls .codacy .lgtm .pre-commit-config .readthedocs "
        ".readthedocs-requirements "
        ".clang-format .clang-format-ignore .clang-tidy .clangd .editorconfig .mailmap .vimrc "
        ".dir-locals .dockerignore .codespellrc .lift .mergify .packit renovate dependabot";
    const char *name = path_base(path), *dot = strrchr(name, '.'), *kind = dot ? dot + 1 : "";
    const char *stem =
        dot && dot > name ? arena_strndup(scratch, name, (size_t)(dot - name)) : name;
    if (is_in(name, names) || is_in(kind, kinds) || is_in(name, settings))
        return true;
    return (is_in(stem, names) && is_in(kind, "txt html cff")) ||
           (is_in(stem, settings) && is_in(kind, "yml yaml toml el")) ||
           (has_part(scratch, path, "doc docs Doc Docs Documentation man manual") &&
            is_in(kind, kinds_in_folder));
}

// A word as a path: without "./" in front and "/" behind.
static const char *word_path(struct arena *scratch, const char *word)
{
    while (text_starts(word, "./"))
        word += 2;
    size_t length = strlen(word);
    while (length && word[length - 1] == '/')
        length--;
    return length ? arena_strndup(scratch, word, length) : ".";
}

// A word names a file by its name, by a folder that has it, or by a pattern.
static bool is_named_by(struct arena *scratch, const char *path, const char *word)
{
    const char *name = path_base(path), *from = strrchr(word, '=');
    const char *given = word_path(scratch, from ? from + 1 : word);
    size_t length = strlen(given);
    return strstr(word, name) || text_equal(given, ".") ||
           (length && text_starts(path, given) && path[length] == '/') ||
           (strchr(given, '$') && has_part(scratch, path, path_base(given))) ||
           (strpbrk(word, "*?[") && fnmatch(path_base(word), name, 0) == 0);
}

static bool is_named(struct arena *scratch, const char *path, const struct text_list *named)
{
    for (size_t i = 0; i < named->count; i++)
        if (is_named_by(scratch, path, named->items[i]))
            return true;
    return false;
}

// Whether one of the programs holds the file's name, so it may open the file.
static bool is_held(const char *path, const struct text_list *programs)
{
    const char *name = path_base(path);
    bool held = false;
    for (size_t i = 0; !held && i < programs->count; i++) {
        IMAGE_CLEANUP struct image image = {0};
        held = !image_map(programs->items[i], "", &image) ||
               memmem(image.bytes, image.size, name, strlen(name));
    }
    return held;
}

static bool files_differ(const char *a, const struct built_tree *tree_a, const char *b,
                         const struct built_tree *tree_b, bool but_code)
{
    IMAGE_CLEANUP struct image one = {0}, other = {0};
    struct image_digest loaded, also;
    if (!image_map(a, tree_a->place, &one) || !image_map(b, tree_b->place, &other))
        return true;
    return !images_equal(&one, &other) &&
           !(image_digest(&one, &loaded) && image_digest(&other, &also) &&
             (but_code || text_equal(loaded.loaded, also.loaded)));
}

static bool links_differ(const char *a, const char *b)
{
    char one[PATH_MAX], other[PATH_MAX];
    ssize_t length = readlink(a, one, sizeof one);
    return length < 0 || readlink(b, other, sizeof other) != length ||
           memcmp(one, other, (size_t)length) != 0;
}

static bool entries_differ(struct arena *scratch, const struct built_tree *a,
                           const struct built_tree *b, const char *name, bool but_code)
{
    const char *one = path_join(scratch, a->folder, name),
               *other = path_join(scratch, b->folder, name);
    struct stat first, second;
    if (lstat(one, &first) != 0 || lstat(other, &second) != 0 ||
        (first.st_mode & S_IFMT) != (second.st_mode & S_IFMT))
        return true;
    if (S_ISLNK(first.st_mode))
        return links_differ(one, other);
    return S_ISREG(first.st_mode) && (((first.st_mode ^ second.st_mode) & S_IXUSR) ||
                                      files_differ(one, a, other, b, but_code));
}

// A folder of one tree only matters by its files.
static bool is_file(struct arena *scratch, const struct built_tree *tree, const char *name)
{
    struct stat status;
    return lstat(path_join(scratch, tree->folder, name), &status) == 0 && !S_ISDIR(status.st_mode);
}

// Of languages and build systems whose files an identical program may still read, and what their
// compilers leave; scripts that an execution opens are found by that.
static bool is_of_compiler(struct arena *scratch, const char *path)
{
    static const char names[] =
        "Cargo.toml Cargo.lock go.mod go.sum .rustc_info.json CMakePresets.json BUILD BUILD.bazel "
        "WORKSPACE MODULE.bazel SConstruct SConscript changelog";
    static const char kinds[] =
        "rs rlib rmeta go f f77 f90 f95 f03 f08 F F90 mod smod zig swift nim m mm cu adb ads ali "
        "tpp tcc txx C H h++ c++ cppm ixx inc def in pxd pyx ii i ll bc dwo su gcda symbols cmd "
        "rsp vcxproj sln props bzl py sh bash pl rb lua js mjs cjs ts php tcl awk";
    const char *dot = strrchr(path_base(path), '.');
    return is_in(path_base(path), names) || has_part(scratch, path, ".fingerprint incremental") ||
           (dot && is_in(dot + 1, kinds));
}

static bool matters(struct arena *scratch, const char *name, const struct tree_readers *readers)
{
    if (tree_file_is_of_build(name) || (readers->but_code && is_of_compiler(scratch, name)))
        return is_named(scratch, name, &readers->words);
    return !is_documentation(scratch, name) || is_named(scratch, name, &readers->words) ||
           is_held(name, &readers->programs);
}

const char *tree_difference(struct arena *arena, const struct built_tree *a,
                            const struct built_tree *b, const struct tree_readers *readers,
                            struct text_list *passed)
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
        bool differs = !is_in_ignored_folder(&scratch, name) &&
                       (order == 0 ? entries_differ(&scratch, a, b, name, readers->but_code)
                                   : is_file(&scratch, order < 0 ? a : b, name));
        if (differs && matters(&scratch, name, readers))
            found = arena_strdup(arena, name);
        else if (differs)
            text_list_add(passed, arena, name);
        i += order <= 0;
        k += order >= 0;
    }
    arena_release(&scratch);
    return found;
}
