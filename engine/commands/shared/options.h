// The options that several commands share. A command embeds the struct of a group in its own struct
// of options, and lists the rows that it takes, as MEASURING_UNTIL(struct options, measuring), or
// all of a group, as COMMON_ROWS(struct options).
#pragma once

#include "base/options.h"

#include <stddef.h>

// clang-format off
// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member cannot stand in parentheses

// ---- Every command's, in front of its own

struct common_options {
    bool help, quiet, no_colour;
};

#define COMMON_HELP(type) \
    {"help", 'h', NULL, "print this help", .title = "General", OPTION_FIELD(type, common.help)}
#define COMMON_QUIET(type) \
    {"quiet", 'q', NULL, "print only warnings and errors, no progress, no notes", \
     .title = "General", OPTION_FIELD(type, common.quiet)}
#define COMMON_NO_COLOUR(type) \
    {"no-color", 0, NULL, "print no colour (as with NO_COLOR, or off a terminal)", \
     .title = "General", OPTION_FIELD(type, common.no_colour)}
#define COMMON_ROWS(type) \
    COMMON_QUIET(type), COMMON_NO_COLOUR(type), COMMON_HELP(type)

// ---- What to do with the experiment file

struct experiment_options {
    struct text_list set;
    const char *seed;
    bool quick;
};

#define EXPERIMENT_SET(type, group) \
    {"set", 's', "KEY=VALUE", "change a key of the file, e.g. repeat.precision=2%", \
     .title = "The experiment", OPTION_FIELD(type, group.set)}
#define EXPERIMENT_SEED(type, group) \
    {"seed", 0, "N", "the seed of all random choices", .title = "The experiment", OPTION_FIELD(type, group.seed)}
#define EXPERIMENT_QUICK(type, group) \
    {"quick", 0, NULL, "run a smaller experiment, marked as quick", .title = "The experiment", OPTION_FIELD(type, group.quick)}
#define EXPERIMENT_ROWS(type, group) \
    EXPERIMENT_SET(type, group), EXPERIMENT_SEED(type, group), EXPERIMENT_QUICK(type, group)

// ---- How to measure on this machine

struct measuring_options {
    const char *until, *on_finish, *profile, *lock;
    bool no_wait, wait_idle, tune, fresh_builds;
};

extern const char *const profile_choices[];

#define MEASURING_UNTIL(type, group) \
    {"until", 0, "06:30", "start no block that would end later; exit code 75", \
     .title = "Measuring", OPTION_FIELD(type, group.until)}
#define MEASURING_NO_WAIT(type, group) \
    {"no-wait", 0, NULL, "exit with code 5 if another campaign is measuring here", \
     .title = "Measuring", OPTION_FIELD(type, group.no_wait)}
#define MEASURING_LOCK(type, group) \
    {"lock", 0, "FILE", "measure while nobody else holds this lock file", .value = WORD_FILE, \
     .title = "Measuring", OPTION_FIELD(type, group.lock)}
#define MEASURING_WAIT_IDLE(type, group) \
    {"wait-idle", 0, NULL, "first wait until this machine is idle", \
     .title = "Measuring", OPTION_FIELD(type, group.wait_idle)}
#define MEASURING_TUNE(type, group) \
    {"tune", 0, NULL, "make this machine quieter, restore it at the end", \
     .title = "Measuring", OPTION_FIELD(type, group.tune)}
#define MEASURING_FRESH_BUILDS(type, group) \
    {"fresh-builds", 0, NULL, "reuse no build of a revision from the cache", \
     .title = "Measuring", OPTION_FIELD(type, group.fresh_builds)}
#define MEASURING_ON_FINISH(type, group) \
    {"on-finish", 0, "CMD", "run this shell command at the end, however it ends", .value = WORD_COMMAND, \
     .title = "Measuring", OPTION_FIELD(type, group.on_finish)}
#define MEASURING_PROFILE(type, group) \
    {"profile", 0, "perf|gdb", "then profile one execution of each variant", \
     .choices = profile_choices, .title = "Measuring", OPTION_FIELD(type, group.profile)}

// All but --until and --profile, which stand beside other rows.
#define MEASURING_ROWS(type, group) \
    MEASURING_NO_WAIT(type, group), MEASURING_LOCK(type, group), MEASURING_WAIT_IDLE(type, group), \
    MEASURING_TUNE(type, group), MEASURING_FRESH_BUILDS(type, group), \
    MEASURING_ON_FINISH(type, group)

// ---- Where to measure

struct place_options {
    const char *on, *partition, *nodes, *sbatch;
};

extern const char *const place_choices[];

#define PLACE_ON(type, group) \
    {"on", 0, "slurm", "measure on the nodes of a Slurm cluster", .choices = place_choices, \
     .title = "On a cluster", OPTION_FIELD(type, group.on)}
#define PLACE_PARTITION(type, group) \
    {"partition", 0, "NAME", "the partition (default: the cluster's own)", \
     .title = "On a cluster", OPTION_FIELD(type, group.partition)}
#define PLACE_NODES(type, group) \
    {"nodes", 0, "N", "use this many nodes at a time (default 1)", \
     .title = "On a cluster", OPTION_FIELD(type, group.nodes)}
#define PLACE_SBATCH(type, group) \
    {"sbatch-options", 0, "WORDS", "further options for sbatch, as one word", \
     .title = "On a cluster", OPTION_FIELD(type, group.sbatch)}
#define PLACE_ROWS(type, group) \
    PLACE_ON(type, group), PLACE_PARTITION(type, group), PLACE_NODES(type, group), \
    PLACE_SBATCH(type, group)

// ---- What becomes of the results

struct results_options {
    const char *format, *summary, *out;
    bool json, strict, plot, notes, anonymous;
};

#define RESULTS_NOTES(type, group) \
    {"notes", 0, NULL, "print all notes, variances and counts, too", \
     .title = "Results", OPTION_FIELD(type, group.notes)}

#define RESULTS_JSON(type, group) \
    {"json", 0, NULL, "print the result as JSON", .title = "Results", OPTION_FIELD(type, group.json)}
#define RESULTS_STRICT(type, group) \
    {"strict", 0, NULL, "exit with code 4 if a verdict is inconclusive", \
     .title = "Results", OPTION_FIELD(type, group.strict)}
#define RESULTS_PLOT(type, group) \
    {"plot", 0, NULL, "draw the pictures at the end, for report.html, too", \
     .title = "Results", OPTION_FIELD(type, group.plot)}

#define OPTION_OUT(type, field) \
    {"out", 'o', "DIR", "write the results to this folder", .value = WORD_FOLDER, .title = "Results", OPTION_FIELD(type, field)}

// NOLINTEND(bugprone-macro-parentheses)
// clang-format on
