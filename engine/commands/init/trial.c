// Building a project in a scratch folder, to see what comes out and what it can be asked to do.
#include "commands/init/trial.h"

#include "commands/init/internal.h"

#include "base/clock.h"
#include "base/elapsed.h"
#include "base/files/cache.h"
#include "base/files/installation.h"
#include "base/files/paths.h"
#include "build/program.h"
#include "commands/init/project/programs.h"
#include "commands/init/text.h"
#include "commands/init/tries.h"
#include "executor/cache_limits.h"
#include "executor/local/prepare/work_folder.h"
#include "spec/values.h"

#include <string.h>

enum { BUILD_LIMIT_S = 600, LISTED_MOST = 20 };

// ---- Choosing

static const char *size_wording(struct arena *arena, uint64_t bytes)
{
    double KiB = (double)bytes / 1024;
    return KiB < 1024 ? arena_printf(arena, "%.0f KiB", KiB)
                      : arena_printf(arena, "%.1f MiB", KiB / 1024);
}

static void list(const struct trial *trial, const struct built *built)
{
    const struct log *log = &trial->invocation->log;
    size_t count = trial->outputs.count;
    log_note(log, "built in %s: %s", init_duration(trial->arena, trial->seconds),
             text_counted(trial->arena, count, "program"));
    for (size_t i = 0; i < count && i < LISTED_MOST; i++)
        log_note(log, "  %s: %s", built[i].path, size_wording(trial->arena, built[i].file_bytes));
    if (count > LISTED_MOST)
        log_note(log, "  and %zu more", count - LISTED_MOST);
}

static struct built *ranked(const struct trial *trial)
{
    struct text_list names = project_names(trial->arena, trial->project->folder);
    return programs_rank(trial->arena, program_folder(trial->program), &trial->outputs, &names);
}

// ---- The trial

// What the tries found that is no benchmark of the project's own.
struct rest {
    struct guess built, call; // what builds it; a program with arguments that work
    bool has_built, has_call;
};

static bool is_interrupted(const struct trial *trial, struct error *error)
{
    return *trial->invocation->stop &&
           !failed(error, EXIT_INTERRUPTED, "interrupted: nothing was written");
}

// The project's own benchmark run, if it has one and that is right.
static bool use_own_benchmark(struct trial *trial, struct guess *guess)
{
    struct error error;
    struct trying trying;
    struct guess own = *guess;
    if (!guess->is_own_benchmark)
        return false;
    if (!trial_build(trial, guess, &error) || !trial_prepare_tries(trial, guess, &trying, &error)) {
        text_list_printf(&trial->refused, trial->arena, "'%s', as in %s: %.*s", guess->command,
                         guess->found, (int)strcspn(error.text, "\n"), error.text);
        return false;
    }
    if (trial_linked_suites(trial, &trying, guess))
        return true;
    list(trial, ranked(trial));
    if (!try_command(&trying, &own))
        return false;
    *guess = own;
    return true;
}

// Of the programs that users run, the likeliest that works with arguments of the project.
static void try_calls(const struct trial *trial, const struct trying *trying,
                      const struct guess *guess, struct rest *rest)
{
    enum { PROGRAMS_MOST = 3 };
    const struct built *built = ranked(trial);
    for (size_t i = 0; i < trial->outputs.count && i < PROGRAMS_MOST && !rest->has_call; i++) {
        struct guess one = *guess;
        const char *path = path_join(trial->arena, program_folder(trial->program), built[i].path);
        const char *tests =
            is_test(built[i].path) ? "its name says that it runs tests" : unfit_harness_of(path);
        one.program = built[i].name;
        one.command = built[i].path;
        if (tests)
            try_refuse(trying, one.command, NULL, tests);
        else if (!name_problem(one.program) && trial_has_time(trial))
            rest->has_call = try_arguments(trying, one.command, false, &one);
        if (rest->has_call || i == 0)
            rest->built = one;
        if (rest->has_call)
            rest->call = one;
    }
}

// A program that eswexp compiles from sources. It lies in no folder of the project.
static bool use_sources(const struct trial *trial, const struct trying *trying, struct guess *guess,
                        struct rest *rest)
{
    bool is_own = guess->harness || is_benchmark(guess->sources.items[0]);
    const char *tests = unfit_harness_of(trial->outputs.items[0]);
    rest->built = *guess;
    if (tests)
        try_refuse(trying, guess->program, NULL, tests);
    if (tests || !try_arguments(trying, trial->outputs.items[0], is_own, guess))
        return false;
    rest->call = *guess;
    rest->has_call = !is_own;
    return is_own;
}

static bool build_any(struct trial *trial, const struct guess *guess, struct guess *all,
                      struct error *error)
{
    struct error first = {.code = EXIT_FINE};
    *all = *guess;
    if (!guess->build_of_all)
        return trial_build(trial, all, error);
    if (trial_build_all(trial, all, &first))
        return true;
    *all = *guess;
    if (trial_has_time(trial) && guess->program && trial_build(trial, all, error))
        return true;
    *error = first;
    return false;
}

