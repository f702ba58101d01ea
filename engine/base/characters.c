// Characters of UTF-8, and those that must not be shown as they are.
#include "base/characters.h"

size_t character_at(const char *text, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = (unsigned char)*text;
    size_t length = first < 0x80             ? 1
                    : (first & 0xe0) == 0xc0 ? 2
                    : (first & 0xf0) == 0xe0 ? 3
                    : (first & 0xf8) == 0xf0 ? 4
                                             : 0;
    if (length == 0)
        return 0;
    *code = length == 1 ? first : first & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | ((unsigned char)text[i] & 0x3fU);
    }
    bool none = *code < least[length] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000);
    return none ? 0 : length;
}

bool characters_are_valid(const char *text)
{
    uint32_t code;
    size_t length = 0;
    while (*text && (length = character_at(text, &code)))
        text += length;
    return !*text;
}

bool character_steers(uint32_t code)
{
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool turns = code == 0x61c || code == 0x200e || code == 0x200f ||
                 (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return control || turns || (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
}
