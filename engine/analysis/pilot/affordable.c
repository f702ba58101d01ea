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

struct allocation affordable_search(const struct dimension_request *request, double limit_s)
{
    struct allocation wanted = dimension_search(request), affordable;
    struct dimension_request fewer = *request;
    size_t *least = &fewer.least[request->levels - 1];
    if (limit_s <= 0 || is_within(request, &wanted, limit_s))
        return wanted;
    bool is_fixed = *least == fewer.most[request->levels - 1];
    if (!search_within(fewer, limit_s, &affordable) && !is_fixed) {
        *least = *least < BUDGET_BLOCKS_LEAST ? *least : BUDGET_BLOCKS_LEAST;
        (void)search_within(fewer, limit_s, &affordable);
    }
    affordable.met = set_top_repetitions(request, affordable.repetitions);
    return affordable;
}
