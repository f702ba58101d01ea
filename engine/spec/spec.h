// The experiment as checked: every mistake found, every ${name} of the file resolved.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "machine/requirement.h"
#include "meters/meter.h"
#include "model/process_settings.h"
#include "model/sampling.h"
#include "randomizers/randomizer.h"
#include "stats/statistic.h"
#include "stats/variance.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum target_kind {
    TARGET_SOURCES, // eswexp compiles and links `sources`
    TARGET_PROJECT, // a copy of `directory` is set up and built by its own commands
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
    const char *compiler;      // NULL: cc (c++ where a source is C++)
    struct text_list cflags, ldflags, libs; // split into words
    const char *linker;                     // bfd|lld|gold|mold, or NULL: the compiler's default
    struct text_list command;     // argv templates, args last. command[0]: empty for TARGET_SOURCES
                                  // (the program itself), as written for TARGET_PROJECT, an
                                  // absolute path for TARGET_COMMAND
    struct text_list environment; // "NAME=value" templates of machine.env
    struct sampling sampling;
    struct randomizer_use *uses;
    size_t use_count;
    int *cpus; // empty: not pinned
    size_t cpu_count;
    size_t cpu_auto; // that many quiet ones are chosen when a campaign begins; 0: `cpus`
    struct process_settings
        process_settings; // but for the nodes that are local or interleaved: chosen then, too
    double timeout_s;     // of one execution
    int canary;           // whether the machine is watched at the end of blocks
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

struct repeat {
    double confidence, precision; // 0.95, 0.01
    size_t pilot[LEVELS_MAX];     // [0] iterations, [1] executions, [2] builds
    size_t real[LEVELS_MAX];      // 0: dimensioned
    bool warmup_auto;
    size_t warmup;         // iterations, where not auto
    double minimum_time_s; // 0: no batching
    enum allocation_rule allocation;
    size_t iteration; // 0: all; K: only the K-th after warm-up
    double assurance; // 0.5: sized by the point estimate
};

struct derivation; // spec/derive.h
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
    struct statistic summary;    // the mean, unless the file says another
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
    struct text_list warnings; // sentences, for people: nothing is wrong, much may be missed
};

// What the command line changes.
struct spec_overrides {
    struct text_list settings; // "dotted.key=value" of --set
    const char *seed;          // of --seed, or NULL
    bool quick;                // smaller pilot, few repetitions; plainly marked
    bool elsewhere;            // the machine is not asked for files, programs and CPUs: for reports
    bool one_point; // of a sweep, only the first cell of each benchmark: for what its cells share
};

// Reads and checks an experiment file. On mistakes `report` receives all of them, one
// "file:line:col: error: …" a line, in the file's order, the result is NULL and `error` is
// EXIT_USAGE with a one-line summary. Everything lives in `arena`.
NODISCARD struct spec *spec_load(struct arena *arena, const char *path,
                                 const struct spec_overrides *overrides, struct text *report,
                                 struct error *error);

// The same from text already in memory (the store's copy, tests, the fuzzer). `path` names it in
// messages and anchors relative paths.
NODISCARD struct spec *spec_parse(struct arena *arena, const char *path, const char *text,
                                  size_t length, const struct spec_overrides *overrides,
                                  struct text *report, struct error *error);

// What spec->text says at its end of the overrides it was read with, the seed among them, so that
// spec_parse() of the text with them gives the same experiment again.
struct spec_overrides spec_overrides_of(struct arena *arena, const char *text);

// spec->text without that: the file as it was read.
const char *spec_text_alone(struct arena *arena, const char *text);

// An argument, word of the command or "NAME=value" of a target as one execution gets it.
char *spec_fill(struct arena *arena, const char *template, uint64_t seed, size_t block,
                size_t execution);

// All of them, in order.
struct text_list spec_fill_all(struct arena *arena, const struct text_list *templates,
                               uint64_t seed, size_t block, size_t execution);

// The same at its longest.
char *spec_fill_widest(struct arena *arena, const char *template);

// machine.memory and machine.priority of a target, as in the file.
char *memory_wording(struct arena *arena, const struct process_settings *process_settings);
char *priority_wording(struct arena *arena, const struct process_settings *process_settings);

// The levels a target has (DESIGN.md, Words): is there anything that varies per build, per
// iteration?
bool target_has_builds(const struct target *target);
bool target_has_iterations(const struct target *target);

// What follows the folder of the target's repository in a path; NULL if the path lies outside.
const char *target_within_repository(const struct target *target, const char *path);

// Does some randomizer draw anew for every build?
bool target_draws_per_build(const struct target *target);
