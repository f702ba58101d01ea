// A replayed build: its identity, and its samples beside the stored ones.
#include "report/replay/document.h"

#include "model/build_result.h"
#include "replay/summary.h"
#include "report/wording/numbers.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 5, ID_SHOWN = 16, COLUMNS = 4 };

// ---- What was replayed

static void add_identity(struct report_section *section, const struct replay *replay,
                         const char *metric)
{
    static const char *const ranks[] = {
        [RANK_BEST] = "best", [RANK_MEDIAN] = "median", [RANK_WORST] = "worst"};
    struct arena *arena = section->arena;
    const struct build_result *result = remade_result(&replay->remade);
    const char *cpus = remade_cpus(&replay->remade);
    struct text_list lines = {0};
    if (replay->chosen.ranked)
        text_list_printf(&lines, arena, "the %s of %zu builds by its mean of %s",
                         ranks[replay->request->wish.rank], replay->chosen.ranked, metric);
    if (result) {
        text_list_printf(&lines, arena, "layout id %.*s…, as in the campaign", ID_SHOWN,
                         result->layout_id);
        text_list_printf(&lines, arena, "binary %.*s…, as in the campaign", ID_SHOWN,
                         result->binary_sha256);
    } else {
        text_list_add(&lines, arena,
                      "nothing is built: its environment and addresses are those of the campaign");
    }
    if (*cpus)
        text_list_printf(&lines, arena, "on CPU%s %s", cpus[strspn(cpus, "0123456789")] ? "s" : "",
                         cpus);
    section_list(section, &lines);
}

// ---- Samples

struct metric_table {
    struct arena *arena;
    struct report_table *table;
    const struct replay_summary *summary;
};

static void add_row(const struct metric_table *metric, const char *name, double was, double is)
{
    struct arena *arena = metric->arena;
    const struct replay_summary *summary = metric->summary;
    double size = summary->replayed.mean;
    struct scale scale = scale_of(summary->unit, size);
    int decimals = decimals_for(fabs(size) * scale.factor, DIGITS);
    bool stored = summary->stored.samples;
    const char *cells[COLUMNS] = {
        name, stored ? fixed_number(arena, was * scale.factor, decimals) : "-",
        fixed_number(arena, is * scale.factor, decimals),
        stored && was != 0
            ? arena_printf(arena, "%+.1f %%", round(1000 * (is / was - 1)) / 10 + 0.0) // no -0.0
            : NULL};
    table_row_of(arena, metric->table, cells);
}

static void add_counts(const struct metric_table *metric)
{
    const struct samples_summary *was = &metric->summary->stored, *is = &metric->summary->replayed;
    const char *executions[COLUMNS] = {"executions",
                                       arena_printf(metric->arena, "%zu", was->executions),
                                       arena_printf(metric->arena, "%zu", is->executions)};
    const char *samples[COLUMNS] = {"samples", arena_printf(metric->arena, "%zu", was->samples),
                                    arena_printf(metric->arena, "%zu", is->samples)};
    table_row_of(metric->arena, metric->table, executions);
    table_row_of(metric->arena, metric->table, samples);
}

// Of the first metric all, of the others the mean.
static void add_metric(struct report_section *section, const struct replay_summary *summary,
                       bool whole)
{
    struct arena *arena = section->arena;
    const struct samples_summary *was = &summary->stored, *is = &summary->replayed;
    const char *unit = scale_of(summary->unit, is->mean).unit;
    struct report_column *columns = arena_new_array(arena, struct report_column, COLUMNS);
    columns[0].name = *unit ? arena_printf(arena, "%s, %s", summary->name, unit) : summary->name;
    columns[1] = (struct report_column){"stored", true};
    columns[2] = (struct report_column){"replayed", true};
    columns[3] = (struct report_column){"change", true};
    const struct metric_table metric = {arena, section_table(section, NULL, columns, COLUMNS),
                                        summary};
    if (whole) {
        add_counts(&metric);
        add_row(&metric, "minimum", was->minimum, is->minimum);
        add_row(&metric, "first quartile", was->first_quartile, is->first_quartile);
        add_row(&metric, "median", was->median, is->median);
        add_row(&metric, "third quartile", was->third_quartile, is->third_quartile);
        add_row(&metric, "maximum", was->maximum, is->maximum);
    }
    add_row(&metric, "mean", was->mean, is->mean);
}

