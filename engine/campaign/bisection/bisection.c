// Plans measurements, runs them as campaigns, and tells the search what they found.
#include "campaign/bisection/bisection.h"

#include "analysis/analysis.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "base/stream.h"
#include "campaign/bisection/measurement_spec.h"
#include "campaign/queue.h"
#include "executor/local/local.h"
#include "stats/ratio_test/block_means.h"
#include "store/results/outcomes.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- Blocks of the two variants of a measurement, paired

struct log_ratios {
    double *items; // the logarithm of the commit's mean over the reference's, by block
    size_t count;
    const char *metric;
    const char *inputs; // a sentence on those that differ; NULL: none
};

static const struct estimate *estimate_of(const struct findings *findings, const char *benchmark,
                                          size_t variant)
{
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const char *name = findings->catalogue.cells[estimate->cell].benchmark;
        if (estimate->variant == variant && estimate->metric == 0 &&
            (!benchmark || text_equal(name, benchmark)))
            return estimate;
    }
    return NULL;
}

static bool has_no_such(struct arena *arena, const struct findings *findings, const char *benchmark,
                        struct error *error)
{
    struct text_list names = {0};
    for (size_t i = 0; i < findings->estimate_count; i++)
        text_list_add_once(&names, arena,
                           findings->catalogue.cells[findings->estimates[i].cell].benchmark);
    return failed(error, EXIT_USAGE, "there is no benchmark '%s': the suite has %s", benchmark,
                  text_quoted(arena, &names));
}

static bool take(struct arena *arena, const struct findings *findings, const char *benchmark,
                 struct log_ratios *ratios, struct error *error)
{
    const struct estimate *old = estimate_of(findings, benchmark, 0),
                          *new = estimate_of(findings, benchmark, 1);
    if (!old && estimate_of(findings, NULL, 0))
        return has_no_such(arena, findings, benchmark, error);
    if (!old || !new)
        return true;
    struct block_pairs pairs = block_pairs_of(arena, &old->blocks, &new->blocks);
    ratios->items = arena_new_array(arena, double, pairs.count);
    ratios->metric = findings->catalogue.metrics[0].name;
    ratios->inputs =
        findings->doubts.inputs
            ? findings->doubts.inputs[new->cell * findings->catalogue.variant_count + 1]
            : NULL;
    for (size_t i = 0; i < pairs.count; i++) {
        if (!(pairs.old[i] > 0) || !(pairs.new[i] > 0) || isinf(pairs.old[i] / pairs.new[i]))
            return failed(error, EXIT_USAGE,
                          "the metric '%s' has values that are not above 0: choose another first "
                          "one in 'measure'",
                          ratios->metric);
        ratios->items[ratios->count++] = log(pairs.new[i] / pairs.old[i]);
    }
    return true;
}

