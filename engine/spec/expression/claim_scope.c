// The scope of a claim.
#include "spec/expression/claim_scope.h"

#include "base/text.h"
#include "spec/values.h"

bool claim_means(const char *word, const char *value)
{
    double one, other;
    return text_equal(word, value) ||
           (value_amount(word, &one) && value_amount(value, &other) && one == other);
}

bool claim_covers(const struct claim *claim, const char *benchmark, const char *const *axes,
                  const char *const *point, size_t axis_count)
{
    bool covers = !claim->benchmark.text || text_equal(claim->benchmark.text, benchmark);
    for (size_t i = 0; covers && i < claim->point_count; i++)
        for (size_t axis = 0; axis < axis_count; axis++)
            if (text_equal(axes[axis], claim->point[i].axis.text))
                covers = covers && claim_means(claim->point[i].value.text, point[axis]);
    return covers;
}

bool claim_scale(const struct claim *claim, const char *unit, double *scale)
{
    double own, wanted;
    *scale = 1;
    if (text_equal(claim->unit, unit))
        return true;
    if (!value_time_unit(unit, &own) || !value_time_unit(claim->unit, &wanted))
        return false;
    *scale = own / wanted;
    return true;
}
