// The known benchmarking crimes (Heiser, "Systems Benchmarking Crimes"; van der Kouwe, Andriesse,
// Bos, Giuffrida, Heiser, "Benchmarking Crimes: An Emerging Threat in Systems Security", 2018):
// which the campaign avoids, which it commits, and which only the author can answer for; see
// docs/method.md, "Benchmarking crimes".
#pragma once

#include "analysis/findings.h"
#include "report/paper/check.h"

struct checklist {
    struct check *checks;
    size_t count;
};

// findings->diagnostics may be NULL.
NODISCARD bool checklist_of(struct arena *arena, struct store *store,
                            const struct findings *findings, struct checklist *checklist,
                            struct error *error);
