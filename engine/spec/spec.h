// The experiment after checking: no mistakes, and every ${name} of the file resolved.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "machine/check/requirement.h"
#include "meters/meter.h"
#include "model/layout.h"
#include "model/process_settings.h"
#include "randomizers/factor.h"
#include "randomizers/randomizer.h"
#include "stats/statistic.h"
#include "stats/variance.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum target_kind {
    TARGET_SOURCES, // eswexp compiles and links `sources`
    TARGET_PROJECT, // a copy of `directory` is set up and, with `build`, built by its own commands
    TARGET_COMMAND, // nothing is built
};

// One variant of one cell. ${…} of axes and benchmark/variant is resolved; ${seed}, ${block} and
// ${execution} stand in arguments, command and env until the execution.
struct target {
    const char *benchmark, *variant;
    enum target_kind kind;
    struct text_list sources;  // absolute paths
    const char *directory;     // absolute: of the project; of the file, for own sources; or NULL
    const char *setup, *build; // shell lines, or NULL
    const char *revision;      // as written, or NULL: the files as they are
    const char *repository;    // folder of the repository that has it (repository_folder())
    const char *commit;        // 40 digits, or WORKTREE; NULL if the file was read elsewhere
    int submodules;            // of the revision: enum submodules
    struct text_list files;    // of the benchmark, relative to `directory`: paths or folders
    struct text_list compares_files;        // of these, those that a comparison compares
    const char *files_from;                 // revision from which these come, or NULL
    const char *files_commit;               // as `commit`
    const char *compiler;                   // NULL: cc (c++ where a source is C++)
    struct text_list cflags, ldflags, libs; // split into words
    const char *linker;                     // bfd|lld|gold|mold, or NULL: the compiler's default
    struct text_list command;     // argv templates, args last. command[0]: empty for TARGET_SOURCES
                                  // (the program itself), as written for TARGET_PROJECT, an
                                  // absolute path for TARGET_COMMAND
    struct text_list programs;    // of TARGET_PROJECT, to relink; none: those that the command runs
    struct text_list environment; // "NAME=value" templates of machine.env
    struct sampling sampling;
    int each; // of a harness: every benchmark of an execution, not the one of that name
    struct randomizer_use *uses;
    size_t use_count;
    struct function_address *function_addresses;
    size_t function_address_count;
    bool as_built; // its builds are the project's own link
    int *cpus;     // empty: not pinned
    size_t cpu_count;
    size_t cpu_auto; // this many quiet CPUs are chosen when a campaign begins; 0: `cpus`
    bool draws_cpu;  // one for each round, if it uses one at a time
    struct process_settings
        process_settings;  // local and interleaved nodes are chosen when a campaign begins
    const int *exit_codes; // of executions that succeed; none: 0 alone
    size_t exit_code_count;
    double timeout_s;            // of one execution
    int canary;                  // whether the machine is watched at the end of blocks
    uint64_t memory_limit_bytes; // private writable memory of each of its processes; 0: no limit
};

struct axis {
    const char *name;
    struct text_list values;
};

// benchmark × parameter point; its targets are compared with each other, the first is the baseline.
struct cell {
    const char *benchmark;
    char **point;             // one value per axis
    struct target *targets;   // spec->variant_count of them
    struct statistic summary; // of its benchmark, else of the experiment
};

enum allocation_rule { ALLOCATION_SEARCH, ALLOCATION_CLOSED_FORM };

enum precision_of { PRECISION_OF_MEAN, PRECISION_OF_RATIO };

// The pilot unless the file has counts: many builds (executions, where nothing is built), since
// layouts differ more than repetitions of one; PILOT_TOP_SHORT where they take long,
// PILOT_TOP_LEAST where they are dear, or where the file fixes their number in the real experiment.
enum {
    PILOT_ITERATIONS = 3,
    PILOT_EXECUTIONS = 2,
    PILOT_TOP = 20,
    PILOT_TOP_SHORT = 10,
    PILOT_TOP_LEAST = 5
};

struct repeat {
    double confidence, precision; // 0.95, 0.01
    enum precision_of precision_of;
    size_t pilot[LEVELS_MAX]; // [0] iterations; [1] executions, [2] builds, or 0: by default
    size_t real[LEVELS_MAX];  // 0: dimensioned
    bool aims_at_question;    // the file sets neither a precision nor counts of the real experiment
    bool warmup_auto;
    size_t warmup;         // iterations, where not auto
    double minimum_time_s; // 0: no batching
    bool batches;          // the file sets that time: then order statistics are of batches, too
    enum allocation_rule allocation;
    size_t iteration; // 0: all; K: only the K-th after warm-up
    double assurance; // probability that the counts suffice; 0.5: by the point estimate
};

// `attribute`: the shares of which factors the experiment estimates. Its variants are those of
// model/attribution.h, all made from one of the file's.
struct attribution_design {
    const char *variant; // of the file; NULL: there is nothing to attribute
    struct factor *factors;
    size_t factor_count;
    size_t blocks;
};

struct derivation; // spec/expression/derivation.h
struct drawing;    // spec/pictures.h

struct spec {
    const char *path, *name, *question;
    const char *folder; // of the file, absolute
    const char *text;   // the file as read, the overrides as comments at its end
    struct axis *axes;
    size_t axis_count;
    char **variants; // names, baseline first
    size_t variant_count;
    struct cell *cells;
    size_t cell_count;
    struct repeat repeat;
    struct attribution_design attribution;
    struct statistic summary;    // the mean by default
    const struct meter **meters; // of `measure`, at least one
    size_t meter_count;
    enum esw_clock clock;           // of wall_time
    struct text_list claims;        // as written, their scopes in front
    struct derivation *derivations; // each after those that it names
    size_t derivation_count;
    struct drawing *drawings; // that `eswexp plot` makes for it
    size_t drawing_count;
    struct requirement *requirements; // of the machine, before anything is built
    size_t requirement_count;
    uint64_t seed;
    bool seed_given, quick;
    struct text_list warnings; // sentences: what weakens the experiment without being a mistake
};
