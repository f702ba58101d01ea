// Tuning the CPUs of campaigns, and recording it.
#include "campaign/tuned.h"

#include "machine/tune/recover.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/store.h"
#include "store/transactions.h"

bool tuned_begin(const struct run_options *run_options, int host, struct tuning *tuning,
                 struct error *error)
{
    tuning->host = host;
    tuning->left = tune_recover(run_options->log, run_options->unrestored);
    tune_warn_of_another(run_options->log);
    return !run_options->tune || tune_machine(tuning, error);
}

static bool record(struct store *store, const struct text_list *texts, struct error *error)
{
    for (size_t i = 0; i < texts->count; i++)
        if (!store_event(store, "tune", texts->items[i], error))
            return false;
    return true;
}

// A finished campaign was not measured on the tuned machine.
static bool record_all(const struct campaign *campaign, const struct tuning *tuning,
                       struct error *error)
{
    struct arena scratch = {0};
    struct store *store = campaign->store;
    bool finished = store_get(store, &scratch, FACT_FINISHED) != NULL;
    arena_release(&scratch);
    return store_is_read(store, error) &&
           (finished || (record(store, &tuning->told, error) &&
                         record(store, &tuning->refused, error) && store_commit(store, error)));
}

bool tuned_for(const struct run_options *run_options, const struct campaign *campaigns,
               size_t count, struct tuning *tuning, struct error *error)
{
    cpu_set_t cpus;
    bool bound = true, done = true;
    CPU_ZERO(&cpus);
    if (!run_options->tune)
        return true;
    for (size_t i = 0; i < count; i++)
        if (!campaigns[i].is_over)
            bound = campaign_cpus(&campaigns[i], &cpus) && bound;
    if (!bound)
        CPU_ZERO(&cpus);
    if (!tune_cpus(tuning, &cpus, error))
        return false;
    for (size_t i = 0; i < tuning->told.count; i++)
        log_note(run_options->log, "%s", tuning->told.items[i]);
    for (size_t i = 0; i < tuning->refused.count; i++)
        log_warning(run_options->log, "%s", tuning->refused.items[i]);
    for (size_t i = 0; done && i < count; i++)
        done = campaigns[i].is_over || record_all(&campaigns[i], tuning, error);
    return done;
}
