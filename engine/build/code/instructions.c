// The fields of instructions that a link or the assembler sets, and what fills gaps between
// functions: x86-64 and AArch64.
#include "build/code/internal.h"

#include <elf.h>
#include <string.h>

static const uint32_t WORD = 0xffffffff;

// ---- Relocations

static size_t width_x86(uint32_t type)
{
    switch (type) {
    case R_X86_64_NONE:
    case R_X86_64_TLSDESC_CALL:
        return 0;
    case R_X86_64_8:
    case R_X86_64_PC8:
        return 1;
    case R_X86_64_16:
    case R_X86_64_PC16:
        return 2;
    case R_X86_64_64:
    case R_X86_64_PC64:
    case R_X86_64_GOTOFF64:
    case R_X86_64_DTPOFF64:
    case R_X86_64_TPOFF64:
    case R_X86_64_SIZE64:
        return 8;
    default:
        return 4;
    }
}

static size_t width_arm(uint32_t type)
{
    switch (type) {
    case R_AARCH64_NONE:
    case R_AARCH64_TLSDESC_CALL:
        return 0;
    case R_AARCH64_ABS16:
    case R_AARCH64_PREL16:
        return 2;
    case R_AARCH64_ABS64:
    case R_AARCH64_PREL64:
        return 8;
    default:
        return 4;
    }
}

size_t relocation_width(const struct machine_code *code, uint32_t type)
{
    return code->machine == EM_AARCH64 ? width_arm(type) : width_x86(type);
}

static uint32_t mask_arm(uint32_t type)
{
    enum { CALL = 0x03ffffff, CONDITION = 0x00ffffe0, TEST = 0x0007ffe0 };
    static const uint32_t page = 0x60ffffe0, twelve = 0x003ffc00;
    switch (type) {
    case R_AARCH64_ABS32:
    case R_AARCH64_PREL32:
        return WORD;
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26:
        return CALL;
    case R_AARCH64_CONDBR19:
    case R_AARCH64_LD_PREL_LO19:
        return CONDITION;
    case R_AARCH64_TSTBR14:
        return TEST;
    case R_AARCH64_ADR_PREL_LO21:
    case R_AARCH64_ADR_PREL_PG_HI21:
    case R_AARCH64_ADR_PREL_PG_HI21_NC:
    case R_AARCH64_ADR_GOT_PAGE:
    case R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21:
    case R_AARCH64_TLSDESC_ADR_PAGE21:
        return page;
    default:
        return twelve;
    }
}

// lld shortens the two instructions that take a near address, `adrp` and `add` or `ldr`, to `nop`
// and `adr`, or the second to `add`, and keeps their relocations.
static bool shortened_alike_arm(uint32_t type, uint32_t one, uint32_t other)
{
    enum { TARGET_REGISTER = 0x1f };
    static const uint32_t nop = 0xd503201f, page = 0x9f000000, adrp = 0x90000000;
    switch (type) {
    case R_AARCH64_ADR_PREL_PG_HI21:
    case R_AARCH64_ADR_GOT_PAGE:
        return (one == nop && (other & page) == adrp) || (other == nop && (one & page) == adrp);
    case R_AARCH64_ADD_ABS_LO12_NC:
    case R_AARCH64_LD64_GOT_LO12_NC:
        return (one & TARGET_REGISTER) == (other & TARGET_REGISTER);
    default:
        return false;
    }
}

bool relocated_alike(const struct machine_code *code, uint32_t type, uint32_t one, uint32_t other)
{
    if (code->machine != EM_AARCH64)
        return true;
    uint32_t mask = mask_arm(type);
    return (one & ~mask) == (other & ~mask) || shortened_alike_arm(type, one, other);
}

bool relocation_is_relative(const struct machine_code *code, uint32_t type)
{
    return code->machine == EM_X86_64 && (type == R_X86_64_PC32 || type == R_X86_64_PLT32);
}

bool relocations_alike(const struct machine_code *code, uint32_t one, uint32_t other)
{
    return one == other ||
           (relocation_is_relative(code, one) && relocation_is_relative(code, other));
}

// ---- Numbers behind a field

// Does an instruction of the two-byte opcodes end with a number of one byte?
static bool ends_with_byte(uint8_t opcode)
{
    static const uint8_t opcodes[] = {0x70, 0x71, 0x72, 0x73, 0xa4, 0xac,
                                      0xba, 0xc2, 0xc4, 0xc5, 0xc6};
    return memchr(opcodes, opcode, sizeof opcodes);
}