// Of the first metric of the benchmark; NULL: of the first one. EXIT_USAGE: its values are no
// positive numbers, or the suite has no benchmark of that name.
static bool log_ratios_read(struct arena *arena, const char *folder, const char *benchmark,
                            struct log_ratios *ratios, struct error *error)
{
    struct findings findings = {0};
    *ratios = (struct log_ratios){.count = 0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    return store && analysis_load(arena, store, &findings, error) &&
           take(arena, &findings, benchmark, ratios, error);
}

// ---- Starting

enum { SHORT_ID = 8 };

static const char *folder_of(struct arena *arena, const struct bisection *bisection, size_t number)
{
    return number == 1 ? bisection->folder
                       : arena_printf(arena, "%s/measurements/%03zu", bisection->folder, number);
}

// Whether the folder holds a campaign with a plan. One that was killed before is removed.
static bool has_begun(struct arena *arena, const char *folder, bool *begun, struct error *error)
{
    const char *path = path_join(arena, folder, "campaign.db");
    *begun = false;
    if (!file_exists(path))
        return true;
    bool blank = store_is_blank(path);
    STORE_CLEANUP struct store *store = blank ? NULL : store_open(path, error);
    if (!store && !blank)
        return false;
    *begun = store && store_get(store, arena, FACT_SPEC);
    if (store && !store_is_read(store, error))
        return false;
    return *begun || tree_remove(folder, error);
}

// ---- What was measured

static void add_measurement(struct bisection *bisection, size_t commit, size_t blocks,
                            const struct journal_result *result)
{
    bisection->measurements[bisection->count++] =
        (struct bisection_measurement){commit, blocks, *result};
}

// Whether blocks are missing is told by the store of the measurement itself.
static bool take_result(struct bisection *bisection, size_t number, size_t commit,
                        const struct journal_result *result, struct error *error)
{
    struct arena arena = {0};
    struct log_ratios ratios = {.count = 0};
    bool measured = result->outcome == JOURNAL_MEASURED;
    bool done = !measured || log_ratios_read(&arena, folder_of(&arena, bisection, number),
                                             bisection->request.benchmark, &ratios, error);
    if (done && commit == bisection->search.count && measured && !ratios.count)
        done = failed(error, EXIT_FAILED, "no block of both ends of the history succeeded");
    if (done) {
        if (ratios.metric && !bisection->metric)
            bisection->metric = arena_strdup(bisection->arena, ratios.metric);
        if (ratios.inputs)
            text_list_add_once(&bisection->inputs, bisection->arena,
                               arena_strdup(bisection->arena, ratios.inputs));
        const struct search_result found = {.commit = commit,
                                            .log_ratios = ratios.items,
                                            .blocks = ratios.count,
                                            .broken = measured ? !ratios.count
                                                               : result->outcome == JOURNAL_BROKEN,
                                            .identical = result->outcome == JOURNAL_IDENTICAL,
                                            .timed_out = result->outcome == JOURNAL_TIMED_OUT,
                                            .build_s = result->build_s,
                                            .reference_s = result->reference_s,
                                            .blocks_s = result->blocks_s,
                                            .seconds = result->seconds};
        search_add(&bisection->search, &found);
        add_measurement(bisection, commit, ratios.count, result);
        bisection->end = search_plan(&bisection->search);
    }
    arena_release(&arena);
    return done;
}

// ---- One measurement

struct measuring {
    struct arena *arena; // of this measurement
    struct bisection *bisection;
    const struct run_options *run_options;
    const struct log *log; // of the bisection; that of the measurement is quiet
    size_t number, commit;
    const char *folder;
    struct campaign campaign;
    int64_t begun_ns;
    double left_s; // of the budget, which is its deadline; 0: another is, or none
};

static const struct spec *spec_for(struct measuring *measuring, size_t blocks, struct error *error)
{
    const struct bisection *bisection = measuring->bisection;
    TEXT_CLEANUP struct text report = {0};
    uint64_t seed = seed_from_number(bisection->spec->seed, measuring->number - 1);
    const struct measurement_request request = {
        .spec = bisection->spec,
        .cell = bisection->cell,
        .id = bisection->history.items[measuring->commit].id,
        .blocks = blocks,
        .seed = measuring->number == 1
                    ? arena_printf(measuring->arena, "%" PRIu64, bisection->spec->seed)
                    : arena_printf(measuring->arena, "%" PRIu64, seed)};
    const struct spec *spec = measurement_spec(measuring->arena, &request, &report, error);
    if (report.length && !spec)
        log_error(measuring->run_options->log, "%s", report.bytes);
    return spec;
}

static double block_seconds(struct arena *arena, const char *folder)
{
    struct error ignored;
    struct catalogue catalogue;
    struct cell_progress progress = {0};
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, folder, "campaign.db"), &ignored);
    if (!store || !store_catalogue(store, arena, &catalogue, &ignored) ||
        catalogue.cell_count != 1 || !store_progress(store, arena, &progress, 1, &ignored))
        return 0;
    return (double)progress.blocks * progress.block_s;
}

static struct journal_result result_of(const struct measuring *measuring,
                                       enum journal_outcome outcome)
{
    const struct trial *trial = measuring->campaign.trial;
    struct journal_result result = {.outcome = outcome};
    if (trial && trial->items) {
        result.reference_s = trial->items[0].build_s;
        result.build_s = trial->items[1].build_s;
    }
    if (outcome == JOURNAL_MEASURED)
        result.blocks_s = block_seconds(measuring->arena, measuring->folder);
    result.seconds = fmax(1e-9 * (double)(clock_boot_ns() - measuring->begun_ns),
                          result.blocks_s + result.build_s + result.reference_s);
    return result;
}

// A commit that fails is skipped. The machine is not, nor a commit that could be measured before.
static bool is_broken(const struct measuring *measuring, const struct error *error)
{
    const struct search *search = &measuring->bisection->search;
    return !search->commits[measuring->commit].data.blocks && error->code == EXIT_FAILED &&
           !error->of_machine && measuring->number > 1 && !measuring->campaign.measured;
}

