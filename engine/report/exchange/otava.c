// The CSV of Apache Otava. Columns that hold only numbers are its metrics, others its attributes.
#include "report/exchange/otava.h"

#include "report/tables/csv_writer.h"
#include "store/facts.h"

// The revisions of the experiment and of its variants; names become columns, in their order.
struct revisions {
    const char *experiment;       // NULL: unknown
    struct stored_fact *variants; // by name
    size_t count;
};

static bool load(struct arena *arena, struct store *store, struct revisions *revisions,
                 struct error *error)
{
    revisions->experiment = store_get(store, arena, FACT_REVISION);
    return store_facts(store, arena, FACTS_VARIANT_REVISION, &revisions->variants,
                       &revisions->count, error);
}

static bool is_column(const struct findings *findings, const struct estimate *estimate)
{
    return estimate->defined && findings->cells[estimate->cell].phase == PHASE_REAL;
}

// "sort.n=1024.O2.wall_time"
static const char *column_name(struct arena *arena, const struct catalogue *catalogue,
                               const struct estimate *estimate)
{
    const struct stored_cell *cell = &catalogue->cells[estimate->cell];
    const char *name = cell->benchmark;
    for (size_t i = 0; i < catalogue->axis_count; i++)
        name = arena_printf(arena, "%s.%s=%s", name, catalogue->axes[i], cell->point[i]);
    return arena_printf(arena, "%s.%s.%s", name, catalogue->variants[estimate->variant],
                        catalogue->metrics[estimate->metric].name);
}

static void put_header(struct arena *arena, const struct findings *findings,
                       const struct revisions *revisions, FILE *out)
{
    fputs("time,experiment,commit", out);
    for (size_t i = 0; i < revisions->count; i++)
        csv_text(out, false, arena_printf(arena, "commit.%s", revisions->variants[i].key));
    for (size_t i = 0; i < findings->estimate_count; i++)
        if (is_column(findings, &findings->estimates[i]))
            csv_text(out, false, column_name(arena, &findings->catalogue, &findings->estimates[i]));
    fputc('\n', out);
}

bool report_otava(struct arena *arena, struct store *store, const struct findings *findings,
                  FILE *out, struct error *error)
{
    struct revisions revisions = {0};
    const char *started = store_get(store, arena, FACT_STARTED);
    if (!started)
        return failed(error, EXIT_USAGE,
                      "--format otava is for campaigns: these samples have no time");
    if (!load(arena, store, &revisions, error))
        return false;
    put_header(arena, findings, &revisions, out);
    csv_text(out, true, started);
    csv_text(out, false, findings->experiment);
    csv_text(out, false, revisions.experiment ? revisions.experiment : "");
    for (size_t i = 0; i < revisions.count; i++)
        csv_text(out, false, revisions.variants[i].value);
    for (size_t i = 0; i < findings->estimate_count; i++)
        if (is_column(findings, &findings->estimates[i]))
            csv_number(out, findings->estimates[i].value);
    fputc('\n', out);
    return true;
}
