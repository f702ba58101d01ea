// eswexp init: a first experiment file for the project in a folder.
#include "base/files/files.h"
#include "base/files/installation.h"
#include "base/files/paths.h"
#include "commands/init/guess.h"
#include "commands/shared/command.h"
#include "git/repository.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct options {
    struct common_options common;
};

static const char file_name[] = "eswexp.yaml";

// A key, with a comment above it.
static void key(struct text *out, int indent, const char *name, const char *value,
                const char *comment)
{
    text_printf(out, "%*s# %s\n%*s%s:%s%s\n", indent, "", comment, indent, "", name,
                *value ? " " : "", value);
}

static void write_project(struct text *out, const struct guess *guess)
{
    key(out, 4, "directory", ".",
        "the project: eswexp builds copies of this folder, or of its revisions");
    if (guess->setup)
        key(out, 4, "setup", guess->setup, "runs once in every copy, before 'build'");
    if (guess->cflags)
        key(out, 4, "cflags", guess->cflags,
            "CFLAGS and CXXFLAGS of both; -ffunction-sections lets layouts move single functions");
    key(out, 4, "build", guess->build,
        guess->cflags
            ? "builds the program; eswexp repeats its last link for every memory layout"
            : "builds the program; -ffunction-sections lets layouts move single functions");
    struct text command = {0};
    text_printf(&command, "./%s", guess->command);
    key(out, 4, "command", command.bytes,
        guess->program
            ? "the timed command; give it arguments that keep it busy for 10 ms or more"
            : "the timed command: init found no program, so write yours with its arguments here");
    text_release(&command);
}

static void write_sources(struct text *out, const struct guess *guess)
{
    struct text list = {0};
    for (size_t i = 0; i < guess->sources.count; i++)
        text_printf(&list, "%s%s", i ? ", " : "[", guess->sources.items[i]);
    text_add(&list, "]");
    key(out, 4, "sources", list.bytes, "compiled and linked by eswexp");
    text_release(&list);
    key(out, 4, "cflags", guess->cflags, "compiler options");
    key(out, 4, "libs", guess->libs, "libraries to link with");
    key(out, 4, "args", "[]", "arguments that keep the program busy for 10 ms or more");
}

static void write_benchmark(struct text *out, const struct guess *guess)
{
    if (guess->build)
        write_project(out, guess);
    else if (guess->sources.count)
        write_sources(out, guess);
    else
        key(out, 4, "command", "sleep 0.01", "the timed command: write yours here");
    key(out, 4, "samples", guess->harness ? "eswexp" : "process",
        guess->harness ? "the program measures itself with eswexp.h"
                       : "one time per execution; or {pattern: 'took ([0-9.]+) ms', unit: ms} "
                         "to read its output");
}

static void write_randomize(struct text *out, bool builds)
{
    text_add(out, "# What eswexp randomizes; without this key: everything it can.\n"
                  "# randomize:\n");
    if (builds)
        text_add(out, "#   link_order: function\n"
                      "#   function_alignment: {pad: 48, align: [16, 32, 64]}\n");
    text_add(out, "#   environment_size: {max: 4096}\n");
}

// Editors with a YAML language server check keys and show their help by the schema that this names.
static void write_modeline(struct arena *arena, struct text *out)
{
    char *schema = NULL;
    struct error none; // without the schema there is no line
    if (installation_data(arena, "eswexp.schema.json", &schema, &none))
        text_printf(out, "# yaml-language-server: $schema=%s\n", schema);
}

static void write_file(struct arena *arena, struct text *out, const char *name,
                       const struct guess *guess)
{
    const char *benchmark = guess->program ? guess->program : name;
    write_modeline(arena, out);
    text_printf(out,
                "# An experiment for eswexp: 'eswexp check %s' finds its mistakes,\n"
                "# 'eswexp compare' tells whether a change made it faster or slower.\n",
                file_name);
    key(out, 0, "experiment", name, "the name of the results' folder");
    key(out, 0, "benchmarks", "", "the programs to time, each with a name of its own");
    text_printf(out, "  %s:\n", benchmark);
    write_benchmark(out, guess);
    key(out, 0, "repeat", "", "how often builds and executions are repeated");
    key(out, 2, "precision", "1%", "the requested half-width of each mean's interval");
    write_randomize(out, guess->build || guess->sources.count);
}

// The last part of a path, as a valid name of an experiment.
static char *name_of(struct arena *arena, const char *folder)
{
    const char *slash = strrchr(folder, '/');
    char *name = arena_printf(arena, "%.60s", slash && slash[1] ? slash + 1 : "experiment");
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-_", *c))
            *c = '_';
    return isalnum((unsigned char)*name) ? name : arena_printf(arena, "x%s", name);
}

// DIR, or the root of the repository around the working directory. *is_top: it is a root.
static char *choose_folder(const struct invocation *invocation, bool *is_top)
{
    const char *asked = invocation->words.count ? invocation->words.items[0] : NULL;
    char *folder = path_absolute(invocation->arena, asked ? asked : ".");
    struct error none; // without a repository it is this folder
    REPOSITORY_CLEANUP struct repository *repository = repository_open(folder, &none);
    bool has_files = repository && !repository_is_bare(repository);
    if (has_files && !asked)
        folder = arena_strdup(invocation->arena, repository_folder(repository));
    *is_top = has_files && text_equal(folder, repository_folder(repository));
    return folder;
}

static bool may_write(const char *folder, const char *path, struct error *error)
{
    struct stat status;
    if (!folder_exists(folder))
        return failed(error, EXIT_USAGE, "there is no folder '%s'", folder);
    if (lstat(path, &status) == 0)
        return failed(error, EXIT_USAGE, "'%s' already exists: edit it, or remove it first", path);
    return true;
}

static void say(const struct guess *guess, const char *path, bool is_top)
{
    if (guess->program)
        printf("found %s with the program '%s'\n", guess->found, guess->program);
    else if (guess->found)
        printf("found %s, but no program in it: fill in 'command'\n", guess->found);
    else
        printf("found nothing to build: fill in 'command'\n");
    printf("wrote %s\n", path);
    if (is_top)
        printf("next: eswexp compare\n");
    else
        printf("next: eswexp run %s\n", path);
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    (void)values;
    bool is_top = false;
    const char *folder = choose_folder(invocation, &is_top);
    const char *path = path_join(invocation->arena, folder, file_name);
    if (!may_write(folder, path, error))
        return error->code;
    struct guess guess = guess_project(invocation->arena, folder);
    TEXT_CLEANUP struct text out = {0};
    write_file(invocation->arena, &out, name_of(invocation->arena, folder), &guess);
    if (!file_write(path, out.bytes, out.length, error))
        return error->code;
    say(&guess, path, is_top);
    return EXIT_FINE;
}

// clang-format off
static const struct command_option option_rows[] = {
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_init = {
    .name = "init",
    .arguments = "[DIR]",
    .summary = "write a first experiment file for a project",
    .details = "Looks at how the project in DIR is built (CMake, Meson, a configure script,\n"
               "make, or plain C and C++ sources), guesses which program is worth timing, and\n"
               "writes DIR/eswexp.yaml with a comment on every key. Without DIR it is the root\n"
               "of the git repository around the working directory, or the working directory\n"
               "itself. An existing file stays as it is.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 0,
    .words_most = 1,
    .word = WORD_FOLDER,
    .run = run,
};
