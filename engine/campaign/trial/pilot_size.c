// Choosing how many blocks and executions a pilot has.
#include "campaign/trial/pilot_size.h"
#include "analysis/pilot/affordable.h"

#include "analysis/pilot/pilot_length.h"
#include "executor/executor.h"
#include "spec/spec.h"

#include <math.h>

static double block_s(const struct pilot_request *request, size_t executions)
{
    return request->cost.once_s + (double)executions * request->cost.executions_s;
}

// As it ends without a budget, if all blocks cost the same.
static size_t blocks_unlimited(const struct pilot_request *request)
{
    size_t blocks = PILOT_TOP_LEAST;
    if (request->blocks_fixed || request->blocks < PILOT_TOP_LEAST)
        return request->blocks;
    while (blocks < request->blocks &&
           !pilot_ends(blocks, request->of_ratios, block_s(request, request->executions), 0))
        blocks += PILOT_TOP_LEAST;
    return blocks < request->blocks ? blocks : request->blocks;
}

static size_t blocks_held(double seconds, double each_s)
{
    return (size_t)fmin(floor(seconds / each_s), 1e9);
}

static size_t blocks_needed(const struct pilot_request *request)
{
    bool fewer = request->blocks_fixed || request->blocks < PILOT_TOP_LEAST;
    return (fewer ? request->blocks : PILOT_TOP_LEAST) + BUDGET_BLOCKS_LEAST;
}

static size_t executions_if_dear(const struct pilot_request *request)
{
    double least_s = (double)blocks_needed(request);
    size_t executions = request->executions;
    double wanted =
        request->cost.executions_s > 0
            ? fmin(sqrt(request->cost.once_s / request->cost.executions_s), EXECUTIONS_DEAR)
            : 0;
    while (!request->executions_fixed && (double)executions + 1 <= wanted &&
           least_s * block_s(request, executions + 1) <= request->left_s)
        executions++;
    return executions;
}

// Blocks within the budget's share, and executions.
static void fit(const struct pilot_request *request, struct pilot_size *size)
{
    double share_s = PILOT_BUDGET_SHARE * request->left_s;
    size->executions = executions_if_dear(request);
    size_t held = blocks_held(share_s, block_s(request, size->executions));
    size_t least = size->needed - BUDGET_BLOCKS_LEAST;
    held = held > least ? held : least;
    size->blocks = held < size->blocks ? held : size->blocks;
}

struct pilot_size pilot_size_of(const struct pilot_request *request)
{
    struct pilot_size size = {.blocks = request->blocks,
                              .executions = request->executions,
                              .needed = blocks_needed(request)};
    size_t expected = blocks_unlimited(request);
    double whole_s = (double)expected * block_s(request, size.executions);
    if (request->left_s > 0 && !request->blocks_fixed &&
        whole_s > PILOT_BUDGET_SHARE * request->left_s)
        fit(request, &size);
    size.block_s = block_s(request, size.executions);
    size.seconds = (double)(expected < size.blocks ? expected : size.blocks) * size.block_s;
    size.needed_s = (double)size.needed * size.block_s;
    return size;
}
