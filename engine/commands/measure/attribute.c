// eswexp attribute: which factors of the layout does the variance between builds come from?
#include "commands/shared/experiment.h"
#include "commands/shared/installed.h"
#include "commands/shared/measure.h"
#include "executor/local/local.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"

#include <string.h>

struct options {
    struct common_options common;
    const char *variant, *factors, *blocks, *out;
    struct measuring_options measuring;
    struct experiment_options experiment;
    struct results_options results;
};

// In single quotes of YAML.
static const char *quoted(struct arena *arena, const char *word, size_t length)
{
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "'");
    for (size_t i = 0; i < length; i++)
        text_add_bytes(&text, word[i] == '\'' ? "''" : &word[i], word[i] == '\'' ? 2 : 1);
    text_add(&text, "'");
    return arena_strdup(arena, text.bytes);
}

// "a,b" as a list of YAML.
static const char *quoted_list(struct arena *arena, const char *words)
{
    const char *list = "";
    for (const char *word = words;; word++) {
        size_t length = strcspn(word, ",");
        list = arena_printf(arena, "%s%s%s", list, *list ? ", " : "", quoted(arena, word, length));
        word += length;
        if (!*word)
            return arena_printf(arena, "[%s]", list);
    }
}

// Whether the file has `attribute` itself. Its mistakes are reported later.
static bool has_design(const struct invocation *invocation, const struct options *options)
{
    const char *path;
    struct error ignored;
    TEXT_CLEANUP struct text mistakes = {0};
    struct spec_overrides overrides = {.settings = options->experiment.set};
    const struct spec *spec =
        installed_spec(invocation->arena, invocation->words.items[0], &path, &ignored)
            ? spec_load(invocation->arena, path, &overrides, &mistakes, &ignored)
            : NULL;
    return spec && spec->attribution.variant;
}

// Settings that follow change those that the options make.
static struct experiment_options with_design(const struct invocation *invocation,
                                             const struct options *options)
{
    struct arena *arena = invocation->arena;
    struct experiment_options experiment = options->experiment;
    experiment.set = (struct text_list){0};
    if (!has_design(invocation, options))
        text_list_add(&experiment.set, arena, "attribute={}");
    if (options->variant)
        text_list_printf(&experiment.set, arena, "attribute.variant=%s",
                         quoted(arena, options->variant, strlen(options->variant)));
    if (options->factors)
        text_list_printf(&experiment.set, arena, "attribute.factors=%s",
                         quoted_list(arena, options->factors));
    if (options->blocks)
        text_list_printf(&experiment.set, arena, "attribute.blocks=%s",
                         quoted(arena, options->blocks, strlen(options->blocks)));
    for (size_t i = 0; i < options->experiment.set.count; i++)
        text_list_add(&experiment.set, arena, options->experiment.set.items[i]);
    return experiment;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    if (!measure_out(options->out, error))
        return error->code;
    const struct experiment_options experiment = with_design(invocation, options);
    const struct spec *spec =
        experiment_load(invocation, &experiment, invocation->words.items[0], error);
    if (!spec)
        return error->code;
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder =
                        campaign_folder(invocation->arena, options->out, "results", spec->name),
                    .numbered = !options->out,
                    .place = place_here}};
    return measure(invocation, &options->measuring, &options->results, &campaign, 1, 0, false,
                   error);
}

// clang-format off
static const struct command_option option_rows[] = {
    {"variant", 0, "NAME", "study this variant (default: the first)",
     OPTION_FIELD(struct options, variant)},
    {"factors", 0, "A,B", "redraw only these (default: all that can be drawn)",
     OPTION_FIELD(struct options, factors)},
    {"blocks", 0, "N", "blocks of builds (default 50)", OPTION_FIELD(struct options, blocks)},
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

const struct command command_attribute = {
    .group = COMMANDS_THAT_EXPLAIN,
    .name = "attribute",
    .arguments = "SPEC",
    .summary = "tell which factors of the layout builds differ by",
    .examples = "  eswexp attribute sort.yaml  which factors make builds differ\n",
    .details = "Builds of one program take different times, because each has another memory\n"
               "layout. 'attribute' tells how much of that variance comes from the order of\n"
               "functions, their addresses, data, libraries, the environment's size, the heap,\n"
               "and each part of address randomization: a share with an interval for each, and\n"
               "a rank test.\n\n"
               "It runs an ordinary campaign, whose experiment has the key 'attribute' (see\n"
               "eswexp.yaml(5)): 'eswexp resume' continues it, 'eswexp report' reports it. A\n"
               "block has one build with a draw of every factor, one more with the same draws,\n"
               "one with other draws of all factors, and one for each factor in which only that\n"
               "factor is drawn again. The variant is compiled once. A campaign of 10 factors,\n"
               "50 blocks and 2 executions of each build executes the program 1300 times;\n"
               "before it begins, the trial tells how long that takes.\n\n"
               "Every randomizer is a factor, unless the file switches it off ('aslr: false') or\n"
               "it is impossible here; of a ready command, the environment, the heap, addresses\n"
               "and the hash seed are. --factors names those to redraw: 'link_order',\n"
               "'aslr.stack'. The others that the file names then have one draw in a block, so\n"
               "that the shares are of the variance that the named factors cause.\n\n"
               "Claims, derived quantities and pictures of the file are left out.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_EXPERIMENT,
    .ends_tidily = true,
    .run = run,
};
