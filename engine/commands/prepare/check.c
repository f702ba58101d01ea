// eswexp check: the mistakes of an experiment file, or what it would run.
#include "base/files/cache.h"
#include "campaign/dry_run.h"
#include "campaign/folder.h"
#include "campaign/queue.h"
#include "commands/shared/experiment.h"
#include "executor/local/local.h"
#include "machine/sys.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"

#include <stdio.h>
#include <string.h>

struct options {
    struct common_options common;
    bool trial;
    struct experiment_options experiment;
};

// Checks the settings of the key 'quick', which the plain experiment does not use.
static bool is_right_if_quick(const struct invocation *invocation,
                              const struct experiment_options *options, const struct spec *spec,
                              struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    const char *text = spec_text_alone(invocation->arena, spec->text);
    const struct spec_overrides overrides = {
        .settings = options->set, .seed = options->seed, .quick = true};
    if (spec_parse(invocation->arena, spec->path, text, strlen(text), &overrides, &report, error))
        return true;
    if (report.length)
        fputs(report.bytes, stderr);
    return failed_within(error, "with --quick");
}

// The file may be for another machine, so a missing meter is no mistake.
static void warn_of_meters(const struct invocation *invocation, const struct spec *spec)
{
    for (size_t i = 0; i < spec->meter_count; i++) {
        const char *why = meter_unavailable(spec->meters[i], invocation->arena, machine_root());
        if (why)
            log_warning(&invocation->log, "this machine cannot measure '%s': %s",
                        spec->meters[i]->name, why);
    }
}

static enum exit_code try_once(const struct invocation *invocation, const struct spec *spec,
                               struct error *error)
{
    char *home = NULL;
    if (!cache_folder(invocation->arena, "check", &home, error))
        return error->code;
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder = campaign_folder(invocation->arena, NULL, home, spec->name),
                    .numbered = true,
                    .place = place_here}};
    const struct run_options run_options = {.log = &invocation->log,
                                            .stop = invocation->stop,
                                            .unrestored = invocation->unrestored,
                                            .whole = true,
                                            .only_trial = true,
                                            .prints_size = true};
    return queue_run(invocation->arena, &run_options, &campaign, 1, error) ? EXIT_FINE
                                                                           : error->code;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    const struct spec *spec =
        experiment_load(invocation, &options->experiment, invocation->words.items[0], error);
    if (!spec || (!options->experiment.quick &&
                  !is_right_if_quick(invocation, &options->experiment, spec, error)))
        return error->code;
    if (!options->trial)
        warn_of_meters(invocation, spec);
    dry_run_print(spec, stdout);
    if (options->trial)
        return try_once(invocation, spec, error);
    puts("duration: 'eswexp check --trial' measures it");
    return EXIT_FINE;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"trial", 0, NULL, "build and execute each variant once, measure time",
     OPTION_FIELD(struct options, trial)},
    EXPERIMENT_ROWS(struct options, experiment),
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_check = {
    .group = COMMANDS_THAT_MEASURE,
    .name = "check",
    .arguments = "SPEC",
    .summary = "find the mistakes in an experiment file, show what it would run",
    .examples = "  eswexp check sort.yaml          find all mistakes of the file\n"
                "  eswexp check --trial sort.yaml  build and execute all once, too\n"
                "  eswexp check @quickstart        show what an installed experiment does\n",
    .details = "Prints all mistakes in the experiment file SPEC (@NAME: an installed one). If\n"
               "there are none, prints its cells, variants and randomizers, and how many\n"
               "blocks, builds and executions a campaign would carry out. Runs and writes\n"
               "nothing, unless --trial is given.\n\n"
               "--trial builds each variant, links one layout and executes it once, and says\n"
               "how long each takes and how long the pilot will take. A variant that cannot be\n"
               "built, randomized or executed is exit code 3. Nothing is kept.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_EXPERIMENT,
    .ends_tidily = true,
    .run = run,
};
