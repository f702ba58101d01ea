// What follows from a target.
#include "spec/target.h"

#include "run/foreign.h"

#include <string.h>

bool target_draws_per_build(const struct target *target)
{
    for (size_t i = 0; i < target->use_count; i++) {
        const struct randomizer_use *use = &target->uses[i];
        if (use->kind->draws_per_build(use, target->kind != TARGET_COMMAND))
            return true;
    }
    return false;
}

bool target_has_builds(const struct target *target)
{
    return target->kind != TARGET_COMMAND || target_draws_per_build(target);
}

bool target_has_iterations(const struct target *target)
{
    enum sampling_kind kind = target->sampling.kind;
    return kind == SAMPLING_ESWEXP ||
           (sampling_is_foreign(kind) && !foreign_counts_itself(kind, &target->command));
}

const char *target_within_repository(const struct target *target, const char *path)
{
    size_t length = strlen(target->repository);
    if (!text_starts(path, target->repository) || (path[length] && path[length] != '/'))
        return NULL;
    return path + length + (path[length] == '/');
}
