// Building a guess in the work folder, and copies of the tree to try its programs in.
#include "commands/init/internal.h"

#include "base/clock.h"
#include "base/elapsed.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/program.h"
#include "build/project.h"
#include "commands/init/as_written.h"
#include "commands/init/text.h"

#include <math.h>
#include <string.h>

// The target of the experiment file that the guess would write.
static const struct target *target_of(const struct trial *trial, const struct guess *guess,
                                      struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    init_text(trial->arena, &text, trial->project->name, guess, true);
    const struct spec *spec = init_spec(trial->arena, trial->project, &text, error);
    return spec ? &spec->cells[0].targets[0] : NULL;
}

bool trial_has_time(const struct trial *trial)
{
    return !*trial->invocation->stop && clock_boot_ns() < trial->end_ns;
}

// What a build made for users to run, without cargo's build scripts.
static struct text_list programs_of(struct arena *arena, const struct program *program)
{
    struct text_list outputs = program_outputs(program, arena), programs = {0};
    for (size_t i = 0; i < outputs.count; i++) {
        const char *path = outputs.items[i];
        if (!strstr(path, "/build/") || !text_starts(path_base(path), "build_script_"))
            text_list_add(&programs, arena, path);
    }
    return programs;
}

// Builds by the lines of the guess; false if that fails or links no program.
bool trial_build(struct trial *trial, const struct guess *guess, struct error *error)
{
    const struct target *target = target_of(trial, guess, error);
    int64_t start_ns = clock_boot_ns();
    trial->outputs = (struct text_list){0};
    trial->workshop.timeout_s = fmax((double)(trial->end_ns - start_ns) / 1e9, 1);
    log_note(&trial->invocation->log, "building by %s: %s", guess->found,
             guess->build ? guess->build : "compiling its sources");
    struct elapsed *elapsed = elapsed_begin(trial->arena, &trial->invocation->log, "building", 0);
    struct program *program =
        target ? program_build(trial->arena, target, &trial->workshop, error) : NULL;
    elapsed_end(elapsed);
    trial->seconds = (double)(clock_boot_ns() - start_ns) / 1e9;
    if (!program)
        return false;
    trial->outputs = programs_of(trial->arena, program);
    trial->program = program;
    return trial->outputs.count > 0 ||
           failed(error, EXIT_FAILED, "'%s' links no program", guess->build);
}

bool trial_build_all(struct trial *trial, struct guess *guess, struct error *error)
{
    struct guess all = *guess;
    all.setup = guess->setup_of_all ? guess->setup_of_all : guess->setup;
    all.build = guess->build_of_all;
    bool built = trial_build(trial, &all, error);
    if (!built && trial->program && text_starts(all.build, "make") && trial_has_time(trial)) {
        // the copy has its objects and no rule that removes them
        all.build = arena_printf(trial->arena, "%s -B", all.build);
        built = trial_build(trial, &all, error);
    }
    if (built)
        *guess = all;
    return built;
}

const char *trial_place(const struct trial *trial, const char *name)
{
    return path_join(trial->arena, trial->work.path, name);
}

// Where a checkout is watched, all of it is: a project in a folder below may read what lies above.
static const char *watched(const struct trial *trial, const char *clean)
{
    const char *checkout = path_join(trial->arena, trial->workshop.folder, "checkout");
    checkout = path_absolute(trial->arena, checkout);
    return path_within(path_absolute(trial->arena, clean), checkout) ? checkout : clean;
}

bool trial_prepare_tries(struct trial *trial, const struct guess *guess, struct trying *trying,
                         struct error *error)
{
    const struct init_project *project = trial->project;
    const char *tree = guess_is_ready(guess) ? project->folder : program_folder(trial->program);
    *trying = (struct trying){.arena = trial->arena,
                              .rough = trial_place(trial, "rough"),
                              .clean = guess->build ? tree : trial_place(trial, "clean"),
                              .repository = project->has_commit ? project->repository : NULL,
                              .revision = &project->revision,
                              .stop = trial->invocation->stop,
                              .refused = &trial->refused};
    trying->tree = watched(trial, trying->clean);
    if (guess->build)
        return tree_copy(tree, trying->rough, NULL, error);
    return project_copy(tree, trying->rough, error) && project_copy(tree, trying->clean, error);
}
