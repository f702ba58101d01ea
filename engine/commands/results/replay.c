// eswexp replay: one build of a campaign, made again and executed.
#include "replay/replay.h"

#include "base/files/paths.h"
#include "commands/shared/recall.h"
#include "commands/shared/show.h"
#include "executor/host.h"
#include "replay/keep.h"
#include "report/replay/document.h"
#include "spec/values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct options {
    struct common_options common;
    const char *build, *benchmark, *variant, *execution, *times, *keep;
    struct text_list points;
    bool best, median, worst, trust, json;
    struct measuring_options measuring;
};

enum { TIMES_MOST = 10000 };

// What the command line asks for.
struct wish {
    struct build_wish build;
    size_t execution, times; // execution 0: all
    const char *keep;        // NULL: nothing is kept
    struct text_list tool;   // none: it runs alone
};

// ---- The command line

static void mistake(const struct invocation *invocation, size_t *mistakes, const char *words)
{
    log_error(&invocation->log, "%s", words);
    ++*mistakes;
}

static size_t read_number(const struct invocation *invocation, const char *option, const char *word,
                          size_t least, size_t fallback, size_t *mistakes)
{
    size_t number = fallback;
    if (word && (!value_count(word, &number) || number < least))
        mistake(invocation, mistakes,
                arena_printf(invocation->arena, "--%s '%s' is not a whole number from %zu", option,
                             word, least));
    return number;
}

static bool read_wish(const struct invocation *invocation, const struct options *options,
                      struct wish *wish, struct error *error)
{
    size_t mistakes = 0;
    int ways = (options->build != NULL) + options->best + options->median + options->worst;
    *wish = (struct wish){
        .build = {.benchmark = options->benchmark,
                  .variant = options->variant,
                  .points = options->points,
                  .rank = options->best     ? RANK_BEST
                          : options->median ? RANK_MEDIAN
                          : options->worst  ? RANK_WORST
                                            : RANK_NONE,
                  .number = read_number(invocation, "build", options->build, 1, 0, &mistakes)},
        .execution = read_number(invocation, "execution", options->execution, 1, 0, &mistakes),
        .times = read_number(invocation, "times", options->times, 0, 1, &mistakes),
        .keep = options->keep};
    for (size_t i = 1; i < invocation->words.count; i++)
        text_list_add(&wish->tool, invocation->arena, invocation->words.items[i]);
    if (ways != 1)
        mistake(invocation, &mistakes,
                "one of --build N, --best, --median and --worst says which build");
    if (wish->times > TIMES_MOST)
        mistake(invocation, &mistakes, "--times is at most 10000");
    if (wish->tool.count && options->json)
        mistake(invocation, &mistakes,
                "--json is of samples, which a program under a tool has not");
    return !mistakes ||
           failed(error, EXIT_USAGE, "%s", text_counted(invocation->arena, mistakes, "mistake"));
}

// ---- The replay

static bool print(const struct invocation *invocation, const struct options *options,
                  const struct replay *replay, const struct replayed *replayed, struct error *error)
{
    return show_result(invocation, options->json,
                       replay_document(invocation->arena, replay, replayed),
                       replay_record(invocation->arena, replay, replayed), error);
}

static bool carry_out(const struct invocation *invocation, const struct options *options,
                      const struct wish *wish, struct replay *replay, struct error *error)
{
    struct replayed replayed = {.count = 0};
    if (!replay_build(replay, error))
        return false;
    if (wish->keep && !replay_keep(replay, wish->execution, wish->keep, error))
        return false;
    if (wish->keep)
        log_note(&invocation->log, "kept in '%s': start.sh starts it", wish->keep);
    if (wish->tool.count) {
        fflush(stdout);
        return replay_under(replay, wish->execution, wish->times, &wish->tool, error);
    }
    return replay_execute(replay, wish->execution, wish->times, &replayed, error) &&
           print(invocation, options, replay, &replayed, error);
}

