// Judging claims: the outcome of each case, and of the claim.
#include "analysis/claims/claims.h"

#include "analysis/claims/internal.h"
#include "store/facts.h"

#include <math.h>

enum claim_outcome claim_outcome_of(const struct claim *claim, double low, double high)
{
    double bound = claim->bound;
    bool holds = false, fails = false;
    switch (claim->relation) {
    case CLAIM_ABOVE:
        holds = low > bound, fails = high <= bound;
        break;
    case CLAIM_AT_LEAST:
        holds = low >= bound, fails = high < bound;
        break;
    case CLAIM_BELOW:
        holds = high < bound, fails = low >= bound;
        break;
    case CLAIM_AT_MOST:
        holds = high <= bound, fails = low > bound;
        break;
    case CLAIM_WITHIN:
        holds = low >= 1 - bound && high <= 1 + bound;
        fails = low > 1 + bound || high < 1 - bound;
        break;
    }
    return holds ? CLAIM_SUPPORTED : fails ? CLAIM_REFUTED : CLAIM_INCONCLUSIVE;
}

static enum claim_outcome outcome_by(const struct claim *claim, const struct limits *limits,
                                     const struct limits *one_sided)
{
    if (claim->relation == CLAIM_WITHIN &&
        claim_outcome_of(claim, one_sided->low, one_sided->high) == CLAIM_SUPPORTED)
        return CLAIM_SUPPORTED;
    return claim_outcome_of(claim, limits->low, limits->high);
}

static double slack_of(const struct claim *claim, const struct claim_case *one)
{
    const struct limits *limits = one->adjusted ? &one->among : &one->alone;
    if (claim->relation == CLAIM_WITHIN)
        limits = one->adjusted ? &one->one_sided_among : &one->one_sided_alone;
    switch (claim->relation) {
    case CLAIM_ABOVE:
    case CLAIM_AT_LEAST:
        return limits->low - claim->bound;
    case CLAIM_BELOW:
    case CLAIM_AT_MOST:
        return claim->bound - limits->high;
    case CLAIM_WITHIN:
        break;
    }
    return fmin(limits->low - (1 - claim->bound), 1 + claim->bound - limits->high);
}

// If one case alone decides the claim (it refutes "all" or supports "any"), its outcome must also
// hold at the confidence adjusted for the number of cases.
static void judge_case(const struct claim *claim, struct claim_case *one)
{
    one->slack = -INFINITY;
    if (one->unknown)
        return;
    enum claim_outcome decides = claim->any ? CLAIM_SUPPORTED : CLAIM_REFUTED;
    one->outcome = outcome_by(claim, &one->alone, &one->one_sided_alone);
    one->adjusted = one->outcome == decides;
    if (one->adjusted)
        one->outcome = outcome_by(claim, &one->among, &one->one_sided_among);
    one->slack = slack_of(claim, one);
}

static size_t count_of(const struct claim_cases *cases, enum claim_outcome outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++)
        count += cases->items[i].outcome == outcome;
    return count;
}

static enum claim_outcome outcome_of(const struct claim *claim, const struct claim_cases *cases)
{
    enum claim_outcome decides = claim->any ? CLAIM_SUPPORTED : CLAIM_REFUTED;
    enum claim_outcome other = claim->any ? CLAIM_REFUTED : CLAIM_SUPPORTED;
    if (count_of(cases, decides))
        return decides;
    return count_of(cases, other) == cases->count ? other : CLAIM_INCONCLUSIVE;
}

// The case that has the outcome and is nearest to refuting "all" or to supporting "any".
static const struct claim_case *deciding(const struct claim *claim, const struct claim_cases *cases,
                                         enum claim_outcome outcome)
{
    const struct claim_case *found = NULL;
    for (size_t i = 0; i < cases->count; i++) {
        const struct claim_case *one = &cases->items[i];
        bool nearer =
            !found || (claim->any ? one->slack > found->slack : one->slack < found->slack);
        if (one->outcome == outcome && nearer)
            found = one;
    }
    return found;
}

static bool judge(struct claim_context *context, struct judged_claim *judged, struct error *error)
{
    struct claim *claim = arena_new(context->arena, struct claim);
    struct word_mistake mistake;
    struct claim_cases cases;
    if (context->estimates->completeness.unfinished) {
        judged->reason = completeness_wording(context->arena, &context->estimates->completeness);
        return true;
    }
    if (!claim_parse(context->arena, judged->text, claim, &mistake)) {
        judged->reason =
            arena_printf(context->arena, "the claim cannot be parsed: %s", mistake.words);
        return true;
    }
    context->claim = claim;
    if (!claim_cases(context, &cases, error))
        return false;
    for (size_t i = 0; i < cases.count; i++)
        judge_case(claim, &cases.items[i]);
    judged->outcome = cases.count ? outcome_of(claim, &cases) : CLAIM_INCONCLUSIVE;
    const struct claim_case *decides = deciding(claim, &cases, judged->outcome);
    judged->reason =
        decides ? claim_reason(context, &cases, decides) : "no cell in its scope was measured";
    return true;
}

bool claims_judge(struct arena *arena, struct store *store, const struct estimates *estimates,
                  bool quick, struct judged_claims *judged, struct error *error)
{
    size_t count = 0;
    while (store_get(store, arena, arena_printf(arena, FACT_CLAIM, count + 1)))
        count++;
    struct judged_claim *claims = arena_new_array(arena, struct judged_claim, count);
    for (size_t i = 0; i < count; i++) {
        struct arena scratch = {0};
        struct claim_context context = {&scratch, store, estimates, quick, NULL};
        claims[i].text = store_get(store, arena, arena_printf(arena, FACT_CLAIM, i + 1));
        bool done = judge(&context, &claims[i], error);
        claims[i].reason = done ? arena_strdup(arena, claims[i].reason) : NULL;
        arena_release(&scratch);
        if (!done)
            return false;
    }
    *judged = (struct judged_claims){claims, count};
    return true;
}
