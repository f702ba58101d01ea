// The driver of the Slurm executor.
#include "executor/slurm/slurm.h"

#include "executor/slurm/dispatched.h"
#include "executor/slurm/queue.h"
#include "store/results/catalogue.h"

struct slurm_executor {
    struct executor base; // first: the same address
    struct slurm_context context;
    const struct executor_events *events;
    struct dispatched *dispatched; // NULL: no plan is under way
    size_t succeeded, failed;      // executions of the plan that had ended before begin()
};

static struct slurm_executor *slurm_of(struct executor *executor)
{
    return (struct slurm_executor *)executor;
}

static struct executor *open_slurm(const struct place *place,
                                   const struct executor_request *request, struct error *error)
{
    if (!slurm_probe(error))
        return NULL;
    struct slurm_executor *slurm = arena_new(request->arena, struct slurm_executor);
    *slurm = (struct slurm_executor){.base = {.driver = place->driver,
                                              .arena = request->arena,
                                              .spec = request->spec,
                                              .log = request->log,
                                              .stop = request->stop},
                                     .context = {.cluster = place->settings,
                                                 .arena = request->arena,
                                                 .log = request->log,
                                                 .stop = request->stop,
                                                 .deadline_ns = request->deadline_ns,
                                                 .name = request->spec->name,
                                                 .folder = request->folder}};
    return &slurm->base;
}

static bool record(const struct executor *executor, struct store *store, struct error *error)
{
    const struct slurm_executor *slurm = (const struct slurm_executor *)executor;
    return cluster_record(slurm->context.cluster, store, error);
}

// Tasks choose CPUs on their nodes.
static bool settle(struct executor *executor, struct store *store, struct error *error)
{
    (void)error;
    slurm_of(executor)->context.store = store;
    return true;
}

// The time of a block, as the pilot shows it; 0: there was none.
static bool expect_block_s(struct store *store, const struct plan *plan, double *seconds,
                           struct error *error)
{
    struct arena scratch = {0};
    struct catalogue catalogue;
    bool done = store_catalogue(store, &scratch, &catalogue, error);
    *seconds = 0;
    for (size_t cell = 0; done && cell < catalogue.cell_count; cell++)
        *seconds += catalogue.cells[cell].cost_s;
    *seconds = plan->block_count ? *seconds / (double)plan->block_count : 0;
    arena_release(&scratch);
    return done;
}

static bool begin(struct executor *executor, const struct plan *plan, const struct stored_ids *ids,
                  const struct executor_events *events, struct error *error)
{
    struct slurm_executor *slurm = slurm_of(executor);
    double block_s;
    if (!expect_block_s(slurm->context.store, plan, &block_s, error))
        return false;
    slurm->events = events;
    slurm->dispatched = dispatched_begin(&slurm->context, plan, ids, block_s, error);
    if (slurm->dispatched)
        dispatched_count(slurm->dispatched, &slurm->succeeded, &slurm->failed);
    return slurm->dispatched;
}

static bool advance(struct executor *executor, size_t end, bool *done, struct error *error)
{
    (void)end;
    return dispatched_poll(slurm_of(executor)->dispatched, done, error);
}

static void end(struct executor *executor)
{
    struct slurm_executor *slurm = slurm_of(executor);
    size_t succeeded, failed;
    if (!slurm->dispatched)
        return;
    dispatched_call_back(slurm->dispatched);
    dispatched_count(slurm->dispatched, &succeeded, &failed);
    slurm->events->merged(slurm->events->context, succeeded - slurm->succeeded,
                          failed - slurm->failed);
    dispatched_end(slurm->dispatched);
    slurm->dispatched = NULL;
}

static void close_slurm(struct executor *executor)
{
    (void)executor; // nothing is open
}

const struct executor_driver slurm_executor_driver = {
    .name = "slurm",
    .takes_all = true,
    .open = open_slurm,
    .record = record,
    .settle = settle,
    .begin = begin,
    .advance = advance,
    .end = end,
    .close = close_slurm,
};
