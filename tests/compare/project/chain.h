// Filters over a block of words; each changes it in place or returns a digest of it.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { WORDS = 256, ROUNDS = 100, MIX_PASSES = 30 };

// bits.c
void bits_mix(uint32_t *words, size_t count, unsigned passes);
uint32_t bits_checksum(const uint32_t *words, size_t count);

// order.c
void order_insert(uint32_t *words, size_t count);
size_t order_find(const uint32_t *words, size_t count, uint32_t value);

// text.c
size_t text_write(const uint32_t *words, size_t count, char *text);
uint32_t text_tokens(const char *text, size_t length);

// steps.c
uint32_t step_add(uint32_t state, uint32_t word);
uint32_t step_rotate(uint32_t state, uint32_t word);
uint32_t step_multiply(uint32_t state, uint32_t word);
uint32_t step_fold(uint32_t state, uint32_t word);

// machine.c
uint32_t machine_run(const uint32_t *program, size_t count);

// chain.c
uint32_t chain_run(uint32_t *words, size_t count);
