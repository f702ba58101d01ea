// What a campaign's time was spent on, and when it is over.
#include "executor/time_account.h"

#include "base/elapsed.h"

#include <math.h>

// An execution that is measured may end that much after its budget or deadline.
static const double LATE_S = 1;

double account_elapsed_s(const struct time_account *account)
{
    return (double)(clock_boot_ns() - account->begun_ns) * 1e-9;
}

static int64_t budget_end_ns(const struct time_account *account)
{
    return account->begun_ns + (int64_t)(account->budget_s * 1e9);
}

static struct time_limit limit_of(const struct time_account *account, bool with_budget,
                                  double late_s)
{
    struct time_limit limit = {account->deadline_ns, account->deadline_ns != 0};
    if (with_budget && account->budget_s > 0 &&
        (!limit.end_ns || budget_end_ns(account) < limit.end_ns))
        limit = (struct time_limit){budget_end_ns(account), false};
    limit.end_ns += limit.end_ns ? (int64_t)(late_s * 1e9) : 0;
    return limit;
}

struct time_limit account_trial_limit(const struct time_account *account)
{
    return account ? limit_of(account, account->ends_trial, 0) : (struct time_limit){0};
}

struct time_limit account_measuring_limit(const struct time_account *account)
{
    return account ? limit_of(account, account->ends_measuring, LATE_S) : (struct time_limit){0};
}

bool account_is_over(const struct time_account *account)
{
    return account && account->ends_measuring && account->budget_s > 0 &&
           clock_boot_ns() >= budget_end_ns(account);
}

void account_spend(struct time_account *account, enum time_use use, double seconds)
{
    if (account)
        account->spent_s[use] += seconds;
}

void account_wait(struct time_account *account, double seconds)
{
    if (!account)
        return;
    account->waited_s += seconds;
    account->begun_ns += (int64_t)(seconds * 1e9);
}

const char *account_wording(struct arena *arena, const struct time_account *account)
{
    static const char *const names[TIME_USES] = {"setup", "builds", "layouts", "executions"};
    static const double least_s = 0.05;
    const char *words = "";
    for (int use = 0; use < TIME_USES; use++)
        if (account->spent_s[use] >= least_s)
            words = arena_printf(arena, "%s%s%s %s", words, *words ? ", " : "", names[use],
                                 time_wording(arena, account->spent_s[use]));
    if (account->waited_s >= least_s)
        words = arena_printf(arena, "%s%snot counted: %s for another campaign", words,
                             *words ? "; " : "", time_wording(arena, account->waited_s));
    return words;
}

// Costs are estimates.
const char *account_budget_wording(struct arena *arena, double needed_s)
{
    static const double reserve = 1.1;
    return arena_printf(arena, "--budget %.0fmin", ceil(reserve * needed_s / 60));
}

bool account_refuse(struct arena *arena, const struct time_account *account,
                    const struct account_need *need, struct error *error)
{
    const struct time_limit limit = account_trial_limit(account);
    double measuring_s = (double)need->blocks * need->block_s;
    if (limit.is_deadline)
        return failed(error, EXIT_DEADLINE,
                      "the deadline came before the trial ended: %s takes more than %s",
                      need->subject, time_wording(arena, need->seconds));
    return failed(error, EXIT_USAGE,
                  "%s takes more than %s: %s of %zu blocks needs about %s or more: %s, or 0 for "
                  "none (so far: %s)",
                  need->subject, time_wording(arena, need->seconds),
                  need->compares ? "a comparison" : "an experiment", need->blocks,
                  time_wording(arena, measuring_s),
                  account_budget_wording(arena, account_elapsed_s(account) + measuring_s),
                  account_wording(arena, account));
}
