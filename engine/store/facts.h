// Facts: what a store knows of its campaign, as keys and values; every key is named here, once.
//
// FACT_… is a whole key, or the printf format of one; FACTS_… is what a group of keys begins with.
#pragma once

#include "store/store.h"

// Of the experiment, by store_spec().
#define FACT_EXPERIMENT "experiment"     // its name; of imported samples, too
#define FACT_QUESTION "question"         // as in the file; none if the file has none
#define FACT_SPEC "spec"                 // the file's text
#define FACT_PATH "path"                 // of the file, absolute; in a bundle, its name there
#define FACT_SEED "seed"                 // decimal
#define FACT_CONFIDENCE "confidence"     // 0 to 1
#define FACT_PRECISION "precision"       // relative half-width, 0 to 1
#define FACT_PRECISION_OF "precision_of" // "ratio", or none: of means
#define FACT_ALLOCATION "allocation"     // "search" or "closed-form"
#define FACT_WARMUP "warmup"             // "auto", or iterations
#define FACT_PILOT_ITERATIONS "pilot_iterations"
#define FACT_PILOT_BLOCKS "pilot_blocks" // decimal, where the pilot ended early; none: as planned
#define FACT_PILOT_EXECUTIONS                                                                      \
    "pilot_executions"             // decimal, where the budget chose; none: as planned
#define FACT_ITERATION "iteration" // the only one that counts, from 1; none: all count
#define FACT_QUICK "quick"         // "yes", or none
#define FACTS_REAL "real."
#define FACT_REAL FACTS_REAL "%s"       // level name: repetitions that the file fixes, or 0
#define FACT_CLAIM "claim.%zu"          // number from 1: as in the file
#define FACT_DERIVATION "derive.%zu.%s" // number from 1, then one of the four that follow
#define FACT_DERIVATION_NAME "name"
#define FACT_DERIVATION_FORMULA "formula"
#define FACT_DERIVATION_UNIT "unit"
#define FACT_DERIVATION_AGAINST "against"   // what it is compared with; "": nothing
#define FACT_SUMMARY "summary"              // summary statistic; none: mean
#define FACT_BENCHMARK_SUMMARY "summary.%s" // benchmark: its own, where it differs
#define FACTS_SUITE "suite."
// Cell: "yes" where every benchmark of an execution counts; its metrics are suite_metric().
#define FACT_SUITE FACTS_SUITE "%zu"
#define FACTS_ABSENT "absent."
// Cell, variant, benchmark: why an execution has no values of it. The cell is that of the suite or,
// of imported files, any cell.
#define FACT_ABSENT FACTS_ABSENT "%zu.%zu.%s"
#define FACTS_BETTER "better."
#define FACT_BETTER FACTS_BETTER "%s.%s" // metric, unit: "less" or "more" is better
#define FACTS_INCIDENTAL "incidental."
#define FACT_INCIDENTAL FACTS_INCIDENTAL "%s" // metric: "yes" if it gets no precision of its own

// Of an experiment with `attribute`, by store_spec(): the variant that its own were made from, and
// the factors by number from 1, as "aslr.stack".
#define FACT_ATTRIBUTE_VARIANT "attribute.variant"
#define FACTS_ATTRIBUTE_FACTOR "attribute.factor."
#define FACT_ATTRIBUTE_FACTOR FACTS_ATTRIBUTE_FACTOR "%03zu"

// Of a session, by campaign/.
#define FACT_VERSION "version"             // of eswexp
#define FACT_REVISION "revision"           // source_revision() of the experiment file's folder
#define FACT_STARTED "started"             // UTC
#define FACT_USER "user"                   // the name of who began it; none: by an earlier version
#define FACT_FINISHED "finished"           // "yes", or none
#define FACT_BUDGET "budget_s"             // decimal
#define FACT_SPENT "budget_spent_s"        // decimal: of it, in all sessions so far
#define FACT_BUDGET_BLOCKS "budget_blocks" // of the real experiment that were expected to fit
#define FACT_BUDGET_GIVEN "budget_was_given" // "yes": it ends what is measured; or none
// "deadline": one that was set at the start ended the campaign; "resumed": it was resumed since;
// "later deadline": one of its resumption ended it.
#define FACT_ENDED_BY "ended_by"
#define ENDED_BY_DEADLINE "deadline"
#define ENDED_BY_RESUMED "resumed"
#define ENDED_BY_LATER_DEADLINE "later deadline"
#define ENDED_BY_FAILURE "failure"

