// Arithmetic on the two topmost values; it wraps around.
#include "machine.h"

void op_add(struct machine *machine)
{
    uint64_t right = (uint64_t)machine_pop(machine), left = (uint64_t)machine_pop(machine);
    machine_push(machine, (int64_t)(left + right));
}

void op_subtract(struct machine *machine)
{
    uint64_t right = (uint64_t)machine_pop(machine), left = (uint64_t)machine_pop(machine);
    machine_push(machine, (int64_t)(left - right));
}

void op_multiply(struct machine *machine)
{
    uint64_t right = (uint64_t)machine_pop(machine), left = (uint64_t)machine_pop(machine);
    machine_push(machine, (int64_t)(left * right));
}

// Unsigned, so that only a divisor of 0 is a fault.
static uint64_t divisor(struct machine *machine)
{
    uint64_t right = (uint64_t)machine_pop(machine);
    if (right == 0)
        machine_fault(machine, "division by zero");
    return right ? right : 1;
}

void op_divide(struct machine *machine)
{
    uint64_t right = divisor(machine), left = (uint64_t)machine_pop(machine);
    machine_push(machine, (int64_t)(left / right));
}

void op_modulo(struct machine *machine)
{
    uint64_t right = divisor(machine), left = (uint64_t)machine_pop(machine);
    machine_push(machine, (int64_t)(left % right));
}

void op_xor(struct machine *machine)
{
    int64_t right = machine_pop(machine), left = machine_pop(machine);
    machine_push(machine, left ^ right);
}
