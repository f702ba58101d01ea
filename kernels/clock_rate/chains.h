// Chains of instructions of which each needs the result of the one before.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHAINS_MOST = 12, CHAIN_STEPS = 100 }; // steps in a turn of a chain's loop

struct chain {
    const char *name;
    bool fitted;     // whole cycles on every processor that was tried: the fit rests on it
    double believed; // cycles of a step, as processors once needed them and most textbooks say
    uint64_t (*run)(uint64_t x, uint64_t y, uint64_t turns); // x after so many turns
    uint64_t (*step)(uint64_t x, uint64_t y);                // x after one step, in C
};

// Those whose instructions this processor has; returns how many, 0 if there is no assembly for its
// architecture. x of all is any number, but of "load" the address of the next such address.
size_t chains_list(const struct chain *list[CHAINS_MOST]);

// Does the assembly compute what C does?
bool chain_is_right(const struct chain *chain, uint64_t x, uint64_t y);
