// Looking at the verdicts of a campaign, and planning the blocks up to the next look.
#include "campaign/looks.h"

#include "analysis/analysis.h"
#include "analysis/compare/rules.h"
#include "analysis/pilot/affordable.h"
#include "analysis/pilot/dimensioning.h"
#include "analysis/pilot/planned_looks.h"
#include "analysis/pilot/sized_series.h"
#include "base/elapsed.h"
#include "campaign/internal.h"
#include "campaign/trial/trial.h"
#include "model/phase.h"
#include "stats/interval.h"
#include "store/events.h"
#include "store/plan/plan_rows.h"
#include "store/plan/resume.h"
#include "store/transactions.h"

#include <math.h>

static const double GROWTH_UNLIMITED = 4; // of a continuation without a budget
// Half-widths of a change that 9 of 10 campaigns detect, with many blocks: (1.96 + 1.28) / 1.96.
static const double DETECTED = 1.65;

static size_t cells_of(const struct campaign *campaign)
{
    return campaign->request.spec->cell_count;
}

static size_t most_in(const size_t *blocks, size_t cells)
{
    size_t most = 0;
    for (size_t cell = 0; cell < cells; cell++)
        most = blocks[cell] > most ? blocks[cell] : most;
    return most;
}

static size_t *blocks_of(struct arena *arena, const struct repetitions *repetitions, size_t cells)
{
    size_t *blocks = arena_new_array(arena, size_t, cells);
    for (size_t cell = 0; cell < cells; cell++)
        blocks[cell] = repetitions[cell].blocks;
    return blocks;
}

// Else `run` began it.
static bool of_comparison(const struct campaign *campaign, struct arena *arena)
{
    return store_get(campaign->store, arena, FACT_COMPARE_THRESHOLD);
}

static const char *clear_wording(const struct campaign *campaign)
{
    return of_comparison(campaign, campaign->session->arena) ? "every verdict is clear"
                                                             : "every ratio is clear";
}

static bool tell(struct campaign *campaign, const char *text, struct error *error)
{
    log_note(campaign->run_options->log, "%s", text);
    return store_event(campaign->store, "looks", text, error);
}

// "looks after 20, 30 and 45 blocks"
static const char *looks_wording(struct arena *arena, const struct looks *looks, size_t cells)
{
    const char *words = "";
    for (size_t i = looks->current - 1; i < looks->count; i++)
        words = arena_printf(arena, "%s%s%zu", words,
                             i < looks->current      ? ""
                             : i + 1 == looks->count ? " and "
                                                     : ", ",
                             most_in(looks->items[i].blocks, cells));
    return arena_printf(arena, "%s after %s blocks%s",
                        looks->count == looks->current ? "a look" : "looks", words,
                        cells > 1 ? " of a benchmark" : "");
}

static bool store_looks(struct campaign *campaign, const struct looks *looks, struct error *error)
{
    struct arena scratch = {0};
    struct stored_fact facts[LOOKS_FACTS];
    looks_facts(&scratch, looks, cells_of(campaign), facts);
    bool done = true;
    for (size_t i = 0; done && i < LOOKS_FACTS; i++)
        done = store_set(campaign->store, facts[i].key, facts[i].value, error);
    arena_release(&scratch);
    return done;
}

// ---- Before the first

bool looks_begin(struct campaign *campaign, struct error *error)
{
    struct arena *arena = campaign->session->arena;
    size_t cells = cells_of(campaign);
    if (!store_get(campaign->store, arena, FACT_UNTIL_DECIDED))
        return true;
    size_t *most = blocks_of(arena, campaign->repetitions, cells);
    struct looks looks = looks_plan(arena, NULL, most, cells, LOOKS_SHARE);
    for (size_t cell = 0; cell < cells; cell++)
        campaign->repetitions[cell].blocks = looks.items[0].blocks[cell];
    log_note(campaign->run_options->log, "until %s: %s",
             of_comparison(campaign, arena) ? "decided" : "the ratio is clear",
             looks_wording(arena, &looks, cells));
    return store_looks(campaign, &looks, error);
}

// How much wider than the pilot expects the interval of the last look is.
static double widening(const struct campaign *campaign, const struct looks *looks, size_t cell)
{
    double confidence = campaign->request.spec->repeat.confidence;
    struct looks last = *looks;
    last.current = last.count;
    double df = (double)last.items[last.count - 1].blocks[cell] - 1;
    return df < 1 ? 1
                  : student_t(looks_confidence(&last, cell, confidence), df) /
                        student_t(confidence, df);
}

