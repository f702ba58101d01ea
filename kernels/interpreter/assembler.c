// From text to byte-code: words between blanks, `name:` marks a place to jump to.
#include "machine.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 512, WORD_SIZE = 16 };

struct assembler {
    size_t count;
    char words[MOST_WORDS][WORD_SIZE];
    struct code *code;
};

#define DESCRIBE(name, operand) {#name, operand},
static const struct {
    const char *name;
    enum operand operand;
} instructions[] = {INSTRUCTIONS(DESCRIBE)};
#undef DESCRIBE

static bool split(struct assembler *assembler, const char *text)
{
    for (size_t length; *(text += strspn(text, " \n")); text += length) {
        length = strcspn(text, " \n");
        if (assembler->count == MOST_WORDS || length >= WORD_SIZE)
            return false;
        memcpy(assembler->words[assembler->count++], text, length);
    }
    return true;
}

static bool is_label(const char *word)
{
    return word[strlen(word) - 1] == ':';
}

static int find_instruction(const char *word)
{
    for (size_t i = 0; i < sizeof(instructions) / sizeof(*instructions); i++)
        if (strcmp(word, instructions[i].name) == 0)
            return (int)i;
    return -1;
}

// The place in the byte-code that a label marks, or -1.
static long find_label(const struct assembler *assembler, const char *name)
{
    long place = 0;
    for (size_t i = 0; i < assembler->count; i++) {
        const char *word = assembler->words[i];
        size_t length = strlen(word) - 1;
        if (is_label(word)) {
            if (strncmp(word, name, length) == 0 && !name[length])
                return place;
            continue;
        }
        int instruction = find_instruction(word);
        bool has_operand = instruction >= 0 && instructions[instruction].operand != NOTHING;
        place += has_operand ? 3 : 1;
        i += has_operand;
    }
    return -1;
}

// The value of an operand, or -1.
static long resolve(const struct assembler *assembler, enum operand operand, const char *word)
{
    char *end;
    if (operand == LABEL)
        return find_label(assembler, word);
    if (operand == SLOT)
        return word[0] >= 'a' && word[0] <= 'z' && !word[1] ? word[0] - 'a' : -1;
    long number = strtol(word, &end, 10);
    return *word && !*end && number <= UINT16_MAX ? number : -1;
}

static bool emit(struct assembler *assembler, size_t *at)
{
    struct code *code = assembler->code;
    int instruction = find_instruction(assembler->words[*at]);
    if (instruction < 0 || code->size + 3 > CODE_SIZE)
        return false;
    code->bytes[code->size++] = (uint8_t)instruction;
    enum operand operand = instructions[instruction].operand;
    if (operand == NOTHING)
        return true;
    if (++*at == assembler->count)
        return false;
    long value = resolve(assembler, operand, assembler->words[*at]);
    code->bytes[code->size++] = (uint8_t)(value & 255);
    code->bytes[code->size++] = (uint8_t)(value >> 8 & 255);
    return value >= 0;
}

bool assemble(const char *assembly, struct code *code)
{
    struct assembler *assembler = calloc(1, sizeof(*assembler));
    bool right = assembler && split(assembler, assembly);
    code->size = 0;
    if (right)
        assembler->code = code;
    for (size_t i = 0; right && i < assembler->count; i++)
        right = is_label(assembler->words[i]) || emit(assembler, &i);
    free(assembler);
    if (code->size == CODE_SIZE)
        return false;
    code->bytes[code->size++] = 0; // halt: no program runs off its end
    return right;
}
