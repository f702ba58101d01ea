// Comparisons: they leave 1 or 0.
#include "machine.h"

void op_less(struct machine *machine)
{
    int64_t right = machine_pop(machine), left = machine_pop(machine);
    machine_push(machine, left < right);
}

void op_equal(struct machine *machine)
{
    int64_t right = machine_pop(machine), left = machine_pop(machine);
    machine_push(machine, left == right);
}

void op_not(struct machine *machine)
{
    machine_push(machine, !machine_pop(machine));
}

void op_even(struct machine *machine)
{
    machine_push(machine, machine_pop(machine) % 2 == 0);
}