// As if one of the prefixes VEX or EVEX were in front, or an escape; `at`: the last opcode byte.
static bool is_prefixed(const uint8_t *at, uint64_t before, bool *byte)
{
    enum { ESCAPE = 0x0f, MORE = 0x38, MORE_WITH_BYTE = 0x3a, VEX2 = 0xc5, VEX3 = 0xc4 };
    enum { EVEX = 0x62, MAP_VEX = 0x1f, MAP_EVEX = 7, WITH_BYTE = 3 };
    bool ends = ends_with_byte(*at), two = before >= 1 && at[-1] == ESCAPE;
    bool three = before >= 2 && at[-2] == ESCAPE && (at[-1] == MORE || at[-1] == MORE_WITH_BYTE);
    bool vex2 = before >= 2 && at[-2] == VEX2, vex3 = before >= 3 && at[-3] == VEX3;
    bool evex = before >= 4 && at[-4] == EVEX;
    int map = vex3 ? at[-2] & MAP_VEX : evex ? at[-3] & MAP_EVEX : 1;
    *byte = ((two || vex2) && ends) || (three && at[-1] == MORE_WITH_BYTE) ||
            ((vex3 || evex) && (map == WITH_BYTE || (map == 1 && ends)));
    return two || three || vex2 || vex3 || evex;
}

size_t numbers_behind(const struct machine_code *code, const uint8_t *field, uint64_t before,
                      uint64_t sizes[NUMBERS_MOST])
{
    enum { FORM = 0xc7, FROM_END = 5, WIDE = 0x66, TEST_BYTE = 0xf6, TEST = 0xf7, TESTS = 0x30 };
    static const uint8_t bytes[] = {0x80, 0x83, 0x6b, 0xc0, 0xc1, 0xc6},
                         words[] = {0x81, 0x69, 0xc7};
    size_t count = 0;
    sizes[0] = 0;
    if (code->machine != EM_X86_64 || before < 2 || (field[-1] & FORM) != FROM_END)
        return 1;
    const uint8_t *opcode = field - 2;
    bool byte, prefixed = is_prefixed(opcode, before - 2, &byte), tests = !(field[-1] & TESTS);
    bool own_byte = memchr(bytes, *opcode, sizeof bytes) || (*opcode == TEST_BYTE && tests);
    bool word = memchr(words, *opcode, sizeof words) || (*opcode == TEST && tests);
    if (byte || own_byte)
        sizes[count++] = 1;
    if (word && !byte)
        sizes[count++] = 4;
    if (word && !byte &&
        ((before >= 3 && opcode[-1] == WIDE) || (before >= 4 && opcode[-2] == WIDE)))
        sizes[count++] = 2;
    if (!count || (prefixed && !byte))
        sizes[count++] = 0;
    return count;
}

// ---- Branches

static bool read_x86(const uint8_t *bytes, size_t offset, uint64_t address, struct branch *branch)
{
    enum { CALL = 0xe8, JUMP = 0xe9, TWO_BYTES = 0x0f, CONDITION = 0x80, UPPER = 0xf0 };
    int32_t distance;
    bool near = offset >= 1 && (bytes[offset - 1] == CALL || bytes[offset - 1] == JUMP);
    bool conditional =
        offset >= 2 && bytes[offset - 2] == TWO_BYTES && (bytes[offset - 1] & UPPER) == CONDITION;
    if (!near && !conditional)
        return false;
    memcpy(&distance, bytes + offset, sizeof distance);
    *branch = (struct branch){sizeof distance, address + 4 + (uint64_t)(int64_t)distance};
    return true;
}

// Kinds of branches and addresses: the bits that say so, and where the distance lies.
static const struct arm_kind {
    uint32_t mask, value;
    unsigned low, bits;
} arm_kinds[] = {
    {0x7c000000, 0x14000000, 0, 26}, // b, bl
    {0xff000010, 0x54000000, 5, 19}, // b.cond
    {0x7e000000, 0x34000000, 5, 19}, // cbz, cbnz
    {0x7e000000, 0x36000000, 5, 14}, // tbz, tbnz
};

static const struct arm_kind *arm_kind(uint32_t word)
{
    for (size_t i = 0; i < sizeof arm_kinds / sizeof *arm_kinds; i++)
        if ((word & arm_kinds[i].mask) == arm_kinds[i].value)
            return &arm_kinds[i];
    return NULL;
}

static bool read_arm(const uint8_t *bytes, size_t offset, uint64_t address, struct branch *branch)
{
    uint32_t word;
    if (offset % sizeof word)
        return false;
    memcpy(&word, bytes + offset, sizeof word);
    const struct arm_kind *kind = arm_kind(word);
    if (!kind)
        return false;
    uint64_t sign = UINT64_C(1) << (kind->bits - 1),
             field = (word >> kind->low) & ((UINT64_C(1) << kind->bits) - 1);
    *branch = (struct branch){sizeof word, address + 4 * ((field ^ sign) - sign)};
    return true;
}

