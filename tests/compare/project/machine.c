// A machine whose program is the words: each chooses a step.
#include "chain.h"

uint32_t machine_run(const uint32_t *program, size_t count)
{
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t word = program[i];
        switch (i & 3) {
        case 0:
            state = step_add(state, word);
            break;
        case 1:
            state = step_rotate(state, word);
            break;
        case 2:
            state = step_multiply(state, word);
            break;
        default:
            state = step_fold(state, word);
        }
    }
    return state;
}
