// The choice of the next measurement, by expected information per second.
#include "campaign/bisection/search.h"

#include "campaign/bisection/internal.h"
#include "stats/bisection/information.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

enum { PARTS = 8, KEPT_MOST = 32, FEWEST_BLOCKS = 2, MOST_BLOCKS = 64 };
static const double scale = 0.05, quiet = 1e-3, least_bits = 1e-3;

struct step_posterior search_posterior(struct arena *arena, const struct search *search)
{
    struct measured_commit *measured =
        arena_new_array(arena, struct measured_commit, search->measurements + 1);
    size_t count = 0;
    double widest = scale;
    for (size_t i = 1; i <= search->count; i++) {
        const struct measured_commit *data = &search->commits[i].data;
        if (!data->blocks && !data->identical)
            continue;
        measured[count++] = *data;
        widest = fmax(widest, fabs(data->mean));
    }
    const struct step_model model = {.commits = search->count,
                                     .scale = widest,
                                     .deviation = search->rules.threshold / 5,
                                     .margin = search->rules.threshold};
    return step_posterior_of(arena, &model, measured, count);
}

size_t gap_begin(const struct step_posterior *posterior, size_t gap)
{
    return gap ? posterior->measured[gap - 1].commit : 0;
}

size_t gap_end(const struct step_posterior *posterior, size_t gap)
{
    return posterior->measured[gap].commit;
}

bool gap_is_resolved(const struct search *search, const struct step_posterior *posterior,
                     size_t gap)
{
    for (size_t i = gap_begin(posterior, gap) + 1; i < gap_end(posterior, gap); i++)
        if (search->commits[i].state != COMMIT_BROKEN)
            return false;
    return true;
}

bool gap_is_found(const struct search *search, const struct step_posterior *posterior, size_t gap)
{
    return posterior->steps[gap] >= search->rules.probability &&
           gap_is_resolved(search, posterior, gap);
}

// The probability of a step in the gaps first to last: no segment reaches over all of them.
static double any_step(const struct step_posterior *posterior, size_t first, size_t last)
{
    double none = 0;
    for (size_t begin = 0; begin <= first; begin++)
        for (size_t end = last + 1; end <= posterior->count; end++)
            none += segment_of(posterior, begin, end)->probability;
    return 1 - none;
}

size_t search_regions(const struct search *search, const struct step_posterior *posterior,
                      struct region *regions)
{
    size_t count = 0;
    for (size_t first = 0; first < posterior->count; first++) {
        size_t last = first;
        if (gap_is_found(search, posterior, first))
            continue;
        while (last + 1 < posterior->count && !gap_is_found(search, posterior, last + 1))
            last++;
        regions[count++] = (struct region){first, last, any_step(posterior, first, last)};
        first = last;
    }
    return count;
}

double end_unchanged(const struct search *search, const struct step_posterior *posterior)
{
    const struct measured_commit *end = &search->commits[search->count].data;
    double margin = search->rules.threshold;
    if (end->identical || !end->blocks)
        return end->identical;
    double error = posterior->noise / sqrt((double)end->blocks);
    return gsl_cdf_tdist_P((margin - end->mean) / error, posterior->freedom) -
           gsl_cdf_tdist_P((-margin - end->mean) / error, posterior->freedom);
}

// ---- Results

static void add_blocks(struct measured_commit *data, const double *log_ratios, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++) {
        double off = log_ratios[i] - data->mean;
        data->blocks++;
        data->mean += off / (double)data->blocks;
        data->squares += off * (log_ratios[i] - data->mean);
    }
}

static void add_costs(struct search_costs *costs, const struct search_result *result)
{
    costs->build_s += result->build_s;
    costs->builds += result->build_s > 0;
    if (result->blocks) {
        costs->blocks_s += result->blocks_s;
        costs->blocks += result->blocks;
        costs->setup_s +=
            fmax(result->seconds - result->build_s - result->reference_s - result->blocks_s, 0);
        costs->setups++;
    }
}

bool commit_is_skipped(const struct searched_commit *commit)
{
    return commit->state == COMMIT_BROKEN && !commit->data.blocks && !commit->data.identical;
}

void search_add(struct search *search, const struct search_result *result)
{
    struct searched_commit *commit = &search->commits[result->commit];
    search->measurements++;
    search->elapsed_s += result->seconds;
    if (result->timed_out)
        return;
    search->broken_in_a_row = result->broken ? search->broken_in_a_row + 1 : 0;
    if (result->broken) {
        commit->state = COMMIT_BROKEN;
        return;
    }
    commit->state = COMMIT_BUILT;
    commit->data.commit = result->commit;
    commit->data.identical = commit->data.identical || result->identical;
    add_blocks(&commit->data, result->log_ratios, result->blocks);
    add_costs(&search->costs, result);
}

static double mean_of(double sum, size_t count)
{
    return count ? sum / (double)count : 0;
}

static double seconds_of(const struct search *search, size_t commit, size_t blocks)
{
    const struct search_costs *costs = &search->costs;
    bool built = search->commits[commit].state == COMMIT_BUILT;
    return mean_of(costs->setup_s, costs->setups) +
           (built ? 0 : mean_of(costs->build_s, costs->builds)) +
           (double)blocks * mean_of(costs->blocks_s, costs->blocks) + 1e-3;
}

// ---- Candidates

struct choice {
    struct search *search;
    const struct step_posterior *posterior;
    double left_s; // of the budget
    double rate;   // bits per second of the best
    struct search_plan plan;
};

static double left_of(const struct search *search)
{
    return search->rules.budget_s > 0 ? search->rules.budget_s - search->elapsed_s : INFINITY;
}