static enum journal_outcome skip(const struct measuring *measuring, const struct error *error)
{
    const char *id = measuring->bisection->history.items[measuring->commit].id;
    log_note(measuring->log, "commit %.*s is skipped: %s", SHORT_ID, id,
             arena_strndup(measuring->arena, error->text, strcspn(error->text, "\n")));
    return JOURNAL_BROKEN;
}

static bool conclude(struct measuring *measuring, bool ran, struct error *error)
{
    struct bisection *bisection = measuring->bisection;
    struct campaign *campaign = &measuring->campaign;
    enum journal_outcome outcome = JOURNAL_MEASURED;
    if (!ran && measuring->left_s > 0 && error->code == EXIT_DEADLINE)
        outcome = JOURNAL_TIMED_OUT;
    else if (!ran && is_broken(measuring, error))
        outcome = skip(measuring, error);
    else if (!ran && !(error->code == EXIT_FAILED && campaign->measured && !error->of_machine))
        return false;
    else if (campaign->all_identical)
        outcome = JOURNAL_IDENTICAL;
    struct journal_result result = result_of(measuring, outcome);
    if (outcome == JOURNAL_TIMED_OUT) // nothing else fits
        result.seconds = fmax(result.seconds, measuring->left_s);
    return journal_end(bisection->folder, measuring->number, &result, error) &&
           take_result(bisection, measuring->number, measuring->commit, &result, error);
}

static bool run_campaign(struct measuring *measuring, size_t blocks, struct error *error)
{
    struct bisection *bisection = measuring->bisection;
    struct stored_fact facts[JOURNAL_FACTS];
    bool first = measuring->number == 1, resumed = first && bisection->resumed;
    const struct spec *spec = spec_for(measuring, blocks, error);
    if (!spec || (!first && !has_begun(measuring->arena, measuring->folder, &resumed, error)))
        return false;
    journal_facts(measuring->arena, &bisection->request, facts);
    measuring->campaign.request =
        (struct campaign_request){.spec = spec,
                                  .folder = measuring->folder,
                                  .resumed = resumed,
                                  .numbered = first && bisection->numbered && !resumed,
                                  .place = place_here,
                                  .facts = facts,
                                  .fact_count = first ? JOURNAL_FACTS : 0,
                                  .identical = IDENTICAL_LEFT_OUT};
    bool ran = queue_run(measuring->arena, measuring->run_options, &measuring->campaign, 1, error);
    if (first) { // the first free one, which outlives the measurement
        size_t length = strlen(measuring->campaign.request.folder) + 1;
        char *folder = arena_strndup(bisection->arena, measuring->campaign.request.folder, length);
        bisection->folder = measuring->folder = folder;
        bisection->numbered = false;
    }
    return conclude(measuring, ran, error);
}

static void announce(const struct log *log, const struct bisection *bisection,
                     const struct search_plan *plan)
{
    const struct past_commit *commit = &bisection->history.items[plan->commit];
    bool known = bisection->count > 0;
    log_note(log,
             known ? "%zu: commit %zu of %zu, %.*s: %zu blocks, about %.0f s"
                   : "%zu: commit %zu of %zu, %.*s: %zu blocks",
             bisection->count + 1, plan->commit, bisection->search.count, SHORT_ID, commit->id,
             plan->blocks, plan->seconds);
}

// The first measurement is refused where it does not fit, so that the budget to type is named. What
// the others take is known; returns what is left of the budget if that is their deadline, else 0.
static double limit(struct run_options *own, const struct bisection *bisection)
{
    const struct search_rules *rules = &bisection->request.rules;
    double left_s = fmax(rules->budget_s - bisection->search.elapsed_s, 1e-3);
    int64_t end_ns = clock_boot_ns() + (int64_t)(left_s * 1e9);
    if (rules->budget_s <= 0)
        return 0;
    if (!bisection->count) {
        own->budget_s = left_s;
        own->budget_ends_trial = true;
        own->budget_given = bisection->budget_given;
        own->fixed_blocks = "that the first measurement has";
        return 0;
    }
    if (own->deadline_ns && own->deadline_ns < end_ns)
        return 0;
    own->deadline_ns = end_ns;
    return left_s;
}

