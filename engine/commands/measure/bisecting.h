// Running a bisection, new or resumed, and reporting it.
#pragma once

#include "campaign/bisection/bisection.h"
#include "commands/shared/command.h"

// Whether `eswexp bisect` began the campaign in the folder.
bool bisecting_began(struct arena *arena, const char *folder);

// Continues a bisection, for `more_s` from now on, or within what is left of its budget (0).
enum exit_code bisecting_resume(const struct invocation *invocation,
                                const struct measuring_options *measuring,
                                const struct results_options *results, const char *folder,
                                bool trust, double more_s, struct error *error);

// Measures and reports; the caller has set spec, cell, history and request.
enum exit_code bisecting_run(const struct invocation *invocation,
                             const struct measuring_options *measuring,
                             const struct results_options *results, struct bisection *bisection,
                             struct error *error);
