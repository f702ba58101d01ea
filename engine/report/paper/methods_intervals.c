// Sentences of a methods section on metrics and their intervals.
#include "report/paper/methods_intervals.h"

#include "report/paper/methods_repetitions.h"
#include "report/wording/lines.h"

#include <math.h>

static const char *metrics_wording(const struct methods *methods)
{
    const struct catalogue *catalogue = &methods->findings->catalogue;
    struct text_list metrics = {0};
    for (size_t i = 0; i < catalogue->metric_count; i++) {
        const struct stored_metric *metric = &catalogue->metrics[i];
        text_list_add(&metrics, methods->arena,
                      *metric->unit
                          ? arena_printf(methods->arena, "%s (%s)", metric->name, metric->unit)
                          : metric->name);
    }
    return names_wording(methods->arena, &metrics);
}

// Where ratios hold together: in a metric, and at all looks.
static void say_simultaneous(struct methods *methods)
{
    const struct findings *findings = methods->findings;
    double least = 1, most = 0;
    for (size_t i = 0; i < findings->variant_ratio_count; i++) {
        least = fmin(least, findings->variant_ratios[i].confidence);
        most = fmax(most, findings->variant_ratios[i].confidence);
    }
    if (most <= findings->confidence)
        return;
    const char *each = arena_printf(methods->arena, "%.4g %%", 100 * most);
    if (least < most)
        each = arena_printf(methods->arena, "%.4g to %s", 100 * least, each);
    text_printf(methods->text,
                " Ratios in one metric hold together with this confidence%s%s: the interval of "
                "each has %s.",
                findings->looks ? ", at all looks" : "",
                findings->looks ? methods_cite(methods, "jennison") : "", each);
}

void say_intervals(struct methods *methods)
{
    const struct findings *findings = methods->findings;
    const char *top = top_levels_wording(methods, "s");
    if (!top)
        return;
    text_printf(methods->text,
                " We report %s. Intervals have %.4g %% confidence and rest on the means of %s "
                "alone: those of means, which are of this campaign, by Student's t",
                metrics_wording(methods), findings->confidence * 100, top);
    if (findings->variant_ratio_count)
        text_printf(methods->text,
                    ", those of ratios (variant over baseline) by Fieller's theorem%s",
                    methods_cite(methods, "fieller"));
    text_printf(methods->text, ".");
    say_simultaneous(methods);
    if (findings->replicates)
        text_printf(methods->text,
                    " Summary statistics other than the mean, and their ratios, have intervals by "
                    "hierarchical bootstrap (%zu replicates)%s.",
                    findings->replicates, methods_cite(methods, "hesterberg"));
}
