// The known benchmarking crimes, and who answers for each.
#include "report/paper/checklist.h"

#include "model/verdict.h"
#include "report/paper/checklist_numbers.h"
#include "report/paper/checklist_sides.h"
#include "report/paper/inspection.h"
#include "report/wording/ratios.h"
#include "report/wording/stored_experiment.h"
#include "store/facts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// In the order of van der Kouwe et al.; a crime that no campaign can show has a question instead of
// a judge.
static const struct {
    const char *crime;
    judge *judge;
    const char *question;
} crimes[] = {
    {"Not evaluating potential performance degradation", judge_degradation, NULL},
    {"Benchmark subsetting without proper justification", judge_subsets, NULL},
    {"Selective data set hiding deficiencies", judge_inputs, NULL},
    {"Microbenchmarks representing overall performance", NULL,
     "What share of a real program's time does the work of these benchmarks take, and does the "
     "text claim no more than that?"},
    {"Throughput degraded by x % means overhead is x %", judge_throughput, NULL},
    {"Creative overhead accounting", judge_overhead, NULL},
    {"No indication of significance of data", judge_significance, NULL},
    {"Incorrect averaging across benchmark scores", judge_averages, NULL},
    {"Benchmarking of simplified simulated system", judge_simulation, NULL},
    {"Inappropriate and misleading benchmarks", NULL,
     "Do the benchmarks exercise the changed code, and would a user of the system recognize the "
     "load as theirs?"},
    {"Same dataset for calibration and validation", judge_calibration, NULL},
    {"No proper baseline", judge_baseline, NULL},
    {"Only evaluate against yourself", judge_itself, NULL},
    {"Unfair benchmarking of competitors", judge_fairness, NULL},
    {"Not all contributions evaluated", NULL,
     "Is there a measurement here for every improvement that the text claims?"},
    {"Only measure run-time overhead", judge_other_costs, NULL},
    {"False positives/negatives not tested", NULL,
     "If the program decides something (a defence, a filter, an approximation): how often is it "
     "wrong, and is that measured elsewhere?"},
    {"Elements of solution not tested incrementally", judge_steps, NULL},
    {"Missing platform specification", judge_platform, NULL},
    {"Missing software versions", judge_versions, NULL},
    {"Sub-benchmarks not listed", judge_rows, NULL},
    {"Relative numbers only", judge_absolute, NULL},
};

static bool is_slower(const struct findings *findings, const struct variant_ratio *variant_ratio)
{
    const struct stored_metric *metric = &findings->catalogue.metrics[variant_ratio->new->metric];
    return verdict_tone(metric, variant_ratio->verdict) == VERDICT_SLOWER;
}

bool checklist_of(struct arena *arena, struct store *store, const struct findings *findings,
                  struct checklist *checklist, struct error *error)
{
    size_t count = sizeof crimes / sizeof *crimes;
    struct inspection inspection = {.arena = arena,
                                    .store = store,
                                    .findings = findings,
                                    .spec = stored_experiment(arena, store),
                                    .benchmarks = benchmark_names(arena, &findings->catalogue)};
    if (!store_facts(store, arena, FACTS_MACHINE, &inspection.machine, &inspection.machine_facts,
                     error) ||
        !toolchains_of(store, arena, &inspection.toolchains, error))
        return false;
    for (size_t i = 0; i < findings->variant_ratio_count; i++)
        inspection.slower += is_slower(findings, &findings->variant_ratios[i]);
    *checklist = (struct checklist){arena_new_array(arena, struct check, count), count};
    for (size_t i = 0; i < count; i++) {
        checklist->checks[i] = crimes[i].judge
                                   ? crimes[i].judge(&inspection)
                                   : (struct check){NULL, CHECK_ASK, crimes[i].question};
        checklist->checks[i].crime = crimes[i].crime;
    }
    return store_is_read(store, error);
}
