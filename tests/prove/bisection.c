// Drives the search of `eswexp bisect` with simulated executions (bisection.py): one line a
// history.
#include "base/stream.h"
#include "campaign/bisection/conclusion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS_MOST = 4096 };

// The deviations of one side of a block, and the seconds of builds, campaigns and blocks.
struct world {
    double layout, execution, executions;
    double build_s, setup_s, block_s;
    double broken;  // share of commits that cannot be built
    double scatter; // of commits around their level
    double shift;   // what the blocks of one measurement share
    double rho;     // correlation of neighbouring blocks of one measurement
    bool heavy;     // the deviations of a block are Student's t with 3 degrees of freedom
};

struct step {
    size_t commit;
    double size; // of the logarithm
};

struct history {
    size_t commits, step_count;
    struct step steps[8];
    bool *broken;
    double *own; // of each commit, around its level
};

static double uniform(struct stream *stream)
{
    return ((double)(stream_next(stream) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(struct stream *stream)
{
    return sqrt(-2 * log(uniform(stream))) * cos(2 * M_PI * uniform(stream));
}

static double deviation(const struct world *world, struct stream *stream)
{
    double value = normal(stream), squares = 0;
    for (int i = 0; world->heavy && i < 3; i++)
        squares += pow(normal(stream), 2);
    return world->heavy ? value / sqrt(squares) : value;
}

static double level(const struct history *history, size_t commit)
{
    double sum = 0;
    for (size_t i = 0; i < history->step_count; i++)
        sum += commit >= history->steps[i].commit ? history->steps[i].size : 0;
    return sum;
}

static void measure(const struct world *world, const struct history *history,
                    const struct search_plan *plan, struct search *search, struct stream *stream)
{
    double ratios[BLOCKS_MOST];
    double side = hypot(world->layout, world->execution / sqrt(world->executions));
    bool built = search->commits[plan->commit].state == COMMIT_BUILT;
    struct search_result result = {.commit = plan->commit, .log_ratios = ratios};
    result.broken = history->broken[plan->commit];
    result.blocks = result.broken ? 0 : plan->blocks;
    result.build_s = built ? 0 : world->build_s;
    result.blocks_s = (double)result.blocks * world->block_s;
    // The first campaign also builds the reference.
    result.reference_s = search->measurements ? 0 : world->build_s;
    result.seconds = world->setup_s + result.build_s + result.reference_s + result.blocks_s;
    double middle =
        level(history, plan->commit) + history->own[plan->commit] + world->shift * normal(stream);
    double walk = 0, rest = sqrt(1 - world->rho * world->rho);
    for (size_t i = 0; i < result.blocks; i++) {
        double own = deviation(world, stream) - deviation(world, stream);
        walk = i ? world->rho * walk + rest * own : own;
        ratios[i] = middle + side * walk;
    }
    search_add(search, &result);
}

static void run(const struct world *world, const struct history *history,
                const struct search_rules *rules, struct stream *stream)
{
    struct arena arena = {0};
    struct search search = {.rules = *rules, .count = history->commits};
    struct search_plan plan;
    search.commits = arena_new_array(&arena, struct searched_commit, history->commits + 1);
    while ((plan = search_plan(&search)).state == SEARCH_MEASURES)
        measure(world, history, &plan, &search, stream);
    struct search_conclusion conclusion = search_conclude(&arena, &search);
    size_t built = 1;
    for (size_t i = 1; i <= search.count; i++)
        built += search.commits[i].state == COMMIT_BUILT;
    printf("{\"state\": %d, \"built\": %zu, \"measurements\": %zu, \"seconds\": %.1f, "
           "\"truth\": [",
           (int)plan.state, built, search.measurements, search.elapsed_s);
    for (size_t i = 0; i < history->step_count; i++)
        printf("%s%zu", i ? ", " : "", history->steps[i].commit);
    printf("], \"steps\": [");
    const char *between = "";
    for (size_t i = 0; i < conclusion.count; i++) {
        const struct found_step *step = &conclusion.steps[i];
        if (!step->found)
            continue;
        printf("%s{\"first\": %zu, \"last\": %zu, \"probability\": %.4f, \"change\": %.5f, "
               "\"low\": %.5f, \"high\": %.5f}",
               between, step->first, step->last, step->probability, step->change, step->low,
               step->high);
        between = ", ";
    }
    printf("]}\n");
    arena_release(&arena);
}

// Steps lie at commits drawn at random, apart from each other.
static void draw(struct history *history, const struct world *world, struct stream *stream)
{
    for (size_t i = 0; i < history->step_count; i++) {
        size_t share = history->commits / history->step_count;
        history->steps[i].commit = 1 + i * share + stream_below(stream, share);
    }
    for (size_t i = 1; i < history->commits; i++)
        history->broken[i] = uniform(stream) < world->broken;
    for (size_t i = 1; i <= history->commits; i++)
        history->own[i] = world->scatter * normal(stream);
    history->broken[history->commits] = false;
}

// bisection SEED HISTORIES COMMITS BUDGET LAYOUT EXECUTION BUILD_S SETUP_S BLOCK_S BROKEN
// SCATTER SHIFT RHO HEAVY SIZE...
int main(int argc, char **argv)
{
    enum { SIZES = 15 };
    if (argc < SIZES)
        return 2;
    struct world world = {.layout = strtod(argv[5], NULL),
                          .execution = strtod(argv[6], NULL),
                          .executions = 2,
                          .build_s = strtod(argv[7], NULL),
                          .setup_s = strtod(argv[8], NULL),
                          .block_s = strtod(argv[9], NULL),
                          .broken = strtod(argv[10], NULL),
                          .scatter = strtod(argv[11], NULL),
                          .shift = strtod(argv[12], NULL),
                          .rho = strtod(argv[13], NULL),
                          .heavy = strtod(argv[14], NULL) > 0};
    struct search_rules rules = {
        .probability = 0.95, .threshold = 0.005, .budget_s = strtod(argv[4], NULL)};
    struct history history = {.commits = strtoul(argv[3], NULL, 10),
                              .step_count = (size_t)(argc - SIZES)};
    history.broken = calloc(history.commits + 1, sizeof *history.broken);
    history.own = calloc(history.commits + 1, sizeof *history.own);
    for (size_t i = 0; i < history.step_count && i < 8; i++)
        history.steps[i].size = log1p(strtod(argv[SIZES + i], NULL));
    uint64_t seed = strtoul(argv[1], NULL, 10);
    for (size_t i = 0, count = strtoul(argv[2], NULL, 10); i < count; i++) {
        struct stream stream = stream_from(seed_from_number(seed, i));
        draw(&history, &world, &stream);
        run(&world, &history, &rules, &stream);
    }
    free(history.broken);
    free(history.own);
    return 0;
}