// How much wider an interval is than one of `sized` blocks.
static double fewer_blocks(double confidence, size_t sized, size_t blocks)
{
    double t = sized < 2 || blocks < 2 ? 1
                                       : student_t(confidence, (double)blocks - 1) /
                                             student_t(confidence, (double)sized - 1);
    return sqrt((double)sized / (double)blocks) * t;
}

// Of the ratios, at the end; what has no expected width does not count.
static double widest_expected(const struct campaign *campaign, const struct catalogue *catalogue,
                              const struct looks *looks)
{
    double widest = 0, confidence = sized_confidence(campaign->request.spec, catalogue);
    for (size_t cell = 0; cell < catalogue->cell_count; cell++) {
        double half_width = catalogue->cells[cell].half_width;
        size_t sized = campaign->session->sized_blocks[cell],
               blocks = looks ? looks->items[looks->count - 1].blocks[cell]
                              : campaign->repetitions[cell].blocks;
        if (isfinite(half_width) && sized && blocks)
            widest = fmax(widest, half_width * fewer_blocks(confidence, sized, blocks) *
                                      (looks ? widening(campaign, looks, cell) : 1));
    }
    return widest;
}

// A file or --quick may fix what the budget then cannot change.
static bool budget_decides(const struct spec *spec)
{
    for (size_t i = 0; i < sizeof spec->repeat.real / sizeof *spec->repeat.real; i++)
        if (spec->repeat.real[i])
            return false;
    return !spec->quick;
}

// "; to decide takes about 25 min (--budget 25min)"
static const char *need_wording(struct arena *arena, double seconds)
{
    return arena_printf(arena, "; to decide takes about %s (--budget %.0fmin)",
                        time_wording(arena, seconds), ceil(seconds / 60));
}

bool looks_expect(struct campaign *campaign, double elapsed_s, double real_s, struct error *error)
{
    struct arena *arena = campaign->session->arena;
    const struct spec *spec = campaign->request.spec;
    struct catalogue catalogue;
    const struct looks *looks;
    if (!of_comparison(campaign, arena))
        return true;
    if (!store_catalogue(campaign->store, arena, &catalogue, error) ||
        !looks_load(arena, campaign->store, catalogue.cell_count, &looks, error))
        return false;
    struct comparison_rules rules = comparison_rules_load(arena, campaign->store, &catalogue);
    double margin = comparison_equivalence(&rules);
    double widest = widest_expected(campaign, &catalogue, looks);
    double times = pow(widest / deciding_half_width(margin), 2);
    const char *expected = arena_printf(arena, "intervals of ±%.*g %% are expected",
                                        widest < 0.995 ? 2 : 4, 100 * widest);
    if (widest > 0 && times <= 1)
        log_note(campaign->run_options->log,
                 "%s, which decide whether sides are equal within ±%.4g %%", expected,
                 100 * margin);
    else if (widest > 0)
        log_note(campaign->run_options->log,
                 "%s, too wide to find sides equal within ±%.4g %%: they detect a change of about "
                 "%.2g %%%s",
                 expected, 100 * margin, 100 * DETECTED * widest,
                 budget_decides(spec) ? need_wording(arena, elapsed_s + times * real_s) : "");
    return true;
}

// ---- The next look

// Plans the blocks from those that are stored up to the current look.
static bool extend(struct campaign *campaign, const struct looks *looks,
                   const struct repetitions *stored, const char *budget, struct error *error)
{
    struct arena *arena = campaign->session->arena;
    size_t cells = cells_of(campaign);
    struct repetitions *more = arena_new_array(arena, struct repetitions, cells);
    struct stored_fact facts[LOOKS_FACTS + 1];
    looks_facts(arena, looks, cells, facts);
    facts[LOOKS_FACTS] = (struct stored_fact){FACT_BUDGET, budget};
    for (size_t cell = 0; cell < cells; cell++) {
        more[cell] = stored[cell];
        more[cell].first_block += stored[cell].blocks;
        more[cell].blocks = looks->items[looks->current - 1].blocks[cell] - stored[cell].blocks;
    }
    struct planner planner = plan_begin(arena, campaign->request.spec, PHASE_REAL, more);
    return store_extend_plan(campaign->store, &planner, facts, LOOKS_FACTS + (budget != NULL),
                             error);
}

static bool stored_repetitions(struct campaign *campaign, struct repetitions **stored,
                               struct error *error)
{
    int64_t build, execution;
    bool planned;
    *stored = arena_new_array(campaign->session->arena, struct repetitions, cells_of(campaign));
    return store_phase(campaign->store, PHASE_REAL, cells_of(campaign), *stored, &build, &execution,
                       &planned, error);
}

