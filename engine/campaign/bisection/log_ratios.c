// Pairs the blocks of the two variants of a measurement.
#include "campaign/bisection/log_ratios.h"

#include "analysis/analysis.h"
#include "base/files/paths.h"
#include "stats/ratio_test/block_means.h"

#include <math.h>

static const struct estimate *estimate_of(const struct findings *findings, const char *benchmark,
                                          size_t variant)
{
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const char *name = findings->catalogue.cells[estimate->cell].benchmark;
        if (estimate->variant == variant && estimate->metric == 0 &&
            (!benchmark || text_equal(name, benchmark)))
            return estimate;
    }
    return NULL;
}

static bool has_no_such(struct arena *arena, const struct findings *findings, const char *benchmark,
                        struct error *error)
{
    struct text_list names = {0};
    for (size_t i = 0; i < findings->estimate_count; i++)
        text_list_add_once(&names, arena,
                           findings->catalogue.cells[findings->estimates[i].cell].benchmark);
    return failed(error, EXIT_USAGE, "there is no benchmark '%s': the suite has %s", benchmark,
                  text_quoted(arena, &names));
}

static bool take(struct arena *arena, const struct findings *findings, const char *benchmark,
                 struct log_ratios *ratios, struct error *error)
{
    const struct estimate *old = estimate_of(findings, benchmark, 0),
                          *new = estimate_of(findings, benchmark, 1);
    if (!old && estimate_of(findings, NULL, 0))
        return has_no_such(arena, findings, benchmark, error);
    if (!old || !new)
        return true;
    struct block_pairs pairs = block_pairs_of(arena, &old->blocks, &new->blocks);
    ratios->items = arena_new_array(arena, double, pairs.count);
    ratios->metric = findings->catalogue.metrics[0].name;
    ratios->inputs =
        findings->doubts.inputs
            ? findings->doubts.inputs[new->cell * findings->catalogue.variant_count + 1]
            : NULL;
    for (size_t i = 0; i < pairs.count; i++) {
        if (!(pairs.old[i] > 0) || !(pairs.new[i] > 0) || isinf(pairs.old[i] / pairs.new[i]))
            return failed(error, EXIT_USAGE,
                          "the metric '%s' has values that are not above 0: choose another first "
                          "one in 'measure'",
                          ratios->metric);
        ratios->items[ratios->count++] = log(pairs.new[i] / pairs.old[i]);
    }
    return true;
}

bool log_ratios_read(struct arena *arena, const char *folder, const char *benchmark,
                     struct log_ratios *ratios, struct error *error)
{
    struct findings findings = {0};
    *ratios = (struct log_ratios){.count = 0};
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    return store && analysis_load(arena, store, &findings, error) &&
           take(arena, &findings, benchmark, ratios, error);
}
