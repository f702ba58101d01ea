// Comparing a reproduction with the campaign in its bundle.
#pragma once

#include "commands/shared/command.h"
#include "report/compare/reproduction.h"

struct reproduce_options {
    struct common_options common;
    const char *out, *seed, *tolerance, *mean_tolerance, *within;
    struct text_list set;
    struct measuring_options measuring;
    struct results_options results;
};

// Reads --tolerance, --mean-tolerance and --within; EXIT_USAGE.
NODISCARD bool reproduction_options(const struct reproduce_options *options,
                                    struct reproduction_rules *rules, struct error *error);

// Whether the bundle unpacked in `folder` has a campaign that can be compared with; else
// EXIT_USAGE.
NODISCARD bool reproduction_possible(struct arena *arena, const char *folder, struct error *error);

// Compares the campaign in `folder` with the one in its bundle/: brings its CSV files and reports
// up to date, prints the result, writes agreement.json. EXIT_REGRESSION: it disagrees.
enum exit_code reproduction_compare(const struct invocation *invocation,
                                    const struct results_options *options,
                                    const struct reproduction_rules *asked, const char *folder,
                                    struct error *error);
