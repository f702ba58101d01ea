// The variables that seed hash functions: written for a seed, and read from an experiment.
#include "run/start/hash_seed.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int base;
} seeds[] = {{"PYTHONHASHSEED=", 10}, {"PERL_HASH_SEED=", 16}};

void hash_seed_add(struct text_list *list, struct arena *arena, uint32_t seed)
{
    text_list_printf(list, arena, "PYTHONHASHSEED=%010" PRIu32, seed);
    text_list_printf(list, arena, "PERL_HASH_SEED=%08" PRIx32, seed);
    text_list_add(list, arena, "PERL_PERTURB_KEYS=2"); // the order of keys follows from the seed
}

static bool parse(const char *word, int base, uint32_t *seed)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(word, &end, base);
    *seed = (uint32_t)number;
    return strspn(word, "0123456789abcdefABCDEFxX") == strlen(word) && end != word && !*end &&
           errno == 0 && number <= UINT32_MAX;
}

enum hash_seed_given hash_seed_given(char *const *variables, uint32_t *seed)
{
    for (; *variables; variables++)
        for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
            if (text_starts(*variables, seeds[i].name))
                return parse(*variables + strlen(seeds[i].name), seeds[i].base, seed)
                           ? HASH_SEED_NUMBER
                           : HASH_SEED_OTHER;
    return HASH_SEED_OPEN;
}