static bool is_open(const struct comparison *comparison)
{
    return comparison->judged && !comparison->is_floor && comparison->old_estimate &&
           comparison->new_estimate && comparison->outcome == OUTCOME_INCONCLUSIVE;
}

static bool verdicts_are_clear(struct arena *arena, struct store *store,
                               const struct findings *findings)
{
    struct comparison_rules rules = comparison_rules_load(arena, store, &findings->catalogue);
    struct estimates estimates = analysis_estimates(findings);
    struct comparison_set set = compare_campaign(arena, &estimates, &rules);
    for (size_t i = 0; i < set.comparison_count; i++)
        if (is_open(&set.comparisons[i]))
            return false;
    return true;
}

static bool ratios_are_clear(const struct findings *findings)
{
    bool clear = findings->variant_ratio_count > 0;
    for (size_t i = 0; clear && i < findings->variant_ratio_count; i++) {
        const struct variant_ratio *one = &findings->variant_ratios[i];
        clear = !metric_is_sized(&findings->catalogue.metrics[one->new->metric]) ||
                (one->verdict != VERDICT_INCONCLUSIVE && ratio_is_clear(&one->ratio));
    }
    return clear;
}

static bool is_decided(struct campaign *campaign, bool *decided, struct error *error)
{
    struct arena scratch = {0};
    struct findings findings;
    bool done = store_commit(campaign->store, error) &&
                analysis_load(&scratch, campaign->store, &findings, error);
    bool compared = of_comparison(campaign, &scratch);
    *decided = done && (compared ? verdicts_are_clear(&scratch, campaign->store, &findings)
                                 : !campaign->request.continued && ratios_are_clear(&findings));
    arena_release(&scratch);
    return done;
}

// Where the budget ended the blocks of a look, it is the last, and spends what was left: a clock
// chose its time, and no result. Without new blocks the one before was the last.
static bool cut(struct looks *looks, const struct repetitions *stored, size_t cells,
                struct arena *arena)
{
    struct look *current = &looks->items[looks->current - 1];
    bool whole = true, new = looks->current == 1;
    for (size_t cell = 0; cell < cells; cell++) {
        whole = whole && stored[cell].blocks >= current->blocks[cell];
        new = new || stored[cell].blocks > current[-1].blocks[cell];
    }
    if (whole)
        return false;
    looks->current -= !new;
    if (new)
        *current =
            (struct look){looks->items[looks->count - 1].share, blocks_of(arena, stored, cells)};
    looks->count = looks->current;
    return true;
}

static const char *end_wording(struct arena *arena, const struct looks *looks, size_t cells,
                               const char *why)
{
    return arena_printf(arena, "ended at look %zu of %zu, after %zu blocks: %s", looks->current,
                        looks->count, most_in(looks->items[looks->current - 1].blocks, cells), why);
}

static bool look_on(struct campaign *campaign, struct looks *looks,
                    const struct repetitions *stored, bool *more, struct error *error)
{
    struct arena *arena = campaign->session->arena;
    size_t cells = cells_of(campaign);
    bool was_cut = cut(looks, stored, cells, arena), decided;
    if ((was_cut && !store_looks(campaign, looks, error)) || !is_decided(campaign, &decided, error))
        return false;
    *more = !decided && !was_cut && looks->current < looks->count;
    if (!*more)
        return tell(campaign,
                    end_wording(arena, looks, cells,
                                decided   ? clear_wording(campaign)
                                : was_cut ? "the budget is over"
                                          : "it is the last"),
                    error);
    log_note(campaign->run_options->log, "look %zu of %zu, after %zu blocks: not %s",
             looks->current, looks->count, most_in(looks->items[looks->current - 1].blocks, cells),
             of_comparison(campaign, arena) ? "decided" : "clear yet");
    looks->current++;
    return extend(campaign, looks, stored, NULL, error);
}

bool looks_look(struct campaign *campaign, bool *more, struct error *error)
{
    struct arena *arena = campaign->session->arena;
    const struct looks *looks;
    struct repetitions *stored;
    *more = false;
    if (!looks_load(arena, campaign->store, cells_of(campaign), &looks, error))
        return false;
    if (!looks || campaign->failed || store_get(campaign->store, arena, FACT_FINISHED))
        return true;
    struct looks own = *looks;
    return stored_repetitions(campaign, &stored, error) &&
           look_on(campaign, &own, stored, more, error);
}

