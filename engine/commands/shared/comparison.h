// Comparing stored campaigns as the options say, and printing the verdicts.
#pragma once

#include "campaign/compare/comparison_file.h"
#include "commands/shared/command.h"
#include "report/compare/comparison.h"
#include "report/compare/reservations.h"
#include "store/facts.h"

struct compare_options {
    struct common_options common;
    const char *out, *spec, *spec_from, *bench_from, *submodules, *threshold, *equivalence, *budget,
        *precision, *continued;
    bool thorough, noise_floor, force, anyway, until_decided, bisect, trust, explain, no_explain;
    bool markdown, junit, bmf, github_benchmark, github_bigger; // formats, as is results.json
    struct measuring_options measuring;
    struct experiment_options experiment;
    struct results_options results;
};

struct compared {
    struct comparison_rules rules;
    struct comparison_frame frame;
    struct text_list notes; // of the frame
    struct comparison_sources sources;
    double budget_s;        // of a new campaign; 0: no limit
    double half_width;      // of a new campaign's ratios, which decides; 0: as its precision says
    double last_half_width; // at the last look; 0: there is one only
};

// Reads --threshold, --equivalence and --budget, and refuses options that contradict each other:
// EXIT_USAGE.
NODISCARD bool comparison_options(const struct compare_options *options, struct compared *compared,
                                  struct error *error);

// The facts by which a new campaign remembers how its comparison was asked for.
struct comparison_facts {
    struct stored_fact *items;
    size_t count;
};
struct comparison_facts comparison_facts_of(struct arena *arena, const struct compared *compared,
                                            const struct comparison_notes *notes);

// Whether `compare` began the campaign in the folder.
bool comparison_began(struct arena *arena, const char *folder);

// Whether it has ended; the error says what the folder holds instead.
NODISCARD bool comparison_ended(struct arena *arena, const char *folder, struct error *error);

// Compares the variants of a campaign, as it was asked for at its beginning where the options say
// nothing else; brings its CSV files, report.md and comparison.* up to date. Returns the verdict's
// exit code, or that of `error`.
enum exit_code comparison_of_campaign(const struct invocation *invocation,
                                      const struct compare_options *options, const char *folder,
                                      struct compared *compared, struct error *error);

// Compares two campaigns, prints the verdict and writes no file. Returns the verdict's exit code,
// or that of `error`.
enum exit_code comparison_of_campaigns(const struct invocation *invocation,
                                       const struct compare_options *options, const char *old,
                                       const char *new, struct compared *compared,
                                       struct error *error);