// Of a campaign that `compare` began: how the comparison was asked for.
#define FACTS_COMPARE "compare."
#define FACT_COMPARE_THRESHOLD FACTS_COMPARE "threshold"     // share, decimal
#define FACT_COMPARE_EQUIVALENCE FACTS_COMPARE "equivalence" // share, decimal; 0: none
// Decimal: the relative half-width of ratios that decides, where the precision is not asked for.
#define FACT_COMPARE_HALF_WIDTH FACTS_COMPARE "half_width"
// Decimal: it has looks; the half-width with which the last of them comes, if the budget allows.
// Also of a campaign of `run` that ends when its ratios are clear.
#define FACT_UNTIL_DECIDED FACTS_COMPARE "until_decided"
#define FACT_COMPARE_TITLE FACTS_COMPARE "title" // for people
#define FACTS_COMPARE_NOTE FACTS_COMPARE "note."
#define FACT_COMPARE_NOTE FACTS_COMPARE_NOTE "%03zu" // number from 1: a sentence
#define FACTS_COMPARE_FILE FACTS_COMPARE "file."
#define FACT_COMPARE_FILE                                                                          \
    FACTS_COMPARE_FILE "%03zu" // the same, of a file that sides have different

// Of a campaign that `bisect` began, which compares the ends of the history: how it was asked for,
// and its measurements (campaign/bisection/journal.h).
#define FACTS_BISECT "bisect."
#define FACT_BISECT_GOOD FACTS_BISECT "good" // as the user named the revision
#define FACT_BISECT_BAD FACTS_BISECT "bad"
#define FACT_BISECT_BENCHMARK FACTS_BISECT "benchmark"       // of a suite "SUITE/NAME"
#define FACT_BISECT_PROBABILITY FACTS_BISECT "probability"   // share, decimal
#define FACT_BISECT_THRESHOLD FACTS_BISECT "threshold"       // share, decimal
#define FACT_BISECT_BUDGET FACTS_BISECT "budget_s"           // decimal; 0: none
#define FACT_BISECT_PLANNED FACTS_BISECT "measurement.%03zu" // number from 1
#define FACT_BISECT_ENDED FACTS_BISECT "result.%03zu"

// Of a campaign that `bias` began (analysis/bias/bias.h).
#define FACTS_BIAS "bias."
#define FACT_BIAS_FACTOR FACTS_BIAS "factor" // the swept axis
#define FACT_BIAS_KIND FACTS_BIAS "kind"     // as bias_kinds
#define FACT_BIAS_OWN FACTS_BIAS "own"       // its value in the present set-up; none: unknown
#define FACT_BIAS_BESIDE FACTS_BIAS "beside" // "yes" where that is not one of the values that count

// Of a campaign that `symbols` began: its search, in decimal; and the functions of the suspect that
// is variant N, from 1.
#define FACTS_SYMBOLS "symbols."
#define FACT_SYMBOLS_HYPOTHESES FACTS_SYMBOLS "hypotheses"
#define FACT_SYMBOLS_FUNCTIONS FACTS_SYMBOLS "functions"
#define FACT_SYMBOLS_BUILDS FACTS_SYMBOLS "builds"
#define FACT_SYMBOLS_SUSPECT FACTS_SYMBOLS "suspect.%zu"
#define FACT_SYMBOLS_OTHER FACTS_SYMBOLS "other.%zu" // none: the suspect is of one function

