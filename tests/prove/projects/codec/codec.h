// Run-length coding, a checksum and a generator: enough functions for a layout.
#pragma once

#include <stddef.h>
#include <stdint.h>

size_t codec_pack(const uint8_t *from, size_t length, uint8_t *to);
size_t codec_unpack(const uint8_t *from, size_t length, uint8_t *to);
uint32_t codec_adler(const uint8_t *bytes, size_t length);
void codec_fill(uint8_t *bytes, size_t length, uint32_t seed);
