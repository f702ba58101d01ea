// The memory cells, and the bytes of the text.
#include "machine.h"

static bool is_inside(struct machine *machine, int64_t address, size_t size)
{
    if (address >= 0 && (uint64_t)address < size)
        return true;
    machine_fault(machine, "address out of range");
    return false;
}

void op_peek(struct machine *machine)
{
    int64_t address = machine_pop(machine);
    machine_push(machine, is_inside(machine, address, MEMORY) ? machine->memory[address] : 0);
}

void op_poke(struct machine *machine)
{
    int64_t address = machine_pop(machine), value = machine_pop(machine);
    if (is_inside(machine, address, MEMORY))
        machine->memory[address] = value;
}

void op_byte(struct machine *machine)
{
    int64_t address = machine_pop(machine);
    bool inside = is_inside(machine, address, machine->text_length + 1);
    machine_push(machine, inside ? (unsigned char)machine->text[address] : 0);
}
