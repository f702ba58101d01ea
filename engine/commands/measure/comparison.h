// Comparing stored campaigns as the options say, and printing the verdicts.
#pragma once

#include "commands/shared/command.h"
#include "report/compare/comparison.h"

struct compare_options {
    struct common_options common;
    const char *out, *spec, *spec_from, *bench_from, *submodules, *threshold, *equivalence, *budget,
        *precision;
    bool thorough, noise_floor, force, anyway;
    bool markdown, junit, bmf, github_benchmark, github_bigger; // formats, as is results.json
    struct measuring_options measuring;
    struct experiment_options experiment;
    struct results_options results;
};

struct compared {
    struct comparison_rules rules;
    struct comparison_frame frame;
    struct text_list notes; // of the frame
    double budget_s;        // of the campaign; 0: no limit
};

// Reads --threshold, --equivalence and --budget, and refuses options that contradict each other:
// EXIT_USAGE.
NODISCARD bool comparison_options(const struct compare_options *options, struct compared *compared,
                                  struct error *error);

// Compares the variants of a campaign; brings its CSV files, report.md and comparison.* up to date.
// Returns the verdict's exit code, or that of `error`.
enum exit_code comparison_of_campaign(const struct invocation *invocation,
                                      const struct compare_options *options, const char *folder,
                                      struct compared *compared, struct error *error);

// Compares two campaigns, prints the verdict and writes no file. Returns the verdict's exit code,
// or that of `error`.
enum exit_code comparison_of_campaigns(const struct invocation *invocation,
                                       const struct compare_options *options, const char *old,
                                       const char *new, struct compared *compared,
                                       struct error *error);
