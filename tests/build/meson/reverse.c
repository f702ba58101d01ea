// Turning a text round.
#include "words.h"

#include <string.h>

void words_reverse(char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length / 2; i++) {
        char c = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = c;
    }
}
