// Reservations as lines.
#pragma once

#include "report/compare/comparison.h"
#include "report/compare/reservations.h"

struct reservation_lines {
    struct text_list first; // that stand before the verdicts: what they compare differs
    struct text_list grave, other;
};

// The worst five of each verdict. What several verdicts share is one line that names them, and the
// texts that differ only in numbers are one, too. Leaves out that the run was quick, which stands
// apart.
struct reservation_lines reservation_lines_of(struct arena *arena,
                                              const struct comparison_set *comparison_set,
                                              const struct comparison_frame *frame);

// The worst five of one comparison, "may bias: …" those that may, and how many more there are.
struct text_list reservation_texts(struct arena *arena, const struct reservations *reservations);
