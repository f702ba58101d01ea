/* Counts the words of a text. */
#include "count.h"

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

long count_words(const char *text, long length)
{
    long words = 0;
    int inside = 0;
    for (long i = 0; i < length; i++) {
        int letter = is_letter(text[i]);
        words += letter && !inside;
        inside = letter;
    }
    return words;
}
