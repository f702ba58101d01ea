// The variables a to z.
#include "machine.h"

void op_load(struct machine *machine)
{
    machine_push(machine, machine->slots[machine_operand(machine)]);
}

void op_store(struct machine *machine)
{
    machine->slots[machine_operand(machine)] = machine_pop(machine);
}

void op_increment(struct machine *machine)
{
    machine->slots[machine_operand(machine)]++;
}
