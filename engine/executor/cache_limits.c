// Reads the limits of the cache, and applies them.
#include "executor/cache_limits.h"

#include "spec/values.h"

#include <stdlib.h>

static const double DAY_S = 86400;

bool cache_limits_read(struct cache_limits *limits, struct error *error)
{
    const char *size = getenv("ESWEXP_CACHE_SIZE"), *days = getenv("ESWEXP_CACHE_DAYS");
    double number = 30;
    limits->bytes = (uint64_t)5 << 30;
    if (size && *size && !value_size(size, &limits->bytes))
        return failed(error, EXIT_USAGE, "ESWEXP_CACHE_SIZE is '%s', not a size such as 5Gi", size);
    if (days && *days && (!value_number(days, &number) || number < 0))
        return failed(error, EXIT_USAGE, "ESWEXP_CACHE_DAYS is '%s', not a number of days", days);
    limits->older_s = number * DAY_S;
    return true;
}

void cache_limit(const struct log *log, const struct cache_limits *limits)
{
    struct cache_cleaned cleaned;
    struct error ignored;
    const struct cache_cleaning how = {.older_s = limits->older_s, .bytes = limits->bytes};
    (void)!cache_clean(log, &how, &cleaned, &ignored);
}

bool cache_sweep(const struct log *log, struct error *error)
{
    struct cache_limits limits;
    if (!cache_limits_read(&limits, error))
        return false;
    limits.bytes = UINT64_MAX;
    cache_limit(log, &limits);
    return true;
}