struct document *replay_document(struct arena *arena, const struct replay *replay,
                                 const struct replayed *replayed)
{
    size_t count;
    const struct replay_summary *summaries = replay_summaries(replay, replayed, &count);
    struct document *document =
        document_new(arena, chosen_wording(arena, replay->request->catalogue, &replay->chosen), "");
    add_identity(document_section(document, RANK_FIRST, NULL, NULL), replay,
                 count ? summaries->name : "the first metric");
    struct report_section *samples = document_section(document, RANK_FIRST, NULL, NULL);
    for (size_t i = 0; i < count; i++)
        add_metric(samples, &summaries[i], i == 0);
    section_list(document_section(document, RANK_FIRST, NULL, "Different since the campaign"),
                 &replay->differences);
    return document;
}

// ---- For programs

static void add_summary_values(struct record *record, const char *name,
                               const struct samples_summary *summary)
{
    if (!summary->samples) {
        record_absent(record, name);
        return;
    }
    struct record *values = record_within(record, name);
    record_count(values, "executions", summary->executions);
    record_count(values, "samples", summary->samples);
    record_number(values, "minimum", summary->minimum);
    record_number(values, "first_quartile", summary->first_quartile);
    record_number(values, "median", summary->median);
    record_number(values, "third_quartile", summary->third_quartile);
    record_number(values, "maximum", summary->maximum);
    record_number(values, "mean", summary->mean);
}

static void add_metrics(struct record *metrics, const struct replay *replay,
                        const struct replayed *replayed)
{
    size_t count;
    const struct replay_summary *summaries = replay_summaries(replay, replayed, &count);
    for (size_t i = 0; i < count; i++) {
        struct record *record = record_within(metrics, NULL);
        record_text(record, "metric", summaries[i].name);
        record_text(record, "unit", summaries[i].unit);
        add_summary_values(record, "stored", &summaries[i].stored);
        add_summary_values(record, "replayed", &summaries[i].replayed);
    }
}

static void add_samples(struct record *samples, const struct replayed *replayed)
{
    for (size_t i = 0; i < replayed->count; i++) {
        const struct replayed_execution *execution = &replayed->items[i];
        for (size_t m = 0; m < execution->samples.count; m++) {
            const struct stored_series *series = &execution->samples.series[m];
            struct record *record = record_within(samples, NULL);
            record_count(record, "execution", execution->number);
            record_count(record, "time", (size_t)execution->time);
            record_text(record, "metric", series->metric);
            record_text(record, "unit", series->unit);
            struct record *values = record_list(record, "values");
            for (size_t k = 0; k < series->count; k++)
                record_number(values, NULL, series->values[k]);
        }
    }
}

struct record *replay_record(struct arena *arena, const struct replay *replay,
                             const struct replayed *replayed)
{
    const struct catalogue *catalogue = replay->request->catalogue;
    const struct chosen_build *chosen = &replay->chosen;
    const struct stored_cell *cell = &catalogue->cells[chosen->cell];
    const struct build_result *result = remade_result(&replay->remade);
    const struct draws *draws = remade_draws(&replay->remade);
    struct record *root = record_new(arena);
    record_text(root, "benchmark", cell->benchmark);
    record_text(root, "variant", catalogue->variants[chosen->variant]);
    struct record *point = record_within(root, "point");
    for (size_t axis = 0; axis < catalogue->axis_count; axis++)
        record_text(point, catalogue->axes[axis], cell->point[axis]);
    record_text(root, "phase", phase_name(chosen->phase));
    record_count(root, "build", chosen->number);
    record_text(root, "layout_id", result ? result->layout_id : NULL);
    record_text(root, "binary_sha256", result ? result->binary_sha256 : NULL);
    record_text(root, "cpus", remade_cpus(&replay->remade));
    struct record *drawn = record_within(root, "draws");
    for (size_t i = 0; i < draws->count; i++)
        record_text(drawn, draws->items[i].name, draws->items[i].value);
    record_texts(root, "differences", &replay->differences);
    add_metrics(record_list(root, "metrics"), replay, replayed);
    add_samples(record_list(root, "samples"), replayed);
    return root;
}
