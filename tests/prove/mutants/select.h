// Asks, in a rewritten source, whether a mutant is in force.
#pragma once

extern int mutants[]; // 0: the formula as it is written

int mutant_asked(int id);

static inline int mutated(int id)
{
    return __builtin_expect(mutants[id], 0) && mutant_asked(id);
}
