// SHA-256 (FIPS 180-4), which identifies layouts and files.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
};

void sha256_begin(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *bytes, size_t length);

// The digest as 64 lower-case hexadecimal digits.
void sha256_end(struct sha256 *hash, char hex[static 65]);

// Of a file's bytes; false if it cannot be read.
bool sha256_file(const char *path, char hex[static 65]);
