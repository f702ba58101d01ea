// Reading the variables and rules of a makefile. Conditions and functions of make are not
// evaluated.
#pragma once

#include "base/arena.h"
#include "base/text.h"

struct rule {
    struct text_list targets, needs;
    const char *recipe; // its lines, variables replaced but for $@, $< and $^
};

struct variable {
    const char *name, *value; // not yet expanded
};

struct rules {
    struct rule *rules;
    size_t rule_count;
    struct variable *variables;
    size_t variable_count;
};

struct rules rules_read(struct arena *arena, const char *text);

// The value of a variable, expanded, or NULL.
const char *rules_variable(struct arena *arena, const struct rules *rules, const char *name);

const struct rule *rules_find(const struct rules *rules, const char *target);

// The program that the recipe links ("-o NAME", not with -c or -shared), or NULL.
const char *rule_program(struct arena *arena, const struct rule *rule);

// Splits at blanks.
struct text_list words_of(struct arena *arena, const char *text);
