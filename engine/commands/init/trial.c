// Building a project in a scratch folder, to see what comes out and what it can be asked to do.
#include "commands/init/trial.h"

#include "commands/init/internal.h"

#include "base/clock.h"
#include "base/elapsed.h"
#include "base/files/files.h"
#include "base/files/installation.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/program.h"
#include "build/project.h"
#include "commands/init/project/programs.h"
#include "commands/init/text.h"
#include "commands/init/tries.h"
#include "executor/local/prepare/work_folder.h"
#include "spec/keys/experiment.h"

#include <math.h>
#include <string.h>

enum { BUILD_LIMIT_S = 600, LISTED_MOST = 20 };

// ---- Choosing

static const char *size_wording(struct arena *arena, uint64_t bytes)
{
    double KiB = (double)bytes / 1024;
    return KiB < 1024 ? arena_printf(arena, "%.0f KiB", KiB)
                      : arena_printf(arena, "%.1f MiB", KiB / 1024);
}

static void list_one(const struct trial *trial, const struct trying *trying,
                     const struct built *built, bool chosen)
{
    static const double limit_s = 2;
    struct text_list help = {0};
    text_list_add(&help, trial->arena, "--help");
    struct tried tried = try_once(trying, trying->rough, built->path, &help, limit_s, NULL);
    log_note(&trial->invocation->log, "  %s: %s, --help %s %s%s", built->path,
             size_wording(trial->arena, built->file_bytes), tried.has_ended ? "takes" : "runs for",
             init_duration(trial->arena, tried.seconds), chosen ? " (chosen)" : "");
}

static void list(const struct trial *trial, const struct trying *trying, const struct built *built,
                 const char *chosen)
{
    const struct log *log = &trial->invocation->log;
    size_t count = trial->outputs.count;
    log_note(log, "built in %s: %s", init_duration(trial->arena, trial->seconds),
             text_counted(trial->arena, count, "program"));
    for (size_t i = 0; i < count && i < LISTED_MOST && !*trying->stop; i++)
        list_one(trial, trying, &built[i], text_equal(built[i].path, chosen));
    if (count > LISTED_MOST)
        log_note(log, "  and %zu more", count - LISTED_MOST);
}

static void choose(const struct trial *trial, const struct trying *trying, struct guess *guess)
{
    struct text_list names = project_names(trial->arena, trial->folder);
    const char *tree = program_folder(trial->program);
    struct built *built = programs_rank(trial->arena, tree, &trial->outputs, &names);
    const struct built *best = &built[0];
    for (size_t i = 0; !guess->build_of_all && i < trial->outputs.count; i++)
        if (text_equal(built[i].path, guess->command)) // of lines that build this one
            best = &built[i];
    list(trial, trying, built, best->path);
    guess->command = best->path;
    guess->program = best->name;
}

// ---- The trial

static bool is_interrupted(const struct trial *trial, struct error *error)
{
    return *trial->invocation->stop &&
           !failed(error, EXIT_INTERRUPTED, "interrupted: nothing was written");
}

static void warn(const struct trial *trial, const struct guess *guess)
{
    const struct log *log = &trial->invocation->log;
    if (guess->seconds < 0)
        log_warning(log, "no arguments were found with which '%s' succeeds: edit 'command'",
                    guess->program);
    else if (guess_is_short(guess))
        log_warning(log, "'%s' takes only %s%s: edit 'command' to give it more to do",
                    guess->program, init_duration(trial->arena, guess->seconds),
                    init_start(trial->arena, guess));
}

static void warn_all(const struct trial *trial, const struct guess *guess)
{
    warn(trial, guess);
    for (size_t i = 0; i < guess->other_count; i++)
        warn(trial, &guess->others[i]);
}

