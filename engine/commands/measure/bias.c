// eswexp bias: how far one factor of the set-up alone turns a conclusion.
#include "base/files/files.h"
#include "campaign/bias/bias_file.h"
#include "commands/shared/experiment.h"
#include "commands/shared/installed.h"
#include "commands/shared/measure.h"
#include "executor/local/local.h"

#include <string.h>
#include <unistd.h>

struct options {
    struct common_options common;
    const char *out, *over, *values, *repeat;
    struct measuring_options measuring;
    struct experiment_options experiment;
    struct results_options results;
};

// All strings with their NULs, as environment_size counts them.
static size_t own_environment(void)
{
    size_t bytes = 0;
    for (char *const *variable = environ; *variable; variable++)
        bytes += strlen(*variable) + 1;
    return bytes;
}

static struct spec *read_spec(const struct invocation *invocation, const struct options *options,
                              struct bias_setup *setup, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct bias_request request = {.over = options->over,
                                   .values = options->values,
                                   .repeat = options->repeat,
                                   .environment_bytes = own_environment(),
                                   .given = {.settings = options->experiment.set,
                                             .seed = options->experiment.seed,
                                             .quick = options->experiment.quick}};
    if (!installed_spec(invocation->arena, invocation->words.items[0], &request.path, error))
        return NULL;
    struct spec *spec = bias_spec(invocation->arena, &request, setup, &report, error);
    return experiment_accept(invocation, spec, &report, error);
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct arena *arena = invocation->arena;
    struct bias_setup setup;
    struct stored_fact facts[BIAS_FACTS];
    if (!measure_out(options->out, error))
        return error->code;
    if (!options->over) {
        failed(error, EXIT_USAGE,
               "--over is missing: it names the factor, such as environment_size or link_order");
        return error->code;
    }
    const struct spec *spec = read_spec(invocation, options, &setup, error);
    if (!spec)
        return error->code;
    for (size_t i = 0; i < setup.notes.count; i++)
        log_note(&invocation->log, "%s", setup.notes.items[i]);
    const char *name = arena_printf(arena, "%s-over-%s", spec->name, setup.factor);
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder = campaign_folder(arena, options->out, "results", name),
                    .numbered = !options->out,
                    .place = place_here,
                    .facts = facts,
                    .fact_count = bias_facts(&setup, facts)}};
    return measure(invocation, &options->measuring, &options->results, &campaign, 1, 0, false,
                   error);
}

// clang-format off
static const struct command_option option_rows[] = {
    {"over", 0, "FACTOR", "the factor to sweep over",
     OPTION_FIELD(struct options, over)},
    {"values", 0, "VALUES", "its values as in 'sweep', or the number of draws",
     OPTION_FIELD(struct options, values)},
    {"repeat", 0, "N", "blocks in which each value is measured (10)",
     OPTION_FIELD(struct options, repeat)},
    OPTION_OUT(struct options, out),
    MEASURING_UNTIL(struct options, measuring),
    MEASURING_ROWS(struct options, measuring),
    RESULTS_PLOT(struct options, results),
    EXPERIMENT_ROWS(struct options, experiment),
    RESULTS_JSON(struct options, results),
    RESULTS_NOTES(struct options, results),
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_bias = {
    .group = COMMANDS_THAT_EXPLAIN,
    .name = "bias",
    .arguments = "SPEC --over FACTOR",
    .summary = "show how far one factor of the set-up turns the result",
    .examples = "  eswexp bias sort.yaml --over environment_size  does it turn the result?\n",
    .details =
        "Measures the variants of the experiment in SPEC at every value of one factor of\n"
        "the set-up, with all other factors fixed, and says at how many values alone the\n"
        "conclusion would have been the opposite of that over all. FACTOR is one of\n"
        "  environment_size    sizes in steps of 16 bytes over 4096 bytes: 257 values\n"
        "  link_order, function_alignment, aslr, …    60 draws of this randomizer\n"
        "  cpu                 each CPU that 'machine.cpus: drawn' draws from\n"
        "  an axis of the file its values\n\n"
        "--values replaces them: a list or range as in 'sweep', such as\n"
        "'{from: 256, to: 2304, step: 16}', or the number of draws. Programs are as their\n"
        "own link makes them, address space randomization is off. At each value the\n"
        "variants are executed in turns, in 10 blocks spread over the whole time, without\n"
        "a pilot; --repeat N makes them N. After the trial a line says how long all takes.\n\n"
        "The report begins with the mean over all values, the number of values that\n"
        "contradict it beyond what chance gives among so many, and the result at the\n"
        "set-up that you have: the size of your environment, the program as built, or any\n"
        "CPU, as the kernel chooses.\n"
        "csv/bias.csv has all values; 'eswexp plot' draws them.\n\n"
        "The results are a campaign in results/NAME-over-FACTOR/ID, or in DIR with --out\n"
        "DIR: 'eswexp resume' continues it.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_EXPERIMENT,
    .ends_tidily = true,
    .run = run,
};
