// Writing draws: one row a draw.
#include "store/draws.h"

#include "randomizers/randomizer.h"
#include "store/database.h"

#include <string.h>

bool write_draws(struct store *store, const char *sql, const struct bound *key, size_t keys,
                 const struct draws *draws, struct error *error)
{
    struct bound values[5];
    memcpy(values, key, keys * sizeof *key);
    bool done = true;
    for (size_t i = 0; done && draws && i < draws->count; i++) {
        values[keys] = bound_text(draws->items[i].name);
        values[keys + 1] = bound_integer((int64_t)i);
        values[keys + 2] = bound_text(draws->items[i].value);
        done = store_run(store, sql, values, keys + 3, error);
    }
    return done;
}
