// Variances by level, from a stream of samples.
#include "stats/variance.h"

#include "model/level.h"

#include <math.h>

// Ends the open parent of the units at this level; its mean becomes a value of the level above.
static void close_parent(struct variance *variance, int i)
{
    struct variance_level *level = &variance->level[i];
    size_t count = level->open.count;
    if (count == 0)
        return;
    level->fewest = level->parents == 0 || count < level->fewest ? count : level->fewest;
    level->most = count > level->most ? count : level->most;
    level->parents++;
    level->freedom += count - 1;
    level->squares += level->open.squares;
    level->reciprocals += 1 / (double)count;
    moments_add_mean(&variance->level[i + 1].open, &level->open);
    if (i == variance->levels - 2 && variance->top_unit)
        variance->top_unit(variance->context, variance->unit[i], moments_mean(&level->open));
    level->open = (struct moments){0};
}

void variance_add(struct variance *variance, const size_t *unit, const double *values, size_t count)
{
    if (count == 0)
        return;
    int changed = variance->levels - 2;
    while (changed >= 0 && unit[changed] == variance->unit[changed])
        changed--;
    for (int i = 0; i <= changed; i++) {
        close_parent(variance, i);
        variance->unit[i] = unit[i];
    }
    moments_add(&variance->level[0].open, values, count);
}

// S_i² and T_i² = S_i² - S_{i-1}²/r_{i-1}. If r_{i-1} is 1, level i - 1 cannot be separated from
// level i; then the next lower level with an S² is subtracted instead.
static void set_components(struct components *components, const struct variance_level *levels)
{
    double below = 0;
    for (int i = 0; i < components->levels; i++) {
        const struct variance_level *level = &levels[i];
        bool same = level->fewest == level->most;
        components->repetitions[i] =
            same ? (double)level->most : (double)level->parents / level->reciprocals;
        components->balanced &= same;
        if (level->freedom == 0)
            continue;
        components->known[i] = true;
        components->S2[i] = level->squares / (double)level->freedom;
        components->T2[i] = components->S2[i] - below;
        below = components->S2[i] / components->repetitions[i];
    }
}

struct components variance_finish(struct variance *variance)
{
    int top = variance->levels - 1;
    for (int i = 0; i < top; i++)
        close_parent(variance, i);

    const struct moments *whole = &variance->level[top].open;
    struct components components = {.levels = variance->levels,
                                    .top_units = whole->count,
                                    .mean = moments_mean(whole),
                                    .balanced = true};
    if (whole->count == 0)
        return components;
    variance->level[top].fewest = variance->level[top].most = whole->count;
    variance->level[top].freedom = whole->count - 1;
    variance->level[top].squares = whole->squares;
    set_components(&components, variance->level);
    return components;
}

void variance_shares(const struct components *components, double shares[LEVELS_MAX])
{
    double sum = 0;
    for (int i = 0; i < components->levels; i++)
        sum += fmax(components->T2[i], 0);
    for (int i = 0; i < LEVELS_MAX; i++)
        shares[i] = sum > 0 ? fmax(components->T2[i], 0) / sum : 0;
}

bool variance_is_separate(const struct components *components, int level)
{
    const bool *known = components->known;
    return known[components->levels - 1] && known[level] && (level == 0 || known[level - 1]);
}
