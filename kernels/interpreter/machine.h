// The byte-code machine: its state, its instructions, and what the source files offer each other.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STACK_SIZE = 256, CALLS = 64, SLOTS = 26, MEMORY = 4096, BUCKETS = 256, CODE_SIZE = 1024 };

struct machine {
    const uint8_t *code;
    size_t pc;
    size_t depth;
    size_t calls;
    bool halted;
    const char *fault; // NULL, or why it halted early
    const char *text;
    size_t text_length;
    int64_t stack[STACK_SIZE];
    size_t returns[CALLS];
    int64_t slots[SLOTS]; // variables a to z
    int64_t memory[MEMORY];
    int64_t keys[BUCKETS]; // hash table; a count of 0 marks an empty bucket
    int64_t counts[BUCKETS];
};

struct code {
    size_t size;
    uint8_t bytes[CODE_SIZE];
};

struct program {
    const char *name;
    const char *text; // data that `byte` reads
    const char *assembly;
    int64_t result;
};

// What follows an instruction in the byte-code: nothing, or 16 bits.
enum operand { NOTHING, NUMBER, SLOT, LABEL };

#define INSTRUCTIONS(X)                                                                            \
    X(halt, NOTHING)                                                                               \
    X(push, NUMBER)                                                                                \
    X(drop, NOTHING)                                                                               \
    X(dup, NOTHING)                                                                                \
    X(swap, NOTHING)                                                                               \
    X(load, SLOT)                                                                                  \
    X(store, SLOT)                                                                                 \
    X(increment, SLOT)                                                                             \
    X(add, NOTHING)                                                                                \
    X(subtract, NOTHING)                                                                           \
    X(multiply, NOTHING)                                                                           \
    X(divide, NOTHING)                                                                             \
    X(modulo, NOTHING)                                                                             \
    X(xor, NOTHING)                                                                                \
    X(even, NOTHING)                                                                               \
    X(less, NOTHING)                                                                               \
    X(equal, NOTHING)                                                                              \
    X(not, NOTHING)                                                                                \
    X(jump, LABEL)                                                                                 \
    X(unless, LABEL)                                                                               \
    X(call, LABEL)                                                                                 \
    X(return, NOTHING)                                                                             \
    X(peek, NOTHING)                                                                               \
    X(poke, NOTHING)                                                                               \
    X(byte, NOTHING)                                                                               \
    X(letter, NOTHING)                                                                             \
    X(mix, NOTHING)                                                                                \
    X(count, NOTHING)

#define DECLARE(name, operand) void op_##name(struct machine *machine);
INSTRUCTIONS(DECLARE)
#undef DECLARE

// dispatch.c: runs until the machine halts; false if by a fault.
bool machine_run(struct machine *machine, const struct code *code, const char *text);
void machine_fault(struct machine *machine, const char *fault);

// decode.c: the 16 bits at the program counter, which moves on.
uint16_t machine_operand(struct machine *machine);

// stack.c: faults on overflow and underflow.
void machine_push(struct machine *machine, int64_t value);
int64_t machine_pop(struct machine *machine);

// hash.c
uint64_t hash_mix(uint64_t hash, uint64_t value);
int64_t hash_count(struct machine *machine, int64_t key);

// characters.c
bool is_letter(int64_t character);
int64_t lower_case(int64_t character);

// assembler.c: false if the text is no program.
bool assemble(const char *assembly, struct code *code);

// programs.c: ends with a NULL name.
extern const struct program programs[];
