// A few things to do with words.
#pragma once

#include <stddef.h>
#include <stdint.h>

size_t words_count(const char *text);
void words_reverse(char *text);
uint64_t words_hash(const char *text);
