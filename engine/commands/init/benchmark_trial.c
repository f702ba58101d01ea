// The programs of a build whose names say that they are benchmarks.
#include "commands/init/internal.h"

#include "commands/init/project/programs.h"
#include "commands/init/text.h"
#include "spec/values.h"

#include <string.h>

enum { BENCHMARKS_MOST = 8 };

static bool is_known(const struct guess *found, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (text_equal(found[i].program, name))
            return true;
    return false;
}

// Of --help, which stands in no file of the project, nothing is learned.
static bool runs(const struct guess *guess)
{
    return guess->seconds >= 0 && (guess->source || !*guess->arguments);
}

// Finds arguments with which the program succeeds; false, with a warning: there are none.
static bool try_benchmark(const struct trial *trial, const struct trying *trying,
                          const struct built *built, struct guess *guess)
{
    const struct log *log = &trial->invocation->log;
    guess->program = built->name;
    guess->command = built->path;
    try_arguments(trying, built->path, guess);
    if (!runs(guess)) {
        log_warning(log, "left out: no arguments were found with which '%s' succeeds", built->path);
        return false;
    }
    log_note(log, "  %s%s%s: benchmark, takes %s", built->path, *guess->arguments ? " " : "",
             guess->arguments, init_duration(trial->arena, guess->seconds));
    return true;
}

bool trial_named_benchmarks(const struct trial *trial, const struct trying *trying,
                            struct guess *guess)
{
    struct text_list names = project_names(trial->arena, trial->folder);
    const char *tree = program_folder(trial->program);
    size_t count = 0, outputs = guess->build ? trial->outputs.count : 0;
    const struct built *built = programs_rank(trial->arena, tree, &trial->outputs, &names);
    struct guess *found = arena_new_array(trial->arena, struct guess, BENCHMARKS_MOST);
    for (size_t i = 0; i < outputs && !*trying->stop; i++) {
        struct guess one = *guess;
        if (is_benchmark(built[i].name) && !name_problem(built[i].name) &&
            !is_known(found, count, built[i].name) && count < BENCHMARKS_MOST &&
            trial_has_time(trial) && try_benchmark(trial, trying, &built[i], &one))
            found[count++] = one;
    }
    if (!count)
        return false;
    *guess = found[0];
    guess->others = found + 1;
    guess->other_count = count - 1;
    return true;
}