// Looks (analysis/estimate/looks.h), planned before the first; none: only that at the end.
#define FACT_LOOKS "looks"
#define FACT_LOOK "look" // number of the one whose blocks are planned, from 1

// What the results depend on, by campaign/: the fingerprint.
#define FACT_HOST "host" // name of the machine that measures
#define FACTS_MACHINE "machine."
#define FACT_MACHINE FACTS_MACHINE "%s" // fact name (machine/fingerprint.h)
#define FACT_MACHINE_CPU FACTS_MACHINE "cpu"
#define FACT_MACHINE_MEMORY FACTS_MACHINE "memory"
#define FACT_MACHINE_KERNEL FACTS_MACHINE "kernel"
#define FACT_MACHINE_CACHES FACTS_MACHINE "caches"
#define FACT_MACHINE_CACHE_LINE FACTS_MACHINE "cache line"
#define FACT_MACHINE_HYPERVISOR FACTS_MACHINE "hypervisor"
#define FACT_METERS "measured.metrics" // names of the meters in use, comma-separated
#define FACTS_TOOLCHAIN "toolchain."
#define FACT_TOOLCHAIN FACTS_TOOLCHAIN "%s.%s" // benchmark, variant: compiler and linker
#define FACTS_VARIANT_REVISION "revision."
#define FACT_VARIANT_REVISION FACTS_VARIANT_REVISION "%s" // variant: its git revision
#define FACTS_PROGRAM "program."
// Benchmark, variant: SHA-256. " AXIS=VALUE" follows for a point of a sweep, ", FILE" for a file
// that the command names.
#define FACT_PROGRAM FACTS_PROGRAM "%s.%s"
#define FACTS_RANDOMIZED "randomized."
#define FACT_RANDOMIZED FACTS_RANDOMIZED "%s" // "BENCHMARK.VARIANT": randomizers that draw
#define FACTS_FIXED "fixed."
#define FACT_FIXED FACTS_FIXED "%s" // "BENCHMARK.VARIANT": randomizers that hold one value
#define FACTS_COUPLED "coupled."
#define FACT_COUPLED FACTS_COUPLED "%s" // "BENCHMARK.VARIANT": those whose draws variants share

// Of a restart, by store_restart().
#define FACT_FINGERPRINT "fingerprint" // number of the present fingerprint, from 2; none: the first
// Then the number of an earlier fingerprint, from 1, ".", and the key of a fact that has changed.
#define FACTS_WAS "was."

