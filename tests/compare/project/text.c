// Words as decimal text, and what the text is made of.
#include "chain.h"

size_t text_write(const uint32_t *words, size_t count, char *text)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t rest = words[i] >> 12;
        do {
            text[length++] = (char)('0' + rest % 10);
            rest /= 10;
        } while (rest);
        text[length++] = words[i] & 1 ? ' ' : ',';
    }
    return length;
}

uint32_t text_tokens(const char *text, size_t length)
{
    uint32_t tokens = 0, value = 0;
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case ' ':
            tokens += value;
            value = 0;
            break;
        case ',':
            tokens ^= value;
            value = 0;
            break;
        default:
            value = value * 31 + (uint32_t)text[i];
        }
    }
    return tokens;
}