// The project's own benchmark run, if it has one and that succeeds.
static bool use_own_benchmark(struct trial *trial, struct guess *guess)
{
    struct error ignored;
    struct trying trying;
    struct guess own = *guess;
    if (!guess->is_own_benchmark || !trial_build(trial, guess, &ignored) ||
        !trial_prepare_tries(trial, guess, &trying, &ignored))
        return false;
    if (trial_linked_suites(trial, &trying, guess))
        return true;
    if (!try_command(&trying, &own))
        return false;
    struct text_list names = {0};
    const char *tree = program_folder(trial->program);
    list(trial, &trying, programs_rank(trial->arena, tree, &trial->outputs, &names),
         arena_strndup(trial->arena, own.command, strcspn(own.command, " ")));
    *guess = own;
    return true;
}

static bool use_any(struct trial *trial, struct guess *guess, struct error *error)
{
    struct trying trying;
    struct guess all = *guess, own = *guess;
    struct error first = {.code = EXIT_FINE};
    bool several = guess->build_of_all != NULL;
    bool built = several && trial_build_all(trial, &all, &first);
    if (!built && (trial_has_time(trial) || !several) && (!several || guess->program)) {
        all = own;
        built = trial_build(trial, &all, error);
    }
    if (!built && several)
        *error = first;
    if (!built || !trial_prepare_tries(trial, &all, &trying, error))
        return false;
    if (trial_linked_suites(trial, &trying, &all) || trial_named_benchmarks(trial, &trying, &all)) {
        *guess = all;
        return true;
    }
    if (all.build)
        choose(trial, &trying, &all);
    struct elapsed *elapsed =
        elapsed_begin(trial->arena, &trial->invocation->log, "trying arguments", 0);
    try_arguments(&trying, all.build ? all.command : trial->outputs.items[0], &all);
    elapsed_end(elapsed);
    *guess = all;
    return true;
}

// The error is that of the first guess.
static bool use_first(struct trial *trial, const struct guess *guesses, size_t count,
                      struct guess *guess, struct error *error)
{
    struct error later;
    for (size_t i = 0; i < count && (!i || trial_has_time(trial)); i++) {
        *guess = guesses[i];
        if (trial_suites(trial, guess) || use_own_benchmark(trial, guess) ||
            use_any(trial, guess, i ? &later : error))
            return true;
    }
    *guess = guesses[0];
    return false;
}

static bool try(struct trial *trial, const struct guess *guesses, size_t count, struct guess *guess,
                struct error *error)
{
    log_note(&trial->invocation->log,
             "building a copy of the project, in %d min at most: Ctrl-C ends it, --no-build "
             "leaves it out",
             BUILD_LIMIT_S / 60);
    bool made = use_first(trial, guesses, count, guess, error);
    if (is_interrupted(trial, error))
        return false;
    const char *command = guess->build ? guess->command : "";
    command = arena_strndup(trial->arena, command, strcspn(command, " "));
    if (!made || !program_choose(trial->program, command, error))
        log_warning(&trial->invocation->log, "the file is a guess: %s", error->text);
    else
        warn_all(trial, guess);
    return true;
}

bool project_try(const struct invocation *invocation, const char *folder, const char *name,
                 const struct guess *guesses, size_t count, struct guess *guess,
                 struct error *error)
{
    struct trial trial = {
        .invocation = invocation, .arena = invocation->arena, .folder = folder, .name = name};
    trial.end_ns = clock_boot_ns() + BUILD_LIMIT_S * (int64_t)1000000000;
    struct waiting waiting = {.log = &invocation->log, .stop = invocation->stop};
    char *shim = NULL, *headers = NULL;
    const char *path = path_join(trial.arena, folder, INIT_FILE);
    if (!installation_helper(trial.arena, "eswexp-ld", &shim, error) ||
        !installation_data(trial.arena, "kernels", &headers, error))
        return false;
    bool good = work_folder_take(&trial.work, trial.arena, path, &waiting, error);
    trial.workshop = (struct workshop){.folder = trial_place(&trial, "v000"),
                                       .log = trial_place(&trial, "v000.log"),
                                       .linker_shim = shim,
                                       .headers = headers,
                                       .stop = invocation->stop};
    good = good && try(&trial, guesses, count, guess, error);
    work_folder_release(&trial.work, &invocation->log);
    return good;
}