// Of measuring, by executor/.
#define FACTS_PROCESS "process."
#define FACT_PROCESS_CPUS FACTS_PROCESS "cpus"   // CPUs that `cpus: auto` chose
#define FACT_PROCESS_HOST FACTS_PROCESS "host"   // on this machine
#define FACT_PROCESS_DRAWN FACTS_PROCESS "drawn" // CPUs of which each round draws one
// Benchmark: "none" where it uses one CPU at a time; "threads", "processes", "unknown".
#define FACTS_CONCURRENCY FACTS_PROCESS "concurrency."
#define FACT_CONCURRENCY FACTS_CONCURRENCY "%s"
#define FACT_PROCESS_MEMORY FACTS_PROCESS "memory" // why `memory` has no effect here, for people
#define FACT_PROCESS_SETTINGS FACTS_PROCESS "standing" // affinity, priority, …, for people
#define FACTS_CLOCK "clock."
#define FACT_CLOCK FACTS_CLOCK "%s.%s" // benchmark, variant (analysis/clocks.h)
// Cell: iterations of an execution of its pilot, as probes showed.
#define FACTS_HORIZON "horizon."
#define FACT_HORIZON FACTS_HORIZON "%zu"
// Cell: iterations within which the probes of all its variants became steady.
#define FACT_PROBED FACTS_HORIZON "%zu.probed"
#define FACTS_IDENTICAL "identical."
// Cell, variant: "yes" where `compare` found identical code and did not measure it.
#define FACT_IDENTICAL FACTS_IDENTICAL "%zu.%zu"
// Cell, variant: names of the metrics that follow a clock and not the code, comma-separated; or
// that may, behind FACT_CLOCK_SUSPECTED.
#define FACT_CLOCK_SUSPECTED "?"
#define FACTS_CLOCK_AIM "clock_aim."
#define FACT_CLOCK_AIM FACTS_CLOCK_AIM "%zu.%zu"
// Cell, variant: a sentence on the files that it reads and that differ from the first variant's,
// where the experiment does not compare them.
#define FACTS_INPUT "input."
#define FACT_INPUT FACTS_INPUT "%zu.%zu"
// The path of a script that differs likewise; lines on files that may be either.
#define FACTS_SCRIPT "script_differs."
#define FACT_SCRIPT FACTS_SCRIPT "%zu.%zu"
#define FACTS_FILES "files_differ."
#define FACT_FILES FACTS_FILES "%zu.%zu"
#define FACTS_AS_BUILT "as_built."
// Cell, variant that is as built: the index of the same program's variant that gets layouts.
#define FACT_AS_BUILT FACTS_AS_BUILT "%zu.%zu"
#define FACTS_FUNCTIONS "functions."
// Cell, variant: which functions differ from those of the cell's first variant
// (analysis/compare/functions.h), or that they are as those of "CELL.VARIANT".
#define FACT_FUNCTIONS FACTS_FUNCTIONS "%zu.%zu"
#define FUNCTIONS_AS "as "
#define FUNCTIONS_UNKNOWN "unknown" // they could not be compared after a restart
#define FACTS_SIMULATION "simulation."
// Cell, variant: seconds that its last execution took in valgrind.
#define FACT_SIMULATION FACTS_SIMULATION "%zu.%zu"
#define FACTS_REPORTED "reported."
// Metric, unit of a custom metric that `measure` does not name: "less", "more" or "unknown" is
// better.
#define FACT_REPORTED FACTS_REPORTED "%s.%s"
#define FACT_IDLE_POWER "idle.power_w"           // decimal
#define FACT_IDLE_HALF_WIDTH "idle.half_width_w" // of its confidence interval

// Of a cluster, by executor/ and chunk_merge().
#define FACT_CLUSTER_ID "id"                   // tells campaigns of one experiment apart
#define FACT_CLUSTER_NODES "cluster.nodes"     // decimal
#define FACT_CLUSTER_OPTIONS "cluster.options" // of sbatch, one a line
#define FACT_CLUSTER_PARTITION "cluster.partition"
#define FACT_CHUNKS "chunks.%s" // phase: chunks that its plan is divided into
#define FACTS_NODE "node."      // then host, "." and the key of a fact that this node has

// What files of earlier versions call the keys of FACTS_PROCESS, and FACT_FINGERPRINT. store_get()
// and store_facts() know both names; SQL that names these keys asks for both.
#define FACTS_EARLIER_PROCESS "placement."
#define EARLIER_PROCESS_SETTINGS FACTS_EARLIER_PROCESS "standing"
#define FACT_EARLIER_FINGERPRINT "identity"

// For SQL: whether a fact is of a group.
#define FACT_IS_IN(group) "key GLOB '" group "*'"

// Replaces the value of a key.
NODISCARD bool store_set(struct store *store, const char *key, const char *value,
                         struct error *error);
// The value, in the arena; NULL if there is none.
const char *store_get(struct store *store, struct arena *arena, const char *key);

// Whether store_get() could read every fact since the store was opened; the error says why not.
// What was concluded without them must not be written: every later statement fails, too.
NODISCARD bool store_is_read(const struct store *store, struct error *error);

// A fact, its key without the prefix that was asked for.
struct stored_fact {
    const char *key, *value;
};
// All facts whose keys begin with `prefix`, ordered by key.
NODISCARD bool store_facts(struct store *store, struct arena *arena, const char *prefix,
                           struct stored_fact **facts, size_t *count, struct error *error);
