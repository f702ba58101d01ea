// Building the suites of a project, and running each once as a quick run would.
#include "commands/init/internal.h"

#include "base/files/paths.h"
#include "base/shell_words.h"
#include "build/program.h"
#include "commands/init/text.h"
#include "run/foreign.h"

#include <math.h>
#include <string.h>

static const double QUICK_MOST_S = 60;

// Executes it once. NULL, or why it is left out.
static const char *run_suite(const struct trying *trying, const char *line,
                             const struct suite *suite, double limit_s, struct tried *tried)
{
    struct arena *arena = trying->arena;
    const struct harness_reader *reader = harness_reader_of(suite->harness->samples);
    const char *file = path_join(arena, trying->rough, "eswexp-suite"), *output = NULL;
    struct text_list words = {0}, arguments = {0};
    struct foreign_samples samples;
    struct error error;
    if (!text_split_words(arena, line, &words, &error))
        return arena_strdup(arena, error.text);
    for (size_t i = 1; i < words.count; i++)
        text_list_add(&arguments, arena, words.items[i]);
    foreign_ask(arena, reader, file, 0, &arguments);
    *tried = try_once(trying, trying->clean, suite->path, &arguments, limit_s, &output);
    if (!tried->has_succeeded)
        return tried->has_ended ? "it fails" : "it runs for more than a minute";
    return reader->options.file
               ? foreign_read(arena, reader, NULL, file, &samples)
               : foreign_parse(arena, reader, NULL, output, strlen(output), &samples);
}

// As a quick run would; then as others, until that is too long for a comparison.
static const char *run_twice(const struct trying *trying, struct suite *suite, const char **line)
{
    struct tried tried = {.seconds = 0};
    *line = suite_command(trying->arena, suite, true);
    const char *why = run_suite(trying, *line, suite, QUICK_MOST_S, &tried);
    suite->seconds = tried.seconds;
    if (why)
        return why;
    *line = suite_command(trying->arena, suite, false);
    why = run_suite(trying, *line, suite, fmax(SUITES_HELD_S, suite->seconds), &tried);
    suite->whole_s = tried.seconds;
    return tried.has_ended ? why : NULL;
}

// Keeps the suites whose commands yield samples in the built tree.
static void run_suites(const struct trial *trial, const struct trying *trying,
                       const struct suites *found, struct suites *kept)
{
    const struct log *log = &trial->invocation->log;
    for (size_t i = 0; i < found->count && found->items[i].harness && !*trying->stop; i++) {
        struct suite suite = found->items[i];
        const char *line, *why = run_twice(trying, &suite, &line);
        if (why) {
            log_warning(log, "left out: './%s': %s", line, why);
            continue;
        }
        log_note(log, "  %s: %s, a quick execution takes %s", suite.path, suite.harness->title,
                 init_duration(trial->arena, suite.seconds));
        suites_add(trial->arena, kept, suite);
    }
}

static const char *joined_lines(struct arena *arena, const struct suites *suites)
{
    const char *lines = NULL;
    for (size_t i = 0; i < suites->count; i++)
        lines = lines ? arena_printf(arena, "%s && %s", lines, suites->items[i].build)
                      : suites->items[i].build;
    return lines;
}

// Builds them by one line; false if that fails.
static bool build_suites(struct trial *trial, const struct guess *guess, const struct suites *found,
                         struct suites *kept, struct error *error)
{
    struct trying trying;
    struct guess one = *guess;
    one.suites.count = 0;
    one.command = found->items[0].path;
    one.program = found->items[0].name;
    one.build = joined_lines(trial->arena, found);
    if (!trial_build(trial, &one, error) || !trial_prepare_tries(trial, &one, &trying, error))
        return false;
    run_suites(trial, &trying, found, kept);
    return true;
}

static void keep_suites(const struct trial *trial, struct guess *guess, struct suites *kept)
{
    struct text_list others = guess->suites.others;
    size_t brief = 0;
    guess->seconds = suites_fit(kept, &brief);
    if (brief)
        log_note(&trial->invocation->log,
                 "the file asks for quick executions, because 'eswexp compare' executes all "
                 "suites at least 20 times in its five minutes");
    guess->setup_of_all = guess->setup;
    guess->suites = *kept;
    guess->suites.others = others;
    guess->program = kept->items[0].name;
    guess->command = kept->items[0].path;
    guess->build = kept->items[0].build;
}

// The suites that the files of the project name: all at once, or if that fails one by one.
bool trial_suites(struct trial *trial, struct guess *guess)
{
    struct suites kept = {0};
    struct error error;
    struct guess suited = *guess;
    suited.suites.count = 0;
    suited.setup = guess->setup_of_all ? guess->setup_of_all : guess->setup;
    if (!guess->suites.count)
        return false;
    if (!build_suites(trial, &suited, &guess->suites, &kept, &error))
        for (size_t i = 0; i < guess->suites.count && trial_has_time(trial); i++) {
            const struct suites one = {.items = {guess->suites.items[i]}, .count = 1};
            if (!build_suites(trial, &suited, &one, &kept, &error))
                log_warning(&trial->invocation->log, "left out the suite '%s': %s",
                            guess->suites.items[i].name, error.text);
        }
    if (!kept.count)
        return false;
    guess->setup = suited.setup;
    keep_suites(trial, guess, &kept);
    return true;
}

// The suites among the programs that a build linked.
bool trial_linked_suites(const struct trial *trial, const struct trying *trying,
                         struct guess *guess)
{
    struct suites found = {0}, kept = {0};
    const char *tree = path_absolute(trial->arena, program_folder(trial->program));
    for (size_t i = 0; guess->build && i < trial->outputs.count; i++) {
        const char *output = trial->outputs.items[i], *path = path_within(output, tree);
        const char *slash = path ? strrchr(path, '/') : NULL;
        const struct suite_harness *harness = path ? harness_of_program(output) : NULL;
        if (harness)
            suites_add(trial->arena, &found,
                       (struct suite){.name = slash ? slash + 1 : path,
                                      .path = path,
                                      .build = guess->build,
                                      .harness = harness});
    }
    guess->suites.others = found.others;
    run_suites(trial, trying, &found, &kept);
    if (kept.count)
        keep_suites(trial, guess, &kept);
    return kept.count > 0;
}
