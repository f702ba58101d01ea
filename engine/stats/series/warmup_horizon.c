// The search for the horizon of the pilot: probes, doubled until one becomes steady.
#include "stats/series/warmup_horizon.h"

#include "stats/series/warmup_detection.h"

struct warmup_horizon warmup_horizon_begin(size_t planned, size_t executions)
{
    size_t quarter = planned * executions / 4, next = quarter > 2 * planned ? quarter : 2 * planned;
    return (struct warmup_horizon){.planned = planned,
                                   .next = next < HORIZON_MOST ? next : HORIZON_MOST,
                                   .iterations = planned};
}

static void end(struct warmup_horizon *horizon, size_t iterations)
{
    horizon->iterations = iterations;
    horizon->next = 0;
}

static void see_steady(struct warmup_horizon *horizon, size_t warmup)
{
    if (2 * warmup <= horizon->planned)
        end(horizon, horizon->planned);
    else if (horizon->late++)
        end(horizon, 2 * warmup + horizon->planned);
}

// Time or iterations may forbid a longer probe.
static void see_change(struct warmup_horizon *horizon, size_t count)
{
    bool longest = count < horizon->next || 2 * horizon->next > HORIZON_MOST;
    horizon->unsettled = longest && horizon->late > 0;
    horizon->late++;
    if (horizon->unsettled)
        end(horizon, horizon->planned);
    else if (!longest)
        horizon->next *= 2;
}

void warmup_horizon_probe(struct warmup_horizon *horizon, const double *values, size_t count,
                          double resolution)
{
    struct warmup_detection detection = warmup_detect(values, count, resolution);
    horizon->probed = detection.kind == WARMUP_UNKNOWN ? 0 : count;
    switch (detection.kind) {
    case WARMUP_STEADY:
        see_steady(horizon, detection.warmup);
        return;
    case WARMUP_NEVER_STEADY:
        see_change(horizon, count);
        return;
    case WARMUP_UNKNOWN:
        break;
    }
    end(horizon, horizon->planned);
}
