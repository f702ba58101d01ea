// A row for each point of a sweep, or for each benchmark of a suite.
#include "report/campaign/internal.h"

#include "report/overview/cell_groups.h"
#include "report/overview/changed_cells.h"
#include "report/wording/changes.h"
#include "report/wording/estimates.h"
#include "report/wording/missing.h"
#include "report/wording/numbers.h"
#include "report/wording/ratios.h"
#include "report/wording/summaries.h"

#include <math.h>

enum { ROWS_MOST = 24, SUITE_MOST = 1000, VALUES_MOST = 12, MATRIX_LEAST = 2 };

struct sweep {
    struct arena *arena;
    const struct findings *findings;
    size_t metric;
    const size_t *variants; // that are compared; of a single variant its own number
    size_t count;
    bool compared;
    // Of the ratios that are inconclusive: whether an interval has no limit, and half of the
    // others, in percent of the ratio.
    bool unbounded;
    double narrowest, widest;
};

static const struct estimate *estimate_of(const struct sweep *sweep, size_t cell, size_t variant)
{
    const struct cell_findings *own = &sweep->findings->cells[cell];
    for (size_t i = 0; i < own->estimate_count; i++)
        if (own->estimates[i].metric == sweep->metric && own->estimates[i].variant == variant)
            return &own->estimates[i];
    return NULL;
}

static const struct variant_ratio *ratio_of(const struct sweep *sweep, size_t cell, size_t variant)
{
    const struct cell_findings *own = &sweep->findings->cells[cell];
    for (size_t i = 0; i < own->variant_ratio_count; i++)
        if (own->variant_ratios[i].new->metric == sweep->metric &&
            own->variant_ratios[i].new->variant == variant)
            return &own->variant_ratios[i];
    return NULL;
}

// The variants with a ratio somewhere; without any, all that were measured.
static void choose_variants(struct sweep *sweep)
{
    const struct findings *findings = sweep->findings;
    size_t *variants = arena_new_array(sweep->arena, size_t, findings->catalogue.variant_count + 1);
    for (size_t v = 0; v < findings->catalogue.variant_count; v++)
        for (size_t cell = 0; cell < findings->catalogue.cell_count; cell++) {
            const struct variant_ratio *ratio = ratio_of(sweep, cell, v);
            if (!ratio || is_beside(findings, ratio))
                continue;
            variants[sweep->count++] = v;
            break;
        }
    sweep->compared = sweep->count > 0;
    for (size_t v = 0; !sweep->compared && v < findings->catalogue.variant_count; v++)
        variants[sweep->count++] = v;
    sweep->variants = variants;
}

static const struct stored_metric *metric_of(const struct sweep *sweep)
{
    return &sweep->findings->catalogue.metrics[sweep->metric];
}

static void mark(struct sweep *sweep, const struct ratio *ratio)
{
    double half = 100 * (ratio->high - ratio->low) / 2 / ratio->value;
    if (ratio->bound != RATIO_BOUNDED) {
        sweep->unbounded = true;
        return;
    }
    sweep->narrowest = fmin(sweep->narrowest, half);
    sweep->widest = fmax(sweep->widest, half);
}

static const char *half_width_wording(struct arena *arena, double percent)
{
    return arena_printf(arena, "±%s %%", fixed_number(arena, percent, decimals_for(percent, 2)));
}

// "?: inconclusive, interval ±9.0 % to ±44 %, or without a limit"; NULL: none is.
static const char *marks_wording(const struct sweep *sweep)
{
    struct arena *arena = sweep->arena;
    if (isinf(sweep->narrowest))
        return sweep->unbounded ? "?: inconclusive, interval without a limit" : NULL;
    const char *low = half_width_wording(arena, sweep->narrowest),
               *high = half_width_wording(arena, sweep->widest);
    const char *range = text_equal(low, high) ? low : arena_printf(arena, "%s to %s", low, high);
    return arena_printf(arena, "?: inconclusive, interval %s%s", range,
                        sweep->unbounded ? ", or without a limit" : "");
}

// "0.38", "1.56 ?" where the interval decides nothing, or the value of a variant.
static void put(struct sweep *sweep, size_t cell, size_t variant, struct report_row *row,
                size_t column)
{
    const struct estimate *estimate = estimate_of(sweep, cell, variant);
    const struct variant_ratio *ratio = ratio_of(sweep, cell, variant);
    if (!sweep->compared)
        row->cells[column] =
            estimate ? value_wording(sweep->arena, sweep->findings, estimate) : "-";
    else if (!ratio || !ratio->ratio.defined)
        row->cells[column] = "-";
    else {
        bool decides = ratio->verdict != VERDICT_INCONCLUSIVE;
        const char *value =
            fixed_number(sweep->arena, ratio->ratio.value, decimals_of_ratio(&ratio->ratio));
        row->cells[column] = arena_printf(sweep->arena, decides ? "%s" : "%s ?", value);
        row->tones[column] = tone_of(metric_of(sweep), ratio->verdict);
        if (!decides)
            mark(sweep, &ratio->ratio);
    }
}

