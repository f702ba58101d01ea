// CRC-32, bit by bit.
#include "tiny.h"

static uint32_t add_byte(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    return crc;
}

uint32_t tiny_crc(const uint8_t *bytes, size_t length)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < length; i++)
        crc = add_byte(crc, bytes[i]);
    return ~crc;
}
