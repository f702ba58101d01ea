// eswexp init: a first experiment file for the project in a folder.
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/shell_words.h"
#include "commands/init/project/guess.h"
#include "commands/init/text.h"
#include "commands/init/trial.h"
#include "commands/shared/command.h"
#include "git/repository.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct options {
    struct common_options common;
    bool no_build;
};

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

static void say_suites(const struct guess *guess)
{
    const struct suites *suites = &guess->suites;
    size_t more = suites->others.count;
    printf("found %s with the suite%s ", guess->found, suites->count + more > 1 ? "s" : "");
    for (size_t i = 0; i < suites->count; i++)
        printf("%s%s (%s)", i ? ", " : "", suites->items[i].name, suites->items[i].harness->title);
    if (more)
        printf(", and %zu more", more);
    printf("\n");
}

static void say_benchmarks(const struct guess *guess)
{
    printf("found %s with the benchmarks %s", guess->found, guess->program);
    for (size_t i = 0; i < guess->other_count; i++)
        printf(", %s", guess->others[i].program);
    printf("\n");
}

static void say(struct arena *arena, const struct guess *guess, const char *path, bool is_top)
{
    char *program = arena_strdup(arena, guess->program ? guess->program : "");
    text_make_plain(program);
    size_t suites = guess->suites.count;
    if (suites)
        say_suites(guess);
    else if (guess->other_count)
        say_benchmarks(guess);
    else if (guess->program)
        printf("found %s with the program '%s'\n", guess->found, program);
    else if (guess->found)
        printf("found %s, but no program in it: fill in 'command'\n", guess->found);
    else
        printf("found nothing to build: fill in 'command'\n");
    printf("wrote %s\n", path);
    if (is_top && !guess_is_ready(guess) && !suites)
        printf("next: eswexp compare\n");
    else
        printf("next: eswexp run %s%s\n", text_as_word(arena, path), suites ? " --quick" : "");
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    bool is_top = false;
    const char *folder = choose_folder(invocation, &is_top);
    const char *path = path_join(invocation->arena, folder, INIT_FILE);
    if (!may_write(folder, path, error))
        return error->code;
    const char *name = name_of(invocation->arena, folder);
    struct guess guesses[GUESSES_MOST] = {0}, guess;
    size_t count = guess_project(invocation->arena, folder, guesses);
    guess = guesses[0];
    if (count && !options->no_build &&
        !project_try(invocation, folder, name, guesses, count, &guess, error))
        return error->code;
    TEXT_CLEANUP struct text out = {0};
    init_text(invocation->arena, &out, name, &guess);
    if (!file_write(path, out.bytes, out.length, error))
        return error->code;
    say(invocation->arena, &guess, path, is_top);
    return EXIT_FINE;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"no-build", 0, NULL, "guess from the files alone, run nothing",
     OPTION_FIELD(struct options, no_build)},
    COMMON_QUIET(struct options),
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_init = {
    .name = "init",
    .arguments = "[DIR]",
    .summary = "write a first experiment file for a project",
    .details =
        "Looks at how the project in DIR is built (cargo, CMake, Meson, a configure\n"
        "script, go, make, or plain C and C++ sources), builds a copy of it in the cache,\n"
        "prints the programs that came out, and writes DIR/eswexp.yaml with a comment on every\n"
        "key. Without DIR it is the root of the git repository around the working\n"
        "directory, or the working directory itself. An existing file stays as it is,\n"
        "and so does everything else in DIR.\n\n"
        "Programs with a harness go first: Google Benchmark, Catch2, criterion, divan, and\n"
        "benchmarks of Go. Each becomes a suite that 'eswexp run --quick' measures at once.\n\n"
        "Of several programs it chooses the one with the name of the project, else the\n"
        "largest that is no test or example. Arguments come from READMEs, makefiles and\n"
        "test scripts of the project: init runs the program with each of them in the\n"
        "copy, for 10 s at most, and keeps those that succeed and take nearest to\n"
        "0.1 s. A makefile's target 'bench' goes before. Without anything to build it\n"
        "takes a script such as bench.py, for Python, Node, Ruby, Perl or PHP.\n\n"
        "Building and trying runs the project's own code, as 'make' would. --no-build\n"
        "runs nothing.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 0,
    .words_most = 1,
    .word = WORD_FOLDER,
    .ends_tidily = true,
    .run = run,
};
