/* A hash of each word of a text, added up. */
#include "count.h"

unsigned long hash_words(const char *text, long length)
{
    unsigned long sum = 0, hash = 5381;
    for (long i = 0; i < length; i++) {
        if (text[i] == ' ') {
            sum += hash;
            hash = 5381;
        } else {
            hash = hash * 33 + (unsigned char)text[i];
        }
    }
    return sum + hash;
}
