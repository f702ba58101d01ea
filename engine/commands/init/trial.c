// Building a project in a scratch folder, to see what comes out and what it can be asked to do.
#include "commands/init/trial.h"

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

struct trial {
    const struct invocation *invocation;
    struct arena *arena;
    const char *folder, *name;
    struct work_folder work;
    struct workshop workshop;
    double seconds; // of the last build
    int64_t end_ns; // no build begins later

    struct program *program; // of the last build that linked one
    struct text_list outputs;
};

// ---- Building

// The target of the experiment file that the guess would write.
static const struct target *target_of(const struct trial *trial, const struct guess *guess,
                                      struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    TEXT_CLEANUP struct text report = {0};
    struct spec_overrides none = {0};
    init_text(trial->arena, &text, trial->name, guess);
    const char *path = path_join(trial->arena, trial->folder, INIT_FILE);
    const struct spec *spec =
        spec_parse(trial->arena, path, text.bytes, text.length, &none, &report, error);
    return spec ? &spec->cells[0].targets[0] : NULL;
}

static bool has_time(const struct trial *trial)
{
    return !*trial->invocation->stop && clock_boot_ns() < trial->end_ns;
}

// Builds by the lines of the guess; false if that fails or links no program.
static bool build(struct trial *trial, const struct guess *guess, struct error *error)
{
    const struct target *target = target_of(trial, guess, error);
    int64_t start_ns = clock_boot_ns();
    trial->outputs = (struct text_list){0};
    trial->workshop.timeout_s = fmax((double)(trial->end_ns - start_ns) / 1e9, 1);
    struct elapsed *elapsed = elapsed_begin(trial->arena, &trial->invocation->log, "building", 0);
    struct program *program =
        target ? program_build(trial->arena, target, &trial->workshop, error) : NULL;
    elapsed_end(elapsed);
    trial->seconds = (double)(clock_boot_ns() - start_ns) / 1e9;
    if (!program)
        return false;
    trial->outputs = program_outputs(program, trial->arena);
    trial->program = program;
    return trial->outputs.count > 0 ||
           failed(error, EXIT_FAILED, "'%s' links no program", guess->build);
}

static bool build_all(struct trial *trial, struct guess *guess, struct error *error)
{
    struct guess all = *guess;
    all.setup = guess->setup_of_all ? guess->setup_of_all : guess->setup;
    all.build = guess->build_of_all;
    bool built = build(trial, &all, error);
    if (!built && trial->program && text_starts(all.build, "make") && has_time(trial)) {
        // the copy has its objects and no rule that removes them
        all.build = arena_printf(trial->arena, "%s -B", all.build);
        built = build(trial, &all, error);
    }
    if (built)
        *guess = all;
    return built;
}

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
    struct tried tried = try_once(trying, trying->rough, built->path, &help, limit_s);
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

static const char *place(const struct trial *trial, const char *name)
{
    return path_join(trial->arena, trial->work.path, name);
}

// Copies the tree, with what the build made in folders for caches, for the tries; a program of own
// sources runs in the project's folder itself, so gets two copies.
static bool prepare_tries(const struct trial *trial, const struct guess *guess,
                          struct trying *trying, struct error *error)
{
    const char *tree = program_folder(trial->program);
    *trying = (struct trying){.arena = trial->arena,
                              .rough = place(trial, "rough"),
                              .clean = guess->build ? tree : place(trial, "clean"),
                              .stop = trial->invocation->stop};
    if (guess->build)
        return tree_copy(tree, trying->rough, NULL, error);
    return project_copy(tree, trying->rough, error) && project_copy(tree, trying->clean, error);
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
    else if (guess->is_short && !guess->harness)
        log_warning(log,
                    "'%s' takes only %s, which is mostly the start of a process: edit "
                    "'command' to give it more to do",
                    guess->program, init_duration(trial->arena, guess->seconds));
}

// The project's own benchmark run, if it has one and that succeeds.
static bool use_own_benchmark(struct trial *trial, struct guess *guess)
{
    struct error ignored;
    struct trying trying;
    struct guess own = *guess;
    if (!guess->is_own_benchmark || !build(trial, guess, &ignored) ||
        !prepare_tries(trial, guess, &trying, &ignored) || !try_command(&trying, &own))
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
    bool built = several && build_all(trial, &all, &first);
    if (!built && (has_time(trial) || !several) && (!several || guess->program)) {
        all = own;
        built = build(trial, &all, error);
    }
    if (!built && several)
        *error = first;
    if (!built || !prepare_tries(trial, &all, &trying, error))
        return false;
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
    for (size_t i = 0; i < count && (!i || has_time(trial)); i++) {
        *guess = guesses[i];
        if (use_own_benchmark(trial, guess) || use_any(trial, guess, i ? &later : error))
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
        warn(trial, guess);
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
    trial.workshop = (struct workshop){.folder = place(&trial, "v000"),
                                       .log = place(&trial, "v000.log"),
                                       .linker_shim = shim,
                                       .headers = headers,
                                       .stop = invocation->stop};
    good = good && try(&trial, guesses, count, guess, error);
    work_folder_release(&trial.work, &invocation->log);
    return good;
}
