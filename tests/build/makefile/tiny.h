// A tiny compression library, for tests of building.
#pragma once

#include <stddef.h>
#include <stdint.h>

uint32_t tiny_adler(const uint8_t *bytes, size_t length);
uint32_t tiny_crc(const uint8_t *bytes, size_t length);
size_t tiny_pack(const uint8_t *bytes, size_t length, uint8_t *packed);
size_t tiny_unpack(const uint8_t *packed, size_t length, uint8_t *bytes);
size_t tiny_match(const uint8_t *bytes, size_t length, size_t distance);
