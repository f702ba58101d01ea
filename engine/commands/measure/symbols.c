// eswexp symbols: which addresses of which functions cost time?
#include "analysis/analysis.h"
#include "analysis/symbols/conclusion.h"
#include "base/files/paths.h"
#include "base/stream.h"
#include "campaign/symbols/confirmation.h"
#include "commands/shared/command.h"
#include "commands/shared/experiment.h"
#include "commands/shared/measure.h"
#include "commands/shared/recall.h"
#include "commands/shared/results.h"
#include "commands/shared/show.h"
#include "executor/host.h"
#include "executor/local/local.h"
#include "replay/functions.h"
#include "report/symbols/document.h"
#include "spec/values.h"

#include <inttypes.h>
#include <stdio.h>

// ---- A campaign that confirms suspects

struct confirm_options {
    const char *out, *seed; // NULL: results/NAME-symbols/ID, a fresh one
    struct measuring_options measuring;
    struct results_options results;
};

// Runs the campaign, writes its files and prints the conclusion.
enum exit_code confirm_suspects(const struct invocation *invocation,
                                const struct confirm_options *options,
                                struct confirmation_request *request, struct error *error);

// Prints the conclusion of the campaign in `folder`, which confirm_suspects() began, and writes its
// files. EXIT_INCONCLUSIVE: it is unfinished.
enum exit_code confirm_report(const struct invocation *invocation,
                              const struct results_options *results, const char *folder,
                              struct error *error);

static bool print(const struct invocation *invocation, const struct results_options *results,
                  const struct symbols_conclusion *conclusion, const char *folder,
                  struct error *error)
{
    return show_result(invocation, results->json, symbols_document(invocation->arena, conclusion),
                       symbols_record(invocation->arena, conclusion, folder), error);
}

enum exit_code confirm_report(const struct invocation *invocation,
                              const struct results_options *results, const char *folder,
                              struct error *error)
{
    struct arena *arena = invocation->arena;
    struct findings findings;
    struct symbols_conclusion conclusion;
    const char *place;
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store || !analysis_load(arena, store, &findings, error) ||
        !symbols_conclude(arena, store, &findings, &conclusion, error) ||
        !print(invocation, results, &conclusion, folder, error) ||
        !results_place(invocation, NULL, folder, &place, error) ||
        (place && !results_files(invocation, results, store, &findings, place, error)))
        return error->code;
    return findings.completeness.unfinished ? EXIT_INCONCLUSIVE : EXIT_FINE;
}

// Prints that nothing was confirmed, since nothing is suspected.
static bool confirm_nothing(const struct invocation *invocation,
                            const struct results_options *results,
                            const struct symbol_search *search, struct error *error)
{
    const struct symbols_conclusion conclusion = {.hypotheses = search->count,
                                                  .functions = search->function_count,
                                                  .builds = search->build_count};
    return print(invocation, results, &conclusion, NULL, error);
}

static const struct spec *read_spec(const struct invocation *invocation,
                                    const struct confirm_options *options,
                                    struct confirmation_request *request, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    request->seed = options->seed ? options->seed
                                  : arena_printf(invocation->arena, "0x%016" PRIx64, seed_fresh());
    struct spec *spec = confirmation_spec(invocation->arena, request, &report, error);
    return experiment_accept(invocation, spec, &report, error);
}

static void announce(const struct invocation *invocation,
                     const struct confirmation_request *request)
{
    const struct symbol_search *search = request->search;
    for (size_t i = 0; i < search->suspect_count; i++)
        log_note(&invocation->log, "suspected: %s",
                 hypothesis_wording(invocation->arena, search, search->suspects[i]));
}

enum exit_code confirm_suspects(const struct invocation *invocation,
                                const struct confirm_options *options,
                                struct confirmation_request *request, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct run_options run_options;
    struct stored_fact facts[CONFIRMATION_FACTS];
    const struct spec *spec = read_spec(invocation, options, request, error);
    if (!spec || !measure_run_options(invocation, &options->measuring, 1, 0, &run_options, error))
        return error->code;
    run_options.keeps_builds = true;
    run_options.whole = true;
    announce(invocation, request);
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder = campaign_folder(arena, options->out, "results",
                                              arena_printf(arena, "%s-symbols", spec->name)),
                    .numbered = !options->out,
                    .place = place_here,
                    .facts = facts,
                    .fact_count = confirmation_facts(arena, request->search, facts)}};
    enum exit_code code =
        queue_run(arena, &run_options, &campaign, 1, error) ? EXIT_FINE : error->code;
    struct error own = {.code = EXIT_FINE};
    enum exit_code reported = campaign.measured ? confirm_report(invocation, &options->results,
                                                                 campaign.request.folder, &own)
                                                : EXIT_FINE;
    if (code == EXIT_FINE)
        *error = own;
    else if (*own.text)
        log_error(&invocation->log, "%s", own.text);
    code = code == EXIT_FINE ? reported : code;
    measure_finish(invocation, options->measuring.on_finish, &campaign, 1, code, error);
    return code;
}

