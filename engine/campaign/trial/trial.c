// What a trial finds, and the sizes and times that follow from its costs.
#include "campaign/trial/trial.h"

#include "analysis/pilot/sized_series.h"
#include "base/elapsed.h"
#include "plan/levels.h"
#include "spec/target.h"
#include "store/events.h"
#include "store/facts.h"

#include <math.h>

// ---- Failures

static const struct tried *tried_of(const struct spec *spec, const struct trial *trial, size_t cell,
                                    size_t variant)
{
    return &trial->items[cell * spec->variant_count + variant];
}

static size_t failures_like(const struct spec *spec, const struct trial *trial, size_t cell,
                            size_t variant)
{
    size_t count = 0;
    for (size_t i = cell; i < spec->cell_count; i++)
        count += text_equal(spec->cells[i].benchmark, spec->cells[cell].benchmark) &&
                 tried_of(spec, trial, i, variant)->failure;
    return count;
}

static bool is_first_failure(const struct spec *spec, const struct trial *trial, size_t cell,
                             size_t variant)
{
    for (size_t i = 0; i < cell; i++)
        if (text_equal(spec->cells[i].benchmark, spec->cells[cell].benchmark) &&
            tried_of(spec, trial, i, variant)->failure)
            return false;
    return tried_of(spec, trial, cell, variant)->failure;
}

// The first point of each benchmark and variant stands for the others.
static void warn_of_failure(const struct spec *spec, const struct trial *trial, size_t cell,
                            size_t variant, const struct log *log)
{
    const struct tried *tried = tried_of(spec, trial, cell, variant);
    size_t alike = failures_like(spec, trial, cell, variant);
    TEXT_CLEANUP struct text more = {0};
    text_add(&more, "");
    if (alike > 1)
        text_printf(&more, " (and at %zu other point%s of the sweep)", alike - 1,
                    alike == 2 ? "" : "s");
    struct arena scratch = {0};
    log_warning(log, "trial: benchmark '%s', variant '%s': %s%s%s", spec->cells[cell].benchmark,
                spec->variants[variant], tried->failure, more.bytes,
                target_exit_remedy(&scratch, &spec->cells[cell].targets[variant], tried->failure));
    arena_release(&scratch);
    if (tried->output)
        log_warning(log, "its last output:\n%s", tried->output);
}

bool trial_check(const struct spec *spec, const struct trial *trial, bool whole,
                 const struct log *log, struct error *error)
{
    size_t count = spec->cell_count * spec->variant_count, failures = 0, executed = 0;
    for (size_t i = 0; i < count; i++) {
        size_t cell = i / spec->variant_count, variant = i % spec->variant_count;
        executed += trial->items[i].done;
        failures += trial->items[i].failure != NULL;
        if (is_first_failure(spec, trial, cell, variant))
            warn_of_failure(spec, trial, cell, variant, log);
    }
    if (!failures || (!whole && failures < executed))
        return true;
    return failed(error, EXIT_FAILED,
                  "the trial failed in %zu of %zu executions, and nothing was measured: mend "
                  "these benchmarks, or leave them out with 'exclude'",
                  failures, executed);
}

// ---- Clocks

// That of the benchmark's first point, or of another variant there; NULL: none was looked at.
static const struct tried *looked_at(const struct spec *spec, const struct trial *trial,
                                     size_t cell, size_t variant)
{
    const struct tried *found = NULL;
    while (cell > 0 && text_equal(spec->cells[cell - 1].benchmark, spec->cells[cell].benchmark))
        cell--;
    for (size_t i = 0; i < spec->variant_count; i++) {
        const struct tried *tried = tried_of(spec, trial, cell, i);
        if (tried->follows_clock && (i == variant || !found))
            found = tried;
    }
    return found;
}

static const struct tried *clock_aim_of(const struct spec *spec, const struct trial *trial,
                                        size_t cell, size_t variant)
{
    const struct tried *found = looked_at(spec, trial, cell, variant);
    return found && found->clock_aim ? found : NULL;
}

static bool add_event(struct arena *arena, struct store *store, const struct spec *spec,
                      size_t cell, size_t variant, const char *kind, const char *sentence,
                      struct error *error)
{
    const char *event =
        arena_printf(arena, "benchmark '%s', variant '%s': %s", spec->cells[cell].benchmark,
                     spec->variants[variant], sentence);
    return store_event_once(store, kind, event, error);
}

