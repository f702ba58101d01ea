// A replayed build as JSON.
#include "report/replay/replay_json.h"

#include "model/build_result.h"
#include "replay/summary.h"
#include "report/tables/json_values.h"

static json_t *point_object(const struct replay *replay)
{
    const struct catalogue *catalogue = replay->request->catalogue;
    json_t *object = json_object();
    for (size_t axis = 0; axis < catalogue->axis_count; axis++)
        json_object_set_new(object, catalogue->axes[axis],
                            text_value(catalogue->cells[replay->chosen.cell].point[axis]));
    return object;
}

static json_t *draws_object(const struct replay *replay)
{
    const struct draws *draws = remade_draws(&replay->remade);
    json_t *object = json_object();
    for (size_t i = 0; i < draws->count; i++)
        json_object_set_new(object, draws->items[i].name, text_value(draws->items[i].value));
    return object;
}

static json_t *summary_object(const struct samples_summary *summary)
{
    return json_pack("{s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "executions",
                     (json_int_t)summary->executions, "samples", (json_int_t)summary->samples,
                     "minimum", summary->minimum, "first_quartile", summary->first_quartile,
                     "median", summary->median, "third_quartile", summary->third_quartile,
                     "maximum", summary->maximum, "mean", summary->mean);
}

static json_t *metrics_array(const struct replay *replay, const struct replayed *replayed)
{
    size_t count;
    const struct replay_summary *summaries = replay_summaries(replay, replayed, &count);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            array, json_pack("{s:o, s:o, s:o, s:o}", "metric", text_value(summaries[i].name),
                             "unit", text_value(summaries[i].unit), "stored",
                             summaries[i].stored.samples ? summary_object(&summaries[i].stored)
                                                         : json_null(),
                             "replayed", summary_object(&summaries[i].replayed)));
    return array;
}

static json_t *values_array(const double *values, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, number_value(values[i]));
    return array;
}

static json_t *samples_array(const struct replayed *replayed)
{
    json_t *array = json_array();
    for (size_t i = 0; i < replayed->count; i++) {
        const struct replayed_execution *execution = &replayed->items[i];
        for (size_t m = 0; m < execution->samples.count; m++) {
            const struct stored_series *series = &execution->samples.series[m];
            json_array_append_new(array, json_pack("{s:I, s:I, s:o, s:o, s:o}", "execution",
                                                   (json_int_t)execution->number, "time",
                                                   (json_int_t)execution->time, "metric",
                                                   text_value(series->metric), "unit",
                                                   text_value(series->unit), "values",
                                                   values_array(series->values, series->count)));
        }
    }
    return array;
}

static json_t *differences_array(const struct replay *replay)
{
    json_t *array = json_array();
    for (size_t i = 0; i < replay->differences.count; i++)
        json_array_append_new(array, text_value(replay->differences.items[i]));
    return array;
}

bool replay_json(const struct replay *replay, const struct replayed *replayed, FILE *out,
                 struct error *error)
{
    const struct catalogue *catalogue = replay->request->catalogue;
    const struct chosen_build *chosen = &replay->chosen;
    const struct build_result *result = remade_result(&replay->remade);
    json_t *root =
        json_pack("{s:o, s:o, s:o, s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "benchmark",
                  text_value(catalogue->cells[chosen->cell].benchmark), "variant",
                  text_value(catalogue->variants[chosen->variant]), "point", point_object(replay),
                  "phase", phase_name(chosen->phase), "build", (json_int_t)chosen->number,
                  "layout_id", text_value(result ? result->layout_id : NULL), "binary_sha256",
                  text_value(result ? result->binary_sha256 : NULL), "cpus",
                  text_value(remade_cpus(&replay->remade)), "draws", draws_object(replay),
                  "differences", differences_array(replay), "metrics",
                  metrics_array(replay, replayed), "samples", samples_array(replayed));
    return json_write(root, out, error);
}
