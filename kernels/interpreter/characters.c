// Letters: lower-cased, or 0 for anything else.
#include "machine.h"

bool is_letter(int64_t character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

int64_t lower_case(int64_t character)
{
    return character >= 'A' && character <= 'Z' ? character - 'A' + 'a' : character;
}

void op_letter(struct machine *machine)
{
    int64_t character = machine_pop(machine);
    machine_push(machine, is_letter(character) ? lower_case(character) : 0);
}