// What `compare` has found before the trial stays.
static bool set_once(struct arena *arena, struct store *store, const char *key, const char *value,
                     struct error *error)
{
    return !value || store_get(store, arena, key) || store_set(store, key, value, error);
}

static bool record_inputs(struct arena *arena, struct store *store, const struct spec *spec,
                          const struct trial *trial, size_t cell, size_t variant,
                          struct error *error)
{
    const struct tried *tried = tried_of(spec, trial, cell, variant);
    return set_once(arena, store, arena_printf(arena, FACT_INPUT, cell, variant), tried->inputs,
                    error) &&
           set_once(arena, store, arena_printf(arena, FACT_SCRIPT, cell, variant), tried->code,
                    error) &&
           set_once(arena, store, arena_printf(arena, FACT_FILES, cell, variant), tried->files,
                    error) &&
           (!tried->inputs_unseen || add_event(arena, store, spec, cell, variant,
                                               EVENT_INPUTS_UNSEEN, tried->inputs_unseen, error));
}

static bool record_clock(struct arena *arena, struct store *store, const struct spec *spec,
                         const struct trial *trial, size_t cell, size_t variant,
                         struct error *error)
{
    const struct tried *looked = looked_at(spec, trial, cell, variant);
    const char *before = looked && looked->clock_suspected ? FACT_CLOCK_SUSPECTED : "";
    const char *untried = tried_of(spec, trial, cell, variant)->clock_untried;
    if (!looked)
        return !untried ||
               add_event(arena, store, spec, cell, variant, EVENT_CLOCK_UNTRIED, untried, error);
    return !looked->clock_aim ||
           (store_set(store, arena_printf(arena, FACT_CLOCK_AIM, cell, variant),
                      arena_printf(arena, "%s%s", before, looked->follows_clock), error) &&
            add_event(arena, store, spec, cell, variant, EVENT_CLOCK_AIM, looked->clock_aim,
                      error));
}

bool trial_refuse_clocks(const struct spec *spec, const struct trial *trial, struct error *error)
{
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        const struct tried *tried = clock_aim_of(spec, trial, cell, 0);
        if (tried)
            return failed(error, EXIT_FAILED, "benchmark '%s': %s", spec->cells[cell].benchmark,
                          tried->clock_aim);
    }
    return true;
}

bool trial_record(struct arena *arena, struct store *store, const struct spec *spec,
                  const struct trial *trial, struct error *error)
{
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        for (size_t variant = 0; variant < spec->variant_count; variant++)
            if (!record_inputs(arena, store, spec, trial, cell, variant, error) ||
                !record_clock(arena, store, spec, trial, cell, variant, error))
                return false;
    return true;
}

// ---- Costs

// Sums over the variants of one cell; those that were not tried count as the mean of the others.
struct cell_cost {
    double layouts_s, executions_s;
};

static double wall_s(const struct tried *tried)
{
    return tried->execution_s + tried->around_s + tried->simulation_s;
}

static struct cell_cost mean_cost(const struct tried_campaign *campaign)
{
    struct cell_cost sum = {0};
    size_t count = 0;
    for (size_t i = 0; i < campaign->spec->cell_count * campaign->spec->variant_count; i++) {
        const struct tried *tried = &campaign->trial->items[i];
        if (!tried->done)
            continue;
        sum.layouts_s += tried->layout_s;
        sum.executions_s += wall_s(tried);
        count++;
    }
    double each = count && !campaign->only_tried ? 1 / (double)count : 0;
    return (struct cell_cost){each * sum.layouts_s, each * sum.executions_s};
}

// Layouts of several blocks are linked at the same time.
static struct cell_cost cost_of(const struct tried_campaign *campaign, size_t cell)
{
    const struct spec *spec = campaign->spec;
    const struct trial *trial = campaign->trial;
    size_t together = PILOT_TOP_LEAST * spec->variant_count;
    double builders = (double)(trial->builders < together ? trial->builders : together);
    struct cell_cost mean = mean_cost(campaign), cost = {0};
    for (size_t variant = 0; variant < spec->variant_count; variant++) {
        const struct tried *tried = tried_of(spec, trial, cell, variant);
        cost.layouts_s += (tried->done ? tried->layout_s : mean.layouts_s) / builders;
        cost.executions_s += tried->done ? wall_s(tried) : mean.executions_s;
    }
    return cost;
}

