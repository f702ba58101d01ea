// eswexp init: a first experiment file for the project in a folder.
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/shell_words.h"
#include "commands/init/as_written.h"
#include "commands/init/project/guess.h"
#include "commands/init/text.h"
#include "commands/init/trial.h"
#include "commands/shared/command.h"
#include "git/repository.h"
#include "git/revision_files.h"

#include <ctype.h>
#include <math.h>
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

// DIR, or the root of the repository around the working directory.
static const char *choose_folder(const struct invocation *invocation,
                                 struct repository **repository)
{
    const char *asked = invocation->words.count ? invocation->words.items[0] : NULL;
    char *folder = path_absolute(invocation->arena, asked ? asked : ".");
    struct error none; // without a repository it is this folder
    *repository = repository_open(folder, &none);
    bool has_files = *repository && !repository_is_bare(*repository);
    return has_files && !asked ? arena_strdup(invocation->arena, repository_folder(*repository))
                               : folder;
}

// Does HEAD have the file that says how the project is built? Then its files are what counts.
static bool is_committed(struct arena *arena, const struct init_project *project,
                         const struct guess *guess)
{
    struct error none;
    TEXT_CLEANUP struct text text = {0};
    bool found = false;
    const char *sub = project->repository
                          ? path_within(project->folder, repository_folder(project->repository))
                          : NULL;
    return sub && guess->found && *project->revision.commit &&
           revision_read(project->repository, &project->revision,
                         path_join(arena, sub, guess->found), &text, &found, &none) &&
           found;
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

static void say(struct arena *arena, const struct init_project *project, const struct guess *guess,
                const char *path, bool is_tried)
{
    char *program = arena_strdup(arena, guess->program ? guess->program : "");
    text_make_plain(program);
    size_t suites = guess->suites.count;
    bool compares = project->has_commit && !guess_is_ready(guess) && !suites &&
                    path_within(path_here(arena), project->folder);
    if (suites)
        say_suites(guess);
    else if (guess->other_count)
        say_benchmarks(guess);
    else
        printf("found %s with the program '%s'\n", guess->found, program);
    printf("wrote %s\n", path);
    if (!is_tried)
        printf("next: eswexp check --trial %s\n", text_as_word(arena, path));
    else if (compares)
        printf("next: eswexp compare\n");
    else
        printf("next: eswexp run %s%s\n", text_as_word(arena, path), suites ? " --quick" : "");
}

// What was tried, and what the user may complete.
static void say_outline(const struct invocation *invocation, const struct init_project *project,
                        const struct guess *guess, const struct text_list *refused,
                        const char *path)
{
    enum { LINES_MOST = 12 };
    const struct log *log = &invocation->log;
    TEXT_CLEANUP struct text outline = {0};
    for (size_t i = 0; i < refused->count && i < LINES_MOST; i++)
        log_warning(log, "not taken: %s", refused->items[i]);
    if (refused->count > LINES_MOST)
        log_warning(log, "not taken: %zu more", refused->count - LINES_MOST);
    init_outline(invocation->arena, &outline, project->name, guess);
    fprintf(stderr,
            "Write '%s' with a command that works for 10 ms or more. It may read what\n"
            "'setup' makes, or files outside of the repository, but none that commits change:\n\n"
            "%s\n",
            path, outline.bytes);
}

// A comparison executes all benchmarks on two sides in ten blocks, and builds them.
static void warn_of_budget(const struct log *log, const struct guess *guess)
{
    double seconds = guess->seconds;
    for (size_t i = 0; i < guess->other_count; i++)
        seconds += guess->others[i].seconds;
    if (seconds > SUITES_HELD_S)
        log_warning(log,
                    "an execution of all takes %.0f s, so that a comparison needs more than the "
                    "usual five minutes: 'eswexp compare --budget %.0fmin'",
                    seconds, ceil(seconds / SUITES_HELD_S * 5));
}

// Tries the guesses, then the file as it will be written.
static bool try_all(const struct invocation *invocation, const struct init_project *project,
                    const struct guess *guesses, size_t count, struct guess *guess,
                    struct text_list *refused, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    if (!project_try(invocation, project, guesses, count, guess, refused, error))
        return false;
    init_text(invocation->arena, &text, project->name, guess, true);
    for (size_t i = 0; i < refused->count; i++)
        log_warning(&invocation->log, "left out: %s", refused->items[i]);
    *refused = (struct text_list){0};
    if (run_as_written(invocation, project, &text, error)) {
        if (project->has_commit)
            warn_of_budget(&invocation->log, guess);
        return true;
    }
    if (error->code == EXIT_FAILED || error->code == EXIT_USAGE)
        failed(error, EXIT_USAGE, "what init would write does not run: %s", error->text);
    return false;
}

static bool write_out(struct arena *arena, const char *path, const struct init_project *project,
                      const struct guess *guess, bool is_tried, struct error *error)
{
    TEXT_CLEANUP struct text out = {0};
    init_text(arena, &out, project->name, guess, is_tried);
    if (!file_write(path, out.bytes, out.length, error))
        return false;
    say(arena, project, guess, path, is_tried);
    return true;
}

static enum exit_code init(const struct invocation *invocation, struct init_project *project,
                           bool no_build, struct error *error)
{
    struct arena *arena = invocation->arena;
    const char *path = path_join(arena, project->folder, INIT_FILE);
    struct guess guesses[GUESSES_MOST] = {0};
    struct text_list refused = {0};
    size_t count = guess_project(arena, project->folder, guesses);
    struct guess guess = guesses[0];
    project->has_commit = is_committed(arena, project, &guess);
    bool good = guess.found != NULL;
    if (!good)
        failed(error, EXIT_USAGE, "found nothing to build");
    else if (!no_build)
        good = try_all(invocation, project, guesses, count ? count : 1, &guess, &refused, error);
    else if (!guess_is_benchmark(&guess))
        good =
            failed(error, EXIT_USAGE,
                   "found %s, but no benchmark by the files alone: without --no-build init tries "
                   "the programs",
                   guess.found);
    if (good)
        return write_out(arena, path, project, &guess, !no_build, error) ? EXIT_FINE : error->code;
    if (error->code == EXIT_USAGE) {
        say_outline(invocation, project, &guess, &refused, path);
        failed(error, EXIT_USAGE, "nothing was written: %s", error->text);
    }
    return error->code;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    REPOSITORY_CLEANUP struct repository *repository = NULL;
    struct init_project project = {.folder = choose_folder(invocation, &repository)};
    struct error none; // a repository without commits has no HEAD
    project.repository = repository;
    project.name = name_of(invocation->arena, project.folder);
    if (!may_write(project.folder, path_join(invocation->arena, project.folder, INIT_FILE), error))
        return error->code;
    if (repository &&
        !revision_resolve(repository, invocation->arena, "HEAD", &project.revision, &none))
        project.revision.commit[0] = '\0';
    return init(invocation, &project, options->no_build, error);
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
    .group = COMMANDS_THAT_MEASURE,
    .name = "init",
    .arguments = "[DIR]",
    .summary = "write a first experiment file for a project",
    .examples = "  eswexp init             look at the project here, write eswexp.yaml\n"
                "  eswexp init ../project  look at another\n",
    .details =
        "Looks at how the project in DIR is built (cargo, CMake, Meson, a configure\n"
        "script, go, make, or plain C and C++ sources), builds HEAD in the cache as\n"
        "'eswexp compare' does (outside of a git repository a copy of DIR), and writes\n"
        "DIR/eswexp.yaml with a comment on every key. Without DIR it is the root of the git\n"
        "repository around the working directory, or the working directory itself. An\n"
        "existing file stays as it is, and so does everything else in DIR.\n\n"
        "It takes what the project itself measures: programs with a harness (Google\n"
        "Benchmark, Catch2, criterion, divan, benchmarks of Go), each a suite that 'eswexp\n"
        "run --quick' measures at once; benchmarks of Meson; a makefile's target 'bench';\n"
        "programs whose names or folders say that they are benchmarks; a script such as\n"
        "bench.py. Else it runs the programs with arguments of READMEs, makefiles and\n"
        "test scripts, for 10 s each at most, and keeps those that take nearest to 0.1 s.\n\n"
        "A command must work for longer than its process takes to start, and read nothing\n"
        "that commits change. Help, versions and unit tests are no benchmarks. The file is\n"
        "built and executed once as it will be written. If nothing passes, the exit code is\n"
        "2, nothing is written, and init prints what it tried and what to fill in.\n\n"
        "Building and trying runs the project's own code, as 'make' would. --no-build\n"
        "runs nothing, and writes only what the files call a benchmark.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 0,
    .words_most = 1,
    .word = WORD_FOLDER,
    .ends_tidily = true,
    .run = run,
};
