// What the variables of the environment ask of randomizers: room, and a hash seed of their own.
#include "spec/keys/benchmark/internal.h"

#include "run/start/hash_seed.h"
#include "spec/target.h"

#include <stddef.h>

static struct option_value *option(struct randomizer_use *use, const char *name)
{
    size_t i = 0;
    while (!text_equal(use->kind->options[i].name, name))
        i++;
    return &use->values[i];
}

static void note_too_small(struct reading *reading, const struct node *options, const char *name,
                           uint64_t least)
{
    const struct node *node = node_child(options, name);
    mistake(&reading->mistakes, node ? node->place : options->place,
            "'%s' of 'environment_size' must be at least %zu to hold this environment", name,
            (size_t)least);
}

static void check_use(struct reading *reading, const struct node *options,
                      struct randomizer_use *use, uint64_t least)
{
    struct option_value *fixed = option(use, "bytes");
    uint64_t *low = option(use, "min")->numbers, *high = option(use, "max")->numbers;
    if (fixed->count) {
        if (fixed->numbers[0] < least)
            note_too_small(reading, options, "bytes", least);
        return;
    }
    least = (least + 15) / 16 * 16; // as drawn sizes are
    if (*low < least && options && node_child(options, "min"))
        note_too_small(reading, options, "min", least);
    else if (*high < least && options)
        note_too_small(reading, options, "max", least);
    if (*low >= least)
        return;
    if (*high < least)
        *high = least + (*high - *low);
    *low = least;
}

void environment_check(struct reading *reading, const struct node *randomize, struct target *target)
{
    const struct node *options = node_child(randomize, "environment_size");
    for (size_t i = 0; i < target->use_count; i++)
        if (text_equal(target->uses[i].kind->name, "environment_size"))
            check_use(reading, options, &target->uses[i], target_environment_least(target));
}

bool environment_leaves(const struct target *target, struct randomizer_use *use)
{
    uint32_t seed = 0;
    enum hash_seed_given given = text_equal(use->kind->name, "hash_seed")
                                     ? hash_seed_given(target->environment.items, &seed)
                                     : HASH_SEED_OPEN;
    if (given == HASH_SEED_NUMBER)
        *option(use, "seed") = (struct option_value){1, {seed}};
    return given != HASH_SEED_OTHER;
}