static bool replay_alone(const struct invocation *invocation, const struct options *options,
                         const struct wish *wish, struct replay *replay, const char *folder,
                         struct error *error)
{
    const struct waiting waiting = {
        .log = &invocation->log, .stop = invocation->stop, .refused = options->measuring.no_wait};
    int host = -1;
    bool done = host_take(&waiting, options->measuring.lock, folder, &host, error) &&
                carry_out(invocation, options, wish, replay, error);
    replay_close(replay);
    host_release(host);
    return done;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct arena *arena = invocation->arena;
    const char *folder = path_absolute(arena, invocation->words.items[0]);
    struct wish wish;
    if (!read_wish(invocation, options, &wish, error) ||
        (wish.keep && !replay_may_keep(arena, wish.keep, folder, error)))
        return error->code;
    struct catalogue catalogue;
    struct replay replay;
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store || !store_catalogue(store, arena, &catalogue, error))
        return error->code;
    struct replay_request request = {.arena = arena,
                                     .log = &invocation->log,
                                     .stop = invocation->stop,
                                     .store = store,
                                     .spec = recall_spec(invocation, folder, options->trust, error),
                                     .catalogue = &catalogue,
                                     .wish = wish.build,
                                     .no_wait = options->measuring.no_wait};
    return request.spec && replay_choose(&request, &replay, error) &&
                   replay_alone(invocation, options, &wish, &replay, folder, error)
               ? EXIT_FINE
               : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"build", 'b', "N", "the build of block N, as in csv/builds.csv",
     OPTION_FIELD(struct options, build)},
    {"best", 0, NULL, "the build with the best mean of the first metric",
     OPTION_FIELD(struct options, best)},
    {"median", 0, NULL, "the build whose mean is the middle one",
     OPTION_FIELD(struct options, median)},
    {"worst", 0, NULL, "the build with the worst mean",
     OPTION_FIELD(struct options, worst)},
    {"variant", 0, "NAME", "the variant, if there are several",
     OPTION_FIELD(struct options, variant)},
    {"benchmark", 0, "NAME", "the benchmark, if there are several",
     OPTION_FIELD(struct options, benchmark)},
    {"point", 0, "AXIS=VALUE", "the point of a sweep, repeatable",
     OPTION_FIELD(struct options, points)},
    {"execution", 0, "M", "only execution M of the build",
     OPTION_FIELD(struct options, execution)},
    {"times", 0, "K", "execute it K times (default 1; 0: only make it)",
     OPTION_FIELD(struct options, times)},
    {"keep", 0, "DIR", "leave programs, linker scripts, start.sh there", .value = WORD_FOLDER,
     OPTION_FIELD(struct options, keep)},
    RECALL_TRUST(struct options),
    MEASURING_NO_WAIT(struct options, measuring),
    MEASURING_LOCK(struct options, measuring),
    {"json", 0, NULL, "print the result as JSON", OPTION_FIELD(struct options, json)},
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_replay = {
    .group = COMMANDS_THAT_EXPLAIN,
    .name = "replay",
    .arguments = "DIR [-- TOOL...]",
    .summary = "make one build of a campaign again, and execute it",
    .examples = "  eswexp replay results/sort/ID --worst    its slowest build again\n"
                "  eswexp replay results/sort/ID -- gdb     under a debugger\n",
    .details =
        "Makes one build of the campaign in DIR again, bit for bit, executes it with its\n"
        "environment, addresses and CPUs, and prints its samples beside the stored ones.\n"
        "The layout id and the SHA-256 of the binary must be those of the campaign: else\n"
        "it says what differs and why that may be, executes nothing, and ends with exit\n"
        "code 3. It writes nothing into DIR.\n\n"
        "N of --build is the column 'block' of csv/builds.csv. --best, --median and --worst\n"
        "choose among the builds of the real experiment by their mean of the first\n"
        "metric.\n\n"
        "Behind '--' follows a tool that runs the program, with the terminal, without a\n"
        "timeout and in the program's folder, which is removed afterwards:\n"
        "    eswexp replay DIR --worst -- perf stat\n"
        "    eswexp replay DIR --build 7 -- gdb --args\n"
        "It runs execution 1, or that of --execution. A tool that fails gives exit code 3.\n\n"
        "--keep leaves in a new folder the programs, how the linker was told their\n"
        "layouts, the environment, and start.sh, which starts the build without eswexp.\n\n"
        "Of a campaign that another user began, or that was measured on another machine,\n"
        "it prints the commands that it would run, and ends with exit code 2. --trust\n"
        "runs them.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = SIZE_MAX,
    .word = WORD_FOLDER,
    .ends_tidily = true,
    .run = run,
};