static const char *sides(const struct sweep *sweep, size_t variant)
{
    const struct catalogue *catalogue = &sweep->findings->catalogue;
    return sweep->compared ? arena_printf(sweep->arena, "%s / %s", catalogue->variants[variant],
                                          catalogue->variants[0])
                           : catalogue->variants[variant];
}

// ---- A matrix: the last axis across

// The values of the last axis, in their order.
static struct text_list values_of(const struct sweep *sweep)
{
    const struct catalogue *catalogue = &sweep->findings->catalogue;
    struct text_list values = {0};
    for (size_t i = 0; i < catalogue->cell_count && values.count <= VALUES_MOST; i++)
        text_list_add_once(&values, sweep->arena,
                           catalogue->cells[i].point[catalogue->axis_count - 1]);
    return values;
}

// "uniform", "n=4, uniform": the point without the last axis.
static const char *rest_of(const struct sweep *sweep, size_t cell)
{
    const struct catalogue *catalogue = &sweep->findings->catalogue;
    bool several = !text_equal(catalogue->cells[0].benchmark,
                               catalogue->cells[catalogue->cell_count - 1].benchmark);
    const char *words = several ? catalogue->cells[cell].benchmark : "";
    for (size_t i = 0; i + 1 < catalogue->axis_count; i++)
        words = arena_printf(sweep->arena, "%s%s%s=%s", words, *words ? ", " : "",
                             catalogue->axes[i], catalogue->cells[cell].point[i]);
    return words;
}

static bool has_matrix(const struct sweep *sweep, const struct text_list *values)
{
    return sweep->findings->catalogue.axis_count >= MATRIX_LEAST && sweep->count == 1 &&
           sweep->compared && values->count >= MATRIX_LEAST && values->count <= VALUES_MOST;
}

static struct report_row *row_of(struct arena *arena, struct report_table *table, const char *name)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (text_equal(table->rows[i].cells[0], name))
            return &table->rows[i];
    struct report_row *row = table_row(arena, table);
    row->cells[0] = name;
    return row;
}

static void add_matrix(struct report_section *section, struct sweep *sweep,
                       const struct text_list *values)
{
    const struct catalogue *catalogue = &sweep->findings->catalogue;
    size_t last = catalogue->axis_count - 1, width = values->count + 1;
    struct report_column *columns = arena_new_array(sweep->arena, struct report_column, width);
    columns[0].name = sides(sweep, sweep->variants[0]);
    for (size_t i = 0; i < values->count; i++)
        columns[i + 1] = (struct report_column){
            i ? values->items[i]
              : arena_printf(sweep->arena, "%s=%s", catalogue->axes[last], values->items[i]),
            true};
    struct report_table *table = section_table(section, NULL, columns, width);
    table->whole = true;
    for (size_t cell = 0; cell < catalogue->cell_count; cell++) {
        struct report_row *row = row_of(sweep->arena, table, rest_of(sweep, cell));
        size_t at = 0;
        while (!text_equal(values->items[at], catalogue->cells[cell].point[last]))
            at++;
        put(sweep, cell, sweep->variants[0], row, at + 1);
    }
}

// ---- A row for each point

enum { POINT, DECIDED, BETWEEN, OLD, NEW, PAIR_COLUMNS };

// Of two sides: both values, their ratio and the verdict.
static void add_pairs(struct report_section *section, struct sweep *sweep)
{
    const struct findings *findings = sweep->findings;
    const struct catalogue *catalogue = &findings->catalogue;
    struct arena *arena = sweep->arena;
    size_t new = sweep->variants[0];
    struct report_column *columns = arena_new_array(arena, struct report_column, PAIR_COLUMNS);
    columns[POINT].name = metric_of(sweep)->name;
    columns[DECIDED].name = "verdict";
    columns[BETWEEN] = (struct report_column){sides(sweep, new), true};
    columns[OLD] = (struct report_column){catalogue->variants[0], true};
    columns[NEW] = (struct report_column){catalogue->variants[new], true};
    struct report_table *table = section_table(section, NULL, columns, PAIR_COLUMNS);
    for (size_t cell = 0; cell < catalogue->cell_count; cell++) {
        const struct estimate *values[] = {estimate_of(sweep, cell, 0),
                                           estimate_of(sweep, cell, new)};
        const struct variant_ratio *ratio = ratio_of(sweep, cell, new);
        const char *missing = missing_wording(arena, findings, cell);
        struct report_row *row = table_row(arena, table);
        row->cells[POINT] = point_wording(arena, findings, cell);
        row->instead = ratio ? NULL : missing;
        if (ratio && ratio->ratio.defined) {
            row->cells[DECIDED] = verdict_word(metric_of(sweep), ratio->verdict);
            row->tones[DECIDED] = tone_of(metric_of(sweep), ratio->verdict);
            row->cells[BETWEEN] = ratio_wording(arena, &ratio->ratio);
        }
        for (size_t i = 0; i < 2; i++)
            if (values[i])
                row->cells[OLD + i] =
                    quantity_wording(arena, findings, values[i], values[i]->value);
    }
}

