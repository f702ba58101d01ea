// The stack of values, and the instructions that move them.
#include "machine.h"

void machine_push(struct machine *machine, int64_t value)
{
    if (machine->depth == STACK_SIZE)
        machine_fault(machine, "stack overflow");
    else
        machine->stack[machine->depth++] = value;
}

int64_t machine_pop(struct machine *machine)
{
    if (machine->depth > 0)
        return machine->stack[--machine->depth];
    machine_fault(machine, "stack underflow");
    return 0;
}

void op_push(struct machine *machine)
{
    machine_push(machine, machine_operand(machine));
}

void op_drop(struct machine *machine)
{
    machine_pop(machine);
}

void op_dup(struct machine *machine)
{
    int64_t value = machine_pop(machine);
    machine_push(machine, value);
    machine_push(machine, value);
}

void op_swap(struct machine *machine)
{
    int64_t second = machine_pop(machine), first = machine_pop(machine);
    machine_push(machine, second);
    machine_push(machine, first);
}
