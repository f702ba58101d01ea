// All filters, one after the other.
#include "chain.h"

// The mixed words go into the digest only: no other filter's work depends on how often they are
// mixed.
uint32_t chain_run(uint32_t *words, size_t count)
{
    char text[WORDS * 11];
    uint32_t digest = bits_checksum(words, count);
    size_t length = text_write(words, count, text);
    digest ^= text_tokens(text, length);
    for (int i = 0; i < 4; i++)
        digest += machine_run(words, count);
    order_insert(words, count);
    for (size_t i = 0; i < count; i += 4)
        digest += (uint32_t)order_find(words, count, words[i]);
    bits_mix(words, count, MIX_PASSES);
    return digest ^ words[0];
}