static void add_points(struct report_section *section, struct sweep *sweep)
{
    const struct catalogue *catalogue = &sweep->findings->catalogue;
    struct report_column *columns =
        arena_new_array(sweep->arena, struct report_column, sweep->count + 1);
    columns[0].name = metric_of(sweep)->name;
    for (size_t i = 0; i < sweep->count; i++)
        columns[i + 1] = (struct report_column){sides(sweep, sweep->variants[i]), true};
    struct report_table *table = section_table(section, NULL, columns, sweep->count + 1);
    table->whole = true;
    for (size_t cell = 0; cell < catalogue->cell_count; cell++) {
        struct report_row *row = table_row(sweep->arena, table);
        row->cells[0] = point_wording(sweep->arena, sweep->findings, cell);
        if (!sweep->findings->cells[cell].estimate_count)
            row->instead = missing_wording(sweep->arena, sweep->findings, cell);
        for (size_t i = 0; i < sweep->count; i++)
            put(sweep, cell, sweep->variants[i], row, i + 1);
    }
}

// ---- Too many rows

static const char *range_of(const struct sweep *sweep, size_t variant)
{
    const struct findings *findings = sweep->findings;
    const struct estimate *least = NULL, *most = NULL;
    for (size_t cell = 0; cell < findings->catalogue.cell_count; cell++) {
        const struct estimate *estimate = estimate_of(sweep, cell, variant);
        if (!estimate)
            continue;
        least = !least || estimate->value < least->value ? estimate : least;
        most = !most || estimate->value > most->value ? estimate : most;
    }
    return least ? arena_printf(sweep->arena, "%s: %s (%s) to %s (%s)",
                                findings->catalogue.variants[variant],
                                value_wording(sweep->arena, findings, least),
                                point_wording(sweep->arena, findings, least->cell),
                                value_wording(sweep->arena, findings, most),
                                point_wording(sweep->arena, findings, most->cell))
                 : NULL;
}

// The points that differ most, and the range of each variant.
static void add_extremes(struct document *document, enum section_rank rank,
                         const struct sweep *sweep)
{
    const struct findings *findings = sweep->findings;
    struct text_list ranges = {0};
    for (size_t i = 0; sweep->compared && i < sweep->count; i++)
        changed_cells_section(document, rank, findings, sweep->metric, sweep->variants[i]);
    for (size_t v = 0; v < findings->catalogue.variant_count; v++)
        if (range_of(sweep, v))
            text_list_add(&ranges, sweep->arena, range_of(sweep, v));
    section_list(document_section(
                     document, rank, NULL,
                     arena_printf(sweep->arena, "%s, from the smallest %s to the largest",
                                  metric_of(sweep)->name, common_summary(sweep->arena, findings))),
                 &ranges);
    section_words(document_section(document, rank, NULL, NULL),
                  *findings->seed ? "All points are in csv/estimates.csv and csv/ratios.csv."
                                  : "--json shows all points.");
}

// A suite of a single variant has a row for each benchmark, however many.
static bool has_rows(const struct sweep *sweep, const struct text_list *values, bool matrix)
{
    size_t cells = sweep->findings->catalogue.cell_count;
    size_t rows = matrix ? (cells + values->count - 1) / values->count : cells;
    bool listed = !sweep->compared && !sweep->findings->catalogue.axis_count;
    return rows <= ROWS_MOST || (listed && rows <= SUITE_MOST);
}

void add_sweep(struct document *document, enum section_rank rank, const struct findings *findings,
               size_t metric)
{
    struct sweep sweep = {
        .arena = document->arena, .findings = findings, .metric = metric, .narrowest = INFINITY};
    struct text_list values = {0};
    if (metric >= findings->catalogue.metric_count)
        return;
    choose_variants(&sweep);
    if (findings->catalogue.axis_count)
        values = values_of(&sweep);
    bool matrix = has_matrix(&sweep, &values);
    if (!has_rows(&sweep, &values, matrix)) {
        add_extremes(document, rank, &sweep);
        return;
    }
    struct report_section *section =
        document_section(document, rank, NULL, rank == RANK_FIRST ? NULL : metric_of(&sweep)->name);
    if (matrix)
        add_matrix(section, &sweep, &values);
    else if (sweep.compared && sweep.count == 1)
        add_pairs(section, &sweep);
    else
        add_points(section, &sweep);
    section_words(section, marks_wording(&sweep));
    if (findings->catalogue.cell_count > CELLS_SHOWN_WHOLE)
        add_extremes(document, RANK_NOTES, &sweep);
}