// ---- The command

struct options {
    struct common_options common;
    const char *benchmark, *variant, *functions, *builds, *executions;
    struct text_list points;
    bool search_only, trust;
    struct confirm_options confirm;
};

enum {
    FUNCTIONS = 200,
    FUNCTIONS_MOST = 10000,
    PAIRED = 10, // of these functions, every pair is tested
    BUILDS = 30,
    BUILDS_LEAST = 5,
    EXECUTIONS = 4,
    COUNTS_MOST = 100000,
};

struct numbers {
    size_t functions, builds, executions;
};

// What one search reads and finds.
struct finding {
    struct located_functions located;
    struct symbol_search search;
};

static void read_number(const struct invocation *invocation, const char *option, const char *word,
                        size_t least, size_t most, size_t *number, size_t *mistakes)
{
    if (!word || (value_count(word, number) && *number >= least && *number <= most))
        return;
    log_error(&invocation->log, "--%s '%s' is not a whole number from %zu to %zu", option, word,
              least, most);
    ++*mistakes;
}

static bool read_numbers(const struct invocation *invocation, const struct options *options,
                         struct numbers *numbers, struct error *error)
{
    size_t mistakes = 0;
    uint64_t seed;
    *numbers = (struct numbers){FUNCTIONS, BUILDS, EXECUTIONS};
    read_number(invocation, "functions", options->functions, 1, FUNCTIONS_MOST, &numbers->functions,
                &mistakes);
    read_number(invocation, "builds", options->builds, BUILDS_LEAST, COUNTS_MOST, &numbers->builds,
                &mistakes);
    read_number(invocation, "executions", options->executions, 1, COUNTS_MOST, &numbers->executions,
                &mistakes);
    if (options->confirm.seed && !value_seed(options->confirm.seed, &seed)) {
        log_error(&invocation->log, "--seed '%s' is not a number of 64 bits, decimal or 0x…",
                  options->confirm.seed);
        mistakes++;
    }
    return !mistakes ||
           failed(error, EXIT_USAGE, "%s", text_counted(invocation->arena, mistakes, "mistake"));
}

// ---- The search

static bool locate(const struct invocation *invocation, const struct options *options,
                   const struct replay_request *request, const char *folder, size_t most,
                   struct located_functions *located, struct error *error)
{
    const struct waiting waiting = {.log = &invocation->log,
                                    .stop = invocation->stop,
                                    .refused = options->confirm.measuring.no_wait};
    int host = -1;
    bool done = host_take(&waiting, options->confirm.measuring.lock, folder, &host, error) &&
                replay_functions(request, most, located, error);
    host_release(host);
    return done;
}

static bool search(const struct invocation *invocation, const struct options *options,
                   const struct replay_request *request, const char *folder, size_t most,
                   struct finding *finding, struct error *error)
{
    struct located_functions *located = &finding->located;
    if (!locate(invocation, options, request, folder, most, located, error))
        return false;
    if (!located->profiled)
        log_note(&invocation->log,
                 "the campaign has no profile of the variant ('eswexp run --profile'): the %zu "
                 "largest functions are searched",
                 located->count);
    finding->search = symbol_search_of(invocation->arena, located->items, located->count, PAIRED,
                                       located->log_times, located->build_count);
    return true;
}

static enum exit_code print_search(const struct invocation *invocation,
                                   const struct options *options,
                                   const struct symbol_search *search, struct error *error)
{
    bool printed = true;
    if (!search->suspect_count && !options->search_only)
        printed = confirm_nothing(invocation, &options->confirm.results, search, error);
    else
        printed = show_result(invocation, options->confirm.results.json,
                              suspects_document(invocation->arena, search),
                              suspects_record(invocation->arena, search), error);
    return printed ? EXIT_FINE : error->code;
}

// The search is over times of one benchmark.
static bool refuse_suite(const struct spec *spec, const char *benchmark, struct error *error)
{
    for (size_t i = 0; i < spec->cell_count; i++)
        if (spec->cells[i].targets->each &&
            (!benchmark || text_equal(benchmark, spec->cells[i].benchmark)))
            return failed(error, EXIT_USAGE,
                          "'%s' is a suite ('each'): measure one of its benchmarks alone, chosen "
                          "by an option of the harness, and search there",
                          spec->cells[i].benchmark);
    return true;
}