static bool measure(const struct run_options *run_options, struct bisection *bisection,
                    const struct search_plan *plan, struct error *error)
{
    struct arena arena = {0};
    struct run_options own = *run_options;
    struct log quiet = *run_options->log;
    quiet.quiet = true;
    own.log = &quiet;
    struct measuring measuring = {.arena = &arena,
                                  .bisection = bisection,
                                  .run_options = &own,
                                  .log = run_options->log,
                                  .left_s = limit(&own, bisection),
                                  .number = bisection->count + 1,
                                  .commit = plan->commit,
                                  .begun_ns = clock_boot_ns()};
    measuring.folder = folder_of(&arena, bisection, measuring.number);
    struct journal_plan planned = {.blocks = plan->blocks};
    memcpy(planned.id, bisection->history.items[plan->commit].id, sizeof planned.id);
    bool done = (measuring.number == 1 ||
                 journal_plan(bisection->folder, measuring.number, &planned, error)) &&
                run_campaign(&measuring, plan->blocks, error);
    arena_release(&arena);
    return done;
}

// ---- The search

static void begin_search(struct bisection *bisection)
{
    struct arena *arena = bisection->arena;
    struct search *search = &bisection->search;
    *search =
        (struct search){.rules = bisection->request.rules, .count = bisection->history.count - 1};
    search->commits = arena_new_array(arena, struct searched_commit, bisection->history.count);
    bisection->measurements =
        arena_new_array(arena, struct bisection_measurement, BISECTION_STEPS_MOST + 1);
    for (size_t i = 0; i < bisection->history.count; i++)
        for (size_t k = 0; k < bisection->built.count; k++)
            if (text_starts(bisection->history.items[i].id, bisection->built.items[k]))
                search->commits[i].state = COMMIT_BUILT;
    bisection->end = search_plan(search);
}

static size_t commit_of(const struct bisection *bisection, const char *id)
{
    size_t commit = bisection->history.count - 1;
    while (commit > 0 && !text_equal(bisection->history.items[commit].id, id))
        commit--;
    return commit;
}

static bool recall_one(struct store *store, struct bisection *bisection, size_t number, bool *more,
                       struct error *error)
{
    struct journal_plan planned = {.blocks = BISECTION_FIRST_BLOCKS};
    struct journal_result result = {.seconds = 0};
    bool found = true, ended = false;
    memcpy(planned.id, bisection->history.items[bisection->search.count].id, sizeof planned.id);
    if ((number > 1 && !journal_planned(store, number, &planned, &found, error)) ||
        !journal_ended(store, number, &result, &ended, error))
        return false;
    size_t commit = commit_of(bisection, planned.id);
    *more = found && ended;
    if (found && !commit)
        return failed(error, EXIT_USAGE, "the history has no commit %.8s any more", planned.id);
    if (*more)
        return take_result(bisection, number, commit, &result, error);
    if (found)
        bisection->end = (struct search_plan){SEARCH_MEASURES, commit, planned.blocks, 0};
    return true;
}

// What an earlier process measured. What it had planned and not measured is the next measurement.
static bool recall(struct bisection *bisection, struct error *error)
{
    STORE_CLEANUP struct store *store =
        store_open(path_join(bisection->arena, bisection->folder, "campaign.db"), error);
    bool done = store != NULL, more = true;
    for (size_t number = 1; done && more && number <= BISECTION_STEPS_MOST; number++)
        done = recall_one(store, bisection, number, &more, error);
    return done;
}

static bool extend(struct bisection *bisection, struct error *error)
{
    struct search *search = &bisection->search;
    bool planned = bisection->end.state == SEARCH_MEASURES;
    search->rules.budget_s = search->elapsed_s + bisection->more_s;
    bisection->request.rules = search->rules;
    if (!planned)
        bisection->end = search_plan(search);
    return journal_extend(bisection->folder, search->rules.budget_s, error);
}

static bool run_all(const struct run_options *run_options, struct bisection *bisection,
                    struct campaign_folder *folder, struct error *error)
{
    while (bisection->end.state == SEARCH_MEASURES) {
        struct search_plan plan = bisection->end;
        announce(run_options->log, bisection, &plan);
        if (!measure(run_options, bisection, &plan, error))
            return false;
        if (folder->lock < 0 && !folder_retake(bisection->folder, folder, error))
            return false;
    }
    return true;
}

bool bisection_run(const struct run_options *run_options, struct bisection *bisection,
                   struct error *error)
{
    struct campaign_folder folder = {.lock = -1};
    begin_search(bisection);
    if (bisection->resumed &&
        (!recall(bisection, error) || (bisection->more_s > 0 && !extend(bisection, error))))
        return false;
    if (bisection->count > 0 && bisection->end.state == SEARCH_MEASURES &&
        !folder_retake(bisection->folder, &folder, error))
        return false;
    bool done = run_all(run_options, bisection, &folder, error);
    if (folder.lock >= 0)
        folder_release(bisection->arena, &folder, true);
    return done;
}
