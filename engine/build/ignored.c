// Build inputs of the experiment file that a project's own build does not use, and the remedies.
#include "build/ignored.h"

#include "base/files/files.h"
#include "build/elf/image.h"
#include "build/internal.h"

#include <string.h>

enum build_system { CMAKE, MESON, CONFIGURE, MAKE, UNKNOWN };

// ---- Remedies

static bool has_line(const struct target *target, const char *word)
{
    return (target->setup && strstr(target->setup, word)) ||
           (target->build && strstr(target->build, word));
}

// By the lines of `setup` and `build`, else by the files of the tree.
static enum build_system system_of(struct arena *arena, const struct program *program)
{
    static const struct {
        const char *word, *file;
    } signs[] = {
        [CMAKE] = {"cmake", "CMakeLists.txt"},
        [MESON] = {"meson", "meson.build"},
        [CONFIGURE] = {"configure", "configure"},
        [MAKE] = {"make", "Makefile"},
    };
    for (size_t i = CMAKE; i < UNKNOWN; i++)
        if (has_line(&program->target, signs[i].word))
            return (enum build_system)i;
    for (size_t i = CMAKE; i < UNKNOWN; i++)
        if (file_exists(path_join(arena, program->folder, signs[i].file)))
            return (enum build_system)i;
    return UNKNOWN;
}

// A makefile's own "CFLAGS = …"; "?=" leaves the environment's value.
static bool sets_itself(const char *text, const char *variable)
{
    size_t length = strlen(variable);
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *at = text_starts(line, "override ") ? line + strlen("override ") : line;
        if (strncmp(at, variable, length) != 0)
            continue;
        at += length + strspn(at + length, " \t");
        if (at[strspn(at, ":+")] == '=')
            return true;
    }
    return false;
}

static const char *subject(struct arena *arena, const struct program *program, const char *variable)
{
    static const char *const names[] = {"GNUmakefile", "makefile", "Makefile"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        TEXT_CLEANUP struct text text = {0};
        struct error error;
        const char *path = path_join(arena, program->folder, names[i]);
        if (file_exists(path) && file_read(path, 1 << 22, &text, &error) && text.bytes &&
            sets_itself(text.bytes, variable))
            return arena_printf(arena, "the makefile sets %s itself", variable);
    }
    return arena_printf(arena, "the build ignores the variable %s", variable);
}

// The line of `build`, if it is only a call of make.
static const char *make_line(const struct target *target)
{
    bool alone =
        target->build && text_starts(target->build, "make") && !strpbrk(target->build, ";&|\n<>");
    return alone ? target->build : "make";
}

const char *ignored_remedy(struct arena *arena, const struct program *program, const char *key)
{
    static const struct {
        const char *key, *variable, *make, *cmake, *meson;
    } inputs[] = {
        {"cflags", "CFLAGS", "CFLAGS=\"$CFLAGS\" CXXFLAGS=\"$CXXFLAGS\"",
         "-DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=\"$CFLAGS\" -DCMAKE_CXX_FLAGS=\"$CXXFLAGS\"",
         "--buildtype=plain -Dc_args=\"$CFLAGS\" -Dcpp_args=\"$CXXFLAGS\""},
        {"compiler", "CC", "CC=\"$CC\" CXX=\"$CXX\"",
         "-DCMAKE_C_COMPILER=\"$CC\" -DCMAKE_CXX_COMPILER=\"$CXX\"", ""},
        {"linker", "LDFLAGS", "LDFLAGS=\"$LDFLAGS\"", "-DCMAKE_EXE_LINKER_FLAGS=\"$LDFLAGS\"",
         "-Dc_link_args=\"$LDFLAGS\" -Dcpp_link_args=\"$LDFLAGS\""},
        {"ldflags", "LDFLAGS", "LDFLAGS=\"$LDFLAGS\"", "-DCMAKE_EXE_LINKER_FLAGS=\"$LDFLAGS\"",
         "-Dc_link_args=\"$LDFLAGS\" -Dcpp_link_args=\"$LDFLAGS\""},
        {"libs", "LIBS", "LIBS=\"$LIBS\"", "-DCMAKE_C_STANDARD_LIBRARIES=\"$LIBS\"",
         "-Dc_link_args=\"$LIBS\""},
    };
    size_t i = 0;
    while (i < sizeof inputs / sizeof *inputs && !text_equal(inputs[i].key, key))
        i++;
    if (i == sizeof inputs / sizeof *inputs || program->target.kind != TARGET_PROJECT)
        return NULL;
    switch (system_of(arena, program)) {
    case CMAKE:
        return arena_printf(arena,
                            "CMake reads %s only when it first configures, and its build type "
                            "overrides flags: configure a new folder, 'setup: cmake … %s'",
                            inputs[i].variable, inputs[i].cmake);
    case MESON:
        return arena_printf(arena,
                            "Meson reads %s only when it first sets up: set up a new folder, "
                            "'setup: meson setup … %s'",
                            inputs[i].variable, inputs[i].meson);
    case CONFIGURE:
        return arena_printf(arena,
                            "configure reads %s only when it runs: run it in 'setup', and pass it "
                            "on, 'build: make %s'",
                            inputs[i].variable, inputs[i].make);
    case MAKE:
        if (strstr(make_line(&program->target),
                   arena_printf(arena, "%s=\"$%s", inputs[i].variable, inputs[i].variable)))
            return arena_printf(arena, "'build' passes %s on, but something replaces or drops it",
                                inputs[i].variable);
        return arena_printf(arena, "%s: pass it with 'build: %s %s'",
                            subject(arena, program, inputs[i].variable),
                            make_line(&program->target), inputs[i].make);
    case UNKNOWN:
        break;
    }
    return arena_printf(arena, "the build ignores the variable %s: pass it on in 'build'",
                        inputs[i].variable);
}

