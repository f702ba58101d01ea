// The chains' assembly: %0 is what is handed on, %1 may be written, %2 is never changed.
#pragma once

#if defined(__x86_64__)

#define TEXT_ROTATE "rol $7, %0" // by 1 would be another form, which sets more flags
#define TEXT_ADD_XOR "lea (%0,%2), %0\n\txor %2, %0"
#define TEXT_MULTIPLY "imul %2, %0"
#define TEXT_MULTIPLY_XOR "imul %2, %0\n\txor %2, %0"
#define TEXT_MULTIPLY_ADD_XOR "imul %2, %0\n\tlea (%0,%2), %0\n\txor %2, %0"
#define TEXT_CRC_MULTIPLY "crc32q %2, %0\n\timul %2, %0"
#define TEXT_LOAD "mov (%0), %0"
#define TEXT_NOP "nop"
#define TEXT_MOVE "mov %0, %1\n\tmov %1, %0"
#define TEXT_ADD_ONE "add $1, %0"
#define TEXT_ADD_THREE "lea 1(%0,%2,8), %0"
#define TEXT_ADD "add %2, %0"
enum { ADD_THREE_CONSTANT = 1 };

static inline bool has_crc(void)
{
    return __builtin_cpu_supports("sse4.2");
}

#elif defined(__aarch64__)
#include <sys/auxv.h>

#define TEXT_ROTATE "ror %0, %0, #57"
#define TEXT_ADD_XOR "add %0, %0, %2\n\teor %0, %0, %2"
#define TEXT_MULTIPLY "mul %0, %0, %2"
#define TEXT_MULTIPLY_XOR "mul %0, %0, %2\n\teor %0, %0, %2"
#define TEXT_MULTIPLY_ADD_XOR "mul %0, %0, %2\n\tadd %0, %0, %2\n\teor %0, %0, %2"
#define TEXT_CRC_MULTIPLY ".arch_extension crc\n\tcrc32cx %w0, %w0, %2\n\tmul %0, %0, %2"
#define TEXT_LOAD "ldr %0, [%0]"
#define TEXT_NOP "nop"
#define TEXT_MOVE "mov %1, %0\n\tmov %0, %1"
#define TEXT_ADD_ONE "add %0, %0, #1"
#define TEXT_ADD_THREE "add %0, %0, %2, lsl #3"
#define TEXT_ADD "add %0, %0, %2"
enum { ADD_THREE_CONSTANT = 0 };

static inline bool has_crc(void)
{
    return getauxval(AT_HWCAP) >> 7 & 1;
}

#endif