// The benchmarks among what a build makes.
static bool use_build(struct trial *trial, struct guess *guess, struct rest *rest,
                      struct error *error)
{
    struct trying trying;
    struct guess all;
    if (!build_any(trial, guess, &all, error) || !trial_prepare_tries(trial, &all, &trying, error))
        return false;
    rest->has_built = true;
    if (!all.build)
        return use_sources(trial, &trying, guess, rest);
    rest->built = all;
    list(trial, ranked(trial));
    if (trial_linked_suites(trial, &trying, &all) || trial_meson_benchmarks(trial, &trying, &all) ||
        trial_named_benchmarks(trial, &trying, &all)) {
        *guess = all;
        return true;
    }
    struct elapsed *elapsed =
        elapsed_begin(trial->arena, &trial->invocation->log, "trying arguments", 0);
    try_calls(trial, &trying, &all, rest);
    elapsed_end(elapsed);
    return false;
}

// A script that the interpreter runs as it is.
static bool use_script(struct trial *trial, struct guess *guess, struct error *error)
{
    struct trying trying;
    if (!trial_prepare_tries(trial, guess, &trying, error))
        return false;
    return guess->samples || try_command(&trying, guess);
}

static bool use_guess(struct trial *trial, struct guess *guess, struct rest *rest,
                      struct error *error)
{
    if (guess_is_ready(guess))
        return use_script(trial, guess, error);
    return trial_suites(trial, guess) || use_own_benchmark(trial, guess) ||
           use_build(trial, guess, rest, error);
}

// A guess of another build system is built if nothing was before, or if it names benchmarks. The
// error is that of the first guess.
static bool use_first(struct trial *trial, const struct guess *guesses, size_t count,
                      struct guess *guess, struct error *error)
{
    struct error later;
    struct rest rest = {.built = guesses[0]};
    *error->text = '\0';
    for (size_t i = 0; i < count && (!i || trial_has_time(trial)); i++) {
        *guess = guesses[i];
        bool may_have = guess_is_benchmark(guess) || guess->lists_benchmarks;
        if (rest.has_built && (!may_have || guess->sources.count))
            continue;
        if (use_guess(trial, guess, &rest, i ? &later : error))
            return true;
    }
    *guess = rest.has_call ? rest.call : rest.built;
    if (rest.has_built)
        *error->text = '\0';
    return rest.has_call;
}

static bool try(struct trial *trial, const struct guess *guesses, size_t count, struct guess *guess,
                struct error *error)
{
    log_note(&trial->invocation->log,
             "building a copy of %s, in %d min at most: Ctrl-C ends it, --no-build leaves it out",
             trial->project->has_commit ? "HEAD" : "the project", BUILD_LIMIT_S / 60);
    bool found = use_first(trial, guesses, count, guess, error);
    if (is_interrupted(trial, error))
        return false;
    return found ||
           failed(error, EXIT_USAGE,
                  *error->text ? "the project cannot be built: %s" : "no benchmark was found%s",
                  error->text);
}

// Named as the folder in which a comparison builds the commit, so that it reuses the build.
static bool open_workshop(struct trial *trial, struct error *error)
{
    const struct init_project *project = trial->project;
    char *shim = NULL, *headers = NULL, *builds = NULL;
    struct cache_limits limits;
    if (!installation_helper(trial->arena, "eswexp-ld", &shim, error) ||
        !installation_data(trial->arena, "kernels", &headers, error) ||
        !cache_limits_read(&limits, error) || !cache_folder(trial->arena, "builds", &builds, error))
        return false;
    const char *name = project->has_commit
                           ? arena_printf(trial->arena, "%.8s-000", project->revision.commit)
                           : "v000";
    trial->workshop = (struct workshop){
        .folder = trial_place(trial, name),
        .log = trial_place(trial, arena_printf(trial->arena, "%s.log", name)),
        .linker_shim = shim,
        .headers = headers,
        .stop = trial->invocation->stop,
        .builds = {.folder = limits.bytes ? builds : NULL, .bytes_most = limits.bytes}};
    return true;
}

bool project_try(const struct invocation *invocation, const struct init_project *project,
                 const struct guess *guesses, size_t count, struct guess *guess,
                 struct text_list *refused, struct error *error)
{
    struct trial trial = {.invocation = invocation, .arena = invocation->arena, .project = project};
    trial.end_ns = clock_boot_ns() + BUILD_LIMIT_S * (int64_t)1000000000;
    struct waiting waiting = {.log = &invocation->log, .stop = invocation->stop};
    const char *path = path_join(trial.arena, project->folder, INIT_FILE);
    bool good = work_folder_take(&trial.work, trial.arena, path, &waiting, error) &&
                open_workshop(&trial, error) && try(&trial, guesses, count, guess, error);
    work_folder_release(&trial.work, &invocation->log);
    *refused = good ? trial.left_out : trial.refused;
    return good;
}
