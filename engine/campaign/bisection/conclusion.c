// The steps that a search found, their sizes, and where else one may lie.
#include "campaign/bisection/conclusion.h"

#include "campaign/bisection/internal.h"
#include "stats/interval.h"

#include <math.h>

struct change {
    double value, low, high;
};

// From a difference of logarithms.
static struct change change_of(const struct search *search, const struct step_posterior *posterior,
                               double difference, double error)
{
    double t = student_t(search->rules.probability, fmax(posterior->freedom, 1));
    return (struct change){expm1(difference), expm1(difference - t * error),
                           expm1(difference + t * error)};
}

// Levels are those of the points between two such gaps. Point gap + 1 ends a gap.
static void set_change(const struct search *search, const struct step_posterior *posterior,
                       const size_t *gaps, size_t count, size_t index, struct found_step *step)
{
    size_t before = index ? gaps[index - 1] + 1 : 0, here = gaps[index] + 1,
           next = index + 1 < count ? gaps[index + 1] + 1 : posterior->count + 1;
    struct segment old = step_level(posterior, before, here - 1),
                   new = step_level(posterior, here, next - 1);
    struct change change =
        change_of(search, posterior, new.level - old.level, hypot(old.error, new.error));
    step->change = change.value;
    step->low = change.low;
    step->high = change.high;
}

// The shortest run of gaps in a region that holds a step with this probability, as far as gaps
// exclude each other.
static void set_range(const struct step_posterior *posterior, const struct region *region,
                      double probability, size_t *first_commit, size_t *last_commit)
{
    *first_commit = gap_begin(posterior, region->first) + 1;
    *last_commit = gap_end(posterior, region->last);
    for (size_t first = region->first; first <= region->last; first++) {
        double sum = 0;
        for (size_t last = first; last <= region->last; last++) {
            size_t begin = gap_begin(posterior, first) + 1, end = gap_end(posterior, last);
            sum += posterior->steps[last];
            if (sum < probability || end - begin >= *last_commit - *first_commit)
                continue;
            *first_commit = begin;
            *last_commit = end;
        }
    }
}

static size_t likeliest_gap(const struct step_posterior *posterior, const struct region *region)
{
    size_t best = region->first;
    for (size_t gap = region->first; gap <= region->last; gap++)
        if (posterior->steps[gap] > posterior->steps[best])
            best = gap;
    return best;
}

static void set_end(const struct search *search, const struct step_posterior *posterior,
                    struct search_conclusion *conclusion)
{
    const struct measured_commit *end = &search->commits[search->count].data;
    double error = end->blocks ? posterior->noise / sqrt((double)end->blocks) : 0;
    struct change change = change_of(search, posterior, end->mean, error);
    conclusion->change = change.value;
    conclusion->low = change.low;
    conclusion->high = change.high;
}

// The found steps, and regions that hold another one more likely than not, in the order of the
// history; *gaps: where their levels change.
static void set_steps(struct arena *arena, const struct search *search,
                      const struct step_posterior *posterior, struct search_conclusion *conclusion,
                      size_t *gaps)
{
    struct region *regions = arena_new_array(arena, struct region, posterior->count);
    size_t count = search_regions(search, posterior, regions), next = 0;
    for (size_t gap = 0; gap < posterior->count; gap++) {
        struct found_step *step = &conclusion->steps[conclusion->count];
        if (gap_is_found(search, posterior, gap)) {
            *step = (struct found_step){.first = gap_begin(posterior, gap) + 1,
                                        .last = gap_end(posterior, gap),
                                        .probability = posterior->steps[gap],
                                        .found = true};
            conclusion->found++;
            gaps[conclusion->count++] = gap;
        } else if (next < count && regions[next].first == gap) {
            const struct region *region = &regions[next++];
            if (region->probability <= 0.5)
                continue;
            step->probability = region->probability;
            set_range(posterior, region, search->rules.probability * region->probability,
                      &step->first, &step->last);
            gaps[conclusion->count++] = likeliest_gap(posterior, region);
        }
    }
}

struct search_conclusion search_conclude(struct arena *arena, const struct search *search)
{
    struct step_posterior posterior = search_posterior(arena, search);
    struct search_conclusion conclusion = {
        .steps = arena_new_array(arena, struct found_step, posterior.count + 1),
        .unchanged = end_unchanged(search, &posterior),
        .noise = posterior.noise};
    size_t *gaps = arena_new_array(arena, size_t, posterior.count + 1);
    if (!posterior.count)
        return conclusion;
    set_steps(arena, search, &posterior, &conclusion, gaps);
    for (size_t i = 0; i < conclusion.count; i++)
        set_change(search, &posterior, gaps, conclusion.count, i, &conclusion.steps[i]);
    set_end(search, &posterior, &conclusion);
    return conclusion;
}
