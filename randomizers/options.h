// Sets the options of randomizers from words of the experiment file.
#pragma once

#include "randomizers/randomizer.h"

// A use with every option at its default.
struct randomizer_use randomizer_use_default(const struct randomizer *kind);

// Sets option `index` (one word unless OPTION_SIZES). A wrong type or range is EXIT_USAGE; the
// error names the option, its range and the nearest choice.
NODISCARD bool randomizer_set(struct randomizer_use *use, size_t index, const char *const *words,
                              size_t count, struct error *error);

// Sets a use from `name: WORD`: true keeps the defaults, another word sets the shorthand option.
// *off is true if the word turns the randomizer off (false, no, off; for aslr `off` is a mode).
NODISCARD bool randomizer_set_short(struct randomizer_use *use, const char *word, bool *off,
                                    struct error *error);
