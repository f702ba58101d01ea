// Measuring campaigns and reporting their results.
#include "commands/shared/measure.h"

#include "base/files/files.h"
#include "campaign/on_finish.h"
#include "commands/shared/comparison.h"
#include "commands/shared/results.h"
#include "commands/shared/until.h"
#include "spec/values.h"

#include <stdio.h>

bool measure_run_options(const struct invocation *invocation,
                         const struct measuring_options *options, size_t count, double budget_s,
                         struct run_options *run_options, struct error *error)
{
    *run_options = (struct run_options){.log = &invocation->log,
                                        .stop = invocation->stop,
                                        .budget_s = budget_s,
                                        .no_wait = options->no_wait,
                                        .lock = options->lock,
                                        .wait_idle = options->wait_idle,
                                        .tune = options->tune,
                                        .fresh_builds = options->fresh_builds,
                                        .unrestored = invocation->unrestored,
                                        .several = count > 1};
    if (options->lock && !*options->lock)
        return failed(error, EXIT_USAGE, "'--lock' names no file");
    return (!options->profile ||
            profiler_find(invocation->arena, options->profile, &run_options->profiling.profiler,
                          &run_options->profiling.program, error)) &&
           until_read(options->until, &run_options->deadline_ns, error);
}

bool measure_budget(const char *word, double *seconds, struct error *error)
{
    *seconds = 0;
    return !word || value_span(word, seconds) ||
           failed(error, EXIT_USAGE, "--budget '%s' is not a time such as 90s or 8h", word);
}

bool measure_out(const char *out, struct error *error)
{
    return !out || *out || failed(error, EXIT_USAGE, "'--out' names no folder");
}

static int weight_of(enum exit_code code)
{
    return code == EXIT_FINE ? 0 : code == EXIT_INCONCLUSIVE ? 1 : code == EXIT_REGRESSION ? 2 : 3;
}

// A failure outweighs a refuted claim, and that an inconclusive one.
static enum exit_code worse(enum exit_code one, enum exit_code other)
{
    return weight_of(other) > weight_of(one) ? other : one;
}

// A campaign that `compare` began ends with its verdict.
static enum exit_code report_one(const struct invocation *invocation,
                                 const struct results_options *options, const char *folder,
                                 const char **before, struct error *error)
{
    if (!comparison_began(invocation->arena, folder))
        return results_write(invocation, options, folder, before, error);
    const struct compare_options asked = {.results = *options};
    struct compared compared = {.frame.notes = &compared.notes};
    fputs(*before, stdout);
    *before = NULL;
    return comparison_of_campaign(invocation, &asked, folder, &compared, error);
}

// Whether its folder is gone, which its own error may have told already.
static bool is_removed(const struct invocation *invocation, const struct campaign *campaign)
{
    if (folder_exists(campaign->request.folder))
        return false;
    if (campaign->error.code == EXIT_FINE)
        log_error(&invocation->log, "'%s' was removed: there is nothing to report",
                  campaign->request.folder);
    return true;
}

// After all reports: none waits for another's pictures.
static enum exit_code draw_all(const struct invocation *invocation,
                               const struct results_options *options,
                               const struct campaign *campaigns, size_t count)
{
    enum exit_code code = EXIT_FINE;
    for (size_t i = 0; options->plot && i < count; i++) {
        struct error error = {.code = EXIT_FINE};
        const char *folder = campaigns[i].request.folder;
        if (!campaigns[i].measured || !folder_exists(folder) ||
            results_draw(invocation, options, folder, &error))
            continue;
        log_error(&invocation->log, "%s", error.text);
        code = worse(code, error.code);
    }
    return code;
}

// If one report cannot be written, the others still are.
static enum exit_code report_all(const struct invocation *invocation,
                                 const struct results_options *options,
                                 const struct campaign *campaigns, size_t count)
{
    enum exit_code code = EXIT_FINE;
    struct results_options undrawn = *options;
    undrawn.plot = false;
    bool array = options->json && count > 1;
    const char *first = array ? "[\n" : "", *between = array ? ",\n" : "\n", *before = first;
    for (size_t i = 0; i < count; i++) {
        struct error error = {.code = EXIT_FINE};
        if (!campaigns[i].measured)
            continue;
        if (is_removed(invocation, &campaigns[i])) {
            code = worse(code, EXIT_FAILED);
            continue;
        }
        enum exit_code own =
            report_one(invocation, &undrawn, campaigns[i].request.folder, &before, &error);
        before = before ? before : between;
        if (weight_of(own) > weight_of(EXIT_REGRESSION))
            log_error(&invocation->log, "%s", error.text);
        code = worse(code, own);
    }
    if (array)
        fputs(before == first ? "[]\n" : "]\n", stdout);
    fflush(stdout);
    return worse(code, draw_all(invocation, options, campaigns, count));
}

// Prints each error once; the caller prints `printed`.
static void print_errors(const struct invocation *invocation, const struct campaign *campaigns,
                         size_t count, const struct error *printed)
{
    for (size_t i = 0; count > 1 && i < count; i++) {
        struct error one = campaigns[i].error;
        if (!*one.text || text_equal(one.text, printed->text))
            continue;
        failed_within(&one, "%s", campaigns[i].request.spec->name);
        if (!text_equal(one.text, printed->text))
            log_error(&invocation->log, "%s", one.text);
    }
}

void measure_print_error(const struct invocation *invocation, struct error *error)
{
    if (*error->text)
        log_error(&invocation->log, "%s", error->text);
    *error->text = '\0';
}

void measure_finish(const struct invocation *invocation, const char *on_finish,
                    const struct campaign *campaigns, size_t count, enum exit_code code,
                    const struct error *error)
{
    struct text_list folders = {0};
    for (size_t i = 0; i < count; i++)
        if (folder_exists(campaigns[i].request.folder))
            text_list_add(&folders, invocation->arena, campaigns[i].request.folder);
    struct ending_told ending = {
        .code = code, .message = code == EXIT_FINE ? "" : error->text, .campaigns = folders};
    on_finish_run(on_finish, &ending, ON_FINISH_MOST_S, &invocation->log, invocation->stop);
}

enum exit_code measure(const struct invocation *invocation, const struct measuring_options *options,
                       const struct results_options *results, struct campaign *campaigns,
                       size_t count, double budget_s, bool given, struct error *error)
{
    struct run_options run_options;
    if (!measure_run_options(invocation, options, count, budget_s, &run_options, error))
        return error->code;
    run_options.keeps_builds = true;
    run_options.budget_given = run_options.budget_ends_trial = given;
    for (size_t i = 0; i < count; i++)
        if (run_options.profiling.profiler && !campaigns[i].request.place.driver->profile) {
            failed(error, EXIT_USAGE, "--profile is for campaigns on this machine, not on Slurm");
            return error->code;
        }
    enum exit_code code = queue_run(invocation->arena, &run_options, campaigns, count, error)
                              ? EXIT_FINE
                              : error->code;
    enum exit_code reported = report_all(invocation, results, campaigns, count);
    print_errors(invocation, campaigns, count, error);
    code = code == EXIT_FINE ? reported : code;
    measure_finish(invocation, options->on_finish, campaigns, count, code, error);
    return code;
}
