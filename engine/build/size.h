// How large a program is.
#pragma once

#include <stdint.h>

struct size {
    uint64_t file_bytes, text_bytes; // text: sections of machine code
};

// Zeros where there is no such file, or it is not ELF.
struct size size_of(const char *path);
