// Confirms the suspects of a search by a campaign of their own.
#include "commands/measure/confirm.h"

#include "analysis/analysis.h"
#include "base/files/paths.h"
#include "base/stream.h"
#include "commands/shared/experiment.h"
#include "commands/shared/measure.h"
#include "commands/shared/results.h"
#include "commands/shared/show.h"
#include "executor/local/local.h"
#include "report/symbols/document.h"

#include <inttypes.h>

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

bool confirm_nothing(const struct invocation *invocation, const struct results_options *results,
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