// Neighbours of a commit that cannot be built often share the reason.
static double chance_of_building(const struct search *search, size_t commit)
{
    enum { HALF = 4, REACH = 32 };
    if (search->commits[commit].state == COMMIT_BUILT)
        return 1;
    for (size_t distance = 1; distance <= REACH; distance++)
        if ((commit > distance && search->commits[commit - distance].state == COMMIT_BROKEN) ||
            (commit + distance <= search->count &&
             search->commits[commit + distance].state == COMMIT_BROKEN))
            return (double)distance / (double)(distance + HALF);
    return 1;
}

static void try_commit(struct choice *choice, size_t commit)
{
    double chance = chance_of_building(choice->search, commit);
    if (choice->search->commits[commit].state == COMMIT_BROKEN)
        return;
    for (size_t blocks = FEWEST_BLOCKS; blocks <= MOST_BLOCKS; blocks *= 2) {
        double seconds = seconds_of(choice->search, commit, blocks);
        if (seconds > choice->left_s)
            return;
        double bits = chance * step_information(choice->posterior, commit, blocks);
        if (bits < least_bits || bits / seconds <= choice->rate)
            continue;
        choice->rate = bits / seconds;
        choice->plan = (struct search_plan){SEARCH_MEASURES, commit, blocks, seconds};
    }
}

// The nearest commit within the gap that may be built; 0: none.
static size_t nearest(const struct search *search, size_t begin, size_t end, size_t commit)
{
    for (size_t distance = 0; distance < end - begin; distance++) {
        if (commit + distance < end && search->commits[commit + distance].state != COMMIT_BROKEN)
            return commit + distance;
        if (commit > begin + distance && search->commits[commit - distance].state != COMMIT_BROKEN)
            return commit - distance;
    }
    return 0;
}

static void try_gap(struct choice *choice, size_t gap)
{
    size_t begin = gap_begin(choice->posterior, gap), end = gap_end(choice->posterior, gap),
           kept = 0, before = 0;
    try_commit(choice, end);
    if (begin)
        try_commit(choice, begin);
    for (size_t part = 1; part < PARTS && end - begin > 1; part++) {
        size_t middle = begin + 1 + (end - begin - 2) * part / PARTS;
        size_t commit = nearest(choice->search, begin, end, middle);
        if (commit && commit != before)
            try_commit(choice, commit);
        before = commit;
    }
    for (size_t i = begin + 1; i < end && kept < KEPT_MOST; i++)
        if (choice->search->commits[i].state == COMMIT_BUILT) {
            try_commit(choice, i);
            kept++;
        }
}

// ---- The next measurement

static struct search_plan measure_end(const struct search *search, size_t blocks)
{
    double left_s = left_of(search);
    while (blocks > 1 && seconds_of(search, search->count, blocks) > left_s)
        blocks--;
    double seconds = seconds_of(search, search->count, blocks);
    return (struct search_plan){seconds > left_s ? SEARCH_BUDGET : SEARCH_MEASURES, search->count,
                                blocks, seconds};
}

// Once a step is found, only regions of which another one is not excluded are searched, for twice
// as long again as the first one took.
static bool is_searched(const struct search *search, const struct region *region)
{
    return search->found_s <= 0 || (region->probability > 1 - search->rules.probability &&
                                    search->elapsed_s < 3 * search->found_s);
}

static struct search_plan choose(struct search *search, struct arena *arena,
                                 const struct step_posterior *posterior)
{
    struct choice choice = {.search = search,
                            .posterior = posterior,
                            .left_s = left_of(search),
                            .plan = {.state = SEARCH_EXHAUSTED}};
    struct region *regions = arena_new_array(arena, struct region, posterior->count);
    size_t count = search_regions(search, posterior, regions);
    for (size_t i = 0; i < count; i++)
        for (size_t gap = regions[i].first;
             is_searched(search, &regions[i]) && gap <= regions[i].last; gap++)
            if (posterior->steps[gap] > quiet)
                try_gap(&choice, gap);
    if (choice.plan.state != SEARCH_MEASURES && search->found_s > 0)
        choice.plan.state = SEARCH_FOUND;
    else if (choice.plan.state != SEARCH_MEASURES &&
             seconds_of(search, search->count, FEWEST_BLOCKS) > choice.left_s)
        choice.plan.state = SEARCH_BUDGET;
    return choice.plan;
}

static bool has_found(const struct search *search, const struct step_posterior *posterior)
{
    for (size_t gap = 0; gap < posterior->count; gap++)
        if (gap_is_found(search, posterior, gap))
            return true;
    return false;
}

static struct search_plan plan(struct search *search, struct arena *arena)
{
    const struct measured_commit *end = &search->commits[search->count].data;
    if (!end->blocks && !end->identical)
        return measure_end(search, BISECTION_FIRST_BLOCKS);
    struct step_posterior posterior = search_posterior(arena, search);
    bool found = has_found(search, &posterior);
    if (found && search->found_s <= 0)
        search->found_s = search->elapsed_s;
    if (!found)
        search->found_s = 0;
    if (end_unchanged(search, &posterior) >= search->rules.probability)
        return (struct search_plan){.state = SEARCH_NO_STEP};
    if (search->measurements >= BISECTION_STEPS_MOST ||
        search->broken_in_a_row >= BISECTION_BROKEN_MOST)
        return (struct search_plan){.state = found ? SEARCH_FOUND : SEARCH_EXHAUSTED};
    if (1 - posterior.unchanged < search->rules.probability)
        return measure_end(search, end->blocks / 2 + 1);
    return choose(search, arena, &posterior);
}

struct search_plan search_plan(struct search *search)
{
    struct arena arena = {0};
    struct search_plan result = plan(search, &arena);
    arena_release(&arena);
    return result;
}
