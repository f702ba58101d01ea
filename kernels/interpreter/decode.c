// Operands: 16 bits after the instruction, least significant byte first.
#include "machine.h"

uint16_t machine_operand(struct machine *machine)
{
    const uint8_t *bytes = machine->code + machine->pc;
    machine->pc += 2;
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}
