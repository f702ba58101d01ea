// What an executor found while it prepared the variants, the same for all drivers.
#include "executor/executor.h"

bool executor_is_whole(const struct executor *executor, struct error *error)
{
    const char *variants = executor->gaps.given_up_variants;
    return !variants || !*variants ||
           failed(error, EXIT_FAILED, "%s was given up: its revision makes no program", variants);
}
