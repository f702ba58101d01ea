// The factor of `eswexp bias`: which there are, their values, and what holds all others fixed.
#pragma once

#include "analysis/bias/bias.h"
#include "spec/spec.h"

// The most bytes that an environment of environment_size can have.
enum { FACTOR_ENVIRONMENT_MOST = 131072 };

// The draw that stands for the project's own link.
#define FACTOR_AS_BUILT "0"

// The CPU that stands for where the kernel puts the programs.
#define FACTOR_ANY_CPU "any"

// What kind of factor the word of --over names. EXIT_USAGE: none, or not one of these programs.
NODISCARD bool bias_factor_find(struct arena *arena, const struct spec *spec, const char *word,
                                enum bias_kind *kind, struct error *error);

// The least multiple of 16 that every environment of the experiment can have.
size_t factor_environment_least(const struct spec *spec);

struct factor_request {
    const struct spec *spec; // the file as it is
    const char *factor;
    const char *values; // of --values, or NULL: a default
    bool quick;
};

// The values as `sweep` takes them; NULL: those of the file.
// EXIT_UNFIT: this machine has too few.
NODISCARD bool factor_values(struct arena *arena, enum bias_kind kind,
                             const struct factor_request *request, const char **values,
                             struct error *error);

// Adds the settings that make the factor follow its axis, and all others stay as they are.
void factor_fix(struct arena *arena, const char *factor, enum bias_kind kind,
                const struct spec *spec, struct text_list *settings);

// Whether all variants follow the axis; EXIT_USAGE: a variant sets the factor itself.
NODISCARD bool factor_is_followed(const struct spec *spec, const char *factor, enum bias_kind kind,
                                  struct error *error);
