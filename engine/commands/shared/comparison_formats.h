// The formats of a comparison: one on stdout, all in the campaign's folder.
#pragma once

#include "commands/shared/comparison.h"

// The number of formats that the options name.
size_t comparison_formats_asked(const struct compare_options *options);

// Prints it in the format that the options name, else as text.
NODISCARD bool comparison_print(const struct invocation *invocation,
                                const struct compare_options *options,
                                const struct comparison_set *comparison_set,
                                const struct comparison_frame *frame, struct error *error);

// Writes all formats into the folder `place`.
NODISCARD bool comparison_write(const struct comparison_set *comparison_set,
                                const struct comparison_frame *frame, const char *place,
                                struct error *error);
