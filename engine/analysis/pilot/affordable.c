// Searching the precision that a budget pays.
#include "analysis/pilot/affordable.h"

#include "stats/dimensioning_search.h"

#include <math.h>

enum { HALVINGS = 20 };

static bool is_within(const struct dimension_request *request, const struct allocation *allocation,
                      double limit_s)
{
    return allocation_cost(request->levels, request->cost, allocation->repetitions) <= limit_s;
}

// By bisection of the precision's logarithm. False: the limit pays nothing, and the allocation is
// the cheapest of all.
static bool search_within(struct dimension_request request, double limit_s,
                          struct allocation *allocation)
{
    static const double coarsest = 10;
    double fine = request.precision, coarse = fmax(coarsest, fine);
    request.precision = coarse;
    *allocation = dimension_search(&request);
    if (!is_within(&request, allocation, limit_s))
        return false;
    for (int i = 0; i < HALVINGS; i++) {
        request.precision = sqrt(fine * coarse);
        struct allocation next = dimension_search(&request);
        bool within = is_within(&request, &next, limit_s);
        *(within ? &coarse : &fine) = request.precision;
        *allocation = within ? next : *allocation;
    }
    return true;
}

// Where the number of top units is fixed and keeps the precision out of reach, more of the levels
// below hardly help: at most so many of each, and so long.
static struct dimension_request out_of_reach(const struct dimension_request *request,
                                             double *limit_s)
{
    static const double minute_s = 60;
    enum { BELOW_MOST = 100 };
    struct dimension_request fewer = *request;
    for (int i = 0; i < request->levels - 1; i++)
        if (fewer.most[i] > BELOW_MOST && fewer.least[i] <= BELOW_MOST)
            fewer.most[i] = BELOW_MOST;
    *limit_s = *limit_s > 0 ? *limit_s : minute_s;
    return fewer;
}

struct allocation affordable_search(const struct dimension_request *request, double limit_s)
{
    struct allocation wanted = dimension_search(request), affordable;
    int top = request->levels - 1;
    struct dimension_request fewer = *request;
    bool is_fixed = request->least[top] == request->most[top];
    if (is_fixed && !wanted.met) {
        fewer = out_of_reach(request, &limit_s);
        wanted = dimension_search(&fewer);
    }
    size_t *least = &fewer.least[top];
    if (limit_s <= 0 || is_within(request, &wanted, limit_s))
        return wanted;
    if (!search_within(fewer, limit_s, &affordable) && !is_fixed) {
        *least = *least < BUDGET_BLOCKS_LEAST ? *least : BUDGET_BLOCKS_LEAST;
        (void)search_within(fewer, limit_s, &affordable);
    }
    affordable.met = set_top_repetitions(request, affordable.repetitions);
    return affordable;
}
