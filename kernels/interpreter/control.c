// Jumps, calls and the end.
#include "machine.h"

void op_halt(struct machine *machine)
{
    machine->halted = true;
}

void op_jump(struct machine *machine)
{
    machine->pc = machine_operand(machine);
}

void op_unless(struct machine *machine)
{
    size_t target = machine_operand(machine);
    if (!machine_pop(machine))
        machine->pc = target;
}

void op_call(struct machine *machine)
{
    size_t target = machine_operand(machine);
    if (machine->calls == CALLS) {
        machine_fault(machine, "too many calls");
        return;
    }
    machine->returns[machine->calls++] = machine->pc;
    machine->pc = target;
}

void op_return(struct machine *machine)
{
    if (machine->calls == 0)
        machine_fault(machine, "return without call");
    else
        machine->pc = machine->returns[--machine->calls];
}
