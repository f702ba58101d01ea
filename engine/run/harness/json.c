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

const char *harness_shown(const char *text)
{
    size_t length = strlen(text);
    return length > TEXT_SHOWN ? text + length - TEXT_SHOWN : text;
}