static double time_of(const struct tried_campaign *tried)
{
    double seconds = 0;
    for (size_t cell = 0; cell < tried->spec->cell_count; cell++) {
        struct cell_cost cost = cost_of(tried, cell);
        const struct repetitions *repetitions = &tried->repetitions[cell];
        seconds += (double)repetitions->blocks *
                   (cost.layouts_s + (double)repetitions->executions * cost.executions_s);
    }
    return seconds;
}

// Adds a campaign to what all pilots ask for. Where the file sets a count, all keep theirs.
static void add_campaign(const struct tried_campaign *tried, bool alone,
                         struct pilot_request *request)
{
    const struct spec *spec = tried->spec;
    request->of_ratios = request->of_ratios || sizes_ratios(spec);
    request->blocks_fixed = request->blocks_fixed || !pilot_is_open(spec);
    request->executions_fixed = !alone || spec->repeat.pilot[1];
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        const struct repetitions *repetitions = &tried->repetitions[cell];
        struct cell_cost cost = cost_of(tried, cell);
        bool built = alone && cell_has_builds(spec, &spec->cells[cell]);
        double times = built ? 1 : (double)repetitions->executions;
        request->cost.once_s += cost.layouts_s;
        *(built ? &request->cost.executions_s : &request->cost.once_s) += times * cost.executions_s;
        if (repetitions->blocks > request->blocks)
            request->blocks = repetitions->blocks;
        if (built)
            request->executions = repetitions->executions;
    }
}

// ---- Wording

// The means over all that were tried; builds are added up.
static const char *costs_wording(struct arena *arena, const struct tried_campaign *tried,
                                 size_t count)
{
    double build_s = 0, layout_s = 0, execution_s = 0, simulation_s = 0, layouts = 0,
           executions = 0, simulations = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < tried[i].spec->cell_count * tried[i].spec->variant_count; k++) {
            const struct tried *one = &tried[i].trial->items[k];
            build_s += one->build_s;
            layout_s += one->layout_s;
            layouts += one->layout_s > 0;
            execution_s += one->done ? one->execution_s : 0;
            executions += one->done;
            simulation_s += one->simulation_s;
            simulations += one->simulation_s > 0;
        }
    const char *builds =
        layouts > 0 ? arena_printf(arena, "build %s, a layout %s, ", time_wording(arena, build_s),
                                   time_wording(arena, layout_s / layouts))
                    : "";
    const char *simulated = simulations > 0
                                ? arena_printf(arena, ", in valgrind %s",
                                               time_wording(arena, simulation_s / simulations))
                                : "";
    return arena_printf(arena, "trial: %san execution %s%s", builds,
                        time_wording(arena, execution_s / fmax(executions, 1)), simulated);
}

static const char *budget_wording(struct arena *arena, const struct time_account *account,
                                  const struct pilot_size *size)
{
    double left_s = account->budget_s - account_elapsed_s(account) - size->seconds;
    return account->budget_s > 0 && size->block_s > 0
               ? arena_printf(arena, "; the budget then holds about %.0f blocks",
                              fmax(fmin(floor(left_s / size->block_s), 1e9), 0))
               : "";
}

// ---- Sizes

static double left_of(const struct time_account *account)
{
    return account->budget_s > 0 ? fmax(account->budget_s - account_elapsed_s(account), 1e-3) : 0;
}

// The least that is to be measured: pilot and real experiment, or what the file fixes.
struct least {
    size_t blocks;
    double seconds;
    const char *wording; // of the blocks
};

static const char of_pilot[] = "that pilot and experiment need at least",
                  of_file[] = "that the file fixes (repeat.real)";

static const char *fixed_wording(const struct tried_campaign *tried)
{
    return tried->fixed_blocks ? tried->fixed_blocks : of_file;
}

static struct least least_of(const struct tried_campaign *tried)
{
    struct pilot_request request = {.executions = 1};
    size_t blocks = 0;
    for (size_t cell = 0; cell < tried->spec->cell_count; cell++)
        if (tried->repetitions[cell].blocks > blocks)
            blocks = tried->repetitions[cell].blocks;
    if (!tried->has_pilot)
        return (struct least){blocks, time_of(tried), fixed_wording(tried)};
    add_campaign(tried, true, &request);
    struct pilot_size size = pilot_size_of(&request);
    return (struct least){size.needed, size.needed_s, of_pilot};
}

