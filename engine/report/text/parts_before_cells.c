// What text and Markdown say before the cells.
#include "report/text/parts_before_cells.h"

#include "report/layouts/attribution.h"
#include "report/layouts/bias.h"
#include "report/layouts/explained.h"
#include "report/overview/derived.h"

struct overview parts_before_cells(struct arena *arena, const struct findings *findings)
{
    const struct overview overviews[] = {
        attribution_overview(arena, findings), bias_overview(arena, findings),
        derived_overview(arena, findings), explained_overview(arena, findings)};
    struct overview all = {0};
    for (size_t i = 0; i < sizeof overviews / sizeof *overviews; i++)
        for (size_t part = 0; part < overviews[i].count; part++)
            overview_add_part(arena, &all, &overviews[i].parts[part]);
    return all;
}
