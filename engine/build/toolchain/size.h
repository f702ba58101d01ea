// The size of a program.
#pragma once

#include <stdint.h>

struct size {
    uint64_t file_bytes, text_bytes; // text: all sections of machine code
};

// Zeros if there is no such file or it is not ELF.
struct size size_of(const char *path);
