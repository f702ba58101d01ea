// The findings of eswexp doctor as JSON.
#include "report/doctor/doctor_json.h"

#include "report/tables/json_values.h"

static const char *const words[FITNESSES] = {[FIT_NOT] = "unfit for measuring",
                                             [FIT_LESS] = "could be better",
                                             [FIT] = "fine",
                                             [FIT_UNKNOWN] = "not available here"};

static json_t *checks_array(const struct machine_checks *checks, bool *fit)
{
    json_t *array = json_array();
    *fit = true;
    for (size_t i = 0; i < checks->count; i++) {
        const struct machine_check *check = &checks->items[i];
        *fit = *fit && check->fitness != FIT_NOT;
        json_array_append_new(
            array, json_pack("{s:s, s:s, s:o, s:s, s:o, s:b}", "name", check->name, "state",
                             words[check->fitness], "is", text_value(check->is), "why", check->why,
                             "do", text_value(check->remedy), "tune", (int)check->tunable));
    }
    return array;
}

static json_t *facts_object(const struct machine_facts *facts)
{
    json_t *object = json_object();
    for (size_t i = 0; i < facts->count; i++)
        json_object_set_new(object, facts->items[i].name, text_value(facts->items[i].value));
    return object;
}

static json_t *meters_array(const struct diagnosis *diagnosis)
{
    json_t *array = json_array();
    for (size_t i = 0; i < diagnosis->meter_count; i++) {
        const struct meter_state *meter = &diagnosis->meters[i];
        json_array_append_new(array, json_pack("{s:s, s:s, s:b, s:o}", "name", meter->name, "unit",
                                               meter->unit, "available", !meter->why, "reason",
                                               text_value(meter->why)));
    }
    return array;
}

static json_t *required_array(const struct diagnosis *diagnosis)
{
    json_t *array = json_array();
    for (size_t i = 0; i < diagnosis->required_count; i++) {
        const struct requirement_judged *judged = &diagnosis->required[i];
        json_array_append_new(array, json_pack("{s:o, s:b, s:o, s:s}", "required",
                                               text_value(judged->requirement->text), "holds",
                                               (int)judged->holds, "is", text_value(judged->is),
                                               "do", judged->requirement->subject->how));
    }
    return array;
}

bool diagnosis_json(const struct diagnosis *diagnosis, FILE *out, struct error *error)
{
    bool fit;
    json_t *checks = checks_array(&diagnosis->checks, &fit);
    return json_write(json_pack("{s:b, s:o, s:o, s:o, s:o}", "fit", (int)fit, "checks", checks,
                                "meters", meters_array(diagnosis), "required",
                                required_array(diagnosis), "fingerprint",
                                facts_object(&diagnosis->facts)),
                      out, error);
}

// ---- Several machines

bool machines_json(const struct machine_sides *sides, const struct machine_comparison *comparison,
                   FILE *out, struct error *error)
{
    json_t *names = json_array(), *differences = json_array();
    for (size_t i = 0; i < sides->count; i++)
        json_array_append_new(names, text_value(sides->items[i].name));
    for (size_t i = 0; i < comparison->count; i++) {
        const struct machine_difference *difference = &comparison->differences[i];
        json_t *values = json_array();
        for (size_t side = 0; side < sides->count; side++)
            json_array_append_new(values, text_value(difference->values[side]));
        json_array_append_new(
            differences,
            json_pack("{s:o, s:o}", "fact", text_value(difference->fact), "values", values));
    }
    return json_write(json_pack("{s:o, s:o, s:I, s:I}", "machines", names, "differences",
                                differences, "same", (json_int_t)comparison->same, "not_recorded",
                                (json_int_t)comparison->missed),
                      out, error);
}