// ---- Options

// That compilations show as they were given, and not to the preprocessor or the linker alone.
static bool is_shown(const char *flag)
{
    static const char *const begins[] = {"-O", "-f", "-m", "-g", "-std=", "-D"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (text_starts(flag, begins[i]))
            return true;
    return false;
}

static struct text_list unseen_flags(struct arena *arena, const struct program *program)
{
    struct text_list unseen = {0};
    const char *records = program_place(arena, program, "records");
    const struct text_list *flags = &program->target.cflags;
    bool compiled = file_exists(path_join(arena, records, COMPILED_FILE));
    for (size_t i = 0; compiled && i < flags->count; i++)
        if (is_shown(flags->items[i]) &&
            !file_exists(arena_printf(arena, "%s/" COMPILED_FILE "-%zu", records, i)))
            text_list_add_once(&unseen, arena, flags->items[i]);
    return unseen;
}

static bool is_linked(const struct program *program, const char *word)
{
    const struct recorded_links *both[] = {&program->links, &program->library_links};
    for (size_t kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < both[kind]->count; i++)
            if (text_list_has(&both[kind]->items[i].record.arguments, word))
                return true;
    return false;
}

// Of options to the linker itself and of libraries: others the compiler translates.
static struct text_list unlinked(struct arena *arena, const struct program *program,
                                 const struct text_list *words)
{
    static const char to_linker[] = "-Wl,";
    struct text_list unseen = {0};
    for (size_t i = 0; program->links.count && i < words->count; i++) {
        bool direct = text_starts(words->items[i], to_linker), all = true;
        if (!direct && !text_starts(words->items[i], "-l"))
            continue;
        char *rest = arena_strdup(arena, words->items[i] + (direct ? strlen(to_linker) : 0));
        for (char *part; (part = strsep(&rest, direct ? "," : ""));)
            all = all && is_linked(program, part);
        if (!all)
            text_list_add_once(&unseen, arena, words->items[i]);
    }
    return unseen;
}

const char *ignored_words(struct arena *arena, const struct program *program, const char *key)
{
    const struct target *target = &program->target;
    if (target->kind != TARGET_PROJECT)
        return NULL;
    struct text_list unseen =
        text_equal(key, "cflags")
            ? unseen_flags(arena, program)
            : unlinked(arena, program, text_equal(key, "libs") ? &target->libs : &target->ldflags);
    return unseen.count ? text_quoted(arena, &unseen) : NULL;
}

// ---- Compilers

// "clang version 14.0.6", "GCC: " and "12.2.0": what .comment holds of the compiler that answers
// --version with this line.
static bool made_by(struct arena *arena, const char *version, const char *compilers)
{
    const char *clang = strstr(version, "clang version ");
    if (clang)
        return strstr(compilers, arena_strndup(arena, clang,
                                               strlen("clang version ") +
                                                   strcspn(clang + strlen("clang version "), " ")));
    const char *package = strstr(version, ") "); // gcc (GCC) 12.2.0
    const char *number = package ? package + 2 : NULL;
    return !number || strstr(compilers, arena_strndup(arena, package, 2 + strcspn(number, " ")));
}

static bool is_known(const char *compilers)
{
    return strstr(compilers, "GCC: ") || strstr(compilers, "clang version ");
}

const char *ignored_compiler(struct arena *arena, const struct program *program)
{
    IMAGE_CLEANUP struct image image = {0};
    const char *path = program_place(arena, program, "first");
    if (!program->target.compiler || program->target.kind != TARGET_PROJECT ||
        !image_map(path, program->workshop.folder, &image))
        return NULL;
    char *compilers = image_compilers(arena, &image);
    if (!is_known(compilers) || made_by(arena, program->toolchain.compiler_version, compilers))
        return NULL;
    compilers[strlen(compilers) - 1] = '\0';
    for (char *c = compilers; *c; c++)
        *c = *c == '\n' ? ',' : *c;
    return compilers;
}
