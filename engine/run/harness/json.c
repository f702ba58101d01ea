// Reading values of JSON.
#include "run/harness/json.h"

#include "stats/moments.h"

#include <string.h>

enum { TEXT_SHOWN = 100 };

const char *harness_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

uint64_t harness_count(const json_t *object, const char *key)
{
    json_int_t count = json_integer_value(json_object_get(object, key));
    return count > 0 ? (uint64_t)count : 0;
}

bool harness_time(const json_t *value, double scale, double *seconds)
{
    *seconds = json_number_value(value) * scale;
    return json_is_number(value) && *seconds >= 0 && moments_takes(*seconds);
}

bool harness_add_array(struct harness_output *output, const struct harness_values *values,
                       const char *path, const json_t *array)
{
    const json_t *number;
    size_t i;
    harness_at(output, "%s", path);
    if (!json_is_array(array))
        harness_fail(output, "there is no array of numbers");
    json_array_foreach(array, i, number)
    {
        harness_at(output, "%s[%zu]", path, i);
        if (!json_is_number(number))
            harness_fail(output, "'%s' has a value that is no number", values->benchmark);
        double scaled = json_number_value(number) * values->scale;
        if (output->why ||
            !harness_add(output, values->benchmark, values->metric,
                         &(struct harness_value){scaled, values->iterations, values->execution}))
            break;
    }
    return !output->why;
}

const char *harness_shown(const char *text)
{
    size_t length = strlen(text);
    return length > TEXT_SHOWN ? text + length - TEXT_SHOWN : text;
}
