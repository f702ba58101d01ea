// The options that several commands share: a struct a group, which a command embeds in its own
// struct of options, and a row for each, as OPTION_UNTIL(struct options, measuring).
#pragma once

#include "base/options.h"

#include <stddef.h>

// clang-format off

// ---- Every command's, in front of its own

struct common_options {
    bool help, quiet, no_colour;
};

#define COMMON_HELP(type) \
    {"help", 'h', NULL, "say what the command does", OPTION_FIELD(type, common.help)}
#define COMMON_QUIET(type) \
    {"quiet", 'q', NULL, "no progress and no notes, only warnings and errors", \
     OPTION_FIELD(type, common.quiet)}
#define COMMON_NO_COLOUR(type) \
    {"no-color", 0, NULL, "no colour (as with NO_COLOR, or off a terminal)", \
     OPTION_FIELD(type, common.no_colour)}

// ---- What to do with the experiment file

struct experiment_options {
    struct text_list set;
    const char *seed;
    bool quick;
};

#define EXPERIMENT_SET(type, group) \
    {"set", 's', "KEY=VALUE", "change the experiment, e.g. repeat.precision=2%", \
     OPTION_FIELD(type, group.set)}
#define EXPERIMENT_SEED(type, group) \
    {"seed", 0, "N", "seed of every random choice", OPTION_FIELD(type, group.seed)}
#define EXPERIMENT_QUICK(type, group) \
    {"quick", 0, NULL, "a smaller run, marked as such", OPTION_FIELD(type, group.quick)}

// ---- How to measure on this machine

struct measuring_options {
    const char *until, *on_finish, *profile;
    bool no_wait, wait_idle, tune;
};

extern const char *const profile_choices[];

#define MEASURING_UNTIL(type, group) \
    {"until", 0, "06:30", "begin no block that would end later; exit code 75", \
     OPTION_FIELD(type, group.until)}
#define MEASURING_NO_WAIT(type, group) \
    {"no-wait", 0, NULL, "exit code 5 while another campaign is measuring here", \
     OPTION_FIELD(type, group.no_wait)}
#define MEASURING_WAIT_IDLE(type, group) \
    {"wait-idle", 0, NULL, "first wait until nothing else keeps this machine busy", \
     OPTION_FIELD(type, group.wait_idle)}
#define MEASURING_TUNE(type, group) \
    {"tune", 0, NULL, "make this machine quieter, and restore it at the end", \
     OPTION_FIELD(type, group.tune)}
#define MEASURING_ON_FINISH(type, group) \
    {"on-finish", 0, "CMD", "run this at the end, whatever the end is", .value = WORD_COMMAND, \
     OPTION_FIELD(type, group.on_finish)}
#define MEASURING_PROFILE(type, group) \
    {"profile", 0, "perf|gdb", "then show where one execution of each spends its time", \
     .choices = profile_choices, OPTION_FIELD(type, group.profile)}

// ---- Where to measure

struct place_options {
    const char *on, *partition, *nodes, *sbatch;
};

extern const char *const place_choices[];

#define PLACE_ON(type, group) \
    {"on", 0, "slurm", "measure on the nodes of a Slurm cluster", .choices = place_choices, \
     OPTION_FIELD(type, group.on)}
#define PLACE_PARTITION(type, group) \
    {"partition", 0, "NAME", "of the cluster (its own default)", \
     OPTION_FIELD(type, group.partition)}
#define PLACE_NODES(type, group) \
    {"nodes", 0, "N", "so many nodes at the same time (default 1)", \
     OPTION_FIELD(type, group.nodes)}
#define PLACE_SBATCH(type, group) \
    {"sbatch-options", 0, "WORDS", "more options for sbatch, in one word", \
     OPTION_FIELD(type, group.sbatch)}

// ---- What becomes of the results

struct results_options {
    const char *format, *summary;
    bool json, strict, plot;
};

#define RESULTS_JSON(type, group) \
    {"json", 0, NULL, "the result as JSON on stdout", OPTION_FIELD(type, group.json)}
#define RESULTS_STRICT(type, group) \
    {"strict", 0, NULL, "a verdict that is not clear is exit code 4", \
     OPTION_FIELD(type, group.strict)}
#define RESULTS_PLOT(type, group) \
    {"plot", 0, NULL, "draw the pictures at the end, into report.html too", \
     OPTION_FIELD(type, group.plot)}

#define OPTION_OUT(type, field) \
    {"out", 'o', "DIR", "where the results go", .value = WORD_FOLDER, OPTION_FIELD(type, field)}

// clang-format on