// ---- A continuation

// By how much the blocks that there are can grow in this time.
static bool growth_in(struct campaign *campaign, double seconds, double *growth,
                      struct error *error)
{
    struct arena scratch = {0};
    struct catalogue catalogue;
    struct cells cells;
    double total_s = 0;
    bool done = store_catalogue(campaign->store, &scratch, &catalogue, error) &&
                cells_load(&scratch, campaign->store, &catalogue, &cells, error);
    for (size_t i = 0; done && i < catalogue.cell_count; i++)
        total_s += (double)cells.items[i].progress.blocks * cells.items[i].progress.block_s;
    *growth = seconds > 0 && total_s > 0 ? 1 + seconds / total_s : GROWTH_UNLIMITED;
    arena_release(&scratch);
    return done;
}

static bool most_blocks(const struct repetitions *stored, size_t cells, double growth, size_t *most,
                        struct error *error)
{
    bool enough = true;
    for (size_t cell = 0; cell < cells; cell++) {
        double blocks = floor(growth * (double)stored[cell].blocks);
        most[cell] = (size_t)fmin(blocks, BUILDS_MOST);
        enough = enough && (!most[cell] || most[cell] >= stored[cell].blocks + BUDGET_BLOCKS_LEAST);
    }
    return enough || failed(error, EXIT_USAGE,
                            "the budget holds fewer than %d more blocks of each benchmark: choose "
                            "a longer --budget",
                            BUDGET_BLOCKS_LEAST);
}

// A campaign of one look has spent all of its α.
static const struct looks *looks_so_far(struct arena *arena, const struct looks *looks,
                                        const struct repetitions *stored, size_t cells)
{
    if (looks)
        return looks;
    struct looks *one = arena_new(arena, struct looks);
    one->items = arena_new(arena, struct look);
    *one->items = (struct look){1, blocks_of(arena, stored, cells)};
    one->count = one->current = 1;
    return one;
}

static bool add_looks(struct campaign *campaign, double seconds, struct error *error)
{
    struct arena *arena = campaign->session->arena;
    size_t cells = cells_of(campaign), *most = arena_new_array(arena, size_t, cells);
    const struct looks *looks;
    struct repetitions *stored;
    double growth;
    if (!looks_load(arena, campaign->store, cells, &looks, error) ||
        !stored_repetitions(campaign, &stored, error) ||
        !growth_in(campaign, seconds, &growth, error) ||
        !most_blocks(stored, cells, growth, most, error))
        return false;
    looks = looks_so_far(arena, looks, stored, cells);
    double share = continued_share(looks->items[looks->current - 1].share);
    struct looks plan = looks_plan(arena, looks, most, cells, share);
    if (!of_comparison(campaign, arena)) { // nothing ends it before
        plan.items[plan.current - 1] = plan.items[plan.count - 1];
        plan.count = plan.current;
    }
    const char *text = arena_printf(arena, "continued after %zu blocks: %s",
                                    most_in(blocks_of(arena, stored, cells), cells),
                                    looks_wording(arena, &plan, cells));
    return extend(campaign, &plan, stored,
                  arena_printf(arena, "%.17g", campaign->run_options->budget_s), error) &&
           tell(campaign, text, error);
}

// Exchanges the given rules with those of the store, which a refusal brings back.
static bool exchange_rules(struct campaign *campaign, struct stored_fact *rules,
                           struct error *error)
{
    bool set = true;
    for (size_t i = 0; set && i < campaign->request.fact_count; i++) {
        const char *before = store_get(campaign->store, campaign->session->arena, rules[i].key);
        set = store_set(campaign->store, rules[i].key, rules[i].value, error);
        rules[i].value = before ? before : "";
    }
    return set;
}

bool looks_continue(struct campaign *campaign, double seconds, struct error *error)
{
    const struct campaign_request *request = &campaign->request;
    struct stored_fact *rules =
        arena_new_array(campaign->session->arena, struct stored_fact, request->fact_count);
    bool decided = false;
    for (size_t i = 0; i < request->fact_count; i++)
        rules[i] = request->facts[i];
    if (!exchange_rules(campaign, rules, error) || !is_decided(campaign, &decided, error))
        return false;
    if (decided)
        log_note(campaign->run_options->log, "every verdict is clear: nothing is measured");
    if (decided || add_looks(campaign, seconds, error))
        return true;
    struct error ignored;
    if (exchange_rules(campaign, rules, &ignored))
        (void)!store_commit(campaign->store, &ignored);
    return false;
}
