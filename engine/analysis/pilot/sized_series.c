// Series of the search from a cell's pilots.
#include "analysis/pilot/sized_series.h"

#include "analysis/pilot/ratio_components.h"
#include "run/suite.h"
#include "spec/target.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

// The quantile of χ². GSL's search fails for many degrees of freedom, where Wilson and Hilferty's
// approximation is good to 1e-4.
static double chi_squared_quantile(double probability, double freedom)
{
    double exact = gsl_cdf_chisq_Pinv(probability, freedom);
    if (isfinite(exact) && exact > 0)
        return exact;
    double spread = 2 / (9 * freedom);
    return freedom * pow(1 - spread + gsl_cdf_ugaussian_Pinv(probability) * sqrt(spread), 3);
}

struct series series_at_assurance(const struct components *components, int levels, double assurance)
{
    struct components raised = *components;
    double units = 1;
    for (int i = components->levels - 1; assurance > 0.5 && i >= 0; i--) {
        double r = components->repetitions[i], freedom = (r - 1) * units;
        units *= r;
        if (components->known[i] && freedom > 0)
            raised.T2[i] +=
                components->S2[i] * (freedom / chi_squared_quantile(1 - assurance, freedom) - 1);
    }
    return series_of(&raised, levels);
}

static void add_series(struct pilot_variances *pilot, const struct components *components)
{
    pilot->series[pilot->series_count++] =
        series_at_assurance(components, pilot->levels, pilot->spec->repeat.assurance);
}

static const struct estimate *baseline_of(const struct pilot_variances *pilot,
                                          const struct estimate *estimate)
{
    for (size_t i = 0; i < pilot->count; i++)
        if (pilot->pilots[i].metric == estimate->metric && pilot->pilots[i].variant == 0)
            return &pilot->pilots[i];
    return NULL;
}

// Beside the same program's variant with layouts: its builds are one binary, and no verdict rests
// on it alone.
static bool is_as_built(const struct pilot_variances *pilot, const struct estimate *estimate)
{
    size_t found;
    return target_layout_variant(&pilot->spec->cells[pilot->cell], estimate->variant, &found);
}

static void add_ratios(struct pilot_variances *pilot, struct arena *arena)
{
    for (size_t i = 0; i < pilot->count; i++) {
        const struct estimate *new = &pilot->pilots[i], *old = baseline_of(pilot, new);
        if (!old || old == new || is_as_built(pilot, new))
            continue;
        struct block_pairs pairs = block_pairs_of(arena, &old->blocks, &new->blocks);
        struct components ratio = ratio_components(&old->components, &new->components, &pairs);
        add_series(pilot, &ratio);
    }
}

void sized_series(struct pilot_variances *pilot, struct arena *arena)
{
    pilot->series = arena_new_array(arena, struct series, pilot->count);
    pilot->series_count = 0;
    if (sizes_ratios(pilot->spec))
        add_ratios(pilot, arena);
    bool ratios = pilot->series_count > 0;
    for (size_t i = 0; !ratios && i < pilot->count; i++)
        if (!is_as_built(pilot, &pilot->pilots[i]))
            add_series(pilot, &pilot->pilots[i].components);
}

bool sizes_ratios(const struct spec *spec)
{
    return spec->repeat.precision_of == PRECISION_OF_RATIO && spec_compared_variants(spec) > 1;
}

// Benchmarks of a cell: of a suite, those that report the first metric.
static size_t benchmarks_of(const struct spec *spec, const struct catalogue *catalogue, size_t cell)
{
    bool *counted = calloc(catalogue->metric_count + 1, sizeof *counted);
    size_t count = 0;
    for (size_t i = 0; counted && spec->cells[cell].targets->each && i < catalogue->series_count;
         i++) {
        const struct series_entry *series = &catalogue->series[i];
        const char *metric;
        size_t length = suite_metric_parts(catalogue->metrics[series->metric].name, &metric);
        if (series->cell != cell || counted[series->metric] || !length ||
            !text_equal(metric, spec->meters[0]->name))
            continue;
        counted[series->metric] = true;
        count++;
    }
    free(counted);
    return count ? count : 1;
}

double sized_confidence(const struct spec *spec, const struct catalogue *catalogue)
{
    size_t family = 0;
    for (size_t i = 0; sizes_ratios(spec) && i < spec->cell_count; i++)
        family += benchmarks_of(spec, catalogue, i) * (spec_compared_variants(spec) - 1);
    family = family ? family : 1;
    return 1 - (1 - spec->repeat.confidence) / (double)family;
}
