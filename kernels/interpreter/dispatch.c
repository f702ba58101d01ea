// The loop: fetches an instruction and calls its handler through a table.
#include "machine.h"

#include <string.h>

#define HANDLER(name, operand) op_##name,
static void (*const handlers[])(struct machine *machine) = {INSTRUCTIONS(HANDLER)};
#undef HANDLER

bool machine_run(struct machine *machine, const struct code *code, const char *text)
{
    memset(machine, 0, sizeof(*machine));
    machine->code = code->bytes;
    machine->text = text;
    machine->text_length = strlen(text);
    while (!machine->halted)
        handlers[machine->code[machine->pc++]](machine);
    return !machine->fault;
}

void machine_fault(struct machine *machine, const char *fault)
{
    machine->halted = true;
    machine->fault = fault;
}
