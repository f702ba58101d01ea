// Rates by name, and medians over trials.
#include "report/simulation/simulation_json.h"

#include "report/tables/json_values.h"

static json_t *rate_object(const struct rate_value *value, double nominal)
{
    return json_pack("{s:o, s:o, s:o, s:I}", "share", number_value(value->value), "error",
                     number_value(value->error), "nominal",
                     nominal < 0 ? json_null() : number_value(nominal), "trials",
                     (json_int_t)value->trials);
}

static json_t *rates_object(const struct simulation *simulation, const struct tally *tally)
{
    json_t *object = json_object();
    for (enum rate rate = 0; rate < RATES; rate++)
        if (tally->rates[rate].trials > 0)
            json_object_set_new(
                object, rate_forms[rate].name,
                rate_object(&tally->rates[rate], rate_nominal(rate, simulation->confidence)));
    return object;
}

static json_t *cost_value(const struct simulation *simulation, double cost_s)
{
    return simulation->costs_unknown ? json_null() : number_value(cost_s);
}

static json_t *medians_object(const struct simulation *simulation, const struct tally *tally)
{
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "builds", number_value(tally->builds), "executions",
        number_value(tally->counts[1]), "iterations", number_value(tally->counts[0]),
        "mean_half_width", number_value(tally->mean_half_width), "ratio_half_width",
        number_value(tally->ratio_half_width), "pilot_cost_s",
        cost_value(simulation, tally->pilot_cost_s), "cost_s",
        cost_value(simulation, tally->cost_s));
    if (simulation->world.warmup > 0)
        json_object_set_new(object, "warmup", number_value(tally->warmup));
    return object;
}

bool simulation_json(const struct simulation *simulation, const struct tally *tally, FILE *out,
                     struct error *error)
{
    char seed[24]; // as text: JSON's integers have 63 bits
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)simulation->seed);
    json_t *root = json_pack("{s:I, s:s, s:o, s:o, s:o}", "trials", (json_int_t)simulation->trials,
                             "seed", seed, "rates", rates_object(simulation, tally), "medians",
                             medians_object(simulation, tally), "best_cost_s",
                             cost_value(simulation, tally->best_cost_s));
    return json_write(root, out, error);
}
