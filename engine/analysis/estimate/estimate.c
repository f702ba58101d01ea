// The reported value of an estimate, and its series.
#include "analysis/estimate/estimate.h"

bool is_mean(const struct estimate *estimate)
{
    return estimate->summary.kind == STATISTIC_MEAN;
}

bool interval_has_low(const struct estimate *estimate, const struct interval *interval)
{
    return interval->known && (interval->low >= 0 || estimate->may_be_negative);
}

void estimate_take_mean(struct estimate *estimate)
{
    estimate->summary = (struct statistic){0};
    estimate->summary_name = statistic_forms[STATISTIC_MEAN].name;
    estimate->defined = true;
    estimate->value = estimate->components.mean;
    estimate->range = estimate->interval;
    estimate->group = 1;
}

const struct series_entry *estimate_series(const struct catalogue *catalogue,
                                           const struct estimate *estimate, enum phase phase)
{
    for (size_t i = 0; i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        if (series->cell == estimate->cell && series->metric == estimate->metric &&
            series->variant == estimate->variant && series->phase == phase)
            return series;
    }
    return NULL;
}