static bool refuse(struct arena *arena, const struct time_account *account,
                   const struct least *known, const struct least *needed, struct error *error)
{
    double each_s = known->seconds / (double)known->blocks;
    return failed(error, EXIT_USAGE,
                  "the budget of %s holds %.0f of the %zu blocks %s: %s, or 0 for none (so "
                  "far: %s)",
                  time_wording(arena, account->budget_s), floor(left_of(account) / each_s),
                  needed->blocks, needed->wording,
                  account_budget_wording(arena, account_elapsed_s(account) + needed->seconds),
                  account_wording(arena, account));
}

static const struct tried *out_of_time(const struct tried_campaign *tried, size_t *index)
{
    for (*index = 0; *index < tried->spec->cell_count * tried->spec->variant_count; ++*index)
        if (tried->trial->items[*index].out_of_time)
            return &tried->trial->items[*index];
    return NULL;
}

bool trial_goes_on(struct arena *arena, const struct tried_campaign *tried,
                   const struct time_account *account, struct error *error)
{
    const struct spec *spec = tried->spec;
    struct tried_campaign so_far = *tried;
    so_far.only_tried = true;
    struct least known = least_of(&so_far), needed = least_of(tried);
    size_t index;
    const struct tried *ended = out_of_time(tried, &index);
    if (!ended)
        return !account->ends_measuring || account->budget_s <= 0 ||
               known.seconds <= left_of(account) || refuse(arena, account, &known, &needed, error);
    const struct account_need need = {
        .subject = arena_printf(arena, "benchmark '%s', variant '%s': one execution%s",
                                spec->cells[index / spec->variant_count].benchmark,
                                spec->variants[index % spec->variant_count],
                                ended->simulation_s > 0 ? " with its run in valgrind" : ""),
        .seconds = wall_s(ended),
        .blocks = needed.blocks,
        .block_s = needed.seconds / (double)needed.blocks,
        .compares = spec->variant_count > 1};
    return account_refuse(arena, account, &need, error);
}

static bool meet_budget(struct arena *arena, struct time_account *account,
                        const struct least *needed, const struct log *log, struct error *error)
{
    double left_s = left_of(account), each_s = needed->seconds / (double)needed->blocks;
    if (account->budget_s <= 0 || needed->seconds <= left_s)
        return true;
    if (account->ends_measuring)
        return refuse(arena, account, needed, needed, error);
    static const double reserve = 1.1;
    double needed_s = 60 * ceil((account_elapsed_s(account) + reserve * needed->seconds) / 60);
    log_note(log, "the budget of %s holds %.0f of the %zu blocks %s: they take about %s",
             time_wording(arena, account->budget_s), floor(left_s / each_s), needed->blocks,
             needed->wording, time_wording(arena, needed_s));
    account->budget_s = needed_s;
    return true;
}

bool trial_size(struct arena *arena, const struct tried_campaign *tried, size_t count,
                struct time_account *account, const struct log *log, struct pilot_size *size,
                const char **wording, struct error *error)
{
    double fixed_s = 0;
    size_t pilots = 0, fixed_blocks = 1;
    struct pilot_request request = {.executions = 1};
    for (size_t i = 0; i < count; i++) {
        pilots += tried[i].has_pilot;
        if (tried[i].has_pilot)
            add_campaign(&tried[i], count == 1, &request);
        else
            fixed_s += time_of(&tried[i]);
        if (!tried[i].has_pilot)
            fixed_blocks = least_of(&tried[i]).blocks;
    }
    request.left_s = left_of(account) > 0 ? fmax(left_of(account) - fixed_s, 1e-3) : 0;
    *size = pilots ? pilot_size_of(&request) : (struct pilot_size){.blocks = 0};
    size->shared = pilots > 1;
    struct least needed = pilots ? (struct least){size->needed, size->needed_s + fixed_s, of_pilot}
                                 : (struct least){fixed_blocks, fixed_s, fixed_wording(tried)};
    if (!meet_budget(arena, account, &needed, log, error))
        return false;
    *wording = arena_printf(arena, "%s; the %s about %s%s", costs_wording(arena, tried, count),
                            pilots ? "pilot takes" : "experiment takes",
                            time_wording(arena, pilots ? size->seconds : fixed_s),
                            pilots ? budget_wording(arena, account, size) : "");
    return true;
}
