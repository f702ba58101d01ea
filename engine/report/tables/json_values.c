// JSON for values that it cannot hold directly, and writing JSON.
#include "report/tables/json_values.h"

#include "base/text.h"

#include <math.h>

bool is_utf8(const char *text)
{
    json_t *value = json_string(text);
    json_decref(value);
    return value;
}

json_t *text_value(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    struct arena scratch = {0};
    char *plain = arena_strdup(&scratch, text);
    text_make_plain(plain);
    value = json_string(plain);
    arena_release(&scratch);
    return value;
}

json_t *number_value(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *completeness_value(const struct completeness *completeness, bool applies)
{
    return applies
               ? json_pack("{s:I, s:o}", "blocks", (json_int_t)completeness->blocks, "planned",
                           completeness->planned ? json_integer((json_int_t)completeness->planned)
                                                 : json_null())
               : json_null();
}

bool json_write(json_t *root, FILE *out, struct error *error)
{
    // Whoever ends the stream reports its own error.
    bool written = root && (json_dumpf(root, out, JSON_INDENT(2)) == 0 || ferror(out));
    json_decref(root);
    fputc('\n', out);
    return written || failed(error, EXIT_FAILED, "cannot write the report as JSON");
}