static enum exit_code search_and_confirm(const struct invocation *invocation,
                                         const struct options *options,
                                         const struct numbers *numbers,
                                         const struct replay_request *request, const char *folder,
                                         struct error *error)
{
    struct finding finding;
    if (!search(invocation, options, request, folder, numbers->functions, &finding, error))
        return error->code;
    if (!finding.search.suspect_count || options->search_only)
        return print_search(invocation, options, &finding.search, error);
    struct confirmation_request confirmation = {.spec = request->spec,
                                                .cell = finding.located.cell,
                                                .variant = finding.located.variant,
                                                .search = &finding.search,
                                                .builds = numbers->builds,
                                                .executions = numbers->executions,
                                                .iterations = finding.located.last.iterations,
                                                .warmup = finding.located.last.warmup};
    return confirm_suspects(invocation, &options->confirm, &confirmation, error);
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct arena *arena = invocation->arena;
    const char *folder = path_absolute(arena, invocation->words.items[0]);
    struct numbers numbers;
    struct catalogue catalogue;
    if (!measure_out(options->confirm.out, error) ||
        !read_numbers(invocation, options, &numbers, error))
        return error->code;
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store || !store_catalogue(store, arena, &catalogue, error))
        return error->code;
    if (symbols_began(store, arena))
        return confirm_report(invocation, &options->confirm.results, folder, error);
    struct replay_request request = {.arena = arena,
                                     .log = &invocation->log,
                                     .stop = invocation->stop,
                                     .store = store,
                                     .spec = recall_spec(invocation, folder, options->trust, error),
                                     .catalogue = &catalogue,
                                     .wish = {.benchmark = options->benchmark,
                                              .variant = options->variant ? options->variant
                                                         : catalogue.variant_count
                                                             ? catalogue.variants[0]
                                                             : NULL,
                                              .points = options->points},
                                     .no_wait = options->confirm.measuring.no_wait};
    return request.spec && refuse_suite(request.spec, options->benchmark, error)
               ? search_and_confirm(invocation, options, &numbers, &request, folder, error)
               : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"variant", 0, "NAME", "the variant (default: the baseline)",
     OPTION_FIELD(struct options, variant)},
    {"benchmark", 0, "NAME", "the benchmark, if there are several",
     OPTION_FIELD(struct options, benchmark)},
    {"point", 0, "AXIS=VALUE", "the point of a sweep, repeatable",
     OPTION_FIELD(struct options, points)},
    {"functions", 0, "N", "search at most so many functions (default 200)",
     OPTION_FIELD(struct options, functions)},
    {"builds", 0, "N", "builds that confirm each suspect (default 30)",
     OPTION_FIELD(struct options, builds)},
    {"executions", 0, "N", "executions of each such build (default 4)",
     OPTION_FIELD(struct options, executions)},
    {"search-only", 0, NULL, "name the suspects, measure nothing",
     OPTION_FIELD(struct options, search_only)},
    OPTION_OUT(struct options, confirm.out),
    {"seed", 0, "N", "the seed of the fresh layouts (default: a new one)",
     OPTION_FIELD(struct options, confirm.seed)},
    RECALL_TRUST(struct options),
    MEASURING_UNTIL(struct options, confirm.measuring),
    MEASURING_NO_WAIT(struct options, confirm.measuring),
    MEASURING_LOCK(struct options, confirm.measuring),
    MEASURING_WAIT_IDLE(struct options, confirm.measuring),
    MEASURING_TUNE(struct options, confirm.measuring),
    MEASURING_ON_FINISH(struct options, confirm.measuring),
    RESULTS_JSON(struct options, confirm.results),
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_symbols = {
    .group = COMMANDS_THAT_EXPLAIN,
    .name = "symbols",
    .arguments = "DIR",
    .summary = "find functions whose address changes the time",
    .examples = "  eswexp symbols results/sort/ID  functions whose address matters\n",
    .details =
        "Of a campaign in DIR whose builds draw the addresses of functions, 'symbols'\n"
        "finds the functions whose address changes the time. It makes every build of one\n"
        "variant's real experiment again, bit for bit, and tests the addresses of its\n"
        "functions (modulo 64 and 32, across a page, pairs in common cache sets) against\n"
        "the times of the builds. At most three suspects follow from that.\n\n"
        "Then it measures them in fresh layouts, with another seed: once with all suspects\n"
        "away from their addresses, and once with each one there, all other draws alike.\n"
        "It reports only what this campaign confirms, by simultaneous intervals:\n"
        "    hash_mix at 48 modulo 64 costs 6.1 % [5.2, 7.0]\n\n"
        "DIR needs at least 20 builds, better 60. If it has a profile ('eswexp run\n"
        "--profile'), only its functions are searched, the hottest first; else the largest.\n"
        "Pairs are those of the first ten.\n\n"
        "The second campaign is in results/NAME-symbols/ID, or in --out DIR. 'eswexp\n"
        "resume' continues it; 'symbols' of its folder prints the conclusion again, with\n"
        "exit code 4 while it is unfinished.\n\n"
        "Of a campaign that another user began, or that was measured on another machine,\n"
        "it prints the commands that it would run, and ends with exit code 2. --trust\n"
        "runs them.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_FOLDER,
    .ends_tidily = true,
    .run = run,
};
