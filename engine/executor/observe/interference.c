// Counting interference in an observation.
#include "executor/observe/interference.h"

#include "store/executions.h"

static uint64_t migrations_of(const struct observation *observation)
{
    uint64_t moves = 0;
    for (size_t i = 0; i < observation->record_count; i++) {
        const struct esw_sample *record = &observation->records[i];
        moves += record->cpu_before != record->cpu_after;
        moves += i > 0 && record->cpu_before != record[-1].cpu_after;
    }
    return moves;
}

void interference_of(const struct observation *observation,
                     uint64_t interference[INTERFERENCE_KINDS])
{
    interference[INTERFERENCE_MIGRATION] = migrations_of(observation);
    interference[INTERFERENCE_SWITCH] =
        observation->sampling.kind == SAMPLING_HARNESS // whose own output switches, too
            ? 0
            : (uint64_t)observation->outcome.figures.values[FIGURE_INVOLUNTARY_SWITCHES];
}