bool branch_read(const struct machine_code *code, const uint8_t *bytes, size_t offset,
                 uint64_t address, struct branch *branch)
{
    return code->machine == EM_X86_64    ? read_x86(bytes, offset, address, branch)
           : code->machine == EM_AARCH64 ? read_arm(bytes, offset, address, branch)
                                         : false;
}

bool branches_alike(const struct machine_code *code, const uint8_t *one, const uint8_t *other)
{
    uint32_t a, b;
    if (code->machine != EM_AARCH64)
        return true;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    const struct arm_kind *kind = arm_kind(a);
    uint32_t field = kind ? ((UINT32_C(1) << kind->bits) - 1) << kind->low : 0;
    return kind && kind == arm_kind(b) && (a & ~field) == (b & ~field);
}

// ---- Filling

// The length of an instruction at the beginning of these bytes that does nothing, or of a byte
// that linkers and assemblers put between functions; 0: it is another.
static uint64_t filler_x86(const uint8_t *bytes, uint64_t size)
{
    enum { ZERO = 0x00, TRAP = 0xcc, NOP = 0x90, WIDE = 0x66, SEGMENT = 0x2e, LONG = 0x1f };
    enum { TWO_BYTES = 0x0f, BASE_BYTE = 4, SHORT = 0x40, FAR = 0x80, REGISTER = 0xc0 };
    uint64_t at = 0;
    if (bytes[0] == ZERO || bytes[0] == TRAP)
        return 1;
    while (at < size && (bytes[at] == WIDE || bytes[at] == SEGMENT))
        at++;
    if (at < size && bytes[at] == NOP)
        return at + 1;
    if (at + 2 >= size || bytes[at] != TWO_BYTES || bytes[at + 1] != LONG)
        return 0;
    uint8_t form = bytes[at + 2] & REGISTER;
    uint64_t end = at + 3 + ((bytes[at + 2] & 7) == BASE_BYTE && form != REGISTER) +
                   (form == SHORT ? 1
                    : form == FAR ? 4
                                  : 0);
    return end <= size ? end : 0;
}

static uint64_t filler_arm(const uint8_t *bytes, uint64_t size)
{
    static const uint32_t nop = 0xd503201f;
    uint32_t word = 0;
    if (size < sizeof word)
        return bytes[0] ? 0 : 1;
    memcpy(&word, bytes, sizeof word);
    return word == nop || !word ? sizeof word : 0;
}

uint64_t filler_size(const struct machine_code *code, const uint8_t *bytes, uint64_t size)
{
    uint64_t at = 0, next = 1;
    while (next && at < size) {
        next = code->machine == EM_X86_64    ? filler_x86(bytes + at, size - at)
               : code->machine == EM_AARCH64 ? filler_arm(bytes + at, size - at)
                                             : !bytes[at];
        at += next;
    }
    return at;
}

uint64_t filling_size(const struct machine_code *code, const uint8_t *bytes, uint64_t size)
{
    enum { FILLING_MOST = 4096 }; // no alignment of code is larger
    uint64_t step = code->machine == EM_AARCH64 ? 4 : 1, filling = 0;
    uint64_t most = size < FILLING_MOST ? size : FILLING_MOST;
    for (uint64_t tried = step; tried <= most; tried += step)
        if (filler_size(code, bytes + size - tried, tried) == tried)
            filling = tried;
    return filling;
}

static bool leaves_x86(const uint8_t *end, uint64_t size)
{
    enum { RETURN = 0xc3, RETURN_MORE = 0xc2, NEAR = 0xe9, SHORT = 0xeb, HALT = 0xf4, TRAP = 0xcc };
    enum { TWO_BYTES = 0x0f, INVALID = 0x0b, INDIRECT = 0xff, TO_REGISTER = 0xe0, UPPER = 0xf8 };
    return (size >= 1 && (end[-1] == RETURN || end[-1] == HALT || end[-1] == TRAP)) ||
           (size >= 3 && end[-3] == RETURN_MORE) || (size >= 5 && end[-5] == NEAR) ||
           (size >= 2 && (end[-2] == SHORT || (end[-2] == TWO_BYTES && end[-1] == INVALID) ||
                          (end[-2] == INDIRECT && (end[-1] & UPPER) == TO_REGISTER)));
}

static bool leaves_arm(const uint8_t *end, uint64_t size)
{
    static const uint32_t to_register = 0xffbffc1f, jump = 0xd61f0000; // ret, br
    static const uint32_t kind = 0xfc000000, branch = 0x14000000;
    uint32_t word;
    if (size < sizeof word)
        return false;
    memcpy(&word, end - sizeof word, sizeof word);
    return (word & kind) == branch || (word & to_register) == jump;
}

bool code_leaves(const struct machine_code *code, const uint8_t *bytes, uint64_t size)
{
    return code->machine == EM_X86_64    ? leaves_x86(bytes + size, size)
           : code->machine == EM_AARCH64 ? leaves_arm(bytes + size, size)
                                         : false;
}
