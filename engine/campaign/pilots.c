// Sizing pilots within the budget.
#include "campaign/pilots.h"

#include <math.h>
#include <stdio.h>

static size_t tried_of(struct campaign *campaigns, size_t count, struct tried_campaign *tried)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (campaigns[i].trial && !campaigns[i].is_over)
            tried[found++] = (struct tried_campaign){campaigns[i].request.spec,
                                                     campaigns[i].trial,
                                                     campaigns[i].repetitions,
                                                     campaign_has_pilot(&campaigns[i]),
                                                     false,
                                                     NULL};
    return found;
}

static bool take(struct campaign *campaigns, size_t count, const struct pilot_size *size,
                 double left_s, double raised_s, struct error *error)
{
    bool stored = true;
    for (size_t i = 0; stored && i < count; i++) {
        campaigns[i].budget_left_s = left_s;
        if (!campaigns[i].trial || campaigns[i].is_over)
            continue;
        campaigns[i].pilot = *size;
        stored = raised_s <= 0 || campaign_raise_budget(&campaigns[i], raised_s, error);
    }
    return stored;
}

bool pilots_size(struct arena *arena, const struct run_options *run_options,
                 struct campaign *campaigns, size_t count, struct time_account *account,
                 struct error *error)
{
    struct tried_campaign *tried = arena_new_array(arena, struct tried_campaign, count);
    double before_s = account->budget_s;
    struct pilot_size size = {.blocks = 0};
    const char *wording = NULL;
    size_t found = tried_of(campaigns, count, tried);
    if (found &&
        !trial_size(arena, tried, found, account, run_options->log, &size, &wording, error))
        return false;
    if (found && run_options->prints_size)
        puts(wording);
    else if (found)
        log_note(run_options->log, "%s", wording);
    double raised_s = account->budget_s > before_s ? account->budget_s : 0;
    double left_s =
        account->budget_s > 0 ? fmax(account->budget_s - account_elapsed_s(account), 1) : 0;
    return take(campaigns, count, &size, left_s, raised_s, error);
}
